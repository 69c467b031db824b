"""
What happened: the public facts of one step, in the order they came about.

A state tells what is; its `news` tell what the last answer changed. Screens, records and
playthroughs are all written from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.game import Card, Seat, Sheet, Slot


@dataclass(frozen=True, slots=True)
class WonderTaken:
    """A seat has chosen its wonder, where wonders are chosen (A1.1)."""

    seat: Seat
    wonder: str


@dataclass(frozen=True, slots=True)
class Founded:
    """Every seat has a wonder (A1.1), and it is known who begins (A1.4)."""

    wonders: tuple[str, ...]
    first: Seat


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card lies face up on a pile now (A1.1)."""

    pile: str
    card: Card


@dataclass(frozen=True, slots=True)
class Opened:
    """One more token lies face up (A1.2)."""

    token: Card


@dataclass(frozen=True, slots=True)
class Peeked:
    """The cat showed its holder the top of the central pile (A5.1)."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Taken:
    """A card was taken, and lies before a seat (A2.1)."""

    turn: int
    seat: Seat
    pile: str
    card: Card
    by: str = ""
    """The token or the wonder that allowed it; empty for the card of the turn."""
    cat: bool = False
    """It brought the cat, which was elsewhere (A5.1)."""
    horns: int = 0
    """So many conflict tokens were turned to battle by it (A6.1)."""


@dataclass(frozen=True, slots=True)
class Built:
    """A stage was built (A3)."""

    turn: int
    seat: Seat
    stage: int
    cards: tuple[Card, ...]
    """What was used for it, by number."""
    by: tuple[str, ...] = ()
    """The tokens that it took, by id."""


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
    """It was the top one of those face down."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A seat looked through the first cards of a pile (A3.4)."""

    turn: int
    seat: Seat
    pile: str
    top: Card
    """The one that lay face up."""
    slots: tuple[Slot, ...]
    """Those below it, in their order: no other seat saw them."""

    @property
    def count(self) -> int:
        """How many cards there were."""
        return 1 + len(self.slots)


@dataclass(frozen=True, slots=True)
class Remixed:
    """A pile was mixed again: nobody knows its order (A3.4)."""

    pile: str


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle, and the end of it (A6.2, A6.3)."""

    turn: int
    tokens: tuple[int, ...]
    """Military tokens gained, by seat."""
    shields: tuple[int, ...]
    """By seat, before red cards were discarded."""
    discarded: tuple[tuple[Card, ...], ...]
    """Red cards with horns, by seat."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """All of a turn has happened."""

    turn: int
    seat: Seat
    cat: Seat | None = None
    """Who has the cat; None while it lies in the middle."""
    horns: int = 0
    """Conflict tokens on their battle side."""


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """Seats left for good; their cities stay as they are."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The final sheet."""

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
    | GameEnded
)
