"""
How a spectator agrees to take a seat in a game.

Either the seat's holder hands it over, with everything needed to continue
(`SeatTransfer`). Or all others give it away because its holder is silent, and tell the
secrets later (`SubstituteQuestion`). The agreement is signed, and written to the store
before anybody receives it, because the seat may become ours while this program is being
restarted. The seat itself changes hands in `sealed_wonders.client.table.seat`.

The signed statement is fixed in docs/PROTOCOL.md (Handing a seat over, Giving a seat to
a substitute). Held by tests/client/table/test_substitution.py and
tests/cheats/test_substitutes.py; tests/host/test_substitutes.py covers only the host.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.table.memory import Memory, MemoryStore
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.escrow import known_to
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    Handover,
    Takeover,
    takeover_statement,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import in_takeover, lend
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.plan import REVEALING
from sealed_wonders.net.whispers import SeatTransfer, SubstituteQuestion

TAKEN, RESCUED, PARTS = "take/", "rescue/", "parts/"
"""
Prefixes of the lanes of memories about seats that we have agreed to take.

TAKEN is for seats that their holder hands over, RESCUED for seats that the others give
away, and PARTS for parts of their secrets that others hold. They are in players' memory
files, which `signed`, `keep`, `gathering` and client/logs/replaying.py also read, so they
can't change.
"""

HELD = "held/"
"""
Prefix of the lanes for parts that we hold of others' secrets, by their KEY's phase.
"""

_SEATS = (TAKEN, RESCUED, PARTS)

OF_OTHERS = (*_SEATS, HELD)
"""Prefixes of all lanes whose memories were never sent to the table."""


def seat_of(memory: Memory) -> Seat | None:
    """Return the seat of a memory about a seat that we got, or may get, from others."""
    if not memory.lane.startswith(_SEATS):
        return None
    return int(memory.lane.partition("/")[2])


def has_taken(store: MemoryStore) -> bool:
    """Return whether the owner of a store has ever agreed to take a seat."""
    return any(seat_of(memory) is not None for memory in store.memories())


class Candidate:
    """A spectator who may get a seat in the game."""

    def __init__(
        self,
        identity: Identity,
        fold: Fold,
        store: MemoryStore,
        secrets_of: Callable[[Seat], Secrets],
    ) -> None:
        """
        Create a candidate that has agreed to nothing new.

        Args:
            secrets_of: returns the `Secrets` of a seat, still empty.
        """
        self._identity = identity
        self._fold = fold
        self._store = store
        self._secrets_of = secrets_of

    def fits(self, given: SeatTransfer | SubstituteQuestion) -> bool:
        """
        Return whether a seat can become ours: it exists, and nothing it needs is
        missing.
        """
        try:
            self._check(given)
        except (ValueError, LocalProtocolError, RemoteProtocolError):
            return False
        return True

    def consent(
        self, given: SeatTransfer | SubstituteQuestion, mine: Participant
    ) -> Takeover:
        """
        Sign and store our agreement to take a seat.

        Args:
            mine: who we are, with our own identity.

        Raises:
            ValueError: it can't become ours.
            RemoteProtocolError: the rules of handovers forbid it.
            OSError: the store can't be written; nothing was signed.
        """
        try:
            move = self._check(given)
        except (LocalProtocolError, RemoteProtocolError) as error:
            raise ValueError(sentence_of(error)) from None
        place = self._fold.charter.gid, given.seat, given.number, given.phase
        lender, loan = mine.lending_key, None
        if lender is not None:
            loan = lend(lender, self._identity.public, in_takeover(*place))
        person = TablePerson(
            mine.name, self._identity.public, mine.owner, loan and loan.lender
        )
        statement = takeover_statement(*place, person, loan)
        takeover = Takeover(given.phase, person, self._identity.sign(statement), loan)
        handovers = self._fold.handovers
        kept, nonce, lane = tuple[bytes, ...](), b"", RESCUED
        if isinstance(given, SeatTransfer):
            handovers.check(takeover, given.seat)
            kept, lane = given.kept, TAKEN
            nonce = b"" if move is None or given.intent is None else given.intent.nonce
        else:
            handovers.check_substitutes({given.seat: takeover})
        self._store.remember(
            Memory(
                given.phase,
                Wire(statement, takeover.signature),
                move,
                nonce,
                lane=f"{lane}{given.seat}",
                entrusted=kept,
            )
        )
        return takeover

    def agreed(self, handover: Handover) -> Memory | None:
        """Return our agreement to a handover; None if it is lost."""
        lane = TAKEN if handover.is_voluntary else RESCUED
        return self._store.recall(handover.phase, f"{lane}{handover.seat}")

    def _check(self, given: SeatTransfer | SubstituteQuestion) -> Move | None:
        """
        Check that a seat can become ours, and return the move it must reveal, if any.

        Raises:
            ValueError: it can't, or what comes with it is incomplete.
        """
        fold = self._fold
        if not self._is_there(given) or self._may_get_another(given.seat):
            raise ValueError(Sentence("there is no seat to take over"))
        if isinstance(given, SubstituteQuestion):
            return None
        known = self._secrets_of(given.seat)
        for kept in given.kept:
            known.recall(kept)
        known.check(known_to(fold, given.seat))
        intent, phase = given.intent, fold.phase
        must_show = phase.kind in REVEALING and given.seat in fold.missing
        if phase.number != given.phase or not must_show:
            return None
        if intent is None or not fold.opens(given.seat, intent.text, intent.nonce):
            raise ValueError(Sentence("the seat's commitment is missing"))
        return Move(intent.text, intent.slot)

    def _is_there(self, given: SeatTransfer | SubstituteQuestion) -> bool:
        """Return whether the seat can change hands at that place, and we have none."""
        fold = self._fold
        return (
            fold.handovers.seat_signed_by(self._identity.public) is None
            and given.gid == fold.charter.gid
            and given.seat in fold.active
            and not fold.over
            and given.phase <= fold.phase.number
            and fold.prev_of(given.phase) == given.prev
        )

    def _may_get_another(self, seat: Seat) -> bool:
        """
        Return whether another seat to which we have agreed may still become ours.

        Its holder may have signed that we take it, or all others may. If we took this
        seat first, the log would refuse the other handover, and nobody could play for
        that seat any more.
        """
        fold = self._fold
        for memory in self._store.memories():
            other = seat_of(memory)
            if other is None or other == seat or other not in fold.active:
                continue
            if memory.lane.startswith(RESCUED):
                # Only by a ballot on that phase.
                may_come = memory.phase >= fold.phase.number
            else:
                handed = (it.phase for it in fold.handovers.of(other))
                may_come = not (
                    any(phase >= memory.phase for phase in handed)
                    or any(fold.said_from(other, memory.phase))
                )
            if may_come:
                return True
        return False
