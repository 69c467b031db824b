"""
The log of one table: what was taken into it, and where each entry has its place.

This is the half of a fold that knows who says what: which phase an entry is for, whether it
is signed by whoever has the seat, what was said in the open phase and in those before it,
and in the lanes beside them. What an entry claims, and so when a phase is left and what
comes behind it, is for `sealed_wonders.net.fold` to say.

Theory of operation
-------------------

`TableLog.offer` finds the place of an entry by its lane:

- `main`: the open phase, in which it counts, or one that was left, in which it changes
  nothing unless that phase is gone back to (`TableLog.reopen`);
- ballots, handovers, and what seats say of who is there: those that are known, or a new one,
  as `sealed_wonders.net.log.ballots`, `sealed_wonders.net.handovers` and
  `sealed_wonders.net.attendance` allow;
- halts: what is said about the open phase, or one that was left, see
  `sealed_wonders.net.halts`;
- disclosures: what is opened when the game is over, see `sealed_wonders.net.disclosures`;
- with a fraud in the open phase, what is about a later one: see
  `sealed_wonders.net.beyond`.

Whatever else comes in is refused, and changes nothing. After the end nothing new is taken but
disclosures.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.attendance import Attendance
from sealed_wonders.net.beyond import Beyond
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.disclosures import Disclosures, Own
from sealed_wonders.net.halts import Halts
from sealed_wonders.net.handovers import Handovers, Takeover, takeovers_of
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.log.ballots import (
    Ballot,
    Ballots,
    Opened,
    Proposal,
    leading,
    seat_of,
)
from sealed_wonders.net.log.electorate import Electorates
from sealed_wonders.net.log.envelopes import Entry, Wire, wires_of
from sealed_wonders.net.log.lanes import (
    ATTENDANCE,
    BALLOTS,
    DISCLOSURES,
    HALTS,
    HANDOVERS,
    MAIN,
    phase_about,
    phase_of,
)
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)
from sealed_wonders.net.openings import Opening
from sealed_wonders.net.passed import Passed, signers, standing
from sealed_wonders.net.plan import STANDING


class TableLog:
    """
    All that was taken into the log of one table.

    Attributes:
        entries: as they came in, the lobby's first.
        passed: all phases that were left, in order.
        left: those of them that were left by a ballot, without some seats.
        digest: of the last of them; see `sealed_wonders.net.passed`.
        ballots: all that were opened.
        handovers: all there are, and so who has which seat.
        attendance: who goes for good, and whether anybody is there, as seats say.
        halts: all there are.
        disclosures: all there are.
        active: the seats that speak, ascending.
        frauds: those in the open phase, by seat.
        over: all have signed the end.
        halted: it ends before the open phase, as all who play have agreed.
    """

    def __init__(self, charter: Charter, opened: Phase, own: Own) -> None:
        """
        Begin behind the lobby.

        Args:
            opened: the first phase, in which all speak.
            own: which cards a seat may open when the game is over.
        """
        self._charter = charter
        gid = charter.gid
        self.entries = list(charter.entries)
        self.passed: list[Passed] = []
        self.left: list[Passed] = []
        self.digest = gid
        self.ballots = Ballots(gid)
        self.handovers = Handovers(gid, charter.people)
        self.attendance = Attendance(gid)
        self.halts = Halts(gid)
        self.disclosures = Disclosures(gid, own)
        self.active = tuple(range(len(charter.people)))
        self.frauds: dict[Seat, Fraud] = {}
        self.over = self.halted = False
        # Every phase keeps it: if it held this log, no log would go before the collector comes.
        self._check_substitutes = partial(
            _check_substitutes, self.handovers, rescues(charter.options)
        )
        self._electorates = Electorates()
        self._open, self._beyond = self._collect(opened)

    def open(self, phase: Phase, active: tuple[Seat, ...]) -> None:
        """
        Open the next phase.

        Args:
            active: the seats that speak from here on.
        """
        self.active = active
        self.frauds = {}
        self.attendance.open(phase.number, self.digest)
        self._open, self._beyond = self._collect(phase)

    def _collect(self, phase: Phase) -> tuple[Collection, Beyond]:
        """Give what takes the entries of a phase, and what comes from beyond it."""
        gid, keys = self._charter.gid, self.handovers.keys(phase.number)
        said = Collection(gid, MAIN, phase, self.digest, keys)
        return said, Beyond(gid, replace(phase, seats=self.active), keys)

    # The open phase.

    @property
    def phase(self) -> Phase:
        """The open one; the last one, when the log has ended."""
        return self._open.phase

    @property
    def is_complete(self) -> bool:
        """All have spoken in the open phase, as far as that was judged rightly."""
        return self._open.closed and not self.frauds

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats still to speak in it; none once nothing goes on."""
        return () if self.over or self.stopped else self._open.missing

    @property
    def said(self) -> tuple[Entry, ...]:
        """What was said in it by those who have the seats, ascending."""
        return self._open.entries

    def entry_of(self, seat: Seat) -> Entry | None:
        """Give what a seat has said in it."""
        return self._open.entry_of(seat)

    @property
    def fraud(self) -> Fraud | None:
        """The first in it."""
        return next(iter(self.frauds.values()), None)

    @property
    def stopped(self) -> bool:
        """So many broke the rules that the others are too few to put them out."""
        return bool(self.frauds) and not self.opened.is_enough(self.frauds)

    @property
    def opened(self) -> Opened:
        """The open phase, as ballots see it."""
        return Opened(
            self.active,
            self._open.prev,
            self.handovers.voters(self.phase.number),
            check_substitutes=self._check_substitutes,
            electorate=self._electorates.of(self.active),
        )

    def substitute(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Take what others say for seats in the open phase, and nothing else for these.

        Args:
            takeovers: who, by seat; nobody, where each seat is whose it was.
        """
        self.handovers.substitute(takeovers)
        self.attendance.change_hands(takeovers)
        self._open.look_again()

    def leave(self, ballot: Ballot | None) -> None:
        """
        Put the open phase behind us.

        Args:
            ballot: by which it is left, or by which others have had seats in it.
        """
        counted = self._counted(ballot)
        self.handovers.keep_substitutes()
        heard = signers(self._open, ballot, counted)
        handovers = self.handovers.put_in_force(heard, self.phase.number)
        passed = Passed(
            self._open, self.opened, counted, ballot, self.frauds, handovers
        )
        self.digest = passed.digest()
        self._open.leave()
        self.passed.append(passed)
        self.over = self.phase.kind == "END"
        self._note_left(passed)
        if ballot is not None and ballot.proposal.put_out:
            self.left.append(passed)
            self.handovers.drop(ballot.proposal.put_out)
            self.frauds = {}
        for entry in self._open.entries:
            entry.put_away()

    def halt(self) -> None:
        """End the game before the open phase, as all who play have agreed."""
        self.substitute({})  # what is said in the open phase changes nothing
        self.over = self.halted = True

    def _note_left(self, passed: Passed) -> None:
        """Note of whom more than half have to agree from there on."""
        ballot = passed.ballot
        self._electorates.leave(
            passed.opened.seats,
            signers(passed.collection, ballot, passed.counted),
            by_ballot=ballot is not None,
            given=() if ballot is None else ballot.proposal.substitutes,
        )

    def reopen(self, number: int, opening: Opening) -> None:
        """Go back to a phase that was left, with all that was said about it."""
        passed = self.passed[number]
        del self.passed[number:]
        self.left = [it for it in self.left if it.collection.phase.number < number]
        self.active, self.digest = passed.opened.seats, passed.opened.prev
        self.frauds = {}
        self._electorates = Electorates()
        for it in self.passed:
            self._note_left(it)
        self.ballots.forget_beyond(number)
        self.halts.forget_beyond(number)
        self.handovers.restore(opening.handovers)
        _, self._beyond = self._collect(passed.collection.phase)
        self.attendance.open(number, self.digest)
        self._open = passed.collection
        self._open.reopen()
        for entry in self.entries[opening.position :]:
            if entry.envelope.lane.startswith(HANDOVERS):
                # What names a later phase has no place any more.
                with contextlib.suppress(Refused):
                    self._offer_handover(entry)

    # All of it.

    def prev_of(self, phase: int) -> bytes:
        """Give the log's digest before a phase: the open one, or one that was left."""
        if phase == self.phase.number:
            return self._open.prev
        return self.passed[phase].opened.prev

    def said_from(self, seat: Seat, phase: int) -> Iterator[Entry]:
        """Give what a seat has said about a phase and those behind it."""
        collections = [passed.collection for passed in self.passed[phase:]]
        for collection in (*collections, self._open):
            said = collection.entry_of(seat)
            halt = self.halts.of(collection.phase.number, seat)
            yield from (it for it in (said, halt) if it is not None)
        for ballot in self.ballots:
            if ballot.proposal.phase >= phase:
                yield from (it for it in ballot.entries if it.envelope.seat == seat)

    def lost_since(self, seat: Seat) -> int | None:
        """Give the phase in which a ballot has taken a seat from who had it; None if none."""
        taken = (
            passed.collection.phase.number
            for passed in self.passed
            if passed.ballot is not None and seat in passed.ballot.proposal.out
        )
        is_given_now = self.handovers.is_substituted(seat)
        return next(taken, self.phase.number if is_given_now else None)

    def overturned(self) -> frozenset[bytes]:
        """Give the digests of entries that all others call frauds, and that count here."""
        found = (
            self.passed[number].overturned(leading(self.ballots.on(number)))
            for number in self.ballots.phases
            if number < len(self.passed)
        )
        return frozenset().union(*found)

    def wires(self) -> Iterator[Wire]:
        """Give the wires of the log file, the same in whatever order entries came in."""
        # So it is at the end, and where to go on has failed.
        is_passed = any(it.collection is self._open for it in self.passed[-1:])
        yield from self._charter.wires
        for passed in self.passed:
            yield from wires_of(passed.entries)
        yield from wires_of(() if is_passed else self._standing_so_far())
        yield from wires_of(self.disclosures)

    def _standing_so_far(self) -> tuple[Entry, ...]:
        """Give what stands in a file of the open phase."""
        halts = self.halts.about(self.phase.number)
        if self.halted:
            handovers = self.handovers.pending(self.active)
            return (*(handover.entry for handover in handovers), *halts)
        ballot = leading(self.ballots.on(self.phase.number))
        counted = self._counted(ballot)
        seats = set(self.active)
        if ballot is not None and ballot.proposal.put_out:
            seats = signers(self._open, ballot, counted)
        handovers = self.handovers.pending(seats)
        return (
            *(handover.entry for handover in handovers),
            *standing(self._open, ballot, counted),
            *halts,
        )

    def _counted(self, ballot: Ballot | None) -> tuple[Entry, ...]:
        """Give what counts of what was said in the open phase, if a ballot is in force."""
        said = self._open.entries
        if ballot is None or not ballot.proposal.put_out:
            return said
        out, stands = ballot.proposal.put_out, self.phase.kind in STANDING
        return tuple(it for it in said if stands and it.envelope.seat not in out)

    # What comes in.

    def offer(self, entry: Entry) -> Receipt:
        """
        Put an entry in its place.

        Raises:
            Refused: it has none; nothing changes.
        """
        try:
            receipt = self._offer(entry)
        except Refused as refused:
            proof = None
            if refused.reason is Reason.BAD_SIGNATURE:
                proof = self.handovers.convicts(entry)
            if proof is None:
                raise
            return proof
        if isinstance(receipt, Taken):
            self.entries.append(entry)
            self._note_attendance(entry)
        return receipt

    def _note_attendance(self, entry: Entry) -> None:
        """Note that a seat says something, or has it said by somebody else from here on."""
        lane, seats = entry.envelope.lane, (entry.envelope.seat,)
        if lane.startswith(HANDOVERS):
            self.attendance.change_hands(seats)
        elif not lane.startswith(ATTENDANCE):
            self.attendance.spoke(seats)

    def _offer(self, entry: Entry) -> Receipt:
        """Find the place of an entry, by its lane."""
        lane = entry.envelope.lane
        if lane.startswith(BALLOTS):
            return self._offer_vote(entry)
        if lane.startswith(HANDOVERS):
            return self._offer_handover(entry)
        if lane.startswith(ATTENDANCE):
            return self._offer_attendance(entry)
        if lane == HALTS:
            return self._offer_halt(entry)
        if lane.startswith(DISCLOSURES):
            return self._offer_disclosure(entry)
        return self._offer_said(entry)

    def _offer_said(self, entry: Entry) -> Receipt:
        """Find the phase an entry is for; only in the open one it counts."""
        envelope = entry.envelope
        if envelope.phase < len(self.passed):
            return self.passed[envelope.phase].collection.offer(entry)
        is_open = envelope.phase == self.phase.number
        if self.halted and is_open and self._open.entry_of(envelope.seat) is not None:
            return self._open.offer(entry)  # that it is known, or proof of two versions
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        fraud = self.fraud
        if fraud is not None and self.stopped and envelope.seat in self._open.missing:
            raise Refused(Reason.OVER, fraud.sentence)
        if fraud is not None and envelope.phase > self.phase.number:
            return self._beyond.offer(entry)
        return self._open.offer(entry)

    def _offer_attendance(self, entry: Entry) -> Receipt:
        """Note what a seat says of whether anybody is there."""
        seat = seat_of(entry.envelope.lane, ATTENDANCE)
        if not self.attendance.is_known(entry):
            self._check_plays(seat)
        signer, place = self.handovers.holder(seat).identity, len(self.entries)
        return self.attendance.offer(
            entry, signer, self.phase.number, self._open.prev, place
        )

    def _offer_halt(self, entry: Entry) -> Receipt:
        """Find the phase before which a seat would end the game."""
        number, fraud = entry.envelope.phase, self.fraud
        is_known = self.halts.of(number, entry.envelope.seat) is not None
        if self.over and not is_known:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        if fraud is not None and number > self.phase.number:
            return self._beyond.offer(entry)
        if fraud is not None and self.stopped and not is_known:
            raise Refused(Reason.OVER, fraud.sentence)
        if number > self.phase.number:
            raise Refused(
                Reason.WRONG_PHASE,
                Sentence(
                    "{given}, expected {due}", given=number, due=self.phase.number
                ),
            )
        is_left = number < len(self.passed)
        opened = self.passed[number].opened if is_left else self.opened
        return self.halts.offer(entry, opened)

    def _offer_disclosure(self, entry: Entry) -> Receipt:
        """Take what a seat opens of its cards, when the game is over."""
        if not self.over:
            raise Refused(Reason.WRONG_PHASE, Sentence("the game isn't over"))
        seat = seat_of(entry.envelope.lane, DISCLOSURES)
        if seat >= len(self._charter.people):
            raise Refused(
                Reason.WRONG_SEAT, Sentence("seat {seat} doesn't play", seat=seat)
            )
        signer = self.handovers.holder(seat).identity
        return self.disclosures.offer(entry, signer, self.digest)

    def _check_plays(self, seat: Seat) -> None:
        """
        Check that a seat may still say something.

        Raises:
            Refused: the game has ended, or goes on without it.
        """
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        if seat not in self.active:
            raise Refused(
                Reason.WRONG_SEAT, Sentence("seat {seat} doesn't play", seat=seat)
            )

    def _offer_handover(self, entry: Entry) -> Receipt:
        """Take note that a seat changes hands; from which phase on, it says itself."""
        envelope = entry.envelope
        seat, number = seat_of(envelope.lane, HANDOVERS), phase_about(envelope)
        if self.handovers.find(seat, envelope.phase) is not None:
            return self.handovers.offer(entry, None, ())
        self._check_plays(seat)
        is_there = number is not None and 0 <= number <= self.phase.number
        if self.fraud is not None and number is not None and not is_there:
            return self._beyond.offer(entry)
        if number is None or not is_there:
            return self.handovers.offer(entry, None, ())
        prev, said = self.prev_of(number), self.said_from(seat, number)
        return self.handovers.offer(entry, prev, said)

    def _offer_vote(self, entry: Entry) -> Receipt:
        """Find the ballot an envelope is for, or the phase on which it opens one."""
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        number, fraud = phase_of(entry.envelope.body), self.fraud
        if fraud is not None and number is not None and number > self.phase.number:
            return self._beyond.offer(entry)
        if fraud is not None and self.stopped:
            # Or those who cheated would decide, with a few others, who of them stays.
            raise Refused(Reason.OVER, fraud.sentence)
        opened = None
        if number == self.phase.number:
            opened = self.opened
        elif number is not None and 0 <= number < len(self.passed):
            opened = replace(self.passed[number].opened, is_left=True)
        return self.ballots.offer(entry, opened)


def _check_substitutes(handovers: Handovers, may_be: bool, proposal: Proposal) -> None:
    """
    Check whom a ballot names for seats.

    Args:
        may_be: seats are given away at this table.

    Raises:
        Refused: they can't have them, or at this table nobody can.
    """
    if not may_be or len(proposal.substitutes) < len(proposal.out):
        raise Refused(
            Reason.BAD_BALLOT,
            Sentence("not seats to be given away: {out}", out=shown(proposal.out)),
        )
    try:
        handovers.check_substitutes(takeovers_of(proposal))
    except Refused as refused:
        raise Refused(Reason.BAD_BALLOT, sentence_of(refused)) from None
