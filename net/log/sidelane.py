"""
Side lanes: entries that run beside the phases of the game.

Theory of operation
-------------------

The lane `main` has one open phase at a time. A vote, a handover or a word of farewell
can't wait for its turn there, so each has a lane of its own. docs/architecture/LOG.md
shows the five side lanes beside the phases of the game.

An entry takes the same way in all of them:

    entry ──> gate ──────────> place ──────────> contents ──────> what it gives
              is the lane      known: the same   new: the lane's  a receipt to the
              open? may this   bytes again, or   own rules        fold, the entry to
              seat sign?       two versions      (`admit`)        the lane's state

1. *Gate*: is the lane open, and does its owner still play? Has a fraud stopped the game,
   or is the entry about a phase that a fraud keeps from opening? `LaneRules` answers for
   each lane, and `sealed_wonders.net.tablelog` asks.
2. *Place*: a lane's owner and a number. An entry for a known place is the same one again,
   evidence against its signer, or takes a free slot there.
3. *Contents*: a new place gets a `Collection` of slots, if an entitled seat has signed the
   entry and it fits. Only here do the lanes differ: in who signs on which digest
   (`SideLane._expect`), in numbers, limits and bodies (`SideLane._check`), and in what
   they make of an entry (`SideLane._keep`).

A lane only collects. The fold (`sealed_wonders.net.fold`) decides what follows, since
ballots and halts close phases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple, Protocol

from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.electorate import BallotPhase
from sealed_wonders.net.log.envelopes import NOBODY, Entry, Envelope
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import LaneRules
from sealed_wonders.net.log.phases import (
    Collection,
    Kind,
    Phase,
    Reason,
    Receipt,
    WireRefused,
)


class LanePlace(NamedTuple):
    """A phase of a side lane."""

    owner: Seat
    """The seat whose lane it is; `NOBODY` for halts, which all seats share."""
    number: int


class LogState(Protocol):
    """What side lanes ask about the log that they run beside."""

    @property
    def phase(self) -> Phase:
        """The open phase of the game."""

    @property
    def digest(self) -> bytes:
        """Digest of the log after the last closed phase."""

    @property
    def position(self) -> int:
        """Number of the next entry."""

    def opened_at(self, number: int | None) -> BallotPhase | None:
        """Return who decides about a phase; None if it isn't open yet."""

    def prev_of(self, phase: int) -> bytes:
        """Return the digest before the open phase, or before a closed one."""

    def holder(self, seat: Seat) -> bytes:
        """Return the identity of a seat's current holder."""

    def said_from(self, seat: Seat, phase: int) -> Iterator[Entry]:
        """Yield what a seat has said about a phase and later ones."""


class OfferedEntry(NamedTuple):
    """An entry that has passed the gate, with its place and the log."""

    entry: Entry
    place: LanePlace
    log: LogState

    @property
    def envelope(self) -> Envelope:
        return self.entry.envelope


class SideLane:
    """
    The entries of one side lane; of all seats' lanes, if each seat has one.

    A lane says what it expects at a new place, and what it makes of a valid entry:
    `_expect`, `_check` and `_keep`. Ballots have their own `admit`, since what a place of
    theirs expects depends on the contents of its first entry.

    Attributes:
        rules: who signs in the lane, and when it is open.
    """

    rules: ClassVar[LaneRules]

    def __init__(self, gid: bytes) -> None:
        self._gid = gid
        self._places: dict[LanePlace, Collection] = {}

    def known_at(self, place: LanePlace, seat: Seat) -> Collection | None:
        """
        Return the slots of a place that a seat's entry can't change any more, or None.

        Such an entry is never refused for its time: it is known, or proves that the
        seat signed two versions.
        """
        return self._places.get(place)

    def admit(self, entry: Entry, log: LogState) -> Receipt:
        """
        Accept an entry that has passed the gate, unless its place is known.

        Raises:
            WireRefused: it isn't valid here; nothing changes.
        """
        offer = OfferedEntry(entry, place_of(entry.envelope, self.rules), log)
        slots = self._places.get(offer.place)
        if slots is None:
            slots = self._expect(offer)
        slots.check_addressed(entry)
        evidence = self._check(offer)
        return self._keep(offer, slots) if evidence is None else evidence

    def _expect(self, offer: OfferedEntry) -> Collection:
        """
        Return empty slots for a new place: who may sign what there, on which digest.

        Raises:
            WireRefused: there is no such place.
        """
        raise NotImplementedError

    def _check(self, offer: OfferedEntry) -> Equivocation | None:
        """
        Check the number, the limits and the body of a signed entry.

        Returns:
            Evidence if the signer has contradicted an entry in another lane, or None.

        Raises:
            WireRefused: the entry isn't valid.
        """
        raise NotImplementedError

    def _keep(self, offer: OfferedEntry, slots: Collection) -> Receipt:
        """
        Keep a valid entry in its slot, and return what becomes of it.

        Raises:
            WireRefused: its kind or the digest that it builds on is another one.
        """
        receipt = slots.offer(offer.entry)
        self._places[offer.place] = slots
        return receipt

    def forget_beyond(self, phase: int) -> None:
        """Remove what is about later phases, when a phase reopens."""

    def _slots(
        self,
        envelope: Envelope,
        kind: Kind,
        seats: tuple[Seat, ...],
        prev: bytes,
        keys: Mapping[Seat, bytes],
    ) -> Collection:
        """
        Return empty slots for the place of an envelope.

        Args:
            kind: the kind of the envelopes there.
            seats: the seats that may sign one.
            prev: the digest that they build on.
            keys: the identities that sign for the seats.
        """
        phase = Phase(envelope.phase, kind, seats)
        return Collection(self._gid, envelope.lane, phase, prev, keys)


def place_of(envelope: Envelope, rules: LaneRules) -> LanePlace:
    """
    Return an envelope's place in a side lane.

    Raises:
        WireRefused: the lane belongs to no seat.
    """
    owner = owner_of(envelope.lane, rules.name) if rules.has_owner else NOBODY
    return LanePlace(owner, envelope.phase)


def owner_of(lane: str, prefix: str) -> Seat:
    """
    Return the seat that a lane belongs to.

    Raises:
        WireRefused: the lane has another prefix, or names no seat.
    """
    number = lane.removeprefix(prefix)
    if number == lane or len(number) != 1 or number not in "0123456789":
        raise WireRefused(Reason.WRONG_LANE, lane)
    return int(number)
