"""
The lines of a game record as values, and their text.

A record describes one game in plain JSON, with a line for each event. docs/RECORD.md
describes the lines, for people who type them and for other programs. Records are
written from events (`sealed_wonders.core.wonders.record`) or typed in by hand, and
parsed by `sealed_wonders.core.wonders.reading`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Seat
from sealed_wonders.core.records.handing import HandedLine
from sealed_wonders.core.records.leaving import LeftLine
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from sealed_wonders.core.wonders.trade import Split

DEBT = "debt"
"""Stands for a penalty that couldn't be paid."""

Lost = str | int | tuple[int, ...]
"""The loss from a penalty: a building, coins or tokens, or a `DEBT` token instead."""


class Seating(NamedTuple):
    """The player and the board of a seat."""

    name: str
    board: str
    side: str


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """The first line: the game, its players and its boards."""

    seats: tuple[Seating, ...]
    expansions: tuple[str, ...] = ()
    edifices: tuple[str, ...] = ()
    """By age; empty if the game is without edifices."""
    draw: str = LOT
    """How boards were assigned: one of `core.draws.DRAWS`."""

    @property
    def title(self) -> Sentence:
        return Sentence("the header")

    def to_json(self) -> dict[str, Any]:
        header = {
            "record": 1,
            "game": "wonders",
            "players": len(self.seats),
            "with": list(self.expansions),
            "seats": [seating._asdict() for seating in self.seats],
            "edifices": list(self.edifices) if self.edifices else None,
        }
        return header if self.draw == LOT else header | {"draw": self.draw}


@dataclass(frozen=True, slots=True)
class LeadersLine:
    """The leaders to select from were dealt; None for an unknown hand."""

    hands: tuple[tuple[str, ...] | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence("the leaders that are dealt")

    def to_json(self) -> dict[str, Any]:
        return {"dealt": "leaders", "hands": _shown(self.hands)}


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A leader was kept in the selection; None for an unknown face."""

    round: int
    seat: Seat
    card: str | None

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the leader that seat {seat} kept in round {round}",
            seat=self.seat,
            round=self.round,
        )

    def to_json(self) -> dict[str, Any]:
        place = {"round": self.round, "seat": self.seat}
        return {"do": "draft", **place, "card": self.card}


@dataclass(frozen=True, slots=True)
class HandsLine:
    """The hands of an age were dealt; None for an unknown hand."""

    age: int
    hands: tuple[tuple[str, ...] | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence("the age {age} hands", age=self.age)

    def to_json(self) -> dict[str, Any]:
        return {"dealt": self.age, "hands": _shown(self.hands)}


@dataclass(frozen=True, slots=True)
class UseLine:
    """
    A card was built, recruited, put under a stage or sold; None for an unknown face.
    """

    age: int
    turn: int
    seat: Seat
    card: str | None
    use: str
    paid: Split = NOTHING
    free: str | None = None
    half: str = ""
    participate: bool = False
    pawn: int = 0
    """The age of a pawn from the box, if there was a choice."""
    bury: str = ""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "seat {seat}'s move in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        play = {"do": "play", **_place(self), "card": self.card, "use": self.use}
        play |= {"paid": self.paid._asdict(), "free": self.free}
        chosen = {
            "half": self.half,
            "participate": self.participate,
            "pawn": self.pawn,
            "bury": self.bury,
        }
        # Choices are only written if they were made.
        return play | {key: value for key, value in chosen.items() if value}


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """Leaders were drawn from the box; None for each unknown face."""

    age: int
    turn: int
    seat: Seat
    cards: tuple[str | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the leaders that seat {seat} drew in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"drawn": list(self.cards), **_place(self)}


@dataclass(frozen=True, slots=True)
class ExtraLine:
    """An extra leader was recruited at the end of a turn; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    paid: Split = NOTHING

    @property
    def title(self) -> Sentence:
        return Sentence(
            "seat {seat}'s extra leader in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        leader = {"card": self.card, "paid": self.paid._asdict()}
        return {"do": "extra_leader", **_place(self), **leader}


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A victory token was dropped because of another player's leader."""

    age: int
    turn: int
    seat: Seat
    value: int

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the token that seat {seat} lost in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "drop_token", **_place(self), "value": self.value}


@dataclass(frozen=True, slots=True)
class DiscardLine:
    """The last card of a hand was discarded at the end of an age."""

    age: int
    turn: int
    seat: Seat
    card: str | None

    @property
    def title(self) -> Sentence:
        return Sentence(
            "seat {seat}'s last card in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "discard", **_place(self), "card": self.card}


@dataclass(frozen=True, slots=True)
class PickLine:
    """A card was built from the discard pile; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    by: str

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the card that seat {seat} picked in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "pick", **_place(self), "card": self.card, "by": self.by}


@dataclass(frozen=True, slots=True)
class AfterLine:
    """The coins and shields of all seats after everything in a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the coins and shields after age {age}, turn {turn}",
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        have = {"coins": list(self.coins), "shields": list(self.shields)}
        return {"after": [self.age, self.turn], **have}


@dataclass(frozen=True, slots=True)
class EdificeLine:
    """The edifice of an age was built, or failed."""

    age: int
    built: bool

    @property
    def title(self) -> Sentence:
        return Sentence("the age {age} edifice", age=self.age)

    def to_json(self) -> dict[str, Any]:
        return {"edifice": self.age, "built": self.built}


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """The penalty of a seat without a pawn of the age whose edifice failed."""

    age: int
    seat: Seat
    lose: Lost

    @property
    def title(self) -> Sentence:
        return Sentence(
            "seat {seat}'s penalty in age {age}", seat=self.seat, age=self.age
        )

    def to_json(self) -> dict[str, Any]:
        lost = list(self.lose) if isinstance(self.lose, tuple) else self.lose
        return {"do": "penalty", "age": self.age, "seat": self.seat, "lose": lost}


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """
    The tokens of an age's conflicts: for each seat against the left, then the right.
    """

    age: int
    tokens: tuple[tuple[int, int], ...]
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    """Defeat tokens that went from the loser to the winner, as pairs of seats."""

    @property
    def title(self) -> Sentence:
        return Sentence("the age {age} conflicts", age=self.age)

    def to_json(self) -> dict[str, Any]:
        told = {"conflict": self.age, "tokens": [list(row) for row in self.tokens]}
        if not self.deflected:
            return told
        return told | {"deflected": [list(pair) for pair in self.deflected]}


@dataclass(frozen=True, slots=True)
class CopyLine:
    """A city also counts a neighbour's guild."""

    seat: Seat
    card: str

    @property
    def title(self) -> Sentence:
        return Sentence("the guild that seat {seat} copies", seat=self.seat)

    def to_json(self) -> dict[str, Any]:
        return {"do": "copy", "seat": self.seat, "card": self.card}


@dataclass(frozen=True, slots=True)
class FinalLine:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """For each seat, a number per category."""
    winners: tuple[Seat, ...]
    names: tuple[str, ...] = BASE_CATEGORIES
    """The names of the categories."""

    @property
    def title(self) -> Sentence:
        return Sentence("the score sheet")

    def to_json(self) -> dict[str, Any]:
        sheet = [dict(zip(self.names, row, strict=True)) for row in self.rows]
        return {"final": sheet, "winners": list(self.winners)}


Line = (
    HeaderLine
    | LeadersLine
    | DraftLine
    | HandsLine
    | UseLine
    | DrawnLine
    | ExtraLine
    | TokenLine
    | DiscardLine
    | PickLine
    | AfterLine
    | EdificeLine
    | PenaltyLine
    | ConflictLine
    | CopyLine
    | LeftLine
    | HandedLine
    | FinalLine
)


def _shown(
    hands: tuple[tuple[str, ...] | None, ...],
) -> list[list[str] | None]:
    return [None if hand is None else list(hand) for hand in hands]


def _place(
    line: UseLine | DrawnLine | ExtraLine | TokenLine | DiscardLine | PickLine,
) -> dict[str, Any]:
    return {"age": line.age, "turn": line.turn, "seat": line.seat}


def text(line: Line) -> str:
    """
    Return the line as JSON without its line end, in ASCII for any terminal or file.
    """
    return json.dumps(line.to_json())
