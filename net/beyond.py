"""
What comes from beyond a phase with a fraud.

A host that believes proofs may have gone on with one, and has taken more from those who
cheat together. We stand before it: phases that come later don't exist for us. What is said
about them counts in the numbers of entries, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.handovers import takeovers_in
from sealed_wonders.net.log.ballots import opener_of, seat_of
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import HALTS, HANDOVERS, MAIN
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Refused,
    Taken,
)

AHEAD = 1024
"""
Entries that are passed on from beyond one phase.

More than those who cheat can bring a host to take before it knows: few phases are left by
the word of fewer than half, but of ballots each of them can open several on each.
"""


class Beyond:
    """What was passed on from beyond one phase."""

    def __init__(self, gid: bytes, phase: Phase, keys: Mapping[Seat, bytes]) -> None:
        """
        Begin with nothing.

        Args:
            phase: the one with the fraud, as for all who play.
            keys: who signs for each seat about it.
        """
        self._gid = gid
        self._phase = phase
        self._keys = keys
        self._count = 0
        self._takers: set[bytes] = set()
        """The identities that have, or may have, got seats there."""

    def offer(self, entry: Entry) -> Taken:
        """
        Pass an entry on that is about a later phase.

        Raises:
            Refused: it is signed by nobody who could be there, or is one too many.
        """
        envelope = entry.envelope
        lane = envelope.lane
        if lane.startswith(HANDOVERS):
            seat_of(lane, HANDOVERS)
        elif lane not in (MAIN, HALTS):
            opener_of(lane)
        if not any(map(entry.is_signed_by, self._takers)):
            alone = replace(self._phase, number=envelope.phase)
            Collection(
                self._gid, lane, alone, envelope.prev, self._keys
            ).check_addressed(entry)
        if self._count >= AHEAD:
            raise Refused(Reason.WRONG_PHASE, Sentence("too far beyond a fraud"))
        self._takers.update(it.person.identity for it in takeovers_in(entry))
        self._count += 1
        return Taken(envelope, closed=False, counts=False)
