"""
Roll calls: proof of who plays a game over which host.

Theory of operation
-------------------

A game may go on at several hosts, and no host's word counts for where its players are: a host
is nobody's to trust, and costs nothing to start. So a program that has to decide between hosts
asks each of them, on a connection of its own, with a random nonce (`Inquire`). A host gathers
the nonces of some seconds and sends the list to the seats that play over it (`Roll`). Each of
them signs, once for each list, and only on the connection over which it plays:

- the game, and the *pin of the certificate of that very connection*. What the seats at an
  honest host have signed is worthless at a host that passes questions on to it, since that one
  has another pin. The identity in `welcome` isn't signed, since nobody proves it.
- the *list*, by its digest. An answer proves nothing to anybody whose nonce isn't in it, so an
  old one is no use.
- *how far the seat is*: its open phase, the log's digest before it, its own entry there and its
  mark of it (`sealed_wonders.net.marks`). A host that withholds entries is given away by what
  its own seats sign.
- *what it has heard* of the open phase and of ballots, by digests. A program that may have
  forgotten what it signed learns from these that its log lacks nothing of that
  (`sealed_wonders.client.table.recollecting`).

A seat counts if its answer is signed with the key that is in force for it. An asker who hasn't
heard of the handover, or the ballot, by which that key came is sent these as evidence: their
signatures are checked, not their proofs. Where the asker's log knows a later key, the earlier
one counts for nothing. A seat that answers at two hosts at the same time counts at neither.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import PROTO, Seat, frame
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    Handover,
    Takeover,
    read_takeover,
    takeover_statement,
    takeovers_of,
)
from sealed_wonders.net.identity import Identity, verify
from sealed_wonders.net.log.ballots import (
    Status,
    opener_of,
    read_proposal,
    seat_of,
)
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.lanes import BALLOTS, HANDOVERS
from sealed_wonders.net.messages import EVIDENCE_CAP, Attested

GATHERING = 5.0
"""Seconds for which a host gathers nonces before it calls the roll."""

ANSWERING = 3.0
"""Seconds for which a host then waits for its seats."""

PATIENCE = 10.0
"""Seconds after which an asker gives a host up: what comes later counts for nothing."""

EVIDENCE_BYTES = 1 << 16
"""Bytes of all evidence in one answer, which has to fit into a frame."""


class Statement(NamedTuple):
    """How far a seat is, as it signs."""

    phase: int
    """The phase that is open for it, r."""
    digest: bytes
    """The log's digest before that phase, D_r."""
    own: bytes | None
    """The digest of its own entry in that phase; None if it has made none."""
    mark: bytes | None = None
    """How the rules stand there by its log; None if it hasn't marked that."""
    heard: tuple[bytes, ...] = ()
    """The digests of others' entries in that phase, and of all in the newest ballots."""


class Answer(NamedTuple):
    """What a host has answered."""

    nonce: bytes
    """The one that it was asked with."""
    attested: Attested


def roll_digest(nonces: Iterable[bytes]) -> bytes:
    """Return what stands for a list of nonces."""
    return hashlib.sha256(frame(PROTO, b"roll", *nonces)).digest()


def signed_bytes(gid: bytes, pin: bytes, roll: bytes, said: Statement) -> bytes:
    """
    Return what a seat signs.

    Args:
        pin: that of the certificate of the connection over which it plays.
        roll: the digest of the list.
    """
    phase = said.phase.to_bytes(4, "big")
    own, mark = said.own or b"", said.mark or b""
    place = gid, pin, roll, phase, said.digest
    return frame(PROTO, b"presence", *place, own, mark, *said.heard)


def sign(
    identity: Identity, gid: bytes, pin: bytes, roll: bytes, said: Statement
) -> bytes:
    """Return a seat's signature of how far it is."""
    return identity.sign(signed_bytes(gid, pin, roll, said))


def question_bytes(gid: bytes, pin: bytes, nonce: bytes) -> bytes:
    """Return what a seat signs that asks, so that its nonce comes before those of others."""
    return frame(PROTO, b"roll-call", gid, pin, nonce)


class Keys:
    """
    The keys that sign for the seats of a game, as its log has it, and evidence of later ones.

    Evidence is believed as far as signatures go. At worst somebody counts for a seat that
    won't have it; that takes the key of whoever has it, or those of more than half of the table.
    """

    def __init__(self, fold: Fold) -> None:
        self._gid = fold.charter.gid
        self._active = fold.active
        handovers = fold.handovers
        self._keys = {seat: handovers.holder(seat).identity for seat in fold.active}
        self._handed = {seat: handovers.next_number(seat) for seat in fold.active}
        """How often those who had a seat have handed it over."""

    def of(self, seat: Seat) -> bytes | None:
        """Return the key in force for a seat; None if it doesn't play."""
        return self._keys.get(seat)

    def learn(self, evidence: Iterable[Wire]) -> None:
        """Take handovers, and ballots with their answers, that the log doesn't have yet."""
        entries = list[Entry]()
        for wire in evidence:
            with contextlib.suppress(RemoteProtocolError):
                entries.append(Entry.of(wire))
        for entry in entries:
            envelope = entry.envelope
            if envelope.gid != self._gid:
                continue
            # What is neither teaches nothing.
            with contextlib.suppress(RemoteProtocolError):
                if envelope.lane.startswith(HANDOVERS):
                    self._learn_handover(entry)
                elif envelope.lane.startswith(BALLOTS):
                    self._learn_ballot(entry, entries)

    def _learn_handover(self, entry: Entry) -> None:
        seat = seat_of(entry.envelope.lane, HANDOVERS)
        key, number = self.of(seat), entry.envelope.phase
        takeover = read_takeover(entry.envelope.body)
        is_theirs = key is not None and entry.is_signed_by(key)
        if is_theirs and self._take(seat, takeover, number):
            self._handed[seat] = number + 1

    def _learn_ballot(self, opened: Entry, entries: Sequence[Entry]) -> None:
        if opener_of(opened.envelope.lane) != opened.envelope.seat:
            return  # an answer to one
        given = takeovers_of(read_proposal(opened.envelope.body))
        if not given:
            return
        agreed = {
            entry.envelope.seat for entry in entries if self._is_yes(entry, opened)
        }
        if opened.envelope.seat in agreed and 2 * len(agreed) > len(self._active):
            for seat, takeover in given.items():
                if seat not in agreed and seat in self._keys:
                    self._take(seat, takeover, self._handed[seat])

    def _is_yes(self, entry: Entry, opened: Entry) -> bool:
        """Whether an entry opens a ballot or agrees to it, signed by who has its seat."""
        envelope, ballot = entry.envelope, opened.envelope
        if (envelope.lane, envelope.phase) != (ballot.lane, ballot.phase):
            return False
        agrees = entry is opened or envelope.body[1:] == (
            entry_digest(opened.wire.env),
            True,
        )
        key = self.of(envelope.seat)
        return agrees and key is not None and entry.is_signed_by(key)

    def _take(self, seat: Seat, takeover: Takeover, number: int) -> bool:
        """Let somebody have a seat from now on, if they have signed that they take it."""
        person, phase = takeover.person, takeover.phase
        statement = takeover_statement(self._gid, seat, number, phase, person)
        is_signed = verify(person.identity, statement, takeover.signature)
        if is_signed:
            self._keys[seat] = person.identity
        return is_signed


def proven(
    fold: Fold, answers: Mapping[bytes, Answer]
) -> Mapping[bytes, Mapping[Seat, Statement]]:
    """
    Return which seats are proven to play over which host, and how far each is.

    Args:
        fold: what the asker has of the game.
        answers: those of hosts that were asked at the same time, by the pin of the
            certificate of the connection on which each came.
    """
    gid, keys = fold.charter.gid, Keys(fold)
    good = {
        pin: answer
        for pin, answer in answers.items()
        if answer.attested.gid == gid and answer.nonce in answer.attested.nonces
    }
    # All evidence first: it may be one host that shows that another's key is an old one.
    for answer in good.values():
        keys.learn(answer.attested.evidence)
    found = {
        pin: dict(_signed(keys, gid, pin, answer.attested))
        for pin, answer in good.items()
    }
    return _found_once(found)


def _found_once(
    found: Mapping[bytes, Mapping[Seat, Statement]],
) -> Mapping[bytes, Mapping[Seat, Statement]]:
    """Leave out the seats that play over more than one host."""
    times = Counter(seat for seats in found.values() for seat in seats)
    return {
        pin: {seat: said for seat, said in seats.items() if times[seat] == 1}
        for pin, seats in found.items()
    }


def _signed(
    keys: Keys, gid: bytes, pin: bytes, attested: Attested
) -> Iterator[tuple[Seat, Statement]]:
    roll = roll_digest(attested.nonces)
    for row in attested.rows:
        said = Statement(row.phase, row.digest, row.own, row.mark, row.heard)
        key = keys.of(row.seat)
        if key is not None and verify(
            key, signed_bytes(gid, pin, roll, said), row.signature
        ):
            yield row.seat, said


def evidence_of(fold: Fold, seats: Iterable[Seat]) -> tuple[Wire, ...]:
    """
    Return by what some seats have changed hands, the oldest first, as far as there is room.

    Where there isn't, the newest are left out: they count for nobody without those before.
    """
    wires = dict[Wire, None]()
    for seat in seats:
        for handover in fold.handovers.chain(seat):
            wires.update(dict.fromkeys(_evidence_of(fold, handover)))
    fitting, size = list[Wire](), 0
    for wire in wires:
        size += len(wire.env) + len(wire.sig) + 8
        if size > EVIDENCE_BYTES or len(fitting) == EVIDENCE_CAP:
            break
        fitting.append(wire)
    return tuple(fitting)


def _evidence_of(fold: Fold, handover: Handover) -> Iterator[Wire]:
    if handover.is_voluntary:
        yield handover.entry.wire
        return
    for ballot in fold.ballots.on(handover.phase):
        given = takeovers_of(ballot.proposal).get(handover.seat)
        if given == handover.takeover and ballot.status is Status.CARRIED:
            yield from (entry.wire for entry in ballot.entries)
