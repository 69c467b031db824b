"""
Boxes of 7 Wonders that can be opened at every screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import opening, text
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk


def offered(desk: Desk) -> tuple[str, ...]:
    """Give those which mean something just now."""
    game = desk.known.game
    here = set(game.actions)
    if not _cities_stand(desk):
        here -= {"details", "cities", "scores", "memory"}
    if not edifices_lie(desk):
        here -= {"edifices"}
    if getattr(desk.base, "building", None) is None:
        here -= {"details"}
    if not desk.known.has_memory or desk.person is None:
        here -= {"memory"}
    return tuple(name for name in game.actions if name in here)


def act(desk: Desk, action: str) -> bool:
    """Open one, or say why there is none; tells whether it is such an action."""
    verb, _space, number = action.partition(" ")
    match verb:
        case "city" if number.isdecimal():
            _city(desk, int(number))
        case "cities":
            _city(desk, None)
        case "details":
            _details(desk)
        case "edifices":
            _edifices(desk)
        case "scores":
            from sealed_wonders.client.terminal.screens.scores import ScoresBox

            if _are_cities(desk):
                desk.toggle(ScoresBox, lambda: ScoresBox(desk))
        case "memory":
            _memory(desk)
        case _:
            return False
    return True


def _cities_stand(desk: Desk) -> bool:
    sight = desk.known.sight
    return sight is not None and bool(sight.state.cities)


def edifices_lie(desk: Desk) -> bool:
    """Tell whether there are edifices on the table."""
    sight = desk.known.sight
    return sight is not None and bool(sight.state.projects)


def _are_cities(desk: Desk) -> bool:
    return opening.are_there(desk, _cities_stand(desk))


def _city(desk: Desk, seat: Seat | None) -> None:
    from sealed_wonders.client.terminal.screens.city import CityBox

    if _are_cities(desk):
        opening.city(desk, CityBox, lambda at: CityBox(desk, at), seat)


def _details(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.card import CardBox

    opening.details(desk, CardBox, lambda card: CardBox(desk, card))


def _edifices(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.edifices import EdificesBox

    if edifices_lie(desk):
        desk.toggle(EdificesBox, lambda: EdificesBox(desk))
    else:
        desk.say(text.no_edifices())


def _memory(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.hands import HandsBox

    if not _are_cities(desk):
        return
    if not desk.known.has_memory:
        desk.say(text.no_memory())
    elif desk.known.seen is None:
        desk.say(text.nothing_kept())
    else:
        desk.toggle(HandsBox, lambda: HandsBox(desk))
