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


@dataclass(frozen=True, slots=True)
class Leaders:
    """The leaders to select from were dealt; None for a hand that isn't known."""

    hands: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A leader was kept in the selection; None for a face not known."""

    round: int
    seat: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of an age were dealt; None for a hand that isn't known."""

    age: int
    hands: tuple[tuple[str, ...] | None, ...]


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


@dataclass(frozen=True, slots=True)
class Drawn:
    """Leaders were drawn from the box; None for each face not known."""

    age: int
    turn: int
    seat: Seat
    cards: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """One more leader was recruited at the end of a turn; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    paid: Split = NOTHING


@dataclass(frozen=True, slots=True)
class Token:
    """A victory token was dropped because of another's leader."""

    age: int
    turn: int
    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The leftover of an age went to the discard."""

    age: int
    turn: int
    seat: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Pick:
    """A card was built from the discard; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    by: str


@dataclass(frozen=True, slots=True)
class After:
    """What all have once everything of a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edifice:
    """The edifice of an age was built, or failed."""

    age: int
    built: bool


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a failed edifice cost somebody without a pawn of its age."""

    age: int
    seat: Seat
    lose: Lost


@dataclass(frozen=True, slots=True)
class Conflict:
    """The tokens of an age's conflicts: against the left, against the right."""

    age: int
    tokens: tuple[tuple[int, int], ...]
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    """Defeats that went from a loser to the winner: from, to."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A guild of a neighbour's counted for a city, too."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Final:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """A number for each of the sheet's lines, by seat."""
    winners: tuple[Seat, ...]
    names: tuple[str, ...] = LINES
    """Of the sheet's lines."""


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
    | Final
)


def to_json(line: Line) -> dict[str, Any]:
    """Give a line as JSON data, with its keys in the order of the documentation."""
    match line:
        case Header(seats, expansions, edifices, draw):
            header = {
                "record": 1,
                "game": "wonders",
                "players": len(seats),
                "with": list(expansions),
                "seats": [seating._asdict() for seating in seats],
                "edifices": list(edifices) if edifices else None,
            }
            return header if draw == LOT else header | {"draw": draw}
        case Leaders(hands):
            return {"dealt": "leaders", "hands": _shown(hands)}
        case Hands(age, hands):
            return {"dealt": age, "hands": _shown(hands)}
        case Draft(nth, seat, card):
            return {"do": "draft", "round": nth, "seat": seat, "card": card}
        case Use(age, turn, seat, card, use, paid, free):
            play = {"do": "play", "age": age, "turn": turn, "seat": seat, "card": card}
            play |= {"use": use, "paid": paid._asdict(), "free": free}
            return play | _chosen(line)
        case Drawn(cards=cards):
            return {"drawn": list(cards), **_place(line)}
        case Extra(card=card, paid=paid):
            leader = {"card": card, "paid": paid._asdict()}
            return {"do": "extra_leader", **_place(line), **leader}
        case Token(value=value):
            return {"do": "drop_token", **_place(line), "value": value}
        case Discard(card=card):
            return {"do": "discard", **_place(line), "card": card}
        case Pick(card=card, by=by):
            return {"do": "pick", **_place(line), "card": card, "by": by}
        case After(age, turn, coins, shields):
            have = {"coins": list(coins), "shields": list(shields)}
            return {"after": [age, turn], **have}
        case Edifice(age, built):
            return {"edifice": age, "built": built}
        case Penalty(age, seat, lose):
            lost = list(lose) if isinstance(lose, tuple) else lose
            return {"do": "penalty", "age": age, "seat": seat, "lose": lost}
        case Conflict(age, tokens, deflected):
            told = {"conflict": age, "tokens": [list(gained) for gained in tokens]}
            if not deflected:
                return told
            return told | {"deflected": [list(pair) for pair in deflected]}
        case Copy(seat, card):
            return {"do": "copy", "seat": seat, "card": card}
        case Final(rows, winners, names):
            sheet = [dict(zip(names, row, strict=True)) for row in rows]
            return {"final": sheet, "winners": list(winners)}


def _shown(
    hands: tuple[tuple[str, ...] | None, ...],
) -> list[list[str] | None]:
    return [None if hand is None else list(hand) for hand in hands]


def _place(line: Drawn | Extra | Token | Discard | Pick) -> dict[str, Any]:
    return {"age": line.age, "turn": line.turn, "seat": line.seat}


def _chosen(use: Use) -> dict[str, Any]:
    """Give what was chosen with a stage, as far as there was something to choose."""
    chosen = {
        "half": use.half,
        "participate": use.participate,
        "pawn": use.pawn,
        "bury": use.bury,
    }
    return {key: value for key, value in chosen.items() if value}


def title(line: Line) -> str:
    """Say what a line stands for: which one it is in its game."""
    match line:
        case Header():
            return "the header"
        case Leaders():
            return "the leaders dealt"
        case Draft(nth, seat):
            return f"the leader seat {seat} kept in round {nth}"
        case Hands(age):
            return f"the hands of age {age}"
        case Use(age, turn, seat):
            return f"the play of seat {seat} in age {age}, turn {turn}"
        case Drawn(age, turn, seat):
            return f"the leaders seat {seat} drew in age {age}, turn {turn}"
        case Extra(age, turn, seat):
            return f"the extra leader of seat {seat} in age {age}, turn {turn}"
        case Token(age, turn, seat):
            return f"the token seat {seat} dropped in age {age}, turn {turn}"
        case Discard(age, turn, seat):
            return f"the leftover of seat {seat} in age {age}, turn {turn}"
        case Pick(age, turn, seat):
            return f"the pick of seat {seat} in age {age}, turn {turn}"
        case After(age, turn):
            return f"what all have after age {age}, turn {turn}"
        case Edifice(age):
            return f"the edifice of age {age}"
        case Penalty(age, seat):
            return f"the penalty of seat {seat} in age {age}"
        case Conflict(age):
            return f"the conflicts of age {age}"
        case Copy(seat):
            return f"the guild seat {seat} copies"
        case Final():
            return "the score sheet"


def text(line: Line) -> str:
    """Write a line, without its end; in ASCII, so that no terminal or file minds."""
    return json.dumps(to_json(line))
