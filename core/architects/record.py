"""Writing of records, which docs/RECORD.md describes: a line for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.architects import lines
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Remixed,
    Revealed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
    TurnEnded,
    WonderTaken,
)
from sealed_wonders.core.architects.state import Rules, State
from sealed_wonders.core.game import Card
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.records.leaving import LeftLine


def told(state: game.AnyState, names: Sequence[str], faces: Faces) -> list[lines.Line]:
    """
    Return the record lines for the last answer.

    The header is the first line. Seats that left before it follow immediately.

    Args:
        state: the state after the answer.
        names: the players, by seat.
        faces: the faces of slots, as known in this state.
    """
    if not isinstance(state, State):
        raise TypeError(state)
    if not state.cities:
        return []
    all_lines = (line(event, names, faces, state.rules) for event in state.news)
    whole = [line for line in all_lines if line is not None]
    if not any(isinstance(event, Founded) for event in state.news):
        return whole
    early = [LeftLine(state.gone)] if state.gone else []
    header, *rest = (line for line in whole if not isinstance(line, LeftLine))
    return [header, *early, *rest]


def written(state: game.AnyState, names: Sequence[str], faces: Faces) -> list[str]:
    """Return the text of the record lines for the last answer, without line ends."""
    return [lines.text(line) for line in told(state, names, faces)]


def line(
    event: Event, names: Sequence[str], faces: Faces, rules: Rules
) -> lines.Line | None:
    """
    Return the line for an event; see `told`, which does this for a state.

    None for a look because of the cat, and for the choice of a wonder: the header
    contains all wonders.
    """
    return LINES[type(event)](event, _Context(names, faces, rules))


class _Context(NamedTuple):
    """The information that a line needs besides its event."""

    names: Sequence[str]
    faces: Faces
    rules: Rules


def _untold(event: WonderTaken | Peeked, context: _Context) -> None:
    return None


def _founded(event: Founded, context: _Context) -> lines.HeaderLine:
    seats = tuple(map(lines.Seating, context.names, event.wonders))
    return lines.HeaderLine(seats, event.first, context.rules.draw)


def _revealed(event: Revealed, context: _Context) -> lines.TopLine:
    return lines.TopLine(event.pile, _id(event.card))


def _opened(event: Opened, context: _Context) -> lines.OpenLine:
    return lines.OpenLine(_id(event.token))


def _taken(event: Taken, context: _Context) -> lines.TakeLine:
    card = _id(event.card)
    return lines.TakeLine(event.turn, event.seat, event.pile, card, event.by)


def _built(event: Built, context: _Context) -> lines.BuildLine:
    cards = _ids(event.cards)
    return lines.BuildLine(event.turn, event.seat, event.stage, cards, event.by)


def _studied(event: Studied, context: _Context) -> lines.ScienceLine:
    return lines.ScienceLine(event.turn, event.seat, _ids(event.cards))


def _token_taken(event: TokenTaken, context: _Context) -> lines.TokenLine:
    return lines.TokenLine(event.turn, event.seat, _id(event.token), event.unseen)


def _searched(event: Searched, context: _Context) -> lines.SearchLine:
    below = list(map(context.faces, event.slots))
    known = _ids([event.top, *(card for card in below if card is not None)])
    hidden = (None,) * below.count(None)
    return lines.SearchLine(event.turn, event.seat, event.pile, (*known, *hidden))


def _remixed(event: Remixed, context: _Context) -> lines.MixedLine:
    return lines.MixedLine(event.pile)


def _fought(event: Fought, context: _Context) -> lines.BattleLine:
    return lines.BattleLine(event.turn, event.shields, event.tokens)


def _turn_ended(event: TurnEnded, context: _Context) -> lines.AfterLine:
    return lines.AfterLine(event.turn, event.cat, event.horns)


def _game_ended(event: FinalSheet, context: _Context) -> lines.FinalLine:
    return lines.FinalLine(event.sheet.rows, event.sheet.winners)


def _seats_left(event: SeatsLeft, context: _Context) -> LeftLine:
    return LeftLine(event.seats)


LINES: Mapping[type[Event], Callable[[Any, _Context], lines.Line | None]] = {
    WonderTaken: _untold,
    Founded: _founded,
    Revealed: _revealed,
    Opened: _opened,
    Peeked: _untold,
    Taken: _taken,
    Built: _built,
    Studied: _studied,
    TokenTaken: _token_taken,
    Searched: _searched,
    Remixed: _remixed,
    Fought: _fought,
    TurnEnded: _turn_ended,
    FinalSheet: _game_ended,
    SeatsLeft: _seats_left,
}
"""For each type of event, the function that returns its line."""


def _id(card: Card) -> str:
    return catalog().cards[card].id


def _ids(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names of cards in the catalogue's order."""
    kinds = sorted(map(catalog().kind, cards), key=lambda kind: kind.number)
    return tuple(kind.id for kind in kinds)
