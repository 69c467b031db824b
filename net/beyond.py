"""
Entries from beyond a phase with a fraud.

docs/PROTOCOL.md (How a client votes) fixes how many a program relays.

A host that trusts proofs may have gone on in spite of a fraud, and accepted more from
those who cheat together. A fold that checks proofs stays in the phase with the fraud,
so later phases don't exist for it. Entries about them count towards the numbers of
entries, and have no other effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.handovers import takeovers_in
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import MAIN, side_lane
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    SlotTaken,
    WireRefused,
)
from sealed_wonders.net.log.sidelane import place_of

MAX_ENTRIES_BEYOND = 1024
"""
Maximum entries relayed from beyond one phase.

That is more than cheaters can make a host accept before it learns of the fraud. They
can close few phases with fewer than half of the seats, but each of them can open
several ballots on each phase.
"""


class EntriesBeyond:
    """Relayed entries from beyond one phase."""

    def __init__(self, gid: bytes, phase: Phase, keys: Mapping[Seat, bytes]) -> None:
        """
        Create an empty collection.

        Args:
            phase: the phase with the fraud, with the seats of all players.
            keys: the key that signs for each seat about it.
        """
        self._gid = gid
        self._phase = phase
        self._keys = keys
        self._count = 0
        self._takers: set[bytes] = set()
        """Identities that got seats in later phases, or may have."""

    def offer(self, entry: Entry) -> SlotTaken:
        """
        Relay an entry about a later phase.

        Raises:
            WireRefused: nobody who could be there has signed it, or there are too many
                entries.
        """
        envelope = entry.envelope
        lane, rules = envelope.lane, side_lane(envelope.lane)
        if rules is not None:
            place_of(envelope, rules)
        elif lane != MAIN:
            raise WireRefused(Reason.WRONG_LANE, lane)
        if not any(map(entry.is_signed_by, self._takers)):
            alone = replace(self._phase, number=envelope.phase)
            Collection(
                self._gid, lane, alone, envelope.prev, self._keys
            ).check_addressed(entry)
        if self._count >= MAX_ENTRIES_BEYOND:
            raise WireRefused(
                Reason.WRONG_PHASE, Sentence("too many entries after a fraud")
            )
        self._takers.update(it.person.identity for it in takeovers_in(entry))
        self._count += 1
        return SlotTaken(envelope, closed=False, counts=False)
