"""
The log of one table, in which each entry finds its place.

This is the part of a fold that knows who says what: the phase of an entry, whether the
seat's holder has signed it, and the entries of the open phase, of closed phases, and of
the lanes beside them. `sealed_wonders.net.fold` judges what an entry claims, and so
decides when a phase closes and what follows.
docs/PROTOCOL.md (What happens to a wire) fixes what is accepted.

Theory of operation
-------------------

`TableLog._place` finds the place of an entry by its lane:

- `main`: the open phase, in which the entry counts, or a closed phase, in which it has
  no effect unless that phase reopens (`TableLog._reopen`);
- a side lane: a known place or, if the gate is open, a new one that the lane admits
  (`sealed_wonders.net.log.sidelane`);
- any lane, if there is a fraud in the open phase and the entry is about a later one:
  `sealed_wonders.net.beyond`.

Anything else is refused, and changes nothing. After the end, only disclosures are
accepted.
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
from sealed_wonders.net.beyond import EntriesBeyond
from sealed_wonders.net.checkpoints import Checkpoint
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.closedphase import ClosedPhase, logged_entries, signers
from sealed_wonders.net.disclosures import Disclosures, OwnSlots
from sealed_wonders.net.halts import Halts
from sealed_wonders.net.handovers import Handovers, Takeover, takeovers_of
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.log.ballots import (
    Ballot,
    BallotProposal,
    Ballots,
    leading,
    no_substitutes,
)
from sealed_wonders.net.log.electorate import BallotPhase, Electorates
from sealed_wonders.net.log.envelopes import Entry, Wire, wires_of
from sealed_wonders.net.log.lanes import (
    ATTENDANCE,
    HANDOVERS,
    MAIN,
    LaneRules,
    phase_about,
    side_lane,
)
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Receipt,
    SlotTaken,
    WireRefused,
)
from sealed_wonders.net.log.sidelane import SideLane, place_of
from sealed_wonders.net.plan import SURVIVING_KINDS


class TableLog:
    """
    Everything in the log of one table: the base of a fold.

    Attributes:
        charter: what the lobby agreed on.
        closed_phases: all closed phases, in order.
        left_phases: the phases that a ballot closed without some seats.
        digest: the digest after the last closed phase; see `sealed_wonders.net.closedphase`.
        ballots: all ballots that were opened.
        handovers: all handovers, which determine the holders of the seats.
        attendance: the seats' statements on whether anybody is there to play them.
        frauds: the frauds in the open phase, by seat. Only a ballot can close it then.
        over: whether the game has ended.
        halted: whether all players agreed to end the game before the open phase.
    """

    def __init__(self, charter: Charter, opened: Phase, own: OwnSlots) -> None:
        """
        Create the log of a game that begins after the lobby.

        Args:
            opened: the first phase, in which all seats speak.
            own: return the cards that a seat may open after the game.
        """
        self.charter = charter
        gid = charter.gid
        self._entries = list(charter.entries)
        """In order of arrival, beginning with the lobby's."""
        self.closed_phases: list[ClosedPhase] = []
        self.left_phases: list[ClosedPhase] = []
        self.digest = gid
        self.handovers = Handovers(gid, charter.people)
        check = partial(_check_substitutes, self.handovers)
        self.ballots = Ballots(
            gid, check if rescues(charter.options) else no_substitutes
        )
        self.attendance = Attendance(gid)
        self._halts = Halts(gid)
        self._disclosures = Disclosures(gid, own)
        self._lanes: Mapping[str, SideLane] = {
            lane.rules.name: lane
            for lane in (
                self.ballots,
                self.handovers,
                self.attendance,
                self._halts,
                self._disclosures,
            )
        }
        self._seated = tuple(range(len(charter.people)))
        """Seats that were in the game when the open phase opened, ascending."""
        self.frauds: dict[Seat, Fraud] = {}
        self.over = self.halted = False
        self._electorates = Electorates()
        self._open, self._beyond = self._collect(opened)

    def _open_phase(self, phase: Phase, active: tuple[Seat, ...]) -> None:
        """
        Open the next phase.

        Args:
            active: the seats in the game from here on.
        """
        self._seated = active
        self.frauds = {}
        self.attendance.open(phase.number, self.digest)
        self._open, self._beyond = self._collect(phase)

    def _collect(self, phase: Phase) -> tuple[Collection, EntriesBeyond]:
        """Return collections for the entries of a phase, and from beyond it."""
        gid, keys = self.charter.gid, self.handovers.keys(phase.number)
        said = Collection(gid, MAIN, phase, self.digest, keys)
        return said, EntriesBeyond(gid, replace(phase, seats=self._seated), keys)

    # The open phase.

    @property
    def phase(self) -> Phase:
        """The open phase, or the last one when the log has ended."""
        return self._open.phase

    @property
    def _is_complete(self) -> bool:
        """Whether all seats have spoken in the open phase, without a known fraud."""
        return self._open.closed and not self.frauds

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Seats still to speak in the open phase; none if nothing goes on."""
        return () if self.over or self.stopped else self._open.missing

    @property
    def _said(self) -> tuple[Entry, ...]:
        """Entries of the open phase by the seats' holders, ascending."""
        return self._open.entries

    def entry_of(self, seat: Seat) -> Entry | None:
        """Return a seat's entry in the open phase, or None."""
        return self._open.entry_of(seat)

    @property
    def fraud(self) -> Fraud | None:
        """First fraud in the open phase."""
        return next(iter(self.frauds.values()), None)

    @property
    def stopped(self) -> bool:
        """Whether so many seats cheated that the others are too few to remove them."""
        return bool(self.frauds) and not self.opened.is_enough(self.frauds)

    @property
    def opened(self) -> BallotPhase:
        """The open phase, from the point of view of ballots."""
        return BallotPhase(
            self._seated,
            self._open.prev,
            self.handovers.voters(self.phase.number),
            electorate=self._electorates.of(self._seated),
        )

    def _put_in(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Accept only substitutes' entries for seats in the open phase.

        Args:
            takeovers: the takeover of each seat with a substitute; empty if no seat has
                one.
        """
        self.handovers.substitute(takeovers)
        self.attendance.change_hands(takeovers)

    def _leave_phase(self, ballot: Ballot | None) -> None:
        """
        Close the open phase.

        Args:
            ballot: the ballot that closes it, or that has given seats in it to
                substitutes.
        """
        counted = self._counted(ballot)
        self.handovers.keep_substitutes()
        heard = signers(self._open, ballot, counted)
        handovers = self.handovers.put_in_force(heard, self.phase.number)
        passed = ClosedPhase(
            self._open, self.opened, counted, ballot, self.frauds, handovers
        )
        self.digest = passed.digest()
        self._open.leave()
        self.closed_phases.append(passed)
        self.over = self.phase.kind == "END"
        self._note_left(passed)
        if ballot is not None and ballot.proposal.put_out:
            self.left_phases.append(passed)
            self.handovers.drop(ballot.proposal.put_out)
            self.frauds = {}
        for entry in self._open.entries:
            entry.put_away()

    def _end_early(self) -> None:
        """End the game before the open phase, as all players have agreed."""
        self._put_in({})  # entries of the open phase have no effect
        self.over = self.halted = True

    def _note_left(self, passed: ClosedPhase) -> None:
        """Record the seats that more than half must come from in later ballots."""
        ballot = passed.ballot
        self._electorates.leave(
            passed.opened.seats,
            signers(passed.collection, ballot, passed.counted),
            by_ballot=ballot is not None,
            given=() if ballot is None else ballot.proposal.substitutes,
        )

    def _reopen(self, number: int, checkpoint: Checkpoint) -> None:
        """Reopen a closed phase, with all entries about it."""
        passed = self.closed_phases[number]
        del self.closed_phases[number:]
        self.left_phases = [
            it for it in self.left_phases if it.collection.phase.number < number
        ]
        self._seated, self.digest = passed.opened.seats, passed.opened.prev
        self.frauds = {}
        self._electorates = Electorates()
        for it in self.closed_phases:
            self._note_left(it)
        for lane in self._lanes.values():
            lane.forget_beyond(number)
        self.handovers.restore(checkpoint.handovers)
        _, self._beyond = self._collect(passed.collection.phase)
        self.attendance.open(number, self.digest)
        self._open = passed.collection
        self._open.reopen()
        for entry in self._entries[checkpoint.position :]:
            if entry.envelope.lane.startswith(HANDOVERS):
                # A handover that names a later phase is no longer valid.
                with contextlib.suppress(WireRefused):
                    self._offer(entry)

    # The whole log.

    @property
    def position(self) -> int:
        """Number of entries in the log, including those of the lobby."""
        return len(self._entries)

    def holder(self, seat: Seat) -> bytes:
        return self.handovers.holder(seat).identity

    def prev_of(self, phase: int) -> bytes:
        """Return the digest of the log before the open phase or a closed one."""
        if phase == self.phase.number:
            return self._open.prev
        return self.closed_phases[phase].opened.prev

    def said_from(self, seat: Seat, phase: int) -> Iterator[Entry]:
        """Yield what a seat has said about a phase and later ones."""
        collections = [passed.collection for passed in self.closed_phases[phase:]]
        for collection in (*collections, self._open):
            said = collection.entry_of(seat)
            halt = self._halts.of(collection.phase.number, seat)
            yield from (it for it in (said, halt) if it is not None)
        for ballot in self.ballots:
            if ballot.proposal.phase >= phase:
                yield from (it for it in ballot.entries if it.envelope.seat == seat)

    def _lost_since(self, seat: Seat) -> int | None:
        """Return the phase in which a ballot took a seat from its holder, or None."""
        taken = (
            passed.collection.phase.number
            for passed in self.closed_phases
            if passed.ballot is not None and seat in passed.ballot.proposal.out
        )
        is_given_now = self.handovers.is_substituted(seat)
        return next(taken, self.phase.number if is_given_now else None)

    @property
    def overturned(self) -> frozenset[bytes]:
        """
        Digests of entries that count here, but that all others call frauds.

        Their proofs were trusted. To get the state that really follows, fold the log
        again with these as `convicted`.
        """
        found = (
            self.closed_phases[number].overturned(leading(self.ballots.on(number)))
            for number in self.ballots.phases
            if number < len(self.closed_phases)
        )
        return frozenset().union(*found)

    def _wires(self) -> Iterator[Wire]:
        """Yield the wires of the log file, whatever the order of arrival was."""
        # The open phase is among the closed ones after the end, or if opening the next
        # failed.
        is_passed = any(it.collection is self._open for it in self.closed_phases[-1:])
        yield from self.charter.wires
        for passed in self.closed_phases:
            yield from wires_of(passed.entries)
        yield from wires_of(() if is_passed else self._logged_so_far())
        yield from wires_of(self._disclosures)

    def _logged_so_far(self) -> tuple[Entry, ...]:
        """Return the entries of the open phase that a log file contains."""
        halts = self._halts.about(self.phase.number)
        if self.halted:
            handovers = self.handovers.pending(self._seated)
            return (*(handover.entry for handover in handovers), *halts)
        ballot = leading(self.ballots.on(self.phase.number))
        counted = self._counted(ballot)
        seats = set(self._seated)
        if ballot is not None and ballot.proposal.put_out:
            seats = signers(self._open, ballot, counted)
        handovers = self.handovers.pending(seats)
        return (
            *(handover.entry for handover in handovers),
            *logged_entries(self._open, ballot, counted),
            *halts,
        )

    def _counted(self, ballot: Ballot | None) -> tuple[Entry, ...]:
        """Return the entries of the open phase that count if a ballot is in force."""
        said = self._open.entries
        if ballot is None or not ballot.proposal.put_out:
            return said
        out, stands = ballot.proposal.put_out, self.phase.kind in SURVIVING_KINDS
        return tuple(it for it in said if stands and it.envelope.seat not in out)

    # Receiving entries.

    def _place(self, entry: Entry) -> Receipt:
        """
        Put an entry in its place.

        Raises:
            WireRefused: the entry has no place here; nothing changes.
        """
        try:
            receipt = self._offer(entry)
        except WireRefused as refused:
            proof = None
            if refused.reason is Reason.BAD_SIGNATURE:
                proof = self.handovers.convicts(entry)
            if proof is None:
                raise
            return proof
        if isinstance(receipt, SlotTaken):
            self._entries.append(entry)
            self._note_attendance(entry)
        return receipt

    def _note_attendance(self, entry: Entry) -> None:
        """Note that a seat says something, or that its holder changes."""
        lane, seats = entry.envelope.lane, (entry.envelope.seat,)
        about = phase_about(entry.envelope)
        if about is not None and not 0 <= about <= self.phase.number:
            return  # others than the seat's holder may have signed it
        if lane.startswith(HANDOVERS):
            self.attendance.change_hands(seats)
        elif not lane.startswith(ATTENDANCE):
            self.attendance.spoke(seats)

    def _offer(self, entry: Entry) -> Receipt:
        rules = side_lane(entry.envelope.lane)
        if rules is None:
            return self._offer_said(entry)
        return self._offer_beside(entry, rules)

    def _offer_said(self, entry: Entry) -> Receipt:
        """Find the phase of an entry. It counts only in the open phase."""
        envelope = entry.envelope
        closed = self.closed_phases[envelope.phase : envelope.phase + 1]
        slots = closed[0].collection if closed else self._open
        is_there = slots.phase.number == envelope.phase
        if self.over and not (is_there and slots.entry_of(envelope.seat)):
            raise WireRefused(Reason.OVER, Sentence("the game has ended"))
        if closed or self.over:
            return slots.offer(entry)  # too late, known, or proof of two versions
        fraud = self.fraud
        if fraud is not None and self.stopped and envelope.seat in self._open.missing:
            raise WireRefused(Reason.OVER, fraud.sentence)
        if fraud is not None and envelope.phase > self.phase.number:
            return self._beyond.offer(entry)
        return self._open.offer(entry)

    def _offer_beside(self, entry: Entry, rules: LaneRules) -> Receipt:
        """Let an entry of a side lane through the gate to its place."""
        envelope, lane = entry.envelope, self._lanes[rules.name]
        place = place_of(envelope, rules)
        known = lane.known_at(place, envelope.seat)
        if known is not None:
            return known.offer(entry)
        self._check_open(rules, place.owner)
        fraud = self.fraud
        if fraud is not None and self._is_beyond(phase_about(envelope), rules):
            return self._beyond.offer(entry)
        if fraud is not None and rules.is_joint and self.stopped:
            # Otherwise the cheats, along with a few others, would decide who of them
            # stays.
            raise WireRefused(Reason.OVER, fraud.sentence)
        return lane.admit(entry, self)

    def _is_beyond(self, about: int | None, rules: LaneRules) -> bool:
        """Return whether an entry is about a phase that a fraud keeps from opening."""
        if about is None:
            return False
        # All versions relay a handover that names a negative phase.
        return about > self.phase.number or (about < 0 and not rules.is_joint)

    def _check_open(self, rules: LaneRules, owner: Seat) -> None:
        """
        Check that a side lane is open, and that its owner may still sign in it.

        Raises:
            WireRefused: it is closed, or the game goes on without the seat.
        """
        if self.over and not rules.is_after_end:
            raise WireRefused(Reason.OVER, Sentence("the game has ended"))
        if rules.is_after_end and not self.over:
            raise WireRefused(Reason.WRONG_PHASE, Sentence("the game isn't over yet"))
        everybody = range(len(self.charter.people))
        entitled = everybody if rules.is_after_end else self._seated
        if not rules.is_joint and owner not in entitled:
            raise WireRefused(
                Reason.WRONG_SEAT, "seat {seat} isn't in the game", seat=owner
            )

    def may_propose(self, opener: Seat, proposal: BallotProposal) -> bool:
        """Return whether a seat's ballot with this proposal would be accepted."""
        opened = self.opened_at(proposal.phase)
        if opened is None:
            return False
        try:
            self.ballots.check(proposal, opener, opened)
        except WireRefused:
            return False
        return True

    def opened_at(self, number: int | None) -> BallotPhase | None:
        """Return who decides about a phase; None if it isn't open yet."""
        if number == self.phase.number:
            return self.opened
        if number is None or not 0 <= number < self.phase.number:
            return None
        return replace(self.closed_phases[number].opened, is_left=True)


def _check_substitutes(handovers: Handovers, proposal: BallotProposal) -> None:
    """
    Check the substitutes that a ballot names.

    Raises:
        WireRefused: they can't have the seats, or only some seats have one.
    """
    if len(proposal.substitutes) < len(proposal.out):
        raise WireRefused(
            Reason.BAD_BALLOT,
            "not a valid list of seats to give away: {out}",
            out=shown(proposal.out),
        )
    try:
        handovers.check_substitutes(takeovers_of(proposal))
    except WireRefused as refused:
        raise WireRefused(Reason.BAD_BALLOT, sentence_of(refused)) from None
