"""Conversion of states of `core` to tables of integers, and of their moves to text."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.engine.architects import kinds as numbers
from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.encode import printed, token_number
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import CENTRAL, Kind, catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.notation import ParsedMove
from sealed_wonders.core.architects.paying import goods
from sealed_wonders.core.architects.science import PAIR, symbols
from sealed_wonders.core.architects.state import State

_TASKS: Mapping[str, int] = {
    "take": numbers.TAKE_TASK,
    "act": numbers.ACT_TASK,
    "take_any": numbers.ANY_TASK,
    "token": numbers.TOKEN_TASK,
    "search": numbers.SEARCH_TASK,
    "keep": numbers.KEEP_TASK,
}
"""Each task with a choice, by name, except the choice of wonders."""

_VERBS = ("take", "extra", "build", "science", "token", "search", "keep", "end")


class Unread(Exception):
    """A state can't be converted to a table."""


def book_of(state: State) -> CardTable:
    """Return the printed data for the number of players in a game."""
    return printed(state.players)


def read(state: State) -> EngineTable:
    """
    Return a table in the position of a state with a choice.

    Face-down cards and tokens are left out.

    Raises:
        Unread: there are no piles yet, or the state has no choice.
    """
    if not state.piles or state.task.name not in _TASKS:
        raise Unread
    table = EngineTable(printed(state.players))
    known = catalog()
    for seat, city in enumerate(state.cities):
        table.found(seat, known.wonders.index(city.wonder))
        table.lay_city(
            seat,
            [len(cards) for cards in city.cards],
            [number - 1 for number in city.built],
            [token_number(token) for token in city.progress],
            city.victories,
        )
    table.lay_open([token_number(known.token(card)) for card in state.open])
    table.cat = -1 if state.cat is None else state.cat
    table.horns = state.horns
    table.gone = sum(1 << seat for seat in state.gone)
    table.saw = sum(1 << seat for seat in state.saw)
    if isinstance(state.task, Keep):
        table.searched = number_of(state, state.task.pile)
    table.lay_turn(
        _TASKS[state.task.name],
        state.seat,
        state.turn,
        *(
            sum(1 << token_number(known.tokens_by_id[it]) for it in some)
            for some in (state.used, state.due)
        ),
    )
    return table


def number_of(state: State, name: str) -> int:
    """Return the number of a pile."""
    if name == CENTRAL:
        return state.players
    return [pile.name for pile in state.piles].index(name)


def said(state: State, move: int) -> ParsedMove:
    """Return the parts of a move, as `core` has them."""
    verb = _VERBS[move & 15]
    parts: dict[str, object] = {}
    token = move >> numbers.TOKEN_AT & 31
    some = move >> numbers.PLACE_AT & 15
    if verb in ("take", "extra", "search"):
        parts["pile"] = state.around[move >> numbers.PILE_AT & 15].name
    if verb in ("extra", "token"):
        known = catalog().tokens
        parts["token"] = notation.TOP if token == numbers.TOP else known[token].id
    if verb == "build":
        parts["stage"] = (move >> numbers.STAGE_AT & 7) + 1
        parts["cards"] = _paid(move >> numbers.PAID_AT)
    if verb == "science":
        parts["cards"] = symbols() if some == PAIR + 1 else (symbols()[some],) * PAIR
    if verb == "keep":
        parts["place"] = some + 1
    return ParsedMove(verb, **parts)  # type: ignore[arg-type]


def _paid(paid: int) -> tuple[Kind, ...]:
    kinds = (*goods(), catalog().kinds_by_id["coin"])
    return tuple(
        kind for nth, kind in enumerate(kinds) for _ in range(paid >> 3 * nth & 7)
    )


def text_of(state: State, move: int) -> str:
    """Return the text of a move, as in `core`."""
    return str(said(state, move))
