"""
Records: a line for each thing that happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from sealed_wonders.core import game
from sealed_wonders.core.architects import lines
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Fought,
    Founded,
    GameEnded,
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
    all_lines = (line(event, names, faces, state.rules) for event in state.news)
    return [line for line in all_lines if line is not None]


def written(state: game.State, names: Sequence[str], faces: Faces) -> list[str]:
    """Write the lines of what the last answer brought about, without their ends."""
    return [lines.text(line) for line in told(state, names, faces)]


def line(
    event: Event, names: Sequence[str], faces: Faces, rules: Rules
) -> lines.Line | None:
    """
    Give the line that records an event; as `told`, which gives those of a state.

    What the cat has shown has none; nor has a wonder that was chosen: the header, which
    comes first, tells of all.
    """
    match event:
        case WonderTaken():
            return None
        case Founded(wonders, first):
            seats = tuple(map(lines.Seating, names, wonders))
            return lines.Header(seats, first, rules.draw)
        case Revealed(pile, card):
            return lines.Top(pile, _id(card))
        case Opened(token):
            return lines.Open(_id(token))
        case Peeked():
            return None
        case Taken(turn, seat, pile, card, by):
            return lines.Take(turn, seat, pile, _id(card), by)
        case Built(turn, seat, stage, cards, by):
            return lines.Build(turn, seat, stage, _ids(cards), by)
        case Studied(turn, seat, cards):
            return lines.Science(turn, seat, _ids(cards))
        case TokenTaken(turn, seat, token, unseen):
            return lines.Token(turn, seat, _id(token), unseen)
        case Searched(turn, seat, pile, top, slots):
            below = list(map(faces, slots))
            known = _ids([top, *(card for card in below if card is not None)])
            hidden = (None,) * below.count(None)
            return lines.Search(turn, seat, pile, (*known, *hidden))
        case Remixed(pile):
            return lines.Mixed(pile)
        case Fought(turn, tokens, shields):
            return lines.Battle(turn, shields, tokens)
        case TurnEnded(turn, _, cat, horns):
            return lines.After(turn, cat, horns)
        case GameEnded(sheet):
            return lines.Final(sheet.rows, sheet.winners)
        case SeatsLeft(left):
            raise ValueError(f"records can't tell that seats left: {left}")
    assert_never(event)


def _id(card: Card) -> str:
    return catalog().cards[card].id


def _ids(cards: Sequence[Card]) -> tuple[str, ...]:
    """Name cards in the order of the catalogue."""
    kinds = sorted(map(catalog().kind, cards), key=lambda kind: kind.number)
    return tuple(kind.id for kind in kinds)
