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


class Settling:
    """
    Reads a host's log beside our own, until it is known who signed two versions.

    Attributes:
        fold: what follows from our own log.
        said: what is to be posted to each host.
    """

    def __init__(
        self,
        fold: Fold,
        said: Sequence[Wire],
        settled: Callable[[Seat, Equivocation], None],
    ) -> None:
        """
        Begin; the log comes from the first entry on.

        Args:
            said: what a host that has the other game may not know.
            settled: told once of the seat, and of what proves it.
        """
        self.fold = fold
        self.said = said
        self._settled = settled
        self._is_settled = False
        self._theirs: Fold | None = None
        self._position = 0

    def again(self) -> None:
        """Begin once more, on another connection."""
        self._theirs, self._position = None, 0

    def take(self, entry: int, wires: Sequence[Wire]) -> None:
        """Take entries of a host's log; whatever it sends, nothing is raised."""
        if self._is_settled or entry > self._position:
            return
        if self._theirs is None:
            # Proofs needn't be checked: only who signed what is of interest.
            self._theirs = begin_relayed(self.fold.charter, self.fold.ruleset)
        for wire in wires[self._position - entry :]:
            self._position += 1
            # The lobby is ours, or there would be no place in this game for what follows.
            if self._position > len(self.fold.charter.entries):
                with contextlib.suppress(ProtocolError):
                    self._theirs.accept(parse_offered(wire))
        for seat, proof in compare(self.fold, self._theirs).evidence.items():
            self.convict(seat, proof)

    def convict(self, seat: Seat, proof: Equivocation) -> None:
        """Take a proof that somebody signed two versions."""
        if not self._is_settled:
            self._is_settled = True
            self._settled(seat, proof)
