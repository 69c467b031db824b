"""
The lines of a game record: what each says, as values, and how it is written.

A record tells one game in plain JSON, a line for each thing that happened. It is
written from what happened (`sealed_wonders.core.wonders.record`), or typed in by hand,
and read again by `sealed_wonders.core.wonders.reading`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Seat
from sealed_wonders.core.records.handing import Handed
from sealed_wonders.core.records.leaving import Left
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.scoring import LINES
from sealed_wonders.core.wonders.trade import Split

DEBT = "debt"
"""What stands for a penalty that couldn't be paid."""

Lost = str | int | tuple[int, ...]
"""What a penalty took: a building, coins or tokens, or the `DEBT` token instead."""


class Seating(NamedTuple):
    """Who sits where, with which board."""

    name: str
    board: str
    side: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what is played, and by whom."""

    seats: tuple[Seating, ...]
    expansions: tuple[str, ...] = ()
    edifices: tuple[str, ...] = ()
    """By age; empty if they aren't played with."""
    draw: str = LOT
    """How boards came to players: one of `core.draws.DRAWS`."""

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
class Leaders:
    """The leaders to select from were dealt; None for a hand that isn't known."""

    hands: tuple[tuple[str, ...] | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence("the leaders dealt")

    def to_json(self) -> dict[str, Any]:
        return {"dealt": "leaders", "hands": _shown(self.hands)}


@dataclass(frozen=True, slots=True)
class Draft:
    """A leader was kept in the selection; None for a face not known."""

    round: int
    seat: Seat
    card: str | None

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the leader seat {seat} kept in round {round}",
            seat=self.seat,
            round=self.round,
        )

    def to_json(self) -> dict[str, Any]:
        place = {"round": self.round, "seat": self.seat}
        return {"do": "draft", **place, "card": self.card}


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of an age were dealt; None for a hand that isn't known."""

    age: int
    hands: tuple[tuple[str, ...] | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence("the hands of age {age}", age=self.age)

    def to_json(self) -> dict[str, Any]:
        return {"dealt": self.age, "hands": _shown(self.hands)}


@dataclass(frozen=True, slots=True)
class Use:
    """
    A card was built or recruited, put under a stage or sold; None for a face not known.
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
    """The age of a pawn from the box, where it was chosen."""
    bury: str = ""

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the play of seat {seat} in age {age}, turn {turn}",
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
        # As far as there was something to choose.
        return play | {key: value for key, value in chosen.items() if value}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Leaders were drawn from the box; None for each face not known."""

    age: int
    turn: int
    seat: Seat
    cards: tuple[str | None, ...]

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the leaders seat {seat} drew in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"drawn": list(self.cards), **_place(self)}


@dataclass(frozen=True, slots=True)
class Extra:
    """One more leader was recruited at the end of a turn; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    paid: Split = NOTHING

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the extra leader of seat {seat} in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        leader = {"card": self.card, "paid": self.paid._asdict()}
        return {"do": "extra_leader", **_place(self), **leader}


@dataclass(frozen=True, slots=True)
class Token:
    """A victory token was dropped because of another's leader."""

    age: int
    turn: int
    seat: Seat
    value: int

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the token seat {seat} dropped in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "drop_token", **_place(self), "value": self.value}


@dataclass(frozen=True, slots=True)
class Discard:
    """The leftover of an age went to the discard."""

    age: int
    turn: int
    seat: Seat
    card: str | None

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the leftover of seat {seat} in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "discard", **_place(self), "card": self.card}


@dataclass(frozen=True, slots=True)
class Pick:
    """A card was built from the discard; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    by: str

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the pick of seat {seat} in age {age}, turn {turn}",
            seat=self.seat,
            age=self.age,
            turn=self.turn,
        )

    def to_json(self) -> dict[str, Any]:
        return {"do": "pick", **_place(self), "card": self.card, "by": self.by}


@dataclass(frozen=True, slots=True)
class After:
    """What all have once everything of a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]

    @property
    def title(self) -> Sentence:
        return Sentence(
            "what all have after age {age}, turn {turn}", age=self.age, turn=self.turn
        )

    def to_json(self) -> dict[str, Any]:
        have = {"coins": list(self.coins), "shields": list(self.shields)}
        return {"after": [self.age, self.turn], **have}


@dataclass(frozen=True, slots=True)
class Edifice:
    """The edifice of an age was built, or failed."""

    age: int
    built: bool

    @property
    def title(self) -> Sentence:
        return Sentence("the edifice of age {age}", age=self.age)

    def to_json(self) -> dict[str, Any]:
        return {"edifice": self.age, "built": self.built}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a failed edifice cost somebody without a pawn of its age."""

    age: int
    seat: Seat
    lose: Lost

    @property
    def title(self) -> Sentence:
        return Sentence(
            "the penalty of seat {seat} in age {age}", seat=self.seat, age=self.age
        )

    def to_json(self) -> dict[str, Any]:
        lost = list(self.lose) if isinstance(self.lose, tuple) else self.lose
        return {"do": "penalty", "age": self.age, "seat": self.seat, "lose": lost}


@dataclass(frozen=True, slots=True)
class Conflict:
    """The tokens of an age's conflicts: against the left, against the right."""

    age: int
    tokens: tuple[tuple[int, int], ...]
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    """Defeats that went from a loser to the winner: from, to."""

    @property
    def title(self) -> Sentence:
        return Sentence("the conflicts of age {age}", age=self.age)

    def to_json(self) -> dict[str, Any]:
        told = {"conflict": self.age, "tokens": [list(row) for row in self.tokens]}
        if not self.deflected:
            return told
        return told | {"deflected": [list(pair) for pair in self.deflected]}


@dataclass(frozen=True, slots=True)
class Copy:
    """A guild of a neighbour's counted for a city, too."""

    seat: Seat
    card: str

    @property
    def title(self) -> Sentence:
        return Sentence("the guild seat {seat} copies", seat=self.seat)

    def to_json(self) -> dict[str, Any]:
        return {"do": "copy", "seat": self.seat, "card": self.card}


@dataclass(frozen=True, slots=True)
class Final:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """A number for each of the sheet's lines, by seat."""
    winners: tuple[Seat, ...]
    names: tuple[str, ...] = LINES
    """Of the sheet's lines."""

    @property
    def title(self) -> Sentence:
        return Sentence("the score sheet")

    def to_json(self) -> dict[str, Any]:
        sheet = [dict(zip(self.names, row, strict=True)) for row in self.rows]
        return {"final": sheet, "winners": list(self.winners)}


Line = (
    Header
    | Leaders
    | Draft
    | Hands
    | Use
    | Drawn
    | Extra
    | Token
    | Discard
    | Pick
    | After
    | Edifice
    | Penalty
    | Conflict
    | Copy
    | Left
    | Handed
    | Final
)


def _shown(
    hands: tuple[tuple[str, ...] | None, ...],
) -> list[list[str] | None]:
    return [None if hand is None else list(hand) for hand in hands]


def _place(line: Use | Drawn | Extra | Token | Discard | Pick) -> dict[str, Any]:
    return {"age": line.age, "turn": line.turn, "seat": line.seat}


def text(line: Line) -> str:
    """Write a line, without its end; in ASCII, so that no terminal or file minds."""
    return json.dumps(line.to_json())
