"""
What happened: the public facts of one step, in the order they came about.

A state tells what is; its `news` tell what the last answer changed. Screens, records and
playthroughs are all written from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.game import Card, Seat, Sheet, Slot
from sealed_wonders.core.wonders.trade import Split


@dataclass(frozen=True, slots=True)
class Founded:
    """Every seat has a board and a side."""

    boards: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hands of an age lie before the seats; empty for a seat that left."""

    age: int
    hands: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A card was built, put under a stage, or sold."""

    age: int
    turn: int
    """1 to 6; 7 is Babylon's extra card."""
    seat: Seat
    use: str
    """``"build"``, ``"stage"`` or ``"sell"``."""
    card: Card | None
    """None if it stays face down; then `slot` is where it lies."""
    slot: Slot
    paid: Split
    free: str | None = None
    """What made a building free: ``"chain"`` or ``"power"``."""
    half: str = ""
    """The half of a split stage."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The last card of an age went to the discard (W2.3)."""

    age: int
    turn: int
    seat: Seat
    slot: Slot


@dataclass(frozen=True, slots=True)
class Picked:
    """A building from the discard was built, or declined (W5.2)."""

    age: int
    turn: int
    seat: Seat
    card: Card | None
    by: str
    """The board that gave the right."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """All of a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fought:
    """The conflicts of an age (W6.1)."""

    age: int
    tokens: tuple[tuple[int, int], ...]
    """By seat: gained against the left, against the right; 0 for none."""


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """Seats left for good; their cities stay as they are."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The final sheet."""

    sheet: Sheet


Event = (
    Founded
    | HandsDealt
    | Played
    | LeftOver
    | Picked
    | TurnEnded
    | Fought
    | SeatsLeft
    | GameEnded
)
