"""
How somebody who looks on at a game agrees to take a seat of it.

Either whoever has the seat hands it over, with all that it takes to go on (`Entrusted`); or
all others give it away, since it is silent, and tell the secrets later (`Asked`). What is
agreed to is signed, and written down before anybody hears of it: the seat may become ours
while this program is being started again.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.table.memory import Memory, Store
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.escrow import known_to
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    Asked,
    Entrusted,
    Handover,
    Takeover,
    takeover_statement,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Person
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.plan import REVEALING

TAKEN, RESCUED, PARTS = "take/", "rescue/", "parts/"
"""
How the lanes of memories begin that are of seats we have agreed to take, from whoever has
them or if all others agree; and of what others held of their secrets.
"""

HELD = "held/"
"""The same, of what we hold of the secrets of others, each by the phase of its KEY."""

_SEATS = (TAKEN, RESCUED, PARTS)

OF_OTHERS = (*_SEATS, HELD)
"""What stands in none of them has been said to the table."""


def seat_of(memory: Memory) -> Seat | None:
    """Give the seat that a memory is about, if we have, or may get, it from others."""
    if not memory.lane.startswith(_SEATS):
        return None
    return int(memory.lane.partition("/")[2])


def has_taken(store: Store) -> bool:
    """Tell whether a seat was agreed to be taken, by whoever has a store."""
    return any(seat_of(memory) is not None for memory in store.memories())


class Candidate:
    """Somebody who looks on at a game, and may get a seat there."""

    def __init__(
        self,
        identity: Identity,
        fold: Fold,
        store: Store,
        secrets_of: Callable[[Seat], Secrets],
    ) -> None:
        """
        Begin.

        Args:
            secrets_of: gives what a seat knows alone, without any secret yet.
        """
        self._identity = identity
        self._fold = fold
        self._store = store
        self._secrets_of = secrets_of

    def fits(self, given: Entrusted | Asked) -> bool:
        """Tell whether a seat can become ours: it is there, and we get all it takes."""
        try:
            self._check(given)
        except (ValueError, LocalProtocolError, RemoteProtocolError):
            return False
        return True

    def consent(
        self, given: Entrusted | Asked, name: str, owner: bytes | None
    ) -> Takeover:
        """
        Agree to take a seat, if it can become ours.

        Raises:
            ValueError: it can't.
            RemoteProtocolError: nobody may have it so.
            OSError: it can't be written down; nothing was said.
        """
        try:
            move = self._check(given)
        except (LocalProtocolError, RemoteProtocolError) as error:
            raise ValueError(sentence_of(error)) from None
        person = Person(name, self._identity.public, owner)
        place = given.seat, given.number, given.phase
        statement = takeover_statement(self._fold.charter.gid, *place, person)
        takeover = Takeover(given.phase, person, self._identity.sign(statement))
        handovers = self._fold.handovers
        kept, nonce, lane = tuple[bytes, ...](), b"", RESCUED
        if isinstance(given, Entrusted):
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
        """Give what we have agreed to, by which a seat is ours; None if it is forgotten."""
        lane = TAKEN if handover.is_voluntary else RESCUED
        return self._store.recall(handover.phase, f"{lane}{handover.seat}")

    def _check(self, given: Entrusted | Asked) -> Move | None:
        """
        See that a seat can become ours as it is; give the move it has to show, if we are told.

        Raises:
            ValueError: it can't, or what comes with it isn't all.
        """
        fold = self._fold
        if not self._is_there(given) or self._may_get_another(given.seat):
            raise ValueError(Sentence("there is no such seat to be taken"))
        if isinstance(given, Asked):
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
            raise ValueError(Sentence("what the seat has committed to is missing"))
        return Move(intent.text, intent.slot)

    def _is_there(self, given: Entrusted | Asked) -> bool:
        """Whether a seat of our game can change hands there, and we have none."""
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
        Tell whether a seat may still become ours, to which we have agreed, but this one.

        Whoever has it would have signed that we take it, or all others would. If we took
        this one first, the log would refuse that, and nobody could play for it any more.
        """
        fold = self._fold
        for memory in self._store.memories():
            other = seat_of(memory)
            if other is None or other == seat or other not in fold.active:
                continue
            if memory.lane.startswith(RESCUED):
                # By a ballot on that phase, and no other.
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
