"""
Phases that were left: by what, what counts of what was said in them, and what stands in a
file of it.

They are kept. They tell an entry that comes again, which is harmless, from a second version
of it, which convicts its signer however late it turns up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.handovers import Handover
from sealed_wonders.net.log.ballots import Ballot, Opened
from sealed_wonders.net.log.digests import changed_digest, entry_digest
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import Collection


@dataclass(frozen=True, slots=True)
class Passed:
    """A phase that was left."""

    collection: Collection
    opened: Opened
    counted: tuple[Entry, ...]
    """What counts of what was said, by ascending seat."""
    ballot: Ballot | None = None
    """By which it was left, if not all had spoken."""
    frauds: Mapping[Seat, Fraud] = field(default_factory=dict)
    """Those in it, by seat."""
    handovers: tuple[Handover, ...] = ()
    """Those that came into force, by ascending seat."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in a file of it."""
        handovers = (handover.entry for handover in self.handovers)
        return (*handovers, *standing(self.collection, self.ballot, self.counted))

    def digest(self) -> bytes:
        """Give the log's digest after it."""
        if self.ballot is None and not self.handovers:
            return self.collection.digest()
        return changed_digest(
            self.collection.prev,
            self.collection.lane,
            self.collection.phase.number,
            [entry_digest(entry.wire.env) for entry in self.counted],
            [handover.digest for handover in self.handovers],
            b"" if self.ballot is None else self.ballot.digest,
        )

    def overturned(self, ballot: Ballot | None) -> frozenset[bytes]:
        """
        Give the digests of what counts here, and what a ballot calls a fraud.

        Args:
            ballot: the one on this phase that leads.
        """
        if ballot is None or ballot is self.ballot:
            return frozenset()
        counted = {entry_digest(entry.wire.env) for entry in self.counted}
        return frozenset(counted & set(ballot.proposal.frauds))


def standing(
    collection: Collection, ballot: Ballot | None, counted: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """Give what stands in a file of a phase, but for handovers."""
    if ballot is None:
        return counted
    proposal = ballot.proposal
    said = map(collection.entry_of, proposal.out)
    frauds = (
        entry
        for entry, digest in zip(said, proposal.about, strict=True)
        if entry is not None and entry_digest(entry.wire.env) == digest
    )
    # The ballot goes ahead of what counts: who reads it may find all that the phase
    # expects there, and has to know that it wasn't left by that.
    return (*frauds, *ballot.entries, *counted)


def signers(
    collection: Collection, ballot: Ballot | None, counted: tuple[Entry, ...]
) -> set[Seat]:
    """Give the seats of which something stands in a phase."""
    return {it.envelope.seat for it in standing(collection, ballot, counted)}
