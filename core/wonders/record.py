"""Writing of records, which docs/RECORD.md describes: a line for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.records.leaving import LeftLine
from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.state import Rules, State


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
    whole = lines_of(state.news, names, faces, state.rules)
    if not any(isinstance(event, Founded) for event in state.news):
        return whole
    early = [LeftLine(state.gone)] if state.gone else []
    header, *rest = (line for line in whole if not isinstance(line, LeftLine))
    return [header, *early, *rest]


def written(state: game.AnyState, names: Sequence[str], faces: Faces) -> list[str]:
    """Return the text of the record lines for the last answer, without line ends."""
    return [lines.text(line) for line in told(state, names, faces)]


def lines_of(
    news: Iterable[Event], names: Sequence[str], faces: Faces, rules: Rules
) -> list[lines.Line]:
    """Return the lines for these events; see `told`, which does this for a state."""
    all_lines = (line(event, names, faces, rules) for event in news)
    return [line for line in all_lines if line is not None]


def line(
    event: Event, names: Sequence[str], faces: Faces, rules: Rules
) -> lines.Line | None:
    """
    Return the line for an event; see `told`.

    None for the choice of a board: the header contains all boards.
    """
    return LINES[type(event)](event, _Context(names, faces, rules))


class _Context(NamedTuple):
    """The information that a line needs besides its event."""

    names: Sequence[str]
    faces: Faces
    rules: Rules

    def id(self, card: Card | None) -> str | None:
        return None if card is None else self.rules.catalog.cards[card].id

    def known(self, slots: Sequence[Slot]) -> tuple[str | None, ...]:
        return tuple(self.id(self.faces(slot)) for slot in slots)

    def hand(self, slots: Sequence[Slot]) -> tuple[str, ...] | None:
        """Return a hand; None unless all its cards are known."""
        cards = self.known(slots)
        known = tuple(card for card in cards if card is not None)
        return known if len(known) == len(cards) else None


def _untold(event: BoardTaken, context: _Context) -> None:
    return None


def _founded(event: Founded, context: _Context) -> lines.HeaderLine:
    seats = tuple(map(lines.Seating, context.names, event.boards, event.sides))
    rules = context.rules
    return lines.HeaderLine(seats, rules.expansions, event.edifices, rules.draw)


def _leaders_dealt(event: LeadersDealt, context: _Context) -> lines.LeadersLine:
    return lines.LeadersLine(tuple(map(context.hand, event.hands)))


def _drafted(event: Drafted, context: _Context) -> lines.DraftLine:
    return lines.DraftLine(event.round, event.seat, *context.known([event.slot]))


def _hands_dealt(event: HandsDealt, context: _Context) -> lines.HandsLine:
    return lines.HandsLine(event.age, tuple(map(context.hand, event.hands)))


def _played(event: Played, context: _Context) -> lines.UseLine:
    card = context.faces(event.slot) if event.card is None else event.card
    return lines.UseLine(
        event.age,
        event.turn,
        event.seat,
        context.id(card),
        event.use,
        event.paid,
        event.free,
        event.half,
        event.joins,
        event.pawn,
        event.bury,
    )


def _drawn(event: Drawn, context: _Context) -> lines.DrawnLine:
    cards = context.known(event.slots)
    return lines.DrawnLine(event.age, event.turn, event.seat, cards)


def _enlisted(event: Enlisted, context: _Context) -> lines.ExtraLine:
    card = context.id(event.card)
    return lines.ExtraLine(event.age, event.turn, event.seat, card, event.paid)


def _token_dropped(event: TokenDropped, context: _Context) -> lines.TokenLine:
    return lines.TokenLine(event.age, event.turn, event.seat, event.value)


def _left_over(event: LeftOver, context: _Context) -> lines.DiscardLine:
    card = context.known([event.slot])
    return lines.DiscardLine(event.age, event.turn, event.seat, *card)


def _picked(event: Picked, context: _Context) -> lines.PickLine:
    card = context.id(event.card)
    return lines.PickLine(event.age, event.turn, event.seat, card, event.by)


def _edifice_ended(event: EdificeEnded, context: _Context) -> lines.EdificeLine:
    return lines.EdificeLine(event.age, event.built)


def _penalised(event: Penalised, context: _Context) -> lines.PenaltyLine:
    lost = event.card or event.coins or event.tokens or lines.DEBT
    return lines.PenaltyLine(event.age, event.seat, lost)


def _turn_ended(event: TurnEnded, context: _Context) -> lines.AfterLine:
    return lines.AfterLine(event.age, event.turn, event.coins, event.shields)


def _fought(event: Fought, context: _Context) -> lines.ConflictLine:
    return lines.ConflictLine(event.age, event.tokens, event.deflected)


def _guild_copied(event: GuildCopied, context: _Context) -> lines.CopyLine:
    return lines.CopyLine(event.seat, event.guild)


def _game_ended(event: FinalSheet, context: _Context) -> lines.FinalLine:
    sheet = event.sheet
    return lines.FinalLine(sheet.rows, sheet.winners, sheet.categories)


def _seats_left(event: SeatsLeft, context: _Context) -> LeftLine:
    return LeftLine(event.seats)


LINES: Mapping[type[Event], Callable[[Any, _Context], lines.Line | None]] = {
    BoardTaken: _untold,
    Founded: _founded,
    LeadersDealt: _leaders_dealt,
    Drafted: _drafted,
    HandsDealt: _hands_dealt,
    Played: _played,
    Drawn: _drawn,
    Enlisted: _enlisted,
    TokenDropped: _token_dropped,
    LeftOver: _left_over,
    Picked: _picked,
    EdificeEnded: _edifice_ended,
    Penalised: _penalised,
    TurnEnded: _turn_ended,
    Fought: _fought,
    GuildCopied: _guild_copied,
    FinalSheet: _game_ended,
    SeatsLeft: _seats_left,
}
"""For each type of event, the function that returns its line."""
