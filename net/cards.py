"""
The interface between the log and the ways of keeping cards secret.

In every suite, two values know the cards. `Cards` is what everybody knows, a pure
function of the log. `Secrets` is what one seat knows in addition. The fold and a seat's
client use a suite only through these two. The open suite,
`sealed_wonders.net.opencards`, hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
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
from sealed_wonders.core.sentences import Field, Text, error_text
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import DIGEST_SIZE, Body, Value
from sealed_wonders.net.plan import PhasePlan, Place

TEXT_CAP = 256
"""Maximum bytes of a move's text."""


class Wrong(Exception):
    """The body of a signed envelope is wrong: its author is at fault."""

    def __init__(self, text: Text, /, **fields: Field) -> None:
        super().__init__(error_text(text, fields))


@dataclass(frozen=True, slots=True)
class ValidBody:
    """A body that is valid by itself. A suite adds the data that applying it needs."""


@dataclass(frozen=True, slots=True)
class Committed(ValidBody):
    """Body of a PICK or DECIDE."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class RevealedBody(ValidBody):
    """Body of a REVEAL or DECLARE."""

    nonce: bytes
    payload: bytes
    answer: Chosen


@dataclass(frozen=True, slots=True)
class Took(ValidBody):
    """Body of a CHOOSE."""

    answer: Chosen | Looked


def finding_on(check: Callable[[], ValidBody]) -> ValidBody | Wrong:
    """Return what a check found, or why it found nothing valid."""
    try:
        return check()
    except Wrong as wrong:
        return wrong


def is_chain_of(tasks: Iterable[PhasePlan]) -> bool:
    """Return whether mixes are about several phases, each beginning with another's."""
    return len({task.prev for task in tasks}) > 1


class UsedBody(NamedTuple):
    """Body of a phase without a choice, with the data to keep for later phases."""

    body: Body
    keep: bytes = b""
    """
    Data that later phases need and that can't be recovered elsewhere. Write it to disk
    before sending the body, and pass it to `Secrets.recall` in another process.
    """

    def __repr__(self) -> str:
        return "<Words>"


class Workers(NamedTuple):
    """Threads among which a calculation can be divided."""

    pool: Executor
    threads: int


class PostponedProofs(Protocol):
    """
    Proofs that remain to be checked, of phases that may be closed already.

    Only those who have nothing to say in the game may go on before they are checked.
    """

    @property
    def size(self) -> int:
        """Number of terms that the next `hold` has to add up."""

    def check(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        """
        Check bodies of the open phase as `Cards.check_together` does, but for proofs.

        Valid findings count only if the proofs hold.
        """

    def hold(self, workers: Workers) -> bool:
        """Return whether all proofs since the last call hold."""


class Cards(Protocol):
    """
    Public knowledge about all the cards of a table.

    Only `close`, `restore` and `forget` change it, so several bodies of a phase can be
    checked at once.
    """

    @property
    def strictness(self) -> str:
        """How strictly bodies are checked. Findings depend on this and on the log."""

    def place(self, slot: Slot) -> Place:
        """
        Return the place of a slot.

        Raises:
            LocalProtocolError: there is no such slot.
        """

    def own(self, seat: Seat) -> Collection[Slot]:
        """
        Return the slots of the face-down cards that only this seat can read.

        These include cards that it has peeked at and left in place.
        """

    def check(
        self, task: PhasePlan, seat: Seat, body: Body, *, is_known: bool = False
    ) -> ValidBody:
        """
        Parse and check the body of a phase other than END, or of a disclosure.

        Nothing changes, and the call may run on any thread. The answer in the result
        contains the slots that the cards will have when the phase closes. The course
        checks whether a reveal opens its commitment, and whether the rules allow the
        move.

        Args:
            is_known: the body was found right before, so its proofs need no checking.

        Raises:
            Wrong: the body isn't valid for this seat in this phase.
        """

    def check_together(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        """
        Check several bodies as `check` would each of them, but with less work.

        They are about the open phase. Only mixes may be about several phases: each of
        them then begins with what the one before it has made. So those after the first
        wrong one have nothing to begin with, and may be left out of the result.
        """

    def postpone(self) -> PostponedProofs:
        """Return a check of bodies that postpones everything that takes long."""

    def close(
        self, task: PhasePlan, said: Mapping[Seat, ValidBody]
    ) -> Mixed | Dealt | TurnedUp | None:
        """
        Apply a phase in which all seats have spoken.

        Returns:
            The answer to the request, if the phase completes a request that isn't
            answered by the seats' choices; else None.
        """

    # Removing seats.

    def save(self) -> object:
        """Return a snapshot for `restore`."""

    def restore(self, saved: object) -> None:
        """Return to a snapshot from `save`."""

    def passed_on(self, revealed: ValidBody, passed: ValidBody) -> ValidBody:
        """Return a seat's reveal with its rest sealed for another seat by a REPASS."""

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        """
        Return the slots of cards that become unreadable without some seats, ascending.

        These are unseen cards whose key has a share of one of these seats, and cards
        that only one of these seats can read.
        """

    def keys_in_use(self, saved: object) -> frozenset[str]:
        """
        Return the names of the keys under which cards lie face down, or soon may.

        Args:
            saved: the snapshot from the start of the current request, which may be
                restored.
        """

    def forget(self, slots: Collection[Slot]) -> None:
        """
        Take cards out of the game.

        A deck without any face-down cards left hides no card, so its cards may be mixed
        again.
        """


class MissingSecrets(LocalProtocolError):
    """A seat lacks the secrets that it needs to see or say something."""


class Secrets(Protocol):
    """
    One seat's private knowledge about the cards, and its bodies.

    Bodies may be made on another thread, as long as the phase stays open.
    """

    def recall(self, kept: bytes) -> None:
        """
        Restore data that an earlier process of the seat kept.

        Raises:
            ValueError: the data is something else.
        """

    def entrusted(self, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Return the secrets of some keys, for `recall` by a new holder of the seat.

        Args:
            keys: names from `Cards.keys_in_use`.
        """

    def check(self, keys: Collection[str]) -> None:
        """
        Check that the secrets of some keys are known, and match the log.

        Raises:
            ValueError: a secret is missing or doesn't match.
        """

    def parts_of(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Return our parts of another seat's secrets, for `gather` by its new holder.

        Args:
            keys: names from `Cards.keys_in_use`.
        """

    def parts_for(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        """
        Return the parts of our own secrets that a seat's holder should have.

        A holder gets these parts with the keys when they are made. A new holder to whom
        a ballot gave the seat lacks them.

        Args:
            keys: names from `Cards.keys_in_use`.
        """

    def hold(
        self, author: Seat, part: bytes, keep: Callable[[str], None] = lambda deck: None
    ) -> str | None:
        """
        Store our part of another seat's secrets, which the old holder of our seat had.

        Args:
            keep: writes the part to disk, for the named deck. If it raises, the part
                isn't stored.

        Returns:
            The deck of the key, or None if the part is stored already.

        Raises:
            ValueError: the part isn't valid.
        """

    def gather(self, holder: Seat, part: bytes) -> None:
        """
        Store another seat's part of the secrets of our seat, which we took over.

        Raises:
            ValueError: the part isn't valid.
        """

    def nonce(self, task: PhasePlan, ctx: bytes, payload: bytes) -> bytes | None:
        """
        Return the nonce of a commitment that our secrets or our seed determine.

        It is None if a fresh nonce should be drawn: if nobody could recover it anyway,
        or if there are no secrets yet and no seed.

        Args:
            ctx: the context of the commitment.
        """

    def discard(self) -> None:
        """Forget all secrets, because somebody else has the seat."""

    def faces(self) -> Mapping[Slot, Card]:
        """
        Return the faces that the seat may see now, ascending by slot.

        These are its hand, the cards that it put face down, and the cards that lie
        open. Players have to remember cards that they saw earlier.
        """

    def hand(self, task: PhasePlan) -> Mapping[Slot, Card]:
        """
        Return the faces of the cards that the seat may use in the current choice.

        Cards that it has peeked at are included while they lie face down. In a look,
        the cards of the mixed pile appear under the slots at the same positions in the
        request, because the rules know no other slots.
        """

    def speak(self, task: PhasePlan) -> UsedBody:
        """Make the body of a phase in which the seat chooses nothing."""

    def commit(self, task: PhasePlan, move: Move, commitment: bytes) -> Body:
        """Make the body of a PICK or DECIDE."""

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        """Make the body of a REVEAL or DECLARE for an earlier commitment."""

    def choose(self, task: PhasePlan, move: Move) -> Body:
        """Make the body of a CHOOSE."""

    def disclose(self, task: PhasePlan) -> Body:
        """
        Make the body of an AFTER: open all face-down cards only this seat can read.

        Cards whose secrets the seat lacks are left out.
        """


# Parts of bodies that are the same in every suite.


def check_empty(body: Body) -> ValidBody:
    if body != ():
        raise Wrong("expected nothing, got {what}", what=shown(body))
    return ValidBody()


def check_decided(body: Body) -> Committed:
    """Parse the body of a DECIDE."""
    match body:
        case (commitment,):
            return Committed(check_commitment(commitment))
    raise Wrong("not a commitment: {what}", what=shown(body))


def check_declared(seat: Seat, body: Body) -> RevealedBody:
    """Parse the body of a DECLARE."""
    match body:
        case (nonce, payload):
            text = check_text(payload)
            answer = Chosen(seat, text)
            return RevealedBody(check_nonce(nonce), text.encode(), answer)
    raise Wrong("not a nonce and a move: {what}", what=shown(body))


def check_commitment(value: Value) -> bytes:
    if type(value) is bytes and len(value) == DIGEST_SIZE:
        return value
    raise Wrong("not a commitment: {what}", what=shown(value))


def check_nonce(value: Value) -> bytes:
    if type(value) is bytes and len(value) == NONCE_SIZE:
        return value
    raise Wrong("not a nonce: {what}", what=shown(value))


def check_text(payload: Value) -> str:
    """Parse a payload: the text of a move, which only the rules understand."""
    if type(payload) is not bytes or len(payload) > TEXT_CAP:
        raise Wrong("not the text of a move: {what}", what=shown(payload))
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise Wrong("not the text of a move: {what}", what=shown(payload)) from None
