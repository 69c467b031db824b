"""Actions of every Architects screen, which open boxes."""

from __future__ import annotations

from sealed_wonders.client.terminal import opening
from sealed_wonders.client.terminal.architects.screens.card import CardBox
from sealed_wonders.client.terminal.architects.screens.city import CityBox
from sealed_wonders.client.terminal.architects.screens.heaps import PilesBox
from sealed_wonders.client.terminal.architects.screens.scores import ScoresBox
from sealed_wonders.client.terminal.architects.screens.tokensbox import TokensBox
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.game import Seat

ACTIONS = ("details", "cities", "piles", "tokens", "scores")
"""The game's own actions on screens, in the order in which they are offered."""


def offered(stack: Stack) -> tuple[str, ...]:
    """Return the actions that are useful now."""
    if not _cities_stand(stack):
        return ()
    there = getattr(stack.base, "building", None) is not None
    return tuple(name for name in ACTIONS if name != "details" or there)


def act(stack: Stack, action: str) -> bool:
    """
    Open a box, or show why that isn't possible; return whether this is such an action.
    """
    verb, _space, what = action.partition(" ")
    match verb:
        case "city" if what.isdecimal():
            _city(stack, int(what))
        case "cities":
            _city(stack, None)
        case "stage" if what:
            _own_city(stack)
        case "details":
            _details(stack)
        case "piles" | "pile":
            _piles(stack, what)
        case "tokens":
            _tokens(stack)
        case "token":
            _token(stack, what)
        case "scores":
            _scores(stack)
        case _:
            return False
    return True


def _cities_stand(stack: Stack) -> bool:
    sight = stack.known.sight
    return sight is not None and bool(sight.state.turn)


def _are_cities(stack: Stack) -> bool:
    return opening.are_there(stack, _cities_stand(stack))


def _city(stack: Stack, seat: Seat | None) -> None:
    if _are_cities(stack):
        opening.city(stack, CityBox, lambda at: CityBox(stack, at), seat)


def _own_city(stack: Stack) -> None:
    sight = stack.known.sight
    _city(stack, 0 if sight is None else sight.viewpoint)


def _details(stack: Stack) -> None:
    opening.details(stack, CardBox, lambda thing: CardBox(stack, thing))


def _piles(stack: Stack, pile: str) -> None:
    if _are_cities(stack) and pile in ("", CENTRAL, *catalog().wonders_by_id):
        stack.toggle(PilesBox, lambda: PilesBox(stack, pile))


def _tokens(stack: Stack) -> None:
    if _are_cities(stack):
        stack.toggle(TokensBox, lambda: TokensBox(stack))


def _token(stack: Stack, name: str) -> None:
    token = catalog().tokens_by_id.get(name)
    if token is not None:
        stack.toggle(CardBox, lambda: CardBox(stack, token))


def _scores(stack: Stack) -> None:
    if _are_cities(stack):
        stack.toggle(ScoresBox, lambda: ScoresBox(stack))
