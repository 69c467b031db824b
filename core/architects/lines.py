"""
The lines of a game record as values, and their text.

A record describes one game in plain JSON, with a line for each event. docs/RECORD.md
describes the lines, for people who type them and for other programs. Records are
written from events (`sealed_wonders.core.architects.record`) or typed in by hand, and
parsed by `sealed_wonders.core.architects.reading`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sealed_wonders.core.architects.notation import TOP
from sealed_wonders.core.architects.scoring import CATEGORIES
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Seat
from sealed_wonders.core.records.handing import HandedLine
from sealed_wonders.core.records.leaving import LeftLine
from sealed_wonders.core.sentences import Sentence

OPEN = "open"
"""Stands for the face-up tokens, as `TOP` does for the unseen one."""


class Seating(NamedTuple):
    """The player and the wonder of a seat."""

    name: str
    wonder: str


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """The first line: the game, its players and their wonders."""

    seats: tuple[Seating, ...]
    first: Seat
    """The first player."""
    draw: str = LOT
    """How wonders were assigned: one of `core.draws.DRAWS`."""

    @property
    def title(self) -> Sentence:
        return Sentence("the header")

    def to_json(self) -> dict[str, Any]:
        header = {
            "record": 1,
            "game": "architects",
            "players": len(self.seats),
            "seats": [seating._asdict() for seating in self.seats],
            "first": self.first,
        }
        return header if self.draw == LOT else header | {"draw": self.draw}


@dataclass(frozen=True, slots=True)
class TopLine:
    """A card was turned up on a pile."""

    pile: str
    card: str

    @property
    def title(self) -> Sentence:
        return Sentence("the top card of {pile}", pile=self.pile)

    def to_json(self) -> dict[str, Any]:
        return {"top": self.pile, "card": self.card}


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A progress token was turned up."""

    token: str

    @property
    def title(self) -> Sentence:
        return Sentence("a face-up token")

    def to_json(self) -> dict[str, Any]:
        return {"open": self.token}


@dataclass(frozen=True, slots=True)
class TakeLine:
    """A card was taken from a pile."""

    turn: int
    seat: Seat
    pile: str
    card: str
    by: str = ""
    """The token or wonder that allowed it; empty for the card of the turn."""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the card that seat {seat} takes in turn {turn}",
            seat=self.seat,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        taken = {"pile": self.pile, "card": self.card}
        return _deed("take", self) | taken | ({"by": self.by} if self.by else {})


@dataclass(frozen=True, slots=True)
class BuildLine:
    turn: int
    seat: Seat
    stage: int
    cards: tuple[str, ...]
    """The cards that paid for it, in the catalogue's order."""
    tokens: tuple[str, ...] = ()
    """The tokens used for it."""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the stage that seat {seat} builds in turn {turn}",
            seat=self.seat,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        built = {"stage": self.stage, "cards": list(self.cards)}
        used = {"tokens": list(self.tokens)} if self.tokens else {}
        return _deed("build", self) | built | used


@dataclass(frozen=True, slots=True)
class ScienceLine:
    """Symbols were turned in."""

    turn: int
    seat: Seat
    cards: tuple[str, ...]

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the symbols that seat {seat} gives up in turn {turn}",
            seat=self.seat,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return _deed("science", self) | {"cards": list(self.cards)}


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A progress token was taken."""

    turn: int
    seat: Seat
    token: str
    unseen: bool
    """Whether it was the top of the face-down ones."""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the token that seat {seat} takes in turn {turn}",
            seat=self.seat,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        taken = {"token": self.token, "from": TOP if self.unseen else OPEN}
        return _deed("token", self) | taken


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A seat looked through the first cards of a pile."""

    turn: int
    seat: Seat
    pile: str
    cards: tuple[str | None, ...]
    """In the catalogue's order, then None for each unknown card."""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the cards that seat {seat} looks through in turn {turn}",
            seat=self.seat,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        seen = {"pile": self.pile, "cards": list(self.cards)}
        return _deed("search", self) | seen


@dataclass(frozen=True, slots=True)
class MixedLine:
    """A pile was shuffled."""

    pile: str

    @property
    def title(self) -> Sentence:
        return Sentence("the reshuffling of {pile}", pile=self.pile)

    def to_json(self) -> dict[str, Any]:
        return {"mixed": self.pile}


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle was resolved at the end of a turn."""

    turn: int
    shields: tuple[int, ...]
    tokens: tuple[int, ...]
    """Military tokens gained, by seat."""

    @property
    def title(self) -> Sentence:
        return Sentence("the battle in turn {turn}", turn=self.turn)

    def to_json(self) -> dict[str, Any]:
        have = {"shields": list(self.shields), "tokens": list(self.tokens)}
        return {"battle": self.turn, **have}


@dataclass(frozen=True, slots=True)
class AfterLine:
    """The cat and the conflict tokens after everything in a turn has happened."""

    turn: int
    cat: Seat | None
    horns: int

    @property
    def title(self) -> Sentence:
        return Sentence("the end of turn {turn}", turn=self.turn)

    def to_json(self) -> dict[str, Any]:
        return {"after": self.turn, "cat": self.cat, "horns": self.horns}


@dataclass(frozen=True, slots=True)
class FinalLine:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """For each seat, a number per category."""
    winners: tuple[Seat, ...]

    @property
    def title(self) -> Sentence:
        return Sentence("the score sheet")

    def to_json(self) -> dict[str, Any]:
        sheet = [dict(zip(CATEGORIES, row, strict=True)) for row in self.rows]
        return {"final": sheet, "winners": list(self.winners)}


Line = (
    HeaderLine
    | TopLine
    | OpenLine
    | TakeLine
    | BuildLine
    | ScienceLine
    | TokenLine
    | SearchLine
    | MixedLine
    | BattleLine
    | AfterLine
    | LeftLine
    | HandedLine
    | FinalLine
)

Deed = TakeLine | BuildLine | ScienceLine | TokenLine | SearchLine
"""Something that a player did by choice or by duty."""


def _deed(do: str, line: Deed) -> dict[str, Any]:
    return {"do": do, "turn": line.turn, "seat": line.seat}


def text(line: Line) -> str:
    """
    Return the line as JSON without its line end, in ASCII for any terminal or file.
    """
    return json.dumps(line.to_json())
