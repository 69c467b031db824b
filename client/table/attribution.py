"""
Finding out whose fraud it is if there are two versions of a game.

docs/PROTOCOL.md (Two histories) prescribes these steps.

A seat has signed an entry on another history than ours. So two people at one table were
shown different logs, and somebody has signed both. Our program signs nothing more. It
reads the log of its host once more from the first entry, and compares it with its own.
It has also posted what it knows, so that an honest host finds the same and tells
everybody. A host that showed us the wrong log has only that one; another host, where
the others continue, has theirs.

Entries that we have already received are compared first, because the host may never
respond.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.net.comparison import compare
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import phase_about
from sealed_wonders.net.log.phases import parse_offered
from sealed_wonders.net.suites import begin_relayed


def convicted_by(fold: Fold, proof: Equivocation) -> Seat | None:
    """Return the seat that a proof convicts; None if it is about another game."""
    found = fold.handovers.person_of(proof.identity)
    is_of_it = proof.place[0] == fold.charter.gid
    return found[0] if found is not None and is_of_it else None


def _phase_of(proof: Equivocation) -> int:
    phases = (phase_about(it.envelope) for it in (proof.first, proof.second))
    return max(phase or 0 for phase in phases)


class Settling:
    """Compares a host's log with our own, until it is known who signed two versions."""

    def __init__(
        self,
        fold: Fold,
        said: Sequence[Wire],
        post: Callable[[Sequence[Wire]], None],
        read: Callable[[], None],
        settled: Callable[[Seat, Equivocation], None],
    ) -> None:
        """
        Create a comparison that hasn't begun.

        Args:
            fold: the fold of our own log.
            said: entries that a host with the other game may lack.
            post: posts entries to the host.
            read: requests the host's log from its first entry.
            settled: called once, with the seat and the proof.
        """
        self._fold = fold
        self._said = said
        self._post = post
        self._read = read
        self._settled = settled
        self._is_settled = False
        self._theirs: Fold | None = None
        self._position = 0

    def begin(self, heard: Iterable[Wire] = ()) -> None:
        """
        Begin, or begin again on a new connection.

        Args:
            heard: what we have already read of the host's log.
        """
        self._theirs, self._position = None, 0
        self._post(self._said)
        self.take(0, tuple(heard))
        # A host sends each proof once, perhaps before we know that there are two games.
        # An old double signature isn't what split them, so the latest is tried first.
        for proof in sorted(self._fold.evidence.values(), key=_phase_of, reverse=True):
            self.convicted(proof)
        if not self._is_settled:
            # The host may have other entries in some places by now.
            self._theirs, self._position = None, 0
            self._read()

    def take(self, entry: int, wires: Sequence[Wire]) -> None:
        """Take part of a host's log; never raises, whatever it contains."""
        if self._is_settled or entry > self._position:
            return
        if self._theirs is None:
            # Relayed: proofs needn't be checked, because only the signatures matter.
            self._theirs = begin_relayed(self._fold.charter, self._fold.ruleset)
        for wire in wires[self._position - entry :]:
            self._position += 1
            # Its lobby is the same as ours, or the entries after it would have no place
            # here.
            if self._position > len(self._fold.charter.entries):
                with contextlib.suppress(ProtocolError):
                    self._theirs.accept(parse_offered(wire))
        for proof in compare(self._fold, self._theirs).evidence.values():
            self.convicted(proof)

    def convicted(self, proof: Equivocation) -> None:
        """Take a proof that somebody signed two versions, and send it to the host."""
        seat = convicted_by(self._fold, proof)
        if seat is not None and not self._is_settled:
            self._is_settled = True
            self._post((proof.first.wire, proof.second.wire))
            self._settled(seat, proof)
