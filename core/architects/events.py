"""
Events: public facts about what one answer changed, in the order in which they happened.

A state describes the game as it is; its `news` describe what the last answer changed.
Screens, records and playthroughs are all written from events.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.game import Card, Seat, Sheet, Slot


@dataclass(frozen=True, slots=True)
class WonderTaken:
    """A seat has chosen its wonder (A1.1)."""

    seat: Seat
    wonder: str


@dataclass(frozen=True, slots=True)
class Founded:
    """Every seat has a wonder (A1.1), and the first player is known (A1.4)."""

    wonders: tuple[str, ...]
    first: Seat


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card was turned up on a pile (A1.1)."""

    pile: str
    card: Card


@dataclass(frozen=True, slots=True)
class Opened:
    """A token was turned up (A1.2)."""

    token: Card


@dataclass(frozen=True, slots=True)
class Peeked:
    """The player with the cat looked at the top of the central pile (A5.1)."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat took a card (A2.1)."""

    turn: int
    seat: Seat
    pile: str
    card: Card
    by: str = ""
    """The token or wonder that allowed it; empty for the card of the turn."""
    cat: bool = False
    """Whether the cat moved to this seat (A5.1)."""
    horns: int = 0
    """The number of conflict tokens that it turned to battle (A6.1)."""


@dataclass(frozen=True, slots=True)
class Built:
    """A stage was built (A3)."""

    turn: int
    seat: Seat
    stage: int
    cards: tuple[Card, ...]
    """The cards that paid for it, by number."""
    by: tuple[str, ...] = ()
    """The tokens used for it, by id."""


@dataclass(frozen=True, slots=True)
class Studied:
    """Symbols were turned in for a token (A4.1)."""

    turn: int
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """A progress token was taken (A4.1, A3.4)."""

    turn: int
    seat: Seat
    token: Card
    unseen: bool
    """Whether it was the top of the face-down ones."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A seat looked through the first cards of a pile (A3.4)."""

    turn: int
    seat: Seat
    pile: str
    top: Card
    """The face-up card."""
    slots: tuple[Slot, ...]
    """The slots below it, in order; no other seat saw their faces."""

    @property
    def count(self) -> int:
        """The number of cards in the search."""
        return 1 + len(self.slots)


@dataclass(frozen=True, slots=True)
class Remixed:
    """A pile was shuffled again, so nobody knows its order (A3.4)."""

    pile: str


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle was resolved (A6.2, A6.3)."""

    turn: int
    tokens: tuple[int, ...]
    """Military tokens gained, by seat."""
    shields: tuple[int, ...]
    """By seat, before red cards were discarded."""
    discarded: tuple[tuple[Card, ...], ...]
    """Discarded red cards with horns, by seat."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Everything in a turn has happened."""

    turn: int
    seat: Seat
    cat: Seat | None = None
    """The seat with the cat; None while nobody has it."""
    horns: int = 0
    """Conflict tokens on their battle side."""


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """Seats left permanently; their cities stay as they are."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The game ended with this sheet."""

    sheet: Sheet


Event = (
    WonderTaken
    | Founded
    | Revealed
    | Opened
    | Peeked
    | Taken
    | Built
    | Studied
    | TokenTaken
    | Searched
    | Remixed
    | Fought
    | TurnEnded
    | SeatsLeft
    | FinalSheet
)
