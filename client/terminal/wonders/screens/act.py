"""
Boxes of 7 Wonders that can be opened at every screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import opening
from sealed_wonders.client.terminal.wonders import phrases
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screenstack import ScreenStack


def offered(stack: ScreenStack) -> tuple[str, ...]:
    """Give those which mean something just now."""
    game = stack.known.game
    here = set(game.actions)
    if not _cities_stand(stack):
        here -= {"details", "cities", "scores", "memory"}
    if not edifices_lie(stack):
        here -= {"edifices"}
    if getattr(stack.base, "building", None) is None:
        here -= {"details"}
    if not stack.known.has_memory or stack.person is None:
        here -= {"memory"}
    return tuple(name for name in game.actions if name in here)


def act(stack: ScreenStack, action: str) -> bool:
    """Open one, or say why there is none; tells whether it is such an action."""
    verb, _space, number = action.partition(" ")
    match verb:
        case "city" if number.isdecimal():
            _city(stack, int(number))
        case "cities":
            _city(stack, None)
        case "details":
            _details(stack)
        case "edifices":
            _edifices(stack)
        case "scores":
            from sealed_wonders.client.terminal.wonders.screens.scores import (
                ScoresBox,
            )

            if _are_cities(stack):
                stack.toggle(ScoresBox, lambda: ScoresBox(stack))
        case "memory":
            _memory(stack)
        case _:
            return False
    return True


def _cities_stand(stack: ScreenStack) -> bool:
    sight = stack.known.sight
    return sight is not None and bool(sight.state.cities)


def edifices_lie(stack: ScreenStack) -> bool:
    """Tell whether there are edifices on the table."""
    sight = stack.known.sight
    return sight is not None and bool(sight.state.projects)


def _are_cities(stack: ScreenStack) -> bool:
    return opening.are_there(stack, _cities_stand(stack))


def _city(stack: ScreenStack, seat: Seat | None) -> None:
    from sealed_wonders.client.terminal.wonders.screens.city import CityBox

    if _are_cities(stack):
        opening.city(stack, CityBox, lambda at: CityBox(stack, at), seat)


def _details(stack: ScreenStack) -> None:
    from sealed_wonders.client.terminal.wonders.screens.card import CardBox

    opening.details(stack, CardBox, lambda card: CardBox(stack, card))


def _edifices(stack: ScreenStack) -> None:
    from sealed_wonders.client.terminal.wonders.screens.edifices import EdificesBox

    if edifices_lie(stack):
        stack.toggle(EdificesBox, lambda: EdificesBox(stack))
    else:
        stack.say(phrases.no_edifices())


def _memory(stack: ScreenStack) -> None:
    from sealed_wonders.client.terminal.wonders.screens.hands import HandsBox

    if not _are_cities(stack):
        return
    if not stack.known.has_memory:
        stack.say(phrases.no_memory())
    elif stack.known.seen is None:
        stack.say(phrases.nothing_kept())
    else:
        stack.toggle(HandsBox, lambda: HandsBox(stack))
