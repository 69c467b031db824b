"""
Closed phases: what closed them, which entries count, and what a log file contains.

They are kept to tell an entry that arrives again, which is harmless, from a second
version of it, which convicts its signer however late it arrives.
docs/PROTOCOL.md (When a phase closes, In the file) fixes these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.handovers import Handover
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.digests import changed_digest, entry_digest
from sealed_wonders.net.log.electorate import BallotPhase
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import Collection


@dataclass(frozen=True, slots=True)
class ClosedPhase:
    collection: Collection
    opened: BallotPhase
    counted: tuple[Entry, ...]
    """Entries that count, ascending by seat."""
    ballot: Ballot | None = None
    """The ballot that closed the phase, if not all seats had spoken."""
    frauds: Mapping[Seat, Fraud] = field(default_factory=dict)
    """Frauds in the phase, by seat."""
    handovers: tuple[Handover, ...] = ()
    """Handovers that came into force in the phase, ascending by seat."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Entries of the phase in a log file."""
        handovers = (handover.entry for handover in self.handovers)
        return (*handovers, *logged_entries(self.collection, self.ballot, self.counted))

    def digest(self) -> bytes:
        """Return the digest of the log after the phase."""
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
        Return the digests of entries that count here and that a ballot calls frauds.

        Args:
            ballot: the leading ballot on this phase.
        """
        if ballot is None or ballot is self.ballot:
            return frozenset()
        counted = {entry_digest(entry.wire.env) for entry in self.counted}
        return frozenset(counted & set(ballot.proposal.frauds))


def logged_entries(
    collection: Collection, ballot: Ballot | None, counted: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """Return the entries of a phase in a log file, except for handovers."""
    if ballot is None:
        return counted
    proposal = ballot.proposal
    said = map(collection.entry_of, proposal.out)
    frauds = (
        entry
        for entry, digest in zip(said, proposal.about, strict=True)
        if entry is not None and entry_digest(entry.wire.env) == digest
    )
    # The ballot precedes the entries that count. These may include all that the phase
    # expects, and a reader has to know that they didn't close the phase.
    return (*frauds, *ballot.entries, *counted)


def signers(
    collection: Collection, ballot: Ballot | None, counted: tuple[Entry, ...]
) -> set[Seat]:
    """Return the seats that have an entry of the phase in a log file."""
    return {it.envelope.seat for it in logged_entries(collection, ballot, counted)}
