"""
Finding out whose doing it is that there are two games.

A seat signed on top of another history than ours, so two people at one table were shown
different things, and somebody has signed both. Our program signs nothing more. It reads the
log of the host it is at once more, from its first entry, and lays it beside its own; and it
has posted what it knows, so that an honest host finds the same, and tells all. A host that
showed us the wrong one has only that; another, where others go on with the game, has theirs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.net.comparison import compare
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import parse_offered
from sealed_wonders.net.suites import begin_relayed


def convicted_by(fold: Fold, proof: Equivocation) -> Seat | None:
    """Return the seat of a game that a proof convicts; None if it is of another game."""
    found = fold.handovers.person_of(proof.identity)
    is_of_it = proof.place[0] == fold.charter.gid
    return found[0] if found is not None and is_of_it else None


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

    def begin(self) -> None:
        """Begin, on each connection."""
        self._theirs, self._position = None, 0
        self._post(self._said)
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
