"""
Records: a line for each thing that happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.catalog import Catalog
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
    Give the line that records an event; as `told`.

    None for a board that was chosen: the header, which comes first, tells of all.
    """

    def known(slots: Sequence[Slot]) -> tuple[str | None, ...]:
        return tuple(_id(faces(slot), rules.catalog) for slot in slots)

    match event:
        case BoardTaken():
            return None
        case Founded(boards, sides, edifices):
            seats = tuple(map(lines.Seating, names, boards, sides))
            return lines.Header(seats, rules.expansions, edifices, rules.draw)
        case LeadersDealt(hands):
            return lines.Leaders(tuple(_hand(known(hand)) for hand in hands))
        case Drafted(nth, seat, slot):
            return lines.Draft(nth, seat, *known([slot]))
        case HandsDealt(age, hands):
            return lines.Hands(age, tuple(_hand(known(hand)) for hand in hands))
        case Played(age, turn, seat, use, card, slot):
            used = _id(faces(slot) if card is None else card, rules.catalog)
            return lines.Use(
                age,
                turn,
                seat,
                used,
                use,
                event.paid,
                event.free,
                event.half,
                event.joins,
                event.pawn,
                event.bury,
            )
        case Drawn(age, turn, seat, slots):
            return lines.Drawn(age, turn, seat, known(slots))
        case Enlisted(age, turn, seat, card, paid):
            return lines.Extra(age, turn, seat, _id(card, rules.catalog), paid)
        case TokenDropped(age, turn, seat, value):
            return lines.Token(age, turn, seat, value)
        case LeftOver(age, turn, seat, slot):
            return lines.Discard(age, turn, seat, *known([slot]))
        case Picked(age, turn, seat, card, by):
            return lines.Pick(age, turn, seat, _id(card, rules.catalog), by)
        case EdificeEnded(age, built):
            return lines.Edifice(age, built)
        case Penalised(age, seat, lost, coins, tokens):
            return lines.Penalty(age, seat, lost or coins or tokens or lines.DEBT)
        case TurnEnded(age, turn, coins_all, shields):
            return lines.After(age, turn, coins_all, shields)
        case Fought(age, gained, deflected):
            return lines.Conflict(age, gained, deflected)
        case GuildCopied(seat, guild):
            return lines.Copy(seat, guild)
        case GameEnded(sheet):
            return lines.Final(sheet.rows, sheet.winners, sheet.lines)
        case SeatsLeft(left):
            raise ValueError(f"records can't tell that seats left: {left}")
    assert_never(event)


def _hand(cards: Sequence[str | None]) -> tuple[str, ...] | None:
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(cards) else None


def _id(card: Card | None, cards: Catalog) -> str | None:
    return None if card is None else cards.cards[card].id
