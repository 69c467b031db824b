"""Writing of records: a line for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.records.leaving import Left
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
    early = [Left(state.gone)] if state.gone else []
    header, *rest = (line for line in whole if not isinstance(line, Left))
    return [header, *early, *rest]


def written(state: game.State, names: Sequence[str], faces: Faces) -> list[str]:
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


def _founded(event: Founded, context: _Context) -> lines.Header:
    seats = tuple(map(lines.Seating, context.names, event.boards, event.sides))
    rules = context.rules
    return lines.Header(seats, rules.expansions, event.edifices, rules.draw)


def _leaders_dealt(event: LeadersDealt, context: _Context) -> lines.Leaders:
    return lines.Leaders(tuple(map(context.hand, event.hands)))


def _drafted(event: Drafted, context: _Context) -> lines.Draft:
    return lines.Draft(event.round, event.seat, *context.known([event.slot]))


def _hands_dealt(event: HandsDealt, context: _Context) -> lines.Hands:
    return lines.Hands(event.age, tuple(map(context.hand, event.hands)))


def _played(event: Played, context: _Context) -> lines.Use:
    card = context.faces(event.slot) if event.card is None else event.card
    return lines.Use(
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


def _drawn(event: Drawn, context: _Context) -> lines.Drawn:
    cards = context.known(event.slots)
    return lines.Drawn(event.age, event.turn, event.seat, cards)


def _enlisted(event: Enlisted, context: _Context) -> lines.Extra:
    card = context.id(event.card)
    return lines.Extra(event.age, event.turn, event.seat, card, event.paid)


def _token_dropped(event: TokenDropped, context: _Context) -> lines.Token:
    return lines.Token(event.age, event.turn, event.seat, event.value)


def _left_over(event: LeftOver, context: _Context) -> lines.Discard:
    card = context.known([event.slot])
    return lines.Discard(event.age, event.turn, event.seat, *card)


def _picked(event: Picked, context: _Context) -> lines.Pick:
    card = context.id(event.card)
    return lines.Pick(event.age, event.turn, event.seat, card, event.by)


def _edifice_ended(event: EdificeEnded, context: _Context) -> lines.Edifice:
    return lines.Edifice(event.age, event.built)


def _penalised(event: Penalised, context: _Context) -> lines.Penalty:
    lost = event.card or event.coins or event.tokens or lines.DEBT
    return lines.Penalty(event.age, event.seat, lost)


def _turn_ended(event: TurnEnded, context: _Context) -> lines.After:
    return lines.After(event.age, event.turn, event.coins, event.shields)


def _fought(event: Fought, context: _Context) -> lines.Conflict:
    return lines.Conflict(event.age, event.tokens, event.deflected)


def _guild_copied(event: GuildCopied, context: _Context) -> lines.Copy:
    return lines.Copy(event.seat, event.guild)


def _game_ended(event: GameEnded, context: _Context) -> lines.Final:
    sheet = event.sheet
    return lines.Final(sheet.rows, sheet.winners, sheet.lines)


def _seats_left(event: SeatsLeft, context: _Context) -> Left:
    return Left(event.seats)


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
    GameEnded: _game_ended,
    SeatsLeft: _seats_left,
}
"""For each type of event, the function that returns its line."""
