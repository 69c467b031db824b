"""
Events: public facts about what one answer changed, in the order in which they happened.

A state describes the game as it is; its `news` describe what the last answer changed.
Screens, records and playthroughs are all written from events.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.game import Card, Seat, Sheet, Slot
from sealed_wonders.core.wonders.trade import Split


@dataclass(frozen=True, slots=True)
class BoardTaken:
    """A seat has chosen its board (W1.7)."""

    seat: Seat
    board: str


@dataclass(frozen=True, slots=True)
class Founded:
    """Every seat has a board and a side."""

    boards: tuple[str, ...]
    sides: tuple[str, ...]
    edifices: tuple[str, ...] = ()
    """By age; empty in a game without edifices."""


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hands of an age were dealt; empty for a seat that has left."""

    age: int
    hands: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class LeadersDealt:
    """The leaders to select from were dealt (L1.2)."""

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
    """None if it stays face down, in `slot`."""
    slot: Slot
    paid: Split
    free: str | None = None
    """Why a building was free: ``"chain"`` or ``"power"``."""
    half: str = ""
    """The half of a split stage."""
    bury: str = ""
    """The leader that the stage turned face down (L3.3)."""
    pawn: int = 0
    """The age of the pawn taken from the box, if there was a choice (E2.1)."""
    joins: bool = False
    """Whether the builder of the stage participated in the age's edifice (E1.2)."""
    gains: int = 0
    """Coins that the seat took from the bank for this play, from all effects."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew leaders from the box, face down (L3.2)."""

    age: int
    turn: int
    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A seat recruited an extra leader at the end of a turn, or declined to (L3.2)."""

    age: int
    turn: int
    seat: Seat
    card: Card | None
    paid: Split
    gains: int = 0


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
    """The seats that got the reward, or had to pay the penalty."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """The penalty of a seat that didn't participate in a failed edifice (E1.5)."""

    age: int
    seat: Seat
    card: str = ""
    """The building that was lost."""
    coins: int = 0
    tokens: tuple[int, ...] = ()
    """
    Victory tokens, ascending. If nothing at all was lost, the seat took the debt token.
    """


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The last card of a hand was discarded at the end of an age (W2.3)."""

    age: int
    turn: int
    seat: Seat
    slot: Slot


@dataclass(frozen=True, slots=True)
class Picked:
    """A card was built from the discard pile, or that was declined (W5.2)."""

    age: int
    turn: int
    seat: Seat
    card: Card | None
    by: str
    """The board or leader that gave the right."""
    gains: int = 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Everything in a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fought:
    """The conflicts of an age were resolved (W6.1)."""

    age: int
    tokens: tuple[tuple[int, int], ...]
    """By seat: the tokens gained against the left and right neighbour, 0 for none."""
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    """Defeat tokens that went from loser to winner, as pairs of seats (L2.9)."""


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """Seats left permanently; their cities stay as they are."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GuildCopied:
    """A city also counts a neighbour's guild (W8.3)."""

    seat: Seat
    guild: str


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The game ended with this sheet."""

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
    | FinalSheet
)
