"""
Boxes of Architects that can be opened at every screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import opening
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk


def offered(desk: Desk) -> tuple[str, ...]:
    """Give those which mean something just now."""
    if not _cities_stand(desk):
        return ()
    there = getattr(desk.base, "building", None) is not None
    actions = desk.known.game.actions
    return tuple(name for name in actions if name != "details" or there)


def act(desk: Desk, action: str) -> bool:
    """Open one, or say why there is none; tells whether it is such an action."""
    verb, _space, what = action.partition(" ")
    match verb:
        case "city" if what.isdecimal():
            _city(desk, int(what))
        case "cities":
            _city(desk, None)
        case "stage" if what:
            sight = desk.known.sight
            _city(desk, 0 if sight is None else sight.me)
        case "details":
            _details(desk)
        case "piles" | "pile":
            _piles(desk, what)
        case "tokens":
            _tokens(desk)
        case "token":
            _token(desk, what)
        case "scores":
            from sealed_wonders.client.terminal.architects.screens.scores import (
                ScoresBox,
            )

            if _are_cities(desk):
                desk.toggle(ScoresBox, lambda: ScoresBox(desk))
        case _:
            return False
    return True


def _cities_stand(desk: Desk) -> bool:
    sight = desk.known.sight
    return sight is not None and bool(sight.state.turn)


def _are_cities(desk: Desk) -> bool:
    return opening.are_there(desk, _cities_stand(desk))


def _city(desk: Desk, seat: Seat | None) -> None:
    from sealed_wonders.client.terminal.architects.screens.city import CityBox

    if _are_cities(desk):
        opening.city(desk, CityBox, lambda at: CityBox(desk, at), seat)


def _details(desk: Desk) -> None:
    from sealed_wonders.client.terminal.architects.screens.card import CardBox

    opening.details(desk, CardBox, lambda thing: CardBox(desk, thing))


def _piles(desk: Desk, pile: str) -> None:
    from sealed_wonders.client.terminal.architects.screens.heaps import PilesBox

    if _are_cities(desk) and pile in ("", CENTRAL, *catalog().wonders_by_id):
        desk.toggle(PilesBox, lambda: PilesBox(desk, pile))


def _tokens(desk: Desk) -> None:
    from sealed_wonders.client.terminal.architects.screens.tokensbox import TokensBox

    if _are_cities(desk):
        desk.toggle(TokensBox, lambda: TokensBox(desk))


def _token(desk: Desk, name: str) -> None:
    from sealed_wonders.client.terminal.architects.screens.card import CardBox

    token = catalog().tokens_by_id.get(name)
    if token is not None:
        desk.toggle(CardBox, lambda: CardBox(desk, token))
