"""
The cards of a table, and the seam between the log and how they are kept secret.

Whatever hides the cards, two values know about them: `Cards`, what everybody knows, a
pure function of the log; and `Secrets`, what one seat knows besides and no other does.
The fold and a seat's client see no more of a suite than these two. The suite called
open, `sealed_wonders.net.opencards`, hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sealed_wonders.core.game import (
    Card,
    Chosen,
    Dealt,
    Looked,
    Mixed,
    Move,
    Seat,
    Slot,
    TurnedUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import DIGEST_SIZE, Body, Value
from sealed_wonders.net.plan import Place, Task

TEXT_CAP = 256
"""Bytes of a move's text."""


class Wrong(Exception):
    """What is wrong with the body of a signed envelope: its author's fault."""


@dataclass(frozen=True, slots=True)
class Said:
    """A body, found right by itself; a suite adds what it needs to apply it."""


@dataclass(frozen=True, slots=True)
class Committed(Said):
    """Of PICK and DECIDE."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class Revealed(Said):
    """Of REVEAL and DECLARE."""

    nonce: bytes
    payload: bytes
    answer: Chosen


@dataclass(frozen=True, slots=True)
class Took(Said):
    """Of CHOOSE."""

    answer: Chosen | Looked


class Words(NamedTuple):
    """What a seat says where it chooses nothing."""

    body: Body
    keep: bytes = b""
    """What later phases need and nothing else tells: to be written down before the
    body goes out, and given to `Secrets.recall` in another process."""

    def __repr__(self) -> str:
        return "<Words>"


class Cards(Protocol):
    """
    Where all cards of a table lie: what everybody knows about them.

    They change in `close` alone, so several bodies of a phase may be checked at once.
    """

    @property
    def strictness(self) -> str:
        """How closely bodies are checked: what is found depends on this, and on the log."""

    def place(self, slot: Slot) -> Place:
        """
        Say where a slot lies.

        Raises:
            LocalProtocolError: there is no such slot.
        """

    def own(self, seat: Seat) -> Collection[Slot]:
        """
        Give the slots of the cards face down that a seat alone can read.

        What it has peeked at and left where it lies is among them.
        """

    def check(
        self, task: Task, seat: Seat, body: Body, *, is_known: bool = False
    ) -> Said:
        """
        Read a body of any phase but END, also of what is opened behind it. Nothing changes, on whatever thread it is done.

        The answer in what is found holds the slots the cards will have when the phase
        is closed. Whether a commitment is opened by what is revealed, and whether the
        rules allow it, is left to the fold.

        Args:
            is_known: it was found right before: its proofs need not be checked again.

        Raises:
            Wrong: it isn't what the phase needs of the seat.
        """

    def close(
        self, task: Task, said: Mapping[Seat, Said]
    ) -> Mixed | Dealt | TurnedUp | None:
        """
        Apply a phase in which all have spoken.

        Gives the answer to the ask if the phase completes one that isn't answered by
        what seats chose.
        """

    # What becomes of them when seats are put out.

    def save(self) -> object:
        """Give all there is, as it is now: for `restore`."""

    def restore(self, saved: object) -> None:
        """Go back to what `save` gave."""

    def passed_on(self, revealed: Said, passed: Said) -> Said:
        """Give what a seat revealed, its rest sealed for another in a REPASS."""

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        """
        Give the slots of cards that can't be read any more without some seats, ascending.

        Those nobody has seen, whose key has a share of one of them; and those that one of
        them alone can read.
        """

    def keys_in_use(self, saved: object) -> frozenset[str]:
        """
        Name the keys under which something lies face down, or soon may.

        Args:
            saved: what `save` gave as what is asked for now began; it may be gone back to.
        """

    def forget(self, slots: Collection[Slot]) -> None:
        """
        Leave cards out of the game.

        A deck of which nothing lies face down any more hides no card: its cards may be
        mixed again.
        """


class MissingSecrets(LocalProtocolError):
    """A seat doesn't have the secrets that it takes to see or say something."""


class Secrets(Protocol):
    """
    What one seat knows of the cards, and what it says about them.

    Bodies may be made on another thread, as long as the phase stays open.
    """

    def recall(self, kept: bytes) -> None:
        """
        Know again what an earlier process of the seat kept.

        Raises:
            ValueError: it is something else.
        """

    def entrusted(self, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Give what whoever takes the seat has to `recall`: the secrets of some keys.

        Args:
            keys: as `Cards.keys_in_use` names them.
        """

    def check(self, keys: Collection[str]) -> None:
        """
        See that the secrets of some keys are known, and are those of the log.

        Raises:
            ValueError: one isn't.
        """

    def parts_of(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Give our parts of another seat's secrets, for whoever takes it: for `gather`.

        Args:
            keys: as `Cards.keys_in_use` names them.
        """

    def parts_for(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Give the parts of our own secrets that whoever has a seat is to hold: for `hold`.

        Whoever had it has got them with the keys; whoever was given it hasn't.

        Args:
            keys: as `Cards.keys_in_use` names them.
        """

    def hold(
        self, author: Seat, part: bytes, keep: Callable[[str], None] = lambda deck: None
    ) -> str | None:
        """
        Take the part of somebody's own secrets that our seat is to hold, which was another's.

        Gives the deck of the key; None if we have that part already.

        Args:
            keep: keeps it, as one of a deck; if it raises, the part isn't taken.

        Raises:
            ValueError: it isn't that.
        """

    def gather(self, holder: Seat, part: bytes) -> None:
        """
        Take somebody's part of the secrets of our seat, which was another's.

        Raises:
            ValueError: it isn't that.
        """

    def nonce(self, task: Task, ctx: bytes, payload: bytes) -> bytes | None:
        """
        Give the nonce of a commitment, so that whoever has our secrets, or our seed, can
        find it again.

        None where a fresh one is to be drawn: where nobody could get them, or there are
        none yet, and no seed.

        Args:
            ctx: what it is bound to.
        """

    def discard(self) -> None:
        """Forget all secrets: another one has the seat."""

    def faces(self) -> Mapping[Slot, Card]:
        """
        Give the faces the seat may see now, by ascending slot.

        Those of its hand, of what it put face down, of what lies open. What it saw
        earlier is for a player to remember.
        """

    def hand(self, task: Task) -> Mapping[Slot, Card]:
        """
        Give the faces of what the seat may use in the choice at hand, and of what it has
        peeked at, as long as that lies face down.

        In a look they are those of the mixed pile, each under the slot that stands at
        its position in the ask: the rules know no others.
        """

    def speak(self, task: Task) -> Words:
        """Say what a phase needs in which the seat chooses nothing."""

    def commit(self, task: Task, move: Move, commitment: bytes) -> Body:
        """Make the body of PICK or DECIDE."""

    def reveal(self, task: Task, move: Move, nonce: bytes) -> Body:
        """Make the body of REVEAL or DECLARE, for what was committed to before."""

    def choose(self, task: Task, move: Move) -> Body:
        """Make the body of CHOOSE."""

    def disclose(self, task: Task) -> Body:
        """
        Make the body of AFTER: open all cards face down that only this seat can read.

        Those are left out of which it doesn't have the secrets.
        """


# The parts of bodies that are the same in every suite.


def check_empty(body: Body) -> Said:
    """Read a body that holds nothing."""
    if body != ():
        raise Wrong(Sentence("expected nothing, got {what}", what=shown(body)))
    return Said()


def check_decided(body: Body) -> Committed:
    """Read the body of DECIDE."""
    match body:
        case (commitment,):
            return Committed(check_commitment(commitment))
    raise Wrong(Sentence("not a commitment: {what}", what=shown(body)))


def check_declared(seat: Seat, body: Body) -> Revealed:
    """Read the body of DECLARE."""
    match body:
        case (nonce, payload):
            text = check_text(payload)
            answer = Chosen(seat, text)
            return Revealed(check_nonce(nonce), text.encode(), answer)
    raise Wrong(Sentence("not a nonce and a move: {what}", what=shown(body)))


def check_commitment(value: Value) -> bytes:
    """Read a commitment."""
    if type(value) is bytes and len(value) == DIGEST_SIZE:
        return value
    raise Wrong(Sentence("not a commitment: {what}", what=shown(value)))


def check_nonce(value: Value) -> bytes:
    """Read the nonce of a commitment."""
    if type(value) is bytes and len(value) == NONCE_SIZE:
        return value
    raise Wrong(Sentence("not a nonce: {what}", what=shown(value)))


def check_text(payload: Value) -> str:
    """Read a payload: the text of a move, which only the rules understand."""
    if type(payload) is not bytes or len(payload) > TEXT_CAP:
        raise Wrong(Sentence("not the text of a move: {what}", what=shown(payload)))
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise Wrong(
            Sentence("not the text of a move: {what}", what=shown(payload))
        ) from None
