"""
Finding out whose doing it is that there are two games.

A seat signed on top of another history than ours, so two people at one table were shown
different things, and somebody has signed both. Our program signs nothing more. It reads the
log of the host it is at once more, from its first entry, and lays it beside its own; and it
has posted what it knows, so that an honest host finds the same, and tells all. A host that
showed us the wrong one has only that; another, where others go on with the game, has theirs.

What we have heard by then is looked at first, since the host may never answer again.
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
    """Return the seat of a game that a proof convicts; None if it is of another game."""
    found = fold.handovers.person_of(proof.identity)
    is_of_it = proof.place[0] == fold.charter.gid
    return found[0] if found is not None and is_of_it else None


def _phase_of(proof: Equivocation) -> int:
    phases = (phase_about(it.envelope) for it in (proof.first, proof.second))
    return max(phase or 0 for phase in phases)


class Settling:
    """Reads a host's log beside our own, until it is known who signed two versions."""

    def __init__(
        self,
        fold: Fold,
        said: Sequence[Wire],
        post: Callable[[Sequence[Wire]], None],
        read: Callable[[], None],
        settled: Callable[[Seat, Equivocation], None],
    ) -> None:
        """
        Make ready.

        Args:
            fold: what follows from our own log.
            said: what a host that has the other game may not know.
            post: posts wires to the host.
            read: asks for the host's log, from its first entry on.
            settled: told once of the seat, and of what proves it.
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
        Begin, on each connection.

        Args:
            heard: what we have read of the host's log.
        """
        self._theirs, self._position = None, 0
        self._post(self._said)
        self.take(0, tuple(heard))
        # A host tells of each proof once, perhaps before we know that there are two games.
        # What was signed twice long before didn't part them, so the latest is tried first.
        for proof in sorted(self._fold.evidence.values(), key=_phase_of, reverse=True):
            self.convicted(proof)
        if not self._is_settled:
            # By now it may have other entries in the places of some.
            self._theirs, self._position = None, 0
            self._read()

    def take(self, entry: int, wires: Sequence[Wire]) -> None:
        """Take entries of a host's log; whatever it sends, nothing is raised."""
        if self._is_settled or entry > self._position:
            return
        if self._theirs is None:
            # Proofs needn't be checked: only who signed what is of interest.
            self._theirs = begin_relayed(self._fold.charter, self._fold.ruleset)
        for wire in wires[self._position - entry :]:
            self._position += 1
            # The lobby is ours, or there would be no place in this game for what follows.
            if self._position > len(self._fold.charter.entries):
                with contextlib.suppress(ProtocolError):
                    self._theirs.accept(parse_offered(wire))
        for proof in compare(self._fold, self._theirs).evidence.values():
            self.convicted(proof)

    def convicted(self, proof: Equivocation) -> None:
        """Take a proof that somebody signed two versions, and tell the host of it."""
        seat = convicted_by(self._fold, proof)
        if seat is not None and not self._is_settled:
            self._is_settled = True
            self._post((proof.first.wire, proof.second.wire))
            self._settled(seat, proof)
