"""
Everything that this seat has signed in one game: written to its store, and only then
sent.

Two different envelopes signed for one place convict their signer of fraud, even if it
has only forgotten the first one. So the order is: sign, write (with fsync), send. A
crash before the record is on disk is harmless, because nothing has left this process.
After a later crash, the record is found and the same bytes are sent again.

`sealed_wonders.client.table.memory` defines the store and its file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sealed_wonders.client.table.memory import Memory, MemoryStore
from sealed_wonders.client.table.taking import OF_OTHERS
from sealed_wonders.core.game import Move
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Body, Entry, Envelope, Wire, parse, sign
from sealed_wonders.net.log.lanes import (
    ATTENDANCE,
    BALLOTS,
    HALTS,
    HANDOVERS,
    MAIN,
    phase_of,
)
from sealed_wonders.net.log.sidelane import owner_of
from sealed_wonders.net.voting import SignedYes, held_by, may_say_yes, may_sign_beyond

NOTHING = -1
"""Stands for no phase."""

_AGAIN = (BALLOTS, HANDOVERS)
"""Prefixes of the lanes whose entries are sent again in later phases, too."""


class Signed:
    """
    Everything that one identity has signed in a game, and the outbox.

    If the store was rebuilt from the twelve words, or the log has an entry that this
    machine doesn't know (`Store.is_shared`), another machine has signed for the seat.
    Its entries are learnt from the log. Its last ones may never have got there, or the
    host may hide them. So nothing is signed until the player has compared the state of
    the table; and about the phase that was open then, nothing but what the phase itself
    requires. A bot whose memory is missing, or older than the log, is in the same
    position: it compares by a roll call (`sealed_wonders.client.table.recollecting`).

    Attributes:
        furthest: the highest phase in which, or about which, we have signed anything.
        has_handed_over: whether we have signed the handover of the seat.
    """

    def __init__(
        self, identity: Identity, store: MemoryStore, *, may_share: bool = False
    ) -> None:
        """
        Load what an earlier process has written.

        Args:
            may_share: whether a person is there who can compare, should another machine
                have the seat.
        """
        self.furthest = NOTHING
        self.has_handed_over = False
        self._identity = identity
        self._store = store
        self._may_share = may_share
        self._yeses: list[SignedYes] = []
        self._outbox: dict[tuple[str, int], Wire] = {}
        """
        Entries that we have signed and not yet seen in the log, by lane and phase.
        """
        self._unsent: set[tuple[str, int]] = set()
        """Those of them that `take` hasn't returned yet."""
        for memory in store.memories():
            self._note(memory)

    # Signed entries, and what they allow.

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        """Return what we have signed in a phase."""
        return self._store.recall(phase, lane)

    def next_number(self, lane: str, number: int) -> int:
        """
        Return the first number in a lane of ours, from `number` on, that is unused.
        """
        while self.recall(number, lane) is not None:
            number += 1
        return number

    @property
    def is_unsure(self) -> bool:
        """Whether another machine may have signed something that isn't in the log."""
        return self._store.is_shared and self._store.compared is None

    @property
    def is_taken_back(self) -> bool:
        """Whether another machine has signed for the seat after this one."""
        return self._store.is_taken_back

    @property
    def mark(self) -> bytes:
        """Mark of this machine for others, if another one has signed for the seat."""
        return self._store.mark

    @property
    def can_share(self) -> bool:
        """
        Whether a person is there who can compare, should another machine have the seat.

        Without a seed, no words can have been written down for another machine.
        """
        return self._may_share and bool(self._store.seed)

    def share(self) -> None:
        """
        Record that another machine may have signed for the seat after this one.

        Raises:
            OSError: the store can't be written.
        """
        if self.can_share and not self.is_unsure:
            self._store.share()

    def compare(self, phase: int) -> None:
        """
        Record that the log has all that another machine signed, up to this open phase.

        Raises:
            OSError: the store can't be written.
        """
        self._store.compare(phase)

    def knows(self, phase: int) -> bool:
        """Return whether we know everything that was signed about a phase."""
        compared = self._store.compared
        return not self.is_unsure and (compared is None or phase > compared)

    def may_say_yes(self, phase: int) -> bool:
        """Return whether we may vote yes in a ballot on a phase."""
        return self.knows(phase) and may_say_yes(phase, self.furthest)

    def may_go_on(self, fold: Fold, phase: int | None = None) -> bool:
        """
        Return whether no yes of ours forbids us to sign anything about a phase.

        Args:
            phase: None means the open one.
        """
        return may_sign_beyond(self._yeses, fold, phase)

    def held_by(self, fold: Fold) -> tuple[Ballot, ...]:
        """
        Return the open ballots on a phase that was left in which our yes forbids it.
        """
        return held_by(self._yeses, fold)

    def sign(
        self,
        envelope: Envelope,
        move: Move | None = None,
        nonce: bytes = b"",
        kept: bytes = b"",
    ) -> None:
        """
        Sign an envelope, write it to the store, and put it in the outbox.

        Args:
            move: the choice, in a phase with one.
            nonce: opens the commitment to it.
            kept: what our `Secrets` must remember.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        wire = sign(self._identity, envelope).wire
        memory = Memory(envelope.phase, wire, move, nonce, kept, envelope.lane)
        self._store.remember(memory)
        self._note(memory)
        self.send_again(memory)

    def _note(self, memory: Memory) -> None:
        """Update what we may sign from now on."""
        phase: int | None = memory.phase
        if memory.lane.startswith((*OF_OTHERS, ATTENDANCE)):
            # A seat becomes ours only through the log, from that phase on; and a word
            # about presence binds nobody.
            return
        is_of_phase = memory.lane in (MAIN, HALTS)
        body = () if is_of_phase else parse(memory.wire.env).body
        if not is_of_phase:
            phase = phase_of(body)
        if memory.lane.startswith(HANDOVERS):
            self.has_handed_over = True
        if memory.lane.startswith(BALLOTS):
            opener, digest = (
                owner_of(memory.lane, BALLOTS),
                _agreed_to(memory.wire, body),
            )
            if phase is not None and digest:
                self._yeses.append(SignedYes(phase, opener, memory.phase, digest))
        self.furthest = max(self.furthest, NOTHING if phase is None else phase)

    # The outbox.

    def is_sent(self, phase: int) -> bool:
        """Return whether our entry of a phase is in the outbox."""
        return (MAIN, phase) in self._outbox

    def send_again(self, memory: Memory) -> None:
        place = memory.lane, memory.phase
        self._outbox[place] = memory.wire
        self._unsent.add(place)

    def votes(self) -> Iterator[Memory]:
        """Return our votes and handovers: entries that may still count later."""
        return (it for it in self._store.memories() if it.lane.startswith(_AGAIN))

    def take(self) -> tuple[Wire, ...]:
        """Return and remove the entries to send now."""
        wires = tuple(w for place, w in self._outbox.items() if place in self._unsent)
        self._unsent.clear()
        return wires

    def unheard(self) -> tuple[Wire, ...]:
        """Return everything not yet in the log, to send it again."""
        self._unsent.clear()
        return tuple(self._outbox.values())

    @property
    def unheard_wires(self) -> tuple[Wire, ...]:
        """The same, without taking it to be sent."""
        return tuple(self._outbox.values())

    def noes(self) -> tuple[Wire, ...]:
        """Return our votes of no that aren't in the log yet."""
        return tuple(it for it in self._outbox.values() if _is_no(parse(it.env)))

    @property
    def unconfirmed(self) -> int | None:
        """First phase with an entry of ours that isn't in the log yet, or None."""
        phases = (phase for lane, phase in self._outbox if lane == MAIN)
        return next(phases, None)

    def unheard_votes(self, phase: int) -> tuple[Wire, ...]:
        """Return our votes in ballots on a phase that aren't in the log yet."""
        return tuple(
            wire
            for (lane, _), wire in self._outbox.items()
            if lane.startswith(BALLOTS) and _is_about(wire, phase)
        )

    def heard(self, entry: Entry) -> bool:
        """
        Record an entry of ours from the log, and return whether we know it.

        An entry that another machine signed is learnt, where that is possible.

        Raises:
            OSError: such an entry can't be written.
        """
        envelope = entry.envelope
        memory = self.recall(envelope.phase, envelope.lane)
        self._outbox.pop((envelope.lane, envelope.phase), None)
        if memory is not None:
            return memory.wire.env == entry.wire.env
        about = envelope.phase
        if envelope.lane not in (MAIN, HALTS):
            about = phase_of(envelope.body) or 0
        if self.knows(about):
            if not self.can_share:
                return False
            self.share()
        learnt = Memory(envelope.phase, entry.wire, lane=envelope.lane)
        self._store.remember(learnt)
        self._note(learnt)
        return True

    def drop(self, phase: int) -> None:
        """
        Drop entries of finished phases from the outbox.

        Args:
            phase: the open phase, which requires nothing of us now.
        """
        self._outbox = {
            place: wire
            for place, wire in self._outbox.items()
            if place[0].startswith(_AGAIN)
            or place == (HALTS, phase)
            or (place[0].startswith(ATTENDANCE) and _is_about(wire, phase))
        }

    def clear(self, *, for_good: bool) -> None:
        """
        Empty the outbox, because somebody else has the seat.

        Args:
            for_good: whether to clear the store as well.
        """
        self._outbox.clear()
        if for_good:
            # If it can't be cleared, `discard` tries again at the end of the game.
            with contextlib.suppress(OSError):
                self._store.clear()


def _is_about(wire: Wire, phase: int) -> bool:
    return phase_of(parse(wire.env).body) == phase


def _agreed_to(wire: Wire, body: Body) -> bytes:
    """
    Return the digest of the ballot that an envelope agrees to; empty for a no.

    Opening a ballot counts as a yes. All other votes name its digest, and end with the
    answer.
    """
    match body:
        case (_, bytes(digest), True):
            return digest
        case (_, bytes(), False):
            return b""
    return entry_digest(wire.env)


def _is_no(envelope: Envelope) -> bool:
    return envelope.kind == "DROP_VOTE" and envelope.body[2:] == (False,)
