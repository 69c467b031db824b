"""
The contract between a ruleset and a table.

A ruleset's state is a value that says what the table must do next (`State.ask`) and
takes the answer (`State.tell`). A table can be asked five things: to `Shuffle`, to
`Deal`, to let seats `Choose`, to let one seat `Look` at a pile, and to `TurnUp` cards
for all to see; then it is `Over`.

A state holds public facts only. A card in it is a `Slot`, a name for one face-down
place that means nothing by itself; a table issues fresh slots whenever it touches a
card, so that no slot can be followed through a shuffle or a choice. Who knows the face
of a slot is the table's affair, never the rules'.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sealed_wonders.core.sentences import Text

PROTO = b"7w-mp/1"
"""The protocol's name: the first part of everything it hashes."""

Seat = int
"""0 to players-1, clockwise: the left neighbour of seat i is seat i+1."""

Slot = int
"""One face-down card as the table names it just now: opaque, unique in its game."""

Card = int
"""A physical card's number: its index in the game's card list, `Ruleset.cards`."""

Order = Callable[[str, int], Sequence[int]]
"""``order(label, n)`` is a public permutation of ``range(n)``, the same for a label."""


class Deck(NamedTuple):
    """Cards to be mixed: face-down *slots* first, then *cards* known to all."""

    name: str
    """ASCII: ``"boards"``, ``"age1"``, ``"guilds"`` …, a name once per game."""
    slots: tuple[Slot, ...]
    cards: tuple[Card, ...]


# What a state asks of the table.


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Mix each deck so that nobody knows its order. Answer: `Mixed`."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Let each seat, and only it, see its slots. Answer: `Dealt`."""

    hands: Mapping[Seat, tuple[Slot, ...]]
    peek: bool = False
    """
    The seats only look: every card stays where it lies, face down for all others, and
    keeps its slot.
    """


@dataclass(frozen=True, slots=True)
class Pass:
    """The rest of the hand goes to another seat, which sees it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stay:
    """The rest of the hand stays where it is."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat may choose from."""

    hand: tuple[Slot, ...]
    """The cards of which it uses one; empty for a decision without cards."""
    rest: Pass | Stay
    """Where the cards it does not use go."""
    shown: bool = True
    """False: the move itself stays secret (a draft); its text is the same for all."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Let seats choose, all in secret, then reveal together. Answer: `Chosen`, of each."""

    offers: Mapping[Seat, Offer]
    """By ascending seat; hands are empty for all or for none."""


@dataclass(frozen=True, slots=True)
class Look:
    """Let one seat see a pile, mixed first, and take a card or none. Answer: `Looked`."""

    seat: Seat
    pile: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Show cards to all. Answer: `TurnedUp`."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; `State.score` is final."""


Ask = Shuffle | Deal | Choose | Look | TurnUp | Over


# What the table answers.


@dataclass(frozen=True, slots=True)
class Mixed:
    """New slots for each deck of the `Shuffle`, in the decks' order."""

    slots: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """
    New slots for the cards of the `Deal`, in the same order for each seat; the old ones
    where they only looked.
    """

    hands: Mapping[Seat, tuple[Slot, ...]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One seat's move in a `Choose`, revealed."""

    seat: Seat
    text: str
    """The move in the ruleset's canonical notation."""
    face: Card | None = None
    """The card used, where the move shows it; None if it stays face down."""
    slot: Slot | None = None
    """The new slot of the card used; None for a decision without cards."""
    rest: tuple[Slot, ...] = ()
    """New slots of the cards not used, in an order that tells nothing."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The looker's move, and what it left of the pile."""

    text: str
    face: Card | None = None
    """The card taken, shown to all; None if none was."""
    rest: tuple[Slot, ...] = ()
    """New slots of the cards left, in an order only the looker knows."""
    slot: Slot | None = None
    """The new slot of the card taken, if one was."""


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The faces of the slots asked for, in their order."""

    faces: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """Seats that left the game for good; may be told at any time."""

    seats: tuple[Seat, ...]
    """Ascending."""
    lost: tuple[Slot, ...] = ()
    """Slots of piles that can't be opened any more without them."""
    last: Chosen | None = None
    """
    Of those who remain the last to have chosen what all were asked, if none of those who
    left was: it is carried out without them, or dropped if the reason for it went with them.
    """


Answer = Mixed | Dealt | Chosen | Looked | TurnedUp | Gone


class Move(NamedTuple):
    """A legal move: its public text, and the card it uses, which may stay secret."""

    text: str
    slot: Slot | None = None


class Refusal(enum.Enum):
    """Why a move is not legal. The sentence for a person is the client's."""

    NOT_ASKED = enum.auto()
    """The table asked something else, or another seat, or has this answer already."""
    NOT_A_MOVE = enum.auto()
    """Not in the notation, or not in its canonical form."""
    NO_CHOICE = enum.auto()
    """A move of another kind of choice than the one asked for."""
    NOT_IN_HAND = enum.auto()
    """The card shown cannot be in the hand, or is not the one the move names."""
    ALREADY_BUILT = enum.auto()
    """The city has a building of that name."""
    NO_STAGE_LEFT = enum.auto()
    """Every stage of the wonder is built."""
    WRONG_HALF = enum.auto()
    """The stage is split and no half was chosen, or it is not split and one was."""
    WRONG_WAY = enum.auto()
    """The stage leaves something else to choose, or nothing."""
    NO_PART_LEFT = enum.auto()
    """Nobody can take part any more, or this seat has already."""
    MISSING_RESOURCES = enum.auto()
    """Neither the city nor its neighbours produce what it takes."""
    TOO_FEW_COINS = enum.auto()
    """It could be bought, with more coins."""
    WRONG_PAYMENT = enum.auto()
    """No purchase costs the parties exactly this."""
    NOT_CHEAPEST = enum.auto()
    """Another payment costs no party more and some party less."""
    OUT_OF_REACH = enum.auto()
    """The pile is empty, or isn't one the seat may take from just now."""
    RESTS_ON_OTHERS = enum.auto()
    """Not all stages are built that this one rests on, or it is built itself."""
    NOT_THERE = enum.auto()
    """No such token lies there, or no such card or symbol to be used."""
    NO_RIGHT = enum.auto()
    """Nothing allows it, or what did is used up."""
    NOT_YET = enum.auto()
    """Something else has to be done first."""


class IllegalMove(Exception):
    """An answer the rules refuse; the state it was told to is unchanged."""

    def __init__(self, seat: Seat | None, refusal: Refusal, detail: Text) -> None:
        super().__init__(f"seat {seat}: {refusal.name}: {detail}")
        self.seat = seat
        self.refusal = refusal
        self.detail = detail


class Sheet(NamedTuple):
    """A score sheet."""

    lines: tuple[str, ...]
    """The categories, ``"total"`` last."""
    rows: tuple[tuple[int, ...], ...]
    """By seat, a number for each category."""
    winners: tuple[Seat, ...]
    """Several where the victory is shared."""


class State(Protocol):
    """One point in a game: an immutable value."""

    @property
    def rules(self) -> Ruleset:
        """The game it is a point of."""

    @property
    def ask(self) -> Ask:
        """What the table must do next."""

    def tell(self, answer: Answer) -> State:
        """
        Return the next state.

        Raises:
            IllegalMove: the rules refuse the answer.
        """

    def moves(self, seat: Seat, faces: Mapping[Slot, Card]) -> Sequence[Move]:
        """
        List every legal move of *seat*, sorted; empty if it is not asked.

        Args:
            faces: the faces of the slots the seat may use. Cards of the same kind
                count as one: the lowest slot stands for them.
        """

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        """Return the move made for a seat that runs out of time; always a legal one."""

    def score(self) -> Sheet:
        """Return the score sheet, as it would be if the game ended now."""


class Ruleset(Protocol):
    """A game with its options chosen: an immutable value."""

    @property
    def name(self) -> str:
        """``"wonders"`` …"""

    @property
    def players(self) -> int:
        """How many seats."""

    @property
    def cards(self) -> Sequence[str]:
        """The catalogue id of each physical card, by its number."""

    def __hash__(self) -> int:
        """Rulesets that are equal have the same facts, and what follows can be kept."""

    @property
    def facts(self) -> object:
        """
        Everything the rules depend on: ``[ruleset version, facts]`` as JSON data.

        Two tables whose canonical JSON of this differs do not play the same game.
        """

    def begin(self, order: Order) -> State:
        """Begin a game; *order* decides what is drawn by lot in public."""

    def shows(self, text: str) -> bool:
        """Return whether a move shows the card it uses, from its canonical text."""


def frame(*parts: bytes) -> bytes:
    """Join parts injectively: each behind its length, 4 bytes big-endian."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def permutation(seed: bytes, label: str, n: int) -> tuple[int, ...]:
    """
    Return the public permutation of ``range(n)`` that belongs to *label*.

    Fisher-Yates from the top, with SHA-256 of the seed, the label and the step.
    """
    order = list(range(n))
    name = label.encode("ascii")
    for i in range(n - 1, 0, -1):
        parts = frame(PROTO, b"beacon", seed, name, i.to_bytes(4, "big"))
        j = int.from_bytes(hashlib.sha256(parts).digest(), "big") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def seeded(seed: str) -> Order:
    """Make an `Order` from a text: the same game every time, on every machine."""
    key = seed.encode()
    return lambda label, n: permutation(key, label, n)
