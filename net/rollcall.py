"""
Roll calls: proof that certain seats of a game are played over a host.

docs/PROTOCOL.md (Roll calls) fixes the signed bytes.

Theory of operation
-------------------

A game may continue at several hosts. A host's word on where its players are doesn't
count, since nobody has to trust a host, and starting one costs nothing. So a program
that has to choose between hosts asks each of them, on a separate connection, with a
random nonce (`Inquire`). A host gathers nonces for a few seconds, and sends the list to
the seats that play over it (`Roll`). Each seat signs once for each list, and only on
the connection over which it plays:

- the game, and the *pin of the certificate of that very connection*. Signatures made at
  an honest host are worthless at a host that passes questions on, since that host has
  another pin. The identity in `welcome` isn't signed, since nobody proves it.
- the *list*, by its digest. An answer proves nothing to an asker whose nonce isn't in
  the list, so an old answer is useless.
- *how far the seat is*: its open phase, the digest of the log before it, the seat's own
  entry there and its mark (`sealed_wonders.net.marks`). If a host withholds entries,
  the signatures of its own seats show it.
- *what it has heard* about the open phase and ballots, by digests. A program that may
  have forgotten what it signed learns from these that its log lacks none of that
  (`sealed_wonders.client.table.recollecting`).

A seat counts if its answer is signed with the key in force for it. An asker that
doesn't know the handover or ballot behind this key receives it as evidence, and checks
only its signatures, not its proofs. If the asker's log has a later key, an earlier one
doesn't count. A seat that answers at two hosts at the same time counts at neither.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import PROTO, Seat, frame, u32
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    Handover,
    Takeover,
    read_takeover,
    takeovers_of,
)
from sealed_wonders.net.identity import Identity, verify
from sealed_wonders.net.log.ballots import Status, read_proposal
from sealed_wonders.net.log.digests import digest, entry_digest
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.lanes import BALLOTS, HANDOVERS, phase_about
from sealed_wonders.net.log.sidelane import owner_of
from sealed_wonders.net.messages import EVIDENCE_CAP, Attested

GATHER_SECONDS = 5.0
"""Seconds for which a host gathers nonces before calling the roll."""

ANSWER_SECONDS = 3.0
"""Seconds for which a host then waits for its seats."""

PATIENCE = 10.0
"""Seconds after which an asker ignores a host's answer."""

EVIDENCE_BYTES = 1 << 16
"""Maximum bytes of evidence in one answer, which has to fit into a frame."""


class Statement(NamedTuple):
    """A seat's signed statement on how far it is."""

    phase: int
    """The seat's open phase, r."""
    digest: bytes
    """Digest of the log before that phase, D_r."""
    own: bytes | None
    """Digest of the seat's own entry in that phase; None if there is none."""
    mark: bytes | None = None
    """The seat's mark of the state there; None if it hasn't marked it."""
    heard: tuple[bytes, ...] = ()
    """Digests of others' entries in that phase and in the newest ballots."""


class Answer(NamedTuple):
    nonce: bytes
    """The nonce of the question."""
    attested: Attested


def roll_digest(nonces: Iterable[bytes]) -> bytes:
    return digest(b"roll", *nonces)


def signed_bytes(gid: bytes, pin: bytes, roll: bytes, said: Statement) -> bytes:
    """
    Return the bytes that a seat signs.

    Args:
        pin: the pin of the certificate of the connection over which the seat plays.
        roll: the digest of the list.
    """
    own, mark = said.own or b"", said.mark or b""
    place = gid, pin, roll, u32(said.phase), said.digest
    return frame(PROTO, b"presence", *place, own, mark, *said.heard)


def sign(
    identity: Identity, gid: bytes, pin: bytes, roll: bytes, said: Statement
) -> bytes:
    return identity.sign(signed_bytes(gid, pin, roll, said))


def question_bytes(gid: bytes, pin: bytes, nonce: bytes) -> bytes:
    """Return the bytes of a question that a seat signs. Signed questions come first."""
    return frame(PROTO, b"roll-call", gid, pin, nonce)


class SeatKeys:
    """
    Keys of a game's seats, from a log and from evidence of later handovers and ballots.

    Only the signatures of evidence are verified. At worst, somebody counts for a seat
    that they don't have. That takes the key of the seat's holder, or those of more than
    half of the table.
    """

    def __init__(self, fold: Fold) -> None:
        self._gid = fold.charter.gid
        self._active = fold.active
        handovers = fold.handovers
        self._keys = {seat: handovers.holder(seat).identity for seat in fold.active}
        self._handed = {seat: handovers.next_number(seat) for seat in fold.active}
        """Number of handovers that the holders of each seat have signed."""
        last = {seat: handovers.last(seat) for seat in fold.active}
        self._since = {seat: it.phase for seat, it in last.items() if it is not None}
        """Phase from which each key signs; seats that never changed hands are left out."""
        self._ballots = fold.ballots

    def of(self, seat: Seat) -> bytes | None:
        """Return the key in force for a seat; None if it isn't in the game."""
        return self._keys.get(seat)

    def learn(self, evidence: Iterable[Wire]) -> None:
        """Learn handovers, and ballots with their answers, that the log lacks."""
        entries = list[Entry]()
        for wire in evidence:
            with contextlib.suppress(RemoteProtocolError):
                entries.append(Entry.of(wire))
        # Who got a seat in an earlier phase may have signed what is about a later one.
        entries.sort(key=lambda entry: phase_about(entry.envelope) or 0)
        for entry in entries:
            envelope = entry.envelope
            if envelope.gid != self._gid:
                continue
            # Other entries are ignored.
            with contextlib.suppress(RemoteProtocolError):
                if envelope.lane.startswith(HANDOVERS):
                    self._learn_handover(entry)
                elif envelope.lane.startswith(BALLOTS):
                    self._learn_ballot(entry, entries)

    def _learn_handover(self, entry: Entry) -> None:
        seat = owner_of(entry.envelope.lane, HANDOVERS)
        key, number = self.of(seat), entry.envelope.phase
        takeover = read_takeover(entry.envelope.body)
        is_theirs = key is not None and entry.is_signed_by(key)
        if is_theirs and self._take(seat, takeover, number):
            self._handed[seat] = number + 1

    def _learn_ballot(self, opened: Entry, entries: Sequence[Entry]) -> None:
        if owner_of(opened.envelope.lane, BALLOTS) != opened.envelope.seat:
            return  # an answer to a ballot
        if self._is_decided(opened):
            return  # the log has what follows from it; a host may have left out a no
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

    def _is_decided(self, opened: Entry) -> bool:
        """Return whether the log shows that a ballot is carried, or void."""
        ballot = self._ballots.find(opened.envelope.seat, opened.envelope.phase)
        return (
            ballot is not None
            and ballot.digest == entry_digest(opened.wire.env)
            and ballot.status is not Status.OPEN
        )

    def _is_yes(self, entry: Entry, opened: Entry) -> bool:
        """Return whether a seat's holder opens or accepts a ballot by an entry."""
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
        """Transfer a seat to its new holder, if the takeover is valid, and isn't older."""
        if takeover.phase < self._since.get(seat, 0):
            return False
        try:
            takeover.check(self._gid, seat, number)
        except RemoteProtocolError:
            return False
        self._keys[seat] = takeover.person.identity
        self._since[seat] = takeover.phase
        return True


def proven(
    fold: Fold, answers: Mapping[bytes, Answer]
) -> Mapping[bytes, Mapping[Seat, Statement]]:
    """
    Return the statements of the seats that are proven to play over each host.

    Args:
        fold: the asker's fold of the game.
        answers: the simultaneous answers of hosts, by the pin of
            the certificate of the connection.
    """
    gid, keys = fold.charter.gid, SeatKeys(fold)
    good = {
        pin: answer
        for pin, answer in answers.items()
        if answer.attested.gid == gid and answer.nonce in answer.attested.nonces
    }
    # Learn all evidence first: one host's may show that another host's key is old.
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
    keys: SeatKeys, gid: bytes, pin: bytes, attested: Attested
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
    Return the handovers and ballots behind some seats' keys, as far as there is room.

    The oldest come first. The newest are left out first, since they are worthless
    without those before.
    """
    handovers = [it for seat in seats for it in fold.handovers.chain(seat)]
    wires = dict[Wire, None]()
    for handover in sorted(handovers, key=lambda it: it.phase):
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
