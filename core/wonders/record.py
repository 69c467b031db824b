"""
Records: a line for each thing that happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    Fought,
    Founded,
    GameEnded,
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


def told(state: game.State, names: Sequence[str], faces: Faces) -> list[lines.Line]:
    """
    Give the lines of what the last answer brought about.

    Args:
        names: the players, by seat.
        faces: the faces of slots, as they are in this state.

    Raises:
        ValueError: seats left, for which records have no line.
    """
    if not isinstance(state, State):
        raise TypeError(state)
    return lines_of(state.news, names, faces, state.rules)


def written(state: game.State, names: Sequence[str], faces: Faces) -> list[str]:
    """Write the lines of what the last answer brought about, without their ends."""
    return [lines.text(line) for line in told(state, names, faces)]


def lines_of(
    news: Iterable[Event], names: Sequence[str], faces: Faces, rules: Rules
) -> list[lines.Line]:
    """Give the lines of some events; as `told`, which gives those of a state."""
    all_lines = (line(event, names, faces, rules) for event in news)
    return [line for line in all_lines if line is not None]


def line(
    event: Event, names: Sequence[str], faces: Faces, rules: Rules
) -> lines.Line | None:
    """
    Return the line that records an event; as `told`.

    None for a board that was chosen: the header, which comes first, tells of all.
    """
    return LINES[type(event)](event, _Table(names, faces, rules))


class _Table(NamedTuple):
    """What a line needs to know besides the event it is of."""

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


def _untold(event: BoardTaken, table: _Table) -> None:
    return None


def _founded(event: Founded, table: _Table) -> lines.Header:
    seats = tuple(map(lines.Seating, table.names, event.boards, event.sides))
    rules = table.rules
    return lines.Header(seats, rules.expansions, event.edifices, rules.draw)


def _leaders_dealt(event: LeadersDealt, table: _Table) -> lines.Leaders:
    return lines.Leaders(tuple(map(table.hand, event.hands)))


def _drafted(event: Drafted, table: _Table) -> lines.Draft:
    return lines.Draft(event.round, event.seat, *table.known([event.slot]))


def _hands_dealt(event: HandsDealt, table: _Table) -> lines.Hands:
    return lines.Hands(event.age, tuple(map(table.hand, event.hands)))


def _played(event: Played, table: _Table) -> lines.Use:
    card = table.faces(event.slot) if event.card is None else event.card
    return lines.Use(
        event.age,
        event.turn,
        event.seat,
        table.id(card),
        event.use,
        event.paid,
        event.free,
        event.half,
        event.joins,
        event.pawn,
        event.bury,
    )


def _drawn(event: Drawn, table: _Table) -> lines.Drawn:
    cards = table.known(event.slots)
    return lines.Drawn(event.age, event.turn, event.seat, cards)


def _enlisted(event: Enlisted, table: _Table) -> lines.Extra:
    card = table.id(event.card)
    return lines.Extra(event.age, event.turn, event.seat, card, event.paid)


def _token_dropped(event: TokenDropped, table: _Table) -> lines.Token:
    return lines.Token(event.age, event.turn, event.seat, event.value)


def _left_over(event: LeftOver, table: _Table) -> lines.Discard:
    card = table.known([event.slot])
    return lines.Discard(event.age, event.turn, event.seat, *card)


def _picked(event: Picked, table: _Table) -> lines.Pick:
    card = table.id(event.card)
    return lines.Pick(event.age, event.turn, event.seat, card, event.by)


def _edifice_ended(event: EdificeEnded, table: _Table) -> lines.Edifice:
    return lines.Edifice(event.age, event.built)


def _penalised(event: Penalised, table: _Table) -> lines.Penalty:
    lost = event.card or event.coins or event.tokens or lines.DEBT
    return lines.Penalty(event.age, event.seat, lost)


def _turn_ended(event: TurnEnded, table: _Table) -> lines.After:
    return lines.After(event.age, event.turn, event.coins, event.shields)


def _fought(event: Fought, table: _Table) -> lines.Conflict:
    return lines.Conflict(event.age, event.tokens, event.deflected)


def _guild_copied(event: GuildCopied, table: _Table) -> lines.Copy:
    return lines.Copy(event.seat, event.guild)


def _game_ended(event: GameEnded, table: _Table) -> lines.Final:
    sheet = event.sheet
    return lines.Final(sheet.rows, sheet.winners, sheet.lines)


def _seats_left(event: SeatsLeft, table: _Table) -> NoReturn:
    raise ValueError(f"records can't tell that seats left: {event.seats}")


LINES: Mapping[type[Event], Callable[[Any, _Table], lines.Line | None]] = {
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
    GameEnded: _game_ended,
    SeatsLeft: _seats_left,
}
"""What records each kind of event."""
