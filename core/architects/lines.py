"""
The lines of a game record: what each says, as values, and how it is written.

A record tells one game in plain JSON, a line for each thing that happened. It is
written from what happened (`sealed_wonders.core.architects.record`), or typed in by
hand, and read again by `sealed_wonders.core.architects.reading`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sealed_wonders.core.architects.notation import TOP
from sealed_wonders.core.architects.scoring import LINES
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Seat

OPEN = "open"
"""Stands for the tokens that lie face up, as `TOP` does for the unseen one."""


class Seating(NamedTuple):
    """Who sits where, with which wonder."""

    name: str
    wonder: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what is played, and by whom."""

    seats: tuple[Seating, ...]
    first: Seat
    """Who began."""
    draw: str = LOT
    """How wonders came to players: one of `core.draws.DRAWS`."""


@dataclass(frozen=True, slots=True)
class Top:
    """A card came to lie face up on a pile."""

    pile: str
    card: str


@dataclass(frozen=True, slots=True)
class Open:
    """One more progress token lies face up."""

    token: str


@dataclass(frozen=True, slots=True)
class Take:
    """A card was taken from a pile."""

    turn: int
    seat: Seat
    pile: str
    card: str
    by: str = ""
    """The token or the wonder that allowed it; empty for the card of the turn."""


@dataclass(frozen=True, slots=True)
class Build:
    """A stage was built."""

    turn: int
    seat: Seat
    stage: int
    cards: tuple[str, ...]
    """What was used for it, in the order of the catalogue."""
    tokens: tuple[str, ...] = ()
    """Those that it took as well."""


@dataclass(frozen=True, slots=True)
class Science:
    """Symbols were turned in."""

    turn: int
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A progress token was taken."""

    turn: int
    seat: Seat
    token: str
    unseen: bool
    """It was the top one of those face down."""


@dataclass(frozen=True, slots=True)
class Search:
    """The first cards of a pile were looked through."""

    turn: int
    seat: Seat
    pile: str
    cards: tuple[str | None, ...]
    """In the order of the catalogue; then None for each that isn't known."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """A pile was mixed."""

    pile: str


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle, at the end of a turn."""

    turn: int
    shields: tuple[int, ...]
    tokens: tuple[int, ...]
    """Military tokens gained, by seat."""


@dataclass(frozen=True, slots=True)
class After:
    """How things are once everything of a turn has happened."""

    turn: int
    cat: Seat | None
    horns: int


@dataclass(frozen=True, slots=True)
class Final:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """A number for each of the sheet's lines, by seat."""
    winners: tuple[Seat, ...]


Line = (
    Header
    | Top
    | Open
    | Take
    | Build
    | Science
    | Token
    | Search
    | Mixed
    | Battle
    | After
    | Final
)

Deed = Take | Build | Science | Token | Search
"""What somebody did, or had to do."""


def to_json(line: Line) -> dict[str, Any]:
    """Give a line as JSON data, with its keys in the order of the documentation."""
    match line:
        case Header(seats, first, draw):
            header = {
                "record": 1,
                "game": "architects",
                "players": len(seats),
                "seats": [seating._asdict() for seating in seats],
                "first": first,
            }
            return header if draw == LOT else header | {"draw": draw}
        case Top(pile, card):
            return {"top": pile, "card": card}
        case Open(token):
            return {"open": token}
        case Take(pile=pile, card=card, by=by):
            taken = {"pile": pile, "card": card}
            return _deed("take", line) | taken | ({"by": by} if by else {})
        case Build(stage=stage, cards=cards, tokens=tokens):
            built = {"stage": stage, "cards": list(cards)}
            used = {"tokens": list(tokens)} if tokens else {}
            return _deed("build", line) | built | used
        case Science(cards=cards):
            return _deed("science", line) | {"cards": list(cards)}
        case Token(token=token, unseen=unseen):
            return _deed("token", line) | {
                "token": token,
                "from": TOP if unseen else OPEN,
            }
        case Search(pile=pile, cards=cards):
            return _deed("search", line) | {"pile": pile, "cards": list(cards)}
        case Mixed(pile):
            return {"mixed": pile}
        case Battle(turn, shields, tokens):
            have = {"shields": list(shields), "tokens": list(tokens)}
            return {"battle": turn, **have}
        case After(turn, cat, horns):
            return {"after": turn, "cat": cat, "horns": horns}
        case Final(rows, winners):
            sheet = [dict(zip(LINES, row, strict=True)) for row in rows]
            return {"final": sheet, "winners": list(winners)}


def _deed(do: str, line: Deed) -> dict[str, Any]:
    return {"do": do, "turn": line.turn, "seat": line.seat}


def title(line: Line) -> str:
    """Say what a line stands for; some stand for the same, one after the other."""
    match line:
        case Header():
            return "the header"
        case Top(pile):
            return f"the top card of {pile}"
        case Open():
            return "an open token"
        case Take(turn, seat):
            return f"the card seat {seat} takes in turn {turn}"
        case Build(turn, seat):
            return f"the stage seat {seat} builds in turn {turn}"
        case Science(turn, seat):
            return f"the symbols seat {seat} turns in in turn {turn}"
        case Token(turn, seat):
            return f"the token seat {seat} takes in turn {turn}"
        case Search(turn, seat):
            return f"the search of seat {seat} in turn {turn}"
        case Mixed(pile):
            return f"the mixing of {pile}"
        case Battle(turn):
            return f"the battle of turn {turn}"
        case After(turn):
            return f"the end of turn {turn}"
        case Final():
            return "the score sheet"


def text(line: Line) -> str:
    """Write a line, without its end; in ASCII, so that no terminal or file minds."""
    return json.dumps(to_json(line))
