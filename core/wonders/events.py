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
class BoardTaken:
    """A seat has chosen its board, where boards are chosen (W1.7)."""

    seat: Seat
    board: str


@dataclass(frozen=True, slots=True)
class Founded:
    """Every seat has a board and a side."""

    boards: tuple[str, ...]
    sides: tuple[str, ...]
    edifices: tuple[str, ...] = ()
    """By age; empty where they are not played."""


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hands of an age lie before the seats; empty for a seat that left."""

    age: int
    hands: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class LeadersDealt:
    """The leaders to select from lie before the seats (L1.2)."""

    hands: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A leader was kept in the selection, face down (L1.2)."""

    round: int
    """1 to 4; the fourth is kept without a choice."""
    seat: Seat
    slot: Slot


@dataclass(frozen=True, slots=True)
class Played:
    """A card was built or recruited, put under a stage, or sold."""

    age: int
    turn: int
    """1 to 6; 7 is Babylon's extra card, and 0 the recruitment of leaders."""
    seat: Seat
    use: str
    """``"build"``, ``"recruit"``, ``"stage"`` or ``"sell"``."""
    card: Card | None
    """None if it stays face down; then `slot` is where it lies."""
    slot: Slot
    paid: Split
    free: str | None = None
    """What made a building free: ``"chain"`` or ``"power"``."""
    half: str = ""
    """The half of a split stage."""
    bury: str = ""
    """The leader that the stage turned face down (L3.3)."""
    pawn: int = 0
    """The age of the pawn taken from the box, where there was a choice (E2.1)."""
    joins: bool = False
    """The builder of the stage took part in the age's edifice (E1.2)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Leaders came out of the box into a hand, face down (L3.2)."""

    age: int
    turn: int
    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Enlisted:
    """One more leader was recruited at the end of a turn, or that was declined (L3.2)."""

    age: int
    turn: int
    seat: Seat
    card: Card | None
    paid: Split


@dataclass(frozen=True, slots=True)
class TokenDropped:
    """A victory token was dropped because of another player's leader (L2.8)."""

    age: int
    turn: int
    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class EdificeEnded:
    """An edifice was built, or failed (E1.4, E1.5)."""

    age: int
    built: bool
    seats: tuple[Seat, ...]
    """Who has the reward, or who was to pay the penalty."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """What an edifice that failed cost one who took no part (E1.5)."""

    age: int
    seat: Seat
    card: str = ""
    """The building that was lost."""
    coins: int = 0
    tokens: tuple[int, ...] = ()
    """Victory tokens, ascending; with none of the three, it was the debt token."""


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
    """The board or the leader that gave the right."""


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
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    """Defeat tokens that went from a loser to the winner: from, to (L2.9)."""


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """Seats left for good; their cities stay as they are."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GuildCopied:
    """A neighbour's guild counts for a city, too (W8.3)."""

    seat: Seat
    guild: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The final sheet."""

    sheet: Sheet


Event = (
    BoardTaken
    | Founded
    | LeadersDealt
    | Drafted
    | HandsDealt
    | Played
    | Drawn
    | Enlisted
    | TokenDropped
    | LeftOver
    | Picked
    | EdificeEnded
    | TurnEnded
    | Penalised
    | Fought
    | SeatsLeft
    | GuildCopied
    | GameEnded
)
