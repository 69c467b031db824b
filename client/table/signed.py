"""
What we have signed in one game: it is written down, and only then sent.

Who signs two envelopes for one place is convicted by them, even if it only forgot the first.
So it goes in this order: sign, write down (with an fsync), send. A crash before the record is
on disk is harmless, since nothing has left this process; after it the record is found and
sent again, the same bytes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sealed_wonders.client.table.memory import Memory, Store
from sealed_wonders.client.table.taking import OF_OTHERS
from sealed_wonders.core.game import Move
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.ballots import Ballot, opener_of
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
from sealed_wonders.net.voting import Yes, held_by, may_say_yes, may_sign_beyond

NOTHING = -1
"""No phase."""

_AGAIN = (BALLOTS, HANDOVERS)
"""How the lanes begin of what is sent again in later phases, too."""


class Signed:
    """
    What one identity has signed in a game, and what of that is still to be sent.

    Where the store was made anew of words, or the log has something that this machine doesn't
    know (`Store.is_shared`), another machine has signed for the seat. What the log has of that
    is learnt from it. What that machine has said last may never have got there, or be hidden by
    the host: until its person has compared how the table stands nothing is signed, and about
    the phase that was open then no more than the phase itself wants. A bot whose memory is
    missing, or older than the log, is in the same position: it compares by a roll call
    (`sealed_wonders.client.table.recollecting`).

    Attributes:
        furthest: the highest phase that we have signed anything in or about.
        has_handed_over: we have signed that another takes the seat.
    """

    def __init__(
        self, identity: Identity, store: Store, *, may_share: bool = False
    ) -> None:
        """
        Begin with what an earlier process has written down.

        Args:
            may_share: somebody is there who can compare, should another machine have the seat.
        """
        self.furthest = NOTHING
        self.has_handed_over = False
        self._identity = identity
        self._store = store
        self._may_share = may_share
        self._yeses: list[Yes] = []
        self._outbox: dict[tuple[str, int], Wire] = {}
        """What we said and haven't seen in the log, by lane and phase."""
        self._unsent: set[tuple[str, int]] = set()
        """What of that wasn't taken yet, to be sent."""
        for memory in store.memories():
            self._note(memory)

    # What was signed.

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        """Give what we have said in a phase."""
        return self._store.recall(phase, lane)

    def next_number(self, lane: str, number: int) -> int:
        """Give the next number in a lane of ours, from one on, that we haven't used."""
        while self.recall(number, lane) is not None:
            number += 1
        return number

    @property
    def is_unsure(self) -> bool:
        """Another machine may have signed something that the log hasn't."""
        return self._store.is_shared and self._store.compared is None

    @property
    def is_taken_back(self) -> bool:
        """Another machine has signed for the seat after this one."""
        return self._store.is_taken_back

    @property
    def mark(self) -> bytes:
        """By what others know this machine, if another one has signed for the seat."""
        return self._store.mark

    @property
    def can_share(self) -> bool:
        """
        Somebody is there who can compare, should another machine speak for the seat.

        Whoever has no seed can't have left words to one.
        """
        return self._may_share and bool(self._store.seed)

    def share(self) -> None:
        """
        Know that another machine may have spoken for the seat after this one.

        Raises:
            OSError: it can't be written down.
        """
        if self.can_share and not self.is_unsure:
            self._store.share()

    def compare(self, phase: int) -> None:
        """
        Know that the log has all that another machine has signed, up to the open phase.

        Raises:
            OSError: it can't be written down.
        """
        self._store.compare(phase)

    def knows(self, phase: int) -> bool:
        """Tell whether we know all that was signed about a phase."""
        compared = self._store.compared
        return not self.is_unsure and (compared is None or phase > compared)

    def may_say_yes(self, phase: int) -> bool:
        """Tell whether a yes to a ballot on a phase is ours to say."""
        return self.knows(phase) and may_say_yes(phase, self.furthest)

    def may_go_on(self, fold: Fold, phase: int | None = None) -> bool:
        """
        Tell whether no yes of ours forbids to sign anything about a phase.

        Args:
            phase: None is the open one.
        """
        return may_sign_beyond(self._yeses, fold, phase)

    def held_by(self, fold: Fold) -> tuple[Ballot, ...]:
        """Give the open ballots on a phase that was left by which a yes of ours does forbid it."""
        return held_by(self._yeses, fold)

    def sign(
        self,
        envelope: Envelope,
        move: Move | None = None,
        nonce: bytes = b"",
        kept: bytes = b"",
    ) -> None:
        """
        Sign something, write it down, and let it be sent.

        Args:
            kept: what our `Secrets` wants to know again.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        wire = sign(self._identity, envelope).wire
        memory = Memory(envelope.phase, wire, move, nonce, kept, envelope.lane)
        self._store.remember(memory)
        self._note(memory)
        self.send_again(memory)

    def _note(self, memory: Memory) -> None:
        """Know what we have signed: what may be signed later depends on it."""
        phase: int | None = memory.phase
        if memory.lane.startswith((*OF_OTHERS, ATTENDANCE)):
            # A seat becomes ours by the log only, and nothing before that phase; and whether
            # anybody is there binds nobody.
            return
        is_of_phase = memory.lane in (MAIN, HALTS)
        body = () if is_of_phase else parse(memory.wire.env).body
        if not is_of_phase:
            phase = phase_of(body)
        if memory.lane.startswith(HANDOVERS):
            self.has_handed_over = True
        if memory.lane.startswith(BALLOTS):
            opener, digest = opener_of(memory.lane), _agreed_to(memory.wire, body)
            if phase is not None and digest:
                self._yeses.append(Yes(phase, opener, memory.phase, digest))
        self.furthest = max(self.furthest, NOTHING if phase is None else phase)

    # What is to be sent.

    def is_sent(self, phase: int) -> bool:
        """Tell whether what we have said in a phase is on its way."""
        return (MAIN, phase) in self._outbox

    def send_again(self, memory: Memory) -> None:
        """Send something that we have signed."""
        place = memory.lane, memory.phase
        self._outbox[place] = memory.wire
        self._unsent.add(place)

    def votes(self) -> Iterator[Memory]:
        """Give what was said to ballots, and handovers: what may come late."""
        return (it for it in self._store.memories() if it.lane.startswith(_AGAIN))

    def take(self) -> tuple[Wire, ...]:
        """Take what is to be sent now."""
        wires = tuple(w for place, w in self._outbox.items() if place in self._unsent)
        self._unsent.clear()
        return wires

    def unheard(self) -> tuple[Wire, ...]:
        """Give what we said and haven't seen in the log: to be sent again."""
        self._unsent.clear()
        return tuple(self._outbox.values())

    def noes(self) -> tuple[Wire, ...]:
        """Give the noes to ballots that we said and haven't seen in the log."""
        return tuple(it for it in self._outbox.values() if _is_no(parse(it.env)))

    @property
    def unconfirmed(self) -> int | None:
        """The first phase in which we have spoken, and it isn't in the log; None if none."""
        phases = (phase for lane, phase in self._outbox if lane == MAIN)
        return next(phases, None)

    def heard(self, entry: Entry) -> bool:
        """
        Take note of an entry of ours in the log; tells whether we remember it.

        Raises:
            OSError: what another machine has said for us can't be written down.
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
        Don't send again what was said in phases that are over.

        Args:
            phase: the open one, in which nothing is asked of us by now.
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
        Send nothing more: somebody else has the seat.

        Args:
            for_good: nothing is kept, either.
        """
        self._outbox.clear()
        if for_good:
            # Where it can't be removed, it is tried again with the end of the game.
            with contextlib.suppress(OSError):
                self._store.clear()


def _is_about(wire: Wire, phase: int) -> bool:
    return phase_of(parse(wire.env).body) == phase


def _agreed_to(wire: Wire, body: Body) -> bytes:
    """
    Return the digest of the ballot to which an envelope says yes; empty if it says no.

    Whoever opens a ballot says yes by it; the others name it, and answer last.
    """
    match body:
        case (_, bytes(digest), True):
            return digest
        case (_, bytes(), False):
            return b""
    return entry_digest(wire.env)


def _is_no(envelope: Envelope) -> bool:
    return envelope.kind == "DROP_VOTE" and envelope.body[2:] == (False,)
