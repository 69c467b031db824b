"""
The contract between a ruleset and a table.

A ruleset's state is an immutable value that states what the table must do next
(`AnyState.ask`) and takes the result (`State.tell`). A state can make five requests:
`Shuffle`, `Deal`, `Choose` (seats choose in secret), `Look` (one seat sees a pile) and
`TurnUp` (show cards to everybody). When the game has ended, it asks for nothing:
`Over`.

A state contains public facts only. A card in it is a `Slot`: an opaque name for one
face-down card. The table issues new slots whenever it touches a card, so that nobody
can follow a slot through a shuffle or a choice. The table decides which seats know the
face of a slot; the rules never do.

`frame` and `permutation` are here because both the rules and the log use them. Their
results are in every log (docs/PROTOCOL.md).
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sealed_wonders.core.sentences import Text

PROTO = b"7w-mp/1"
"""The protocol's name: the first part of everything that the protocol hashes."""

Seat = int
"""
A seat's number, 0 to players-1, clockwise: the left neighbour of seat i is seat i+1.
"""

Slot = int
"""One face-down card under its present name: opaque, and unique in its game."""

Card = int
"""A physical card's number: its index in the game's card list, `Ruleset.cards`."""

Order = Callable[[str, int], Sequence[int]]
"""
A source of public permutations.

``order(label, n)`` is a permutation of ``range(n)``, always the same for the same
label.
"""


class Deck(NamedTuple):
    """
    Cards to be shuffled together: face-down *slots* first, then publicly known *cards*.
    """

    name: str
    """ASCII, such as ``"boards"``, ``"age1"`` or ``"guilds"``; unique within a game."""
    slots: tuple[Slot, ...]
    cards: tuple[Card, ...]


# Requests of a state.


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle each deck so that nobody knows its order. Answer: `Mixed`."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Show each seat its slots, which no other seat sees. Answer: `Dealt`."""

    hands: Mapping[Seat, tuple[Slot, ...]]
    peek: bool = False
    """
    Whether the seats only look at the cards.

    The cards then stay in their places, face down for all others, and keep their slots.
    """


@dataclass(frozen=True, slots=True)
class Pass:
    """The rest of the hand goes to another seat, which may look at it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stay:
    """The rest of the hand stays where it is."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The cards that one seat may choose from."""

    hand: tuple[Slot, ...]
    """The cards, one of which the move uses; empty for a decision without cards."""
    rest: Pass | Stay
    """Where the unused cards go."""
    shown: bool = True
    """
    Whether the move is published.

    If False (in a draft), the move stays secret, and its text is the same for every
    card.
    """


@dataclass(frozen=True, slots=True)
class Choose:
    """
    Let seats choose in secret, then reveal together. Answers: one `Chosen` per seat.
    """

    offers: Mapping[Seat, Offer]
    """By ascending seat. Either all hands are empty or none is."""


@dataclass(frozen=True, slots=True)
class Look:
    """
    Let one seat look at a shuffled pile and take at most one card. Answer: `Looked`.
    """

    seat: Seat
    pile: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Show cards to everybody. Answer: `TurnedUp`."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; `AnyState.score` is final."""


Ask = Shuffle | Deal | Choose | Look | TurnUp | Over


# Answers of the table.


@dataclass(frozen=True, slots=True)
class Mixed:
    """New slots for each deck of the `Shuffle`, in the decks' order."""

    slots: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """
    New slots for the cards of the `Deal`, in the same order for each seat.

    After a `peek`, these are the old slots.
    """

    hands: Mapping[Seat, tuple[Slot, ...]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One seat's move in a `Choose`, revealed."""

    seat: Seat
    text: str
    """The move, in the ruleset's canonical notation."""
    face: Card | None = None
    """The card used; None if the move leaves it face down."""
    slot: Slot | None = None
    """The new slot of the card used; None for a decision without cards."""
    rest: tuple[Slot, ...] = ()
    """New slots of the unused cards, in an order that reveals nothing."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The move of a seat that looked at a pile, and the rest of the pile."""

    text: str
    face: Card | None = None
    """The card taken, shown to everybody; None if the seat took none."""
    rest: tuple[Slot, ...] = ()
    """New slots of the remaining cards, in an order that only this seat knows."""
    slot: Slot | None = None
    """The new slot of the card taken, if any."""


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The faces of the slots asked for, in their order."""

    faces: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """Seats that have left the game permanently. This answer may come at any time."""

    seats: tuple[Seat, ...]
    """Ascending."""
    lost: tuple[Slot, ...] = ()
    """Slots of piles that can no longer be opened without these seats."""
    last: Chosen | None = None
    """
    The last choice, if all seats asked have chosen and none of them is leaving.

    Given before, it would complete the request with the leaving seats still in the
    game. So it comes along: the choices are then carried out without these seats, or
    dropped if the reason for the request left with them.
    """


Answer = Mixed | Dealt | Chosen | Looked | TurnedUp | Gone


class Move(NamedTuple):
    """A legal move: its public text, and the slot it uses, which may stay secret."""

    text: str
    slot: Slot | None = None


class Refusal(enum.Enum):
    """Why the rules refuse a move. The client writes the sentence for a person."""

    NOT_ASKED = enum.auto()
    """
    The state made another request, or asked another seat, or has this answer already.
    """
    NOT_A_MOVE = enum.auto()
    """Not in the notation, or not in canonical form."""
    NO_CHOICE = enum.auto()
    """The notation of another kind of choice than the one requested."""
    NOT_IN_HAND = enum.auto()
    """The card can't be in the hand, or isn't the one that the move names."""
    ALREADY_BUILT = enum.auto()
    """The city already has a building of that name."""
    NO_STAGE_LEFT = enum.auto()
    """All stages of the wonder have been built."""
    WRONG_HALF = enum.auto()
    """The stage is split and no half was named, or it isn't split and one was."""
    WRONG_WAY = enum.auto()
    """The stage offers a different choice, or none."""
    NO_PART_LEFT = enum.auto()
    """Nobody can take part in the project any more, or this seat already has."""
    MISSING_RESOURCES = enum.auto()
    """Neither the city nor its neighbours produce the resources."""
    TOO_FEW_COINS = enum.auto()
    """The city can't afford to buy the resources."""
    WRONG_PAYMENT = enum.auto()
    """No purchase results in exactly these payments."""
    NOT_CHEAPEST = enum.auto()
    """Another payment costs nobody more and somebody less."""
    OUT_OF_REACH = enum.auto()
    """The pile is empty, or the seat may not take from it at the moment."""
    RESTS_ON_OTHERS = enum.auto()
    """
    A stage that this one rests on hasn't been built, or this one already has been.
    """
    NOT_THERE = enum.auto()
    """There is no such token, card or symbol in that place."""
    NO_RIGHT = enum.auto()
    """No effect allows this, or the effect has been used up."""
    NOT_YET = enum.auto()
    """Something else has to be done first."""


class IllegalMove(Exception):
    """The rules refuse an answer. The state that was given it is unchanged."""

    def __init__(self, seat: Seat | None, refusal: Refusal, detail: Text) -> None:
        super().__init__(f"seat {seat}: {refusal.name}: {detail}")
        self.seat = seat
        self.refusal = refusal
        self.detail = detail


class Sheet(NamedTuple):
    """A score sheet."""

    categories: tuple[str, ...]
    """Their names in the order of the rows' numbers, ``"total"`` last."""
    rows: tuple[tuple[int, ...], ...]
    """For each seat, a number per category."""
    winners: tuple[Seat, ...]
    """More than one seat if they share the victory."""


class AnyState(Protocol):
    """A point in a game: an immutable value."""

    @property
    def rules(self) -> Ruleset: ...

    @property
    def ask(self) -> Ask:
        """The next request to the table."""

    def tell(self, answer: Answer) -> AnyState:
        """
        Return the next state.

        Raises:
            IllegalMove: the rules refuse the answer.
        """

    def moves(self, seat: Seat, faces: Mapping[Slot, Card]) -> Sequence[Move]:
        """
        Return every legal move of *seat*, sorted; none if the seat isn't asked to
        choose.

        Args:
            faces: the faces of the slots that the seat may use. Of several copies of a
                card, only the lowest slot appears in a move.
        """

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        """Return the legal move that is made for a seat whose time is up."""

    def score(self) -> Sheet:
        """Return the score sheet as if the game ended now."""


class Ruleset(Protocol):
    """A game with its options: an immutable value."""

    @property
    def name(self) -> str:
        """The game's name, such as ``"wonders"``."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def cards(self) -> Sequence[str]:
        """The catalogue id of each physical card, indexed by `Card`."""

    def __hash__(self) -> int:
        """Equal rulesets must hash alike, because results are cached by ruleset."""

    @property
    def facts(self) -> object:
        """
        Everything that the rules depend on: ``[ruleset version, facts]`` as JSON data.

        If the canonical JSON of these facts differs between two tables, they play
        different games.
        """

    def begin(self, order: Order) -> AnyState:
        """Return the first state of a game; *order* decides the public draws."""

    def shows(self, text: str) -> bool:
        """Return whether a move, given as canonical text, shows the card it uses."""


def u32(number: int) -> bytes:
    """Return a number in 4 bytes, big-endian, as in everything hashed or signed."""
    return number.to_bytes(4, "big")


def frame(*parts: bytes) -> bytes:
    """Join parts injectively: each is preceded by its length, as `u32` writes it."""
    return b"".join([u32(len(part)) + part for part in parts])


def permutation(seed: bytes, label: str, n: int) -> tuple[int, ...]:
    """
    Return the public permutation of ``range(n)`` for a label.

    This is a Fisher-Yates shuffle from the top, driven by SHA-256 of the seed, the
    label and the step.
    """
    order = list(range(n))
    name = label.encode("ascii")
    for i in range(n - 1, 0, -1):
        parts = frame(PROTO, b"beacon", seed, name, u32(i))
        j = int.from_bytes(hashlib.sha256(parts).digest(), "big") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def seeded(seed: str) -> Order:
    """Return an `Order` derived from a text, the same on every machine."""
    key = seed.encode()
    return lambda label, n: permutation(key, label, n)
