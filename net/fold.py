"""
The fold: what follows from a log.

One pure function of the log, kept up entry by entry: the state of the rules, where the
cards lie, which phase is open, who must speak in it. Host, players and whoever reads
the log afterwards run the same one, so what it accepts is what happened.

Theory of operation
-------------------

There is always one open phase (`Fold.task`), whose kind and seats follow from the log
before it. An entry goes through three steps:

1. `Fold.receive` takes it into the log, if it is for this game and the open phase, signed
   by a seat that hasn't spoken in it, on top of our history. What it says isn't looked at:
   a signed falsehood has to be in the log, since the log is the evidence of it. Whatever
   else comes in is refused, and leaves no trace.
2. `Fold.check` looks at what it claims: proofs, encodings, the score. This alone is slow.
   It reads the cards as they lay when the phase opened, and nothing that is said in a
   phase moves a card before all have spoken (`Cards.close`). So the claims of one phase may
   be checked in any order, together, on any thread.
3. `Fold.judge` applies what was found, in the order of the log. The rules hear of a move
   here, one at a time. The first thing that is wrong is a `Fraud` and stops the fold.

When the last claim of a phase in which all have spoken is judged, the phase is closed: its
digest is chained to the one before, the cards are moved, and the next phase opens. That may
be another step of the same ask (`sealed_wonders.net.plan`), or the first of the next.

It has two halves, which don't know each other: the log (`sealed_wonders.net.tablelog`), where
each entry finds its place; and the game (`sealed_wonders.net.course`), its rules and cards.

What always holds, and why:

- No phase opens before every claim of those before it is judged. Who speaks in a phase has
  therefore verified all that what they say depends on; a seat would otherwise use a secret
  on a ciphertext that somebody made up.
- Every entry signs `prev`, the digest of all closed phases. So nobody can agree to one
  history and be shown in another, and two folds with one digest are in one state.
- The digest of a phase takes its entries by ascending seat, not as they came in: readers
  who hear them in different orders stay together. Of two cheats in one phase they may then
  name different ones; both are in the log, and it stops for all in the same phase.
- A refusal changes nothing, and after the end nothing is taken any more but what seats open.

When seats are put out
----------------------

A phase that somebody doesn't speak in, or speaks wrongly in, can be left without them: by a
ballot (`sealed_wonders.net.log.ballots`) that all others have carried. A fraud is no
entry; the phase stays open for a ballot and for the entries of others.

- What becomes of the phase, and of the game, is for its `sealed_wonders.net.course`.
- What comes later about a phase that was left is taken into the log and changes nothing,
  but for a ballot that is carried and that a host may have lost: then that phase is gone
  back to (`sealed_wonders.net.openings`). What was said in later phases means nothing then.
- Whoever believes proofs sees no fraud in them, and may have gone on. A ballot that was
  carried says so: then the log is folded again with those entries as `convicted`. What was
  said in later phases stands in the log, as it came, and means nothing.

When all would end it
---------------------

When all who play have said about the open phase that they would end the game before it
(`sealed_wonders.net.halts`), the log ends there, and the state is that in which the phase
opened. Nothing that comes later is taken.

When it is over
---------------

Seats may open cards that lie face down (`sealed_wonders.net.disclosures`). What they open is
taken, checked and judged like all else, and changes neither the state nor the digest.

When a seat changes hands
-------------------------

`sealed_wonders.net.handovers` knows who signs for which seat, from which phase on. Nothing
else changes: a seat is a number here. What the new one says in the first phase in which it
says anything brings the handover into the digest, and into the file ahead of that phase.

Where `rescue` is agreed, a ballot may give a seat to a substitute. While it leads, what the
substitute says in the open phase counts, and what the one before said there doesn't; the
phase is left as ever, when all that it expects have spoken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection as Some
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256

from sealed_wonders.core.game import Over, Ruleset, Seat, Slot, State
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.attendance import Attendance
from sealed_wonders.net.cards import Cards, Said, Wrong
from sealed_wonders.net.claims import Claim, Fraud, IsKnown, Verdict, nothing_known
from sealed_wonders.net.course import Course
from sealed_wonders.net.disclosures import Disclosed, Uncovered, lane_of
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.findings import FINDINGS
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.entries import Person
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import (
    Ballot,
    Opened,
    is_settled,
    leading,
)
from sealed_wonders.net.log.digests import entry_digest, ruleset_hash
from sealed_wonders.net.log.envelopes import (
    DIGEST_SIZE,
    Body,
    Entry,
    Envelope,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import (
    ATTENDANCE,
    BALLOTS,
    DISCLOSURES,
    HALTS,
    HANDOVERS,
    MAIN,
    phase_about,
)
from sealed_wonders.net.log.phases import (
    Phase,
    Receipt,
    Taken,
)
from sealed_wonders.net.openings import Opening, Openings
from sealed_wonders.net.passed import Passed
from sealed_wonders.net.plan import STANDING, Task
from sealed_wonders.net.tablelog import TableLog


class Fold:
    """
    What follows from one table's log, up to the last entry accepted.

    To accept an entry is to `receive` it, to `check` the claim it makes, and to `judge`
    what was found. Only the check takes long; it changes nothing, so several may go on at
    once and elsewhere. A phase opens when all of the one before is judged.
    """

    def __init__(
        self,
        charter: Charter,
        ruleset: Ruleset,
        cards: Cards,
        convicted: Some[bytes] = (),
        is_known: IsKnown = nothing_known,
    ) -> None:
        """
        Begin the game a lobby agreed on.

        Args:
            cards: new ones, of the suite in the charter; see
                `sealed_wonders.net.suites`.
            convicted: the digests of entries that are known to be frauds.
            is_known: tells which claims needn't be checked.

        Raises:
            LocalProtocolError: the ruleset isn't the one agreed on.
        """
        if ruleset_hash(ruleset) != charter.rules:
            raise LocalProtocolError(f"the table plays by other rules than {ruleset!r}")
        if ruleset.players != len(charter.people):
            raise LocalProtocolError(
                f"{ruleset.players} players, {len(charter.people)} people"
            )
        self.charter = charter
        self.ruleset = ruleset
        self.cards = cards
        self.seats = tuple(range(ruleset.players))
        """Those that the game began with."""
        self.evidence: dict[Seat, Equivocation] = {}
        """The first for each seat that was seen to sign two versions."""
        self._convicted = frozenset(convicted)
        self._is_known = is_known
        self._found: dict[bytes, Said | Fraud] = {}
        """What was found of all that was said in the open phase, by `_name_of` each entry."""
        self._substituting: Ballot | None = None
        """The ballot by which others have seats in the open phase."""
        self._claims: deque[Claim] = deque()
        self._course = Course(
            ruleset.begin(charter.order), cards, self.seats, charter.gid
        )
        self._log = TableLog(charter, self._course.task.phase, cards.own)
        self.disclosed: dict[Slot, Disclosed] = {}
        """What was opened when the game was over, by where it lies."""
        self.untruths: list[Fraud] = []
        """What was said to be opened then, and isn't so. Nothing follows from it."""
        self.ballots = self._log.ballots
        """All that were opened."""
        self.handovers = self._log.handovers
        """All there are, and so who has which seat."""
        self._openings = Openings()
        self._keep_opening()

    # What everybody may know.

    @property
    def state(self) -> State:
        """The rules, as far as they have been told."""
        return self._course.state

    @property
    def states(self) -> tuple[State, ...]:
        """Those the last judgement led to, in order; before any, where the game begins."""
        return self._course.states

    @property
    def task(self) -> Task:
        """The open phase; the last one, when the game is over."""
        return self._course.task

    @property
    def phase(self) -> Phase:
        """That of `task`."""
        return self.task.phase

    @property
    def digest(self) -> bytes:
        """The log's, after the last closed phase."""
        return self._log.digest

    @property
    def over(self) -> bool:
        """All have signed the end, or that they would end it here."""
        return self._log.over

    @property
    def halted(self) -> bool:
        """It is over before its end, as all who play have agreed."""
        return self._log.halted

    @property
    def halts(self) -> tuple[Entry, ...]:
        """What was said about ending the game before the open phase, by ascending seat."""
        return self._log.halts.about(self.phase.number)

    @property
    def halting(self) -> frozenset[Seat]:
        """Those who would end the game before the open phase."""
        said = self.halts
        if not said or self.phase.kind == "END":
            return frozenset()
        # Packed, since True equals 1 and is another byte.
        body = pack_body(self.halt_body())
        return frozenset(
            it.envelope.seat for it in said if pack_body(it.envelope.body) == body
        )

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that still play, ascending."""
        return self._course.active

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Those that don't any more, ascending."""
        return tuple(seat for seat in self.seats if seat not in self.active)

    @property
    def attendance(self) -> Attendance:
        """What seats say of whether anybody is there to play them."""
        return self._log.attendance

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats still to speak in the open phase; none once nothing goes on."""
        return self._log.missing

    @property
    def frauds(self) -> Mapping[Seat, Fraud]:
        """Those of the open phase, by seat: in it nothing goes on without a ballot."""
        return self._log.frauds

    @property
    def fraud(self) -> Fraud | None:
        """The first of them."""
        return self._log.fraud

    @property
    def unpunished(self) -> Fraud | None:
        """The first of a seat that no ballot that was carried puts out."""
        if self.halted:
            return None  # nothing that was said in the open phase counts
        ballot = leading(self.ballots.on(self.phase.number))
        out = () if ballot is None else ballot.proposal.put_out
        return next((it for it in self.frauds.values() if it.seat not in out), None)

    @property
    def stopped(self) -> bool:
        """So many broke the rules that the others are too few to put them out."""
        return self._log.stopped

    @property
    def opened(self) -> Opened:
        """The open phase, as ballots see it."""
        return self._log.opened

    @property
    def people(self) -> tuple[Person, ...]:
        """Who has which seat now."""
        return self.handovers.holders()

    def seat_of(self, identity: bytes) -> Seat | None:
        """Give the seat that somebody has now; None if they have none."""
        seat = self.handovers.seat_of(identity)
        if seat is None or self.handovers.holder(seat).identity != identity:
            return None
        return seat

    @property
    def spoken(self) -> tuple[Seat, ...]:
        """The seats that have spoken in the open phase, ascending; rightly or not."""
        return tuple(entry.envelope.seat for entry in self._log.said)

    def entry_of(self, seat: Seat) -> Entry | None:
        """Give what a seat has said in the open phase."""
        return self._log.entry_of(seat)

    def prev_of(self, phase: int) -> bytes:
        """Give the log's digest before a phase: the open one, or one that was left."""
        return self._log.prev_of(phase)

    def said_from(self, seat: Seat, phase: int) -> Iterator[Entry]:
        """Give what a seat has said about a phase and those behind it."""
        return self._log.said_from(seat, phase)

    def is_elsewhere(self, entry: Entry) -> bool:
        """
        Tell whether what is refused here may stand in the log of somebody who lacks a ballot.

        Either it is one on the open phase, which they have left without it; or one by which
        the seat is out, or another's, and they have taken more of it.
        """
        envelope, seat = entry.envelope, entry.envelope.seat
        about = phase_about(envelope)
        if about is not None and about > self.phase.number:
            return bool(self.ballots.on(self.phase.number)) or seat in self.gone
        since = self._log.lost_since(seat)
        return since is not None and (about is None or about >= since)

    @property
    def disclosures(self) -> Sequence[Entry]:
        """What was opened when the game was over, right or not, as in a file."""
        return tuple(self._log.disclosures)

    def disclosures_of(self, seat: Seat) -> Sequence[Entry]:
        """Give those of one seat, as they came."""
        return self._log.disclosures.of(seat)

    @property
    def passed(self) -> Sequence[Passed]:
        """All phases that were left, in order."""
        return self._log.passed

    @property
    def left(self) -> Sequence[Passed]:
        """Those of them that were left by a ballot."""
        return self._log.left

    @property
    def convicted(self) -> frozenset[bytes]:
        """The digests of entries that were known to be frauds from the beginning."""
        return self._convicted

    @property
    def overturned(self) -> frozenset[bytes]:
        """
        The digests of entries that all others call frauds, and that count here.

        Such proofs were believed. What follows from the log is what a fold gives that has
        these `convicted`.
        """
        return self._log.overturned()

    @property
    def position(self) -> int:
        """How many entries the log has, the lobby's included."""
        return len(self._log.entries)

    def entries(self, first: int = 0) -> tuple[Entry, ...]:
        """
        Give the log's entries from a number on, in the order they came in.

        Whoever has accepted those before it accepts these.
        """
        return tuple(self._log.entries[first:])

    def log(self) -> bytes:
        """Give the log file, the same in whatever order entries came in."""
        return file.write(self._log.wires())

    def log_in_parts(self) -> Iterator[bytes]:
        """Give the log file, one part after the other: all of it takes as much memory again."""
        return file.parts(self._log.wires())

    # What a seat needs to speak.

    @property
    def keys_in_use(self) -> frozenset[str]:
        """The keys of cards whose secrets a seat may still need."""
        return self._course.keys_in_use

    def opens(self, seat: Seat, text: str, nonce: bytes) -> bool:
        """Tell whether this is what a seat has committed to and is to reveal now."""
        return self._course.opens(seat, text, nonce)

    def context_of(self, seat: Seat) -> bytes:
        """Give what a seat's commitment is bound to: that to be made, or to be opened."""
        return self._course.context_of(seat)

    def envelope(self, seat: Seat, body: Body) -> Envelope:
        """Give what *seat* must sign to say *body* in the open phase."""
        phase = self.phase
        return Envelope(
            self.charter.gid,
            MAIN,
            phase.number,
            phase.kind,
            seat,
            self.task.prev,
            body,
        )

    def seal(self, seat: Seat, text: str, nonce: bytes) -> bytes:
        """Commit *seat* to a move in the open PICK or DECIDE phase."""
        return self._course.seal(seat, text, nonce)

    def end_body(self) -> Body:
        """Give the one right body of END: the score sheet's rows, and the digest."""
        return (tuple(map(tuple, self.state.score().rows)), self.task.prev)

    def halt_body(self) -> Body:
        """Give what whoever would end the game before the open phase signs: the points."""
        return (tuple(map(tuple, self._course.opened.score().rows)),)

    def disclosing(self, seat: Seat, number: int) -> Task:
        """Give what stands for a phase in which a seat opens cards, as the game is over."""
        if not self.over:
            raise LocalProtocolError("nothing is opened as long as the game goes on")
        return Task(Phase(number, "AFTER", (seat,)), self.digest, Over(), last=True)

    def disclosure(self, seat: Seat, number: int, body: Body) -> Envelope:
        """Give what *seat* must sign to open cards when the game is over."""
        gid, lane = self.charter.gid, lane_of(seat)
        return Envelope(gid, lane, number, "AFTER", seat, self.digest, body)

    # What comes in.

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What was received and isn't judged: of the open phase, in the log's order."""
        return tuple(self._claims)

    def accept(self, entry: Entry) -> Verdict:
        """
        Take an entry, and judge it.

        Raises:
            Refused: it isn't validly signed by a seat the open phase waits for; nothing
                changes.
        """
        receipt = self.receive(entry)
        fraud = None
        while self._claims:
            fraud = self.judge(self.check(self._claims[0])) or fraud
        return fraud or receipt

    def receive(self, entry: Entry) -> Receipt:
        """
        Take an entry into the log; what it claims is left to be judged.

        Raises:
            Refused: as for `accept`. That goes for the phase to come too, as long as
                there are claims of this one.
        """
        lane = entry.envelope.lane
        if self._claims and lane.startswith((ATTENDANCE, BALLOTS, HALTS, HANDOVERS)):
            raise LocalProtocolError(
                f"{lane!r:.80} waits until all before it is judged"
            )
        number = self.position
        receipt = self._log.offer(entry)
        self._course.forget_states()
        about = phase_about(entry.envelope)
        if isinstance(receipt, Taken) and about is not None:
            self._note(entry, about)
        match receipt:
            case Taken(envelope, counts=True) if lane == MAIN:
                is_known = self._is_known(entry)
                self._claims.append(
                    Claim(number, envelope.seat, self.task, envelope.body, is_known)
                )
            case Taken(said) if lane.startswith(DISCLOSURES):
                task = self.disclosing(said.seat, said.phase)
                self._claims.append(Claim(number, said.seat, task, said.body))
            case Taken() if lane.startswith(BALLOTS):
                self._go_back(about)
                self._settle()
            case Taken() if lane == HALTS:
                self._settle()
            case Equivocation(identity):
                # Not part of the log: honest readers need not have seen it, and their
                # digests would differ. A phase takes no identity but those of its seats.
                seat = self.handovers.seat_signed_by(identity)
                if seat is not None:
                    self.evidence.setdefault(seat, receipt)
        return receipt

    def check(self, claim: Claim) -> Said | Wrong:
        """See what a claim is worth by itself. Nothing changes, on whatever thread."""
        if claim.is_known or not FINDINGS.most:
            return self._look_at(claim)  # not worth a digest of all it says
        body = sha256(pack_body(claim.body)).digest()
        key = self.cards.strictness, claim.task.prev, claim.seat, body
        return FINDINGS.find(key, partial(self._look_at, claim))

    def _look_at(self, claim: Claim) -> Said | Wrong:
        try:
            if claim.task.phase.kind != "END":
                return self.cards.check(
                    claim.task, claim.seat, claim.body, is_known=claim.is_known
                )
            # Packed, since True equals 1 and is another byte.
            if pack_body(claim.body) != pack_body(self.end_body()):
                return Wrong(f"another score or digest than ours: {shown(claim.body)}")
        except Wrong as wrong:
            return wrong
        return Said()

    def judge(self, finding: Said | Wrong) -> Fraud | None:
        """Apply the first claim, with what was found; or name who cheated with it."""
        claim = self._claims.popleft()
        self._course.forget_states()
        if claim.task.phase.kind == "AFTER":
            return self._judge_disclosure(claim, finding)
        name = _name_of(self._log.entries[claim.entry])
        try:
            if name[:DIGEST_SIZE] in self._convicted:
                raise Wrong(Sentence("a proof that all others found wrong"))
            if isinstance(finding, Wrong):
                raise finding
            self._course.apply(claim.seat, finding)
        except Wrong as wrong:
            phase = claim.task.phase
            fraud = Fraud(
                claim.entry, claim.seat, phase.number, phase.kind, sentence_of(wrong)
            )
            self._log.frauds[claim.seat] = self._found[name] = fraud
            self._settle()
            return fraud
        self._found[name] = finding
        self._settle()
        return None

    def _judge_disclosure(self, claim: Claim, finding: Said | Wrong) -> Fraud | None:
        """Know what was opened; or who has said that it was, and what wasn't so."""
        if isinstance(finding, Uncovered):
            seat = claim.seat
            for slot, card in finding.cards.items():
                self.disclosed[slot] = Disclosed(seat, card)
            return None
        phase = claim.task.phase
        reason = sentence_of(finding) if isinstance(finding, Wrong) else "no opening"
        fraud = Fraud(claim.entry, claim.seat, phase.number, phase.kind, reason)
        self.untruths.append(fraud)
        return fraud

    # How it goes on.

    def _settle(self) -> None:
        """Leave the open phase, if nothing holds it any more; or end the game before it."""
        number = self.phase.number
        self._leave()
        if self._claims or self.over or number != self.phase.number:
            return
        if self.halting.issuperset(self.active):
            self._log.halt()
            self._course.halt()

    def _leave(self) -> None:
        """Leave the open phase, if nothing holds it any more."""
        if self._claims or self.over:
            return
        phase = self.phase
        ballots = self.ballots.on(phase.number)
        ballot = leading(ballots)
        self._substitute(ballot)
        # Nobody signs anything beyond the end, and all say the same there: it waits for
        # no answer, which somebody may never give who has seen it without the ballot.
        if phase.kind != "END" and not is_settled(ballots):
            return
        if ballot is None or ballot.proposal.substitutes:
            if self._log.is_complete:
                self._log.leave(ballot)
                self._course.close()
                self._go_on()
        elif self._may_leave_without(ballot.proposal.out):
            self._log.leave(ballot)
            self._course.leave(ballot.proposal.out)
            self._go_on()

    def _may_leave_without(self, out: Some[Seat]) -> bool:
        """Whether the open phase may be left when some seats are put out of it."""
        phase = self.phase
        return phase.kind not in STANDING or self._course.have_spoken(
            seat for seat in phase.seats if seat not in out
        )

    def _go_on(self) -> None:
        """Open the next phase, if there is one."""
        if self.over:
            return
        self._openings[self.phase.number].found = self._found
        self._found, self._substituting = {}, None
        task = self._course.open(self.phase.number + 1, self.digest)
        self._log.open(task.phase, self.active)
        self._keep_opening()

    def _keep_opening(self) -> None:
        """Keep how the open phase has opened, as long as it may be gone back to."""
        course, handovers = self._course.save(), self.handovers.save()
        opening = Opening(self.position, course, handovers)
        self._openings.keep(self.phase.number, opening)

    def _note(self, entry: Entry, about: int) -> None:
        """Note what somebody has signed about the open phase, or one before it."""
        # What is passed on from beyond it may be signed by anybody.
        if about <= self.phase.number:
            self._openings.note(entry)
            self._openings.forget(self._log.passed)

    def _go_back(self, number: int | None) -> None:
        """Go back to a phase that was left, if it is to be left by another ballot."""
        if number is None or number >= len(self._log.passed):
            return
        ballot = leading(self.ballots.on(number))
        if not self._openings.leads_back(ballot, self._log.passed[number]):
            return
        opening = self._openings.reopen(number)
        self._log.reopen(number, opening)
        self._course.reopen(opening.course)
        self._found, self._substituting = dict(opening.found), None
        self._apply_anew()
        places = {entry.wire: place for place, entry in enumerate(self.entries())}
        for entry in self._log.said:
            if _name_of(entry) not in self._found:
                # It came too late, and doesn't now.
                envelope, place = entry.envelope, places[entry.wire]
                claim = Claim(place, envelope.seat, self.task, envelope.body)
                self._claims.append(claim)

    def _substitute(self, ballot: Ballot | None) -> None:
        """Take what others say for seats that a ballot gives them, and only that."""
        if ballot is not None and not ballot.proposal.substitutes:
            ballot = None
        if ballot is self._substituting:
            return
        self._substituting = ballot
        takeovers = {} if ballot is None else takeovers_of(ballot.proposal)
        self._log.substitute(takeovers)
        self._apply_anew()

    def _apply_anew(self) -> None:
        """Have the rules hear of what counts now in the open phase, and of nothing else."""
        said = [(entry.envelope.seat, _name_of(entry)) for entry in self._log.said]
        found = {seat: self._found[name] for seat, name in said if name in self._found}
        self._log.frauds = {
            seat: it for seat, it in found.items() if isinstance(it, Fraud)
        }
        self._course.apply_anew(
            {seat: it for seat, it in found.items() if isinstance(it, Said)}
        )


def _name_of(entry: Entry) -> bytes:
    """Name what somebody has signed, by its digest and signature: all of it may lie on a disk."""
    wire = entry.wire
    return entry_digest(wire.env) + wire.sig
