"""
The fold: the state that follows from a log.

The fold is a pure function of the log, computed entry by entry: the state of the rules,
the places of the cards, the open phase, and the seats that must speak in it. The host,
the players and all later readers of a log run the same fold, so what it accepts is what
happened.
docs/PROTOCOL.md (Reading a log, Going on without somebody) fixes the rules.

Theory of operation
-------------------

There is always one open phase (`Fold.task`), whose kind and seats follow from the log
before it. An entry goes through three steps:

1. `Fold.receive` logs the entry if it is for this game and the open phase, is signed by
   a seat that hasn't spoken in it, and builds on our history. The contents aren't
   examined: a signed falsehood has to be in the log, because the log is the evidence
   for it. Anything else is refused, and leaves no trace.
2. `Fold.check` examines the claim of the entry: proofs, encodings, the score. Only this
   step is slow. It reads the cards as they lay when the phase opened, and no entry
   moves a card before all seats have spoken (`Cards.close`). So the claims of one phase
   may be checked in any order, together, on any thread.
3. `Fold.judge` applies the findings in the order of the log. Here the rules get the
   moves, one at a time. A wrong claim is a `Fraud`, and stops the fold.

When the last claim of a phase in which all seats have spoken is judged, the phase
closes: its digest is chained to the previous one, the cards are moved, and the next
phase opens. This may be another step of the same request (`sealed_wonders.net.plan`),
or the first step of the next one.

The fold is the log of its table (`sealed_wonders.net.tablelog`), in which each entry finds
its place. The log doesn't know the game (`sealed_wonders.net.course`), which consists of
rules and cards.

Invariants, and their reasons:

- No phase opens before all claims of the earlier ones are judged. So a seat that speaks
  in a phase has verified everything that its entry depends on. Otherwise, it might use
  a secret on a ciphertext that somebody made up.
- Every entry signs `prev`, the digest of all closed phases. So nobody can agree to one
  history and be shown in another, and two folds with the same digest have the same
  state.
- The digest of a phase covers its entries in ascending order of seat, not in order of
  arrival, so readers that receive them in different orders stay together. If there are
  two cheats in one phase, such readers may name different ones. But both are in the
  log, and the log stops for everybody in the same phase.
- A refusal changes nothing. After the end, only disclosures are accepted.

Removing seats
--------------

If a seat doesn't speak in a phase, or cheats in it, the phase can be closed without the
seat by a ballot (`sealed_wonders.net.log.ballots`) that all others have carried. A
fraud doesn't count as an entry; the phase stays open for a ballot and for the entries
of others.

- `sealed_wonders.net.course` determines the effects on the phase and the game.
- Late entries about a closed phase are logged and change nothing. The exception is a
  carried ballot that a host may have lost: it reopens the phase
  (`sealed_wonders.net.checkpoints`), and entries of later phases lose their meaning.
- A fold that trusts proofs doesn't notice a fraud in them, and may have gone on. A
  carried ballot names the fraud. Then the log is folded again with the frauds as
  `convicted`. Entries of later phases stay in the log in order of arrival, and have no
  meaning.

Ending a game early
-------------------

When all players have signed a halt about the open phase (`sealed_wonders.net.halts`),
the log ends before that phase, with the state in which the phase opened. Nothing later
is accepted.

After the end
-------------

Seats may open cards that lie face down (`sealed_wonders.net.disclosures`). Disclosures
are received, checked and judged like other entries, but change neither the state nor
the digest.

Changing the holder of a seat
-----------------------------

`sealed_wonders.net.handovers` knows who signs for which seat, and from which phase on.
Nothing else changes, since a seat is a number here. The first entry that the new holder
signs brings the handover into the digest, and into the file before the phase of that
entry.

With the option `rescue`, a ballot may give a seat to a substitute. While this ballot
leads, the substitute's entries in the open phase count, and those of the old holder
don't. The phase closes as usual, when all expected seats have spoken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Collection as Some
from functools import partial

from sealed_wonders.core.game import AnyState, Over, Ruleset, Seat, Slot
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.cards import (
    Cards,
    PostponedProofs,
    ValidBody,
    Wrong,
    finding_on,
    is_chain_of,
)
from sealed_wonders.net.checkpoints import Checkpoint, Checkpoints
from sealed_wonders.net.claims import Claim, Fraud, IsKnown, Verdict, nothing_known
from sealed_wonders.net.course import Course
from sealed_wonders.net.disclosures import DisclosedCard, ValidDisclosure
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.entries import TablePerson
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import (
    Ballot,
    is_settled,
    leading,
)
from sealed_wonders.net.log.digests import entry_digest, phase_digest, ruleset_hash
from sealed_wonders.net.log.envelopes import (
    DIGEST_SIZE,
    Body,
    Entry,
    Envelope,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import (
    BALLOTS,
    DISCLOSURES,
    HALTS,
    MAIN,
    lane_of,
    phase_about,
    side_lane,
)
from sealed_wonders.net.log.phases import (
    Phase,
    Receipt,
    SlotTaken,
)
from sealed_wonders.net.plan import SURVIVING_KINDS, PhasePlan
from sealed_wonders.net.tablelog import TableLog
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE


class Fold(TableLog):
    """
    State that follows from one table's log, up to the last accepted entry.

    Accepting an entry consists of three steps: `receive` it, `check` its claim, and
    `judge` the finding. Only the check is slow. It changes nothing, so several may run
    at the same time on other threads. A phase opens when everything in the one before
    is judged.
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
        Begin the game that a lobby agreed on.

        Args:
            cards: new cards of the suite in the charter; see
                `sealed_wonders.net.suites`.
            convicted: the digests of entries that are known to be frauds.
            is_known: return whether the claim of an entry needn't be checked.

        Raises:
            LocalProtocolError: the ruleset isn't the one agreed on.
        """
        if ruleset_hash(ruleset) != charter.rules:
            raise LocalProtocolError(f"the table plays by other rules than {ruleset!r}")
        if ruleset.players != len(charter.people):
            raise LocalProtocolError(
                f"{ruleset.players} players, {len(charter.people)} people"
            )
        self.ruleset = ruleset
        self.cards = cards
        self.seats = tuple(range(ruleset.players))
        """Seats at the start of the game."""
        self.evidence: dict[Seat, Equivocation] = {}
        """First equivocation of each seat that signed two versions."""
        self.convicted = frozenset(convicted)
        """Digests of entries that were known from the beginning to be frauds."""
        self._is_known = is_known
        self._found: dict[bytes, ValidBody | Fraud] = {}
        """Findings on everything said in the open phase, by `_name_of` the entry."""
        self._substituting: Ballot | None = None
        """The leading ballot on the open phase, if it gives seats to substitutes."""
        self._claims: deque[Claim] = deque()
        self._ahead: dict[tuple[bytes, bytes], ValidBody | Wrong] = {}
        """Valid findings on mixes that were checked before their turn."""
        self._course = Course(
            ruleset.begin(charter.order), cards, self.seats, charter.gid
        )
        super().__init__(charter, self._course.task.phase, cards.own)
        self.disclosed: dict[Slot, DisclosedCard] = {}
        """Cards opened after the game, by slot."""
        self.false_disclosures: list[Fraud] = []
        """False disclosures after the game, which have no effect."""
        self._checkpoints = Checkpoints()
        self._keep_checkpoint()

    # Public state.

    @property
    def state(self) -> AnyState:
        """Current state of the rules."""
        return self._course.state

    @property
    def states(self) -> tuple[AnyState, ...]:
        """States after the last judgement, in order; at first, the first state."""
        return self._course.states

    @property
    def task(self) -> PhasePlan:
        """The open phase, or the last phase when the game is over."""
        return self._course.task

    @property
    def halts(self) -> tuple[Entry, ...]:
        """Halts about the open phase, ascending by seat."""
        return self._halts.about(self.phase.number)

    @property
    def halting(self) -> frozenset[Seat]:
        """Seats that have signed a correct halt about the open phase."""
        said = self.halts
        if not said or self.phase.kind == "END":
            return frozenset()
        # Packed, because True equals 1 but is encoded differently.
        body = pack_body(self.halt_body())
        return frozenset(
            it.envelope.seat for it in said if pack_body(it.envelope.body) == body
        )

    @property
    def was_halted(self) -> bool:
        """Whether all have signed a halt about a phase, but it had closed by then."""
        return any(
            {halt.envelope.seat for halt in self._halts.about(number)}.issuperset(
                it.opened.seats
            )
            for number, it in enumerate(self.closed_phases)
        )

    @property
    def active(self) -> tuple[Seat, ...]:
        """Seats that are still in the game, ascending."""
        return self._course.active

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Seats that have left the game, ascending."""
        return tuple(seat for seat in self.seats if seat not in self.active)

    @property
    def unpunished(self) -> Fraud | None:
        """First fraud by a seat that no carried ballot removes."""
        if self.halted:
            return None  # nothing said in the open phase counts
        ballot = leading(self.ballots.on(self.phase.number))
        out = () if ballot is None else ballot.proposal.put_out
        return next((it for it in self.frauds.values() if it.seat not in out), None)

    @property
    def people(self) -> tuple[TablePerson, ...]:
        """Current holders, by seat."""
        return self.handovers.holders()

    def seat_of(self, identity: bytes) -> Seat | None:
        """Return the seat that an identity holds now, or None."""
        seat = self.handovers.seat_of(identity)
        if seat is None or self.handovers.holder(seat).identity != identity:
            return None
        return seat

    @property
    def spoken(self) -> tuple[Seat, ...]:
        """Seats that have spoken in the open phase, honestly or not, ascending."""
        return tuple(entry.envelope.seat for entry in self._said)

    def is_elsewhere(self, entry: Entry) -> bool:
        """
        Return whether a refused entry may be in the log of somebody who lacks a ballot.

        There may be a ballot on the open phase, which that host has closed without it.
        Or a ballot has taken the seat from its holder, and that host has accepted more
        from the holder.
        """
        envelope, seat = entry.envelope, entry.envelope.seat
        about = phase_about(envelope)
        if about is not None and about > self.phase.number:
            return bool(self.ballots.on(self.phase.number)) or seat in self.gone
        since = self._lost_since(seat)
        return since is not None and (about is None or about >= since)

    @property
    def disclosures(self) -> Sequence[Entry]:
        """Disclosures after the game, right or wrong, in the order of a file."""
        return tuple(self._disclosures)

    def disclosures_of(self, seat: Seat) -> Sequence[Entry]:
        """Return a seat's disclosures, in order of arrival."""
        return self._disclosures.of(seat)

    def entries(self, first: int = 0) -> tuple[Entry, ...]:
        """
        Return the log's entries from a number on, in order of arrival.

        A fold that has accepted the entries before it accepts these, too.
        """
        return tuple(self._entries[first:])

    def log(self) -> bytes:
        """Return the log file, which doesn't depend on the order of arrival."""
        return file.write(self._wires())

    def log_in_parts(self) -> Iterator[bytes]:
        """Yield the log file in parts, since the whole needs as much memory again."""
        return file.parts(self._wires())

    # Making entries.

    @property
    def keys_in_use(self) -> frozenset[str]:
        """Names of the keys whose secrets a seat may still need."""
        return self._course.keys_in_use

    def opens(self, seat: Seat, text: str, nonce: bytes) -> bool:
        """Return whether a move and a nonce open the seat's commitment."""
        return self._course.opens(seat, text, nonce)

    def context_of(self, seat: Seat) -> bytes:
        """Return the context of a commitment to be made or opened in this phase."""
        return self._course.context_of(seat)

    def envelope(self, seat: Seat, body: Body) -> Envelope:
        """Return the envelope that *seat* must sign to say *body* in the open phase."""
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
        """Return *seat*'s commitment to a move in the open PICK or DECIDE phase."""
        return self._course.seal(seat, text, nonce)

    def end_body(self) -> Body:
        """Return the only valid body of an END: the rows of points, and the digest."""
        return (tuple(map(tuple, self.state.score().rows)), self.task.prev)

    def halt_body(self) -> Body:
        """Return the body of a halt about the open phase: the points."""
        return (tuple(map(tuple, self._course.opened.score().rows)),)

    def disclosing(self, seat: Seat, number: int) -> PhasePlan:
        """Return the task of a seat that opens cards after the game."""
        if not self.over:
            raise LocalProtocolError("nothing is opened as long as the game goes on")
        return PhasePlan(
            Phase(number, "AFTER", (seat,)), self.digest, Over(), last=True
        )

    def disclosure(self, seat: Seat, number: int, body: Body) -> Envelope:
        """Return the envelope that *seat* must sign to open cards after the game."""
        gid, lane = self.charter.gid, lane_of(DISCLOSURES, seat)
        return Envelope(gid, lane, number, "AFTER", seat, self.digest, body)

    # Receiving entries.

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Received claims that aren't judged yet, in the order of the log."""
        return tuple(self._claims)

    def accept(self, entry: Entry) -> Verdict:
        """
        Receive an entry, check it and judge it.

        Raises:
            WireRefused: it isn't validly signed by a seat that the open phase expects;
                nothing changes.
        """
        receipt = self.receive(entry)
        fraud = None
        while self._claims:
            fraud = self.judge(self.check(self._claims[0])) or fraud
        return fraud or receipt

    def receive(self, entry: Entry) -> Receipt:
        """
        Log an entry. Its claim remains to be judged.

        Raises:
            WireRefused: as for `accept`. An entry of the next phase is refused, too, as
                long as there are claims of this one.
        """
        lane = entry.envelope.lane
        rules = side_lane(lane)
        if self._claims and rules is not None and not rules.is_after_end:
            raise LocalProtocolError(
                f"{lane!r:.80} waits until all before it is judged"
            )
        number = self.position
        receipt = self._place(entry)
        self._course.forget_states()
        about = phase_about(entry.envelope)
        if isinstance(receipt, SlotTaken) and about is not None:
            self._note(entry, about)
        match receipt:
            case SlotTaken(counts=True) if lane == MAIN:
                is_known = self._is_known(entry)
                claim = Claim.of(number, entry, self.task, is_known=is_known)
                self._claims.append(claim)
            case SlotTaken(said) if lane.startswith(DISCLOSURES):
                task = self.disclosing(said.seat, said.phase)
                self._claims.append(Claim.of(number, entry, task))
            case SlotTaken() if lane.startswith(BALLOTS):
                self._go_back(about)
                self._settle()
            case SlotTaken() if lane == HALTS:
                self._settle()
            case Equivocation(identity):
                # Equivocations aren't part of the log. Honest readers may not have seen
                # them, and their digests would differ. A phase accepts only identities
                # of its seats.
                seat = self.handovers.seat_signed_by(identity)
                if seat is not None:
                    self.evidence.setdefault(seat, receipt)
        return receipt

    def check(self, claim: Claim) -> ValidBody | Wrong:
        """
        Check a claim by itself. Nothing changes, and the call may run on any thread.
        """
        return self.check_together((claim,))[0]

    def check_together(
        self, claims: Sequence[Claim], then: Iterable[Entry] = ()
    ) -> Sequence[ValidBody | Wrong]:
        """
        Check claims on the open phase, with less work than each of them alone.

        The log doesn't change, and the call may run on any thread.

        Args:
            then: entries that may follow. If they continue a mix, they are checked with
                it, and aren't checked again when their turn comes.
        """
        found = [self._ahead.pop(_key_of(claim), None) for claim in claims]
        left = [claim for claim, it in zip(claims, found, strict=True) if it is None]
        is_alone = len(left) == 1 and not left[0].is_known
        ahead = tuple(_mixes_after(left[0], then, self.active)) if is_alone else ()
        findings = self._find((*left, *ahead))
        if ahead:
            # Nothing is known about what follows the first wrong one.
            beyond = zip(map(_key_of, ahead), findings[1:], strict=False)
            self._ahead = {key: it for key, it in beyond if isinstance(it, ValidBody)}
        rest = iter(findings)
        return [it or next(rest) for it in found]

    def _find(self, claims: Sequence[Claim]) -> Sequence[ValidBody | Wrong]:
        if not VERIFICATION_CACHE.capacity:
            return self._look_at(claims)
        keys = [(self.cards.strictness, it.is_known, *_key_of(it)) for it in claims]
        # Mixes need those before them; others are looked at only if nobody has done so.
        is_chain = is_chain_of(it.task for it in claims)

        def look(some: Sequence[int]) -> Sequence[ValidBody | Wrong]:
            if not is_chain:
                return self._look_at([claims[i] for i in some])
            found = self._look_at(claims)
            return [found[i] for i in some if i < len(found)]

        return VERIFICATION_CACHE.find(keys, look)

    def check_postponed(
        self, claims: Sequence[Claim], proofs: PostponedProofs
    ) -> Sequence[ValidBody | Wrong]:
        """
        Check claims on the open phase, but postpone their proofs.

        Args:
            proofs: from `Cards.postpone`. Until they hold, nobody may be told anything
                that follows from the findings and a secret.
        """
        return self._look_at(claims, proofs.check)

    def _look_at(
        self, claims: Sequence[Claim], check: CheckBodies | None = None
    ) -> Sequence[ValidBody | Wrong]:
        unproven = [it for it in claims if not it.is_known and not _is_end(it)]
        said = [(it.task, it.seat, it.body) for it in unproven]
        findings = (check or self.cards.check_together)(said)
        if is_chain_of(it.task for it in claims):
            return findings
        found = dict(zip(map(id, unproven), findings, strict=True))
        return [
            found.get(id(it)) or finding_on(partial(self._compute, it)) for it in claims
        ]

    def _compute(self, claim: Claim) -> ValidBody:
        """Compute the consequences of a claim without any proofs, or with known ones."""
        if not _is_end(claim):
            return self.cards.check(claim.task, claim.seat, claim.body, is_known=True)
        # Packed, because True equals 1 but is encoded differently.
        if pack_body(claim.body) != pack_body(self.end_body()):
            raise Wrong(
                "the score or digest differs from ours: {what}", what=shown(claim.body)
            )
        return ValidBody()

    def judge(self, finding: ValidBody | Wrong) -> Fraud | None:
        """Apply the finding on the first claim; return the fraud if there is one."""
        claim = self._claims.popleft()
        self._course.forget_states()
        if claim.task.phase.kind == "AFTER":
            return self._accept_disclosure(claim, finding)
        name = _name_of(self._entries[claim.entry])
        try:
            if name[:DIGEST_SIZE] in self.convicted:
                raise Wrong(Sentence("all the other players found this proof invalid"))
            if isinstance(finding, Wrong):
                raise finding
            self._course.apply(claim.seat, finding)
        except Wrong as wrong:
            fraud = claim.fraud(sentence_of(wrong))
            self.frauds[claim.seat] = self._found[name] = fraud
            self._settle()
            return fraud
        self._found[name] = finding
        self._settle()
        return None

    def _accept_disclosure(
        self, claim: Claim, finding: ValidBody | Wrong
    ) -> Fraud | None:
        """Accept a disclosure, or record the false claim as fraud."""
        if isinstance(finding, ValidDisclosure):
            for slot, card in finding.cards.items():
                self.disclosed[slot] = DisclosedCard(claim.seat, card)
            return None
        reason = sentence_of(finding) if isinstance(finding, Wrong) else "no opening"
        fraud = claim.fraud(reason)
        self.false_disclosures.append(fraud)
        return fraud

    # Closing and opening phases.

    def _settle(self) -> None:
        """Close the open phase if nothing prevents it, or end the game before it."""
        number = self.phase.number
        self._leave()
        if self._claims or self.over or number != self.phase.number:
            return
        if self.halting.issuperset(self.active):
            self._end_early()
            self._course.halt()

    def _leave(self) -> None:
        """Close the open phase if nothing prevents it."""
        if self._claims or self.over:
            return
        phase = self.phase
        ballots = self.ballots.on(phase.number)
        ballot = leading(ballots)
        self._substitute(ballot)
        # All END entries say the same, and nobody signs anything after the END. So END
        # doesn't wait for an answer to a ballot: a seat that has seen the end of the
        # game without the ballot may never give it.
        if phase.kind != "END" and not is_settled(ballots):
            return
        if ballot is None or ballot.proposal.substitutes:
            if self._is_complete:
                self._leave_phase(ballot)
                self._course.close()
                self._go_on()
        elif self._may_leave_without(ballot.proposal.out):
            self._leave_phase(ballot)
            self._course.leave(ballot.proposal.out)
            self._go_on()

    def _may_leave_without(self, out: Some[Seat]) -> bool:
        """Return whether the open phase may close once some seats are removed."""
        phase = self.phase
        return phase.kind not in SURVIVING_KINDS or self._course.have_spoken(
            seat for seat in phase.seats if seat not in out
        )

    def _go_on(self) -> None:
        if self.over:
            return
        self._checkpoints[self.phase.number].found = self._found
        self._found, self._substituting = {}, None
        task = self._course.open(self.phase.number + 1, self.digest)
        self._open_phase(task.phase, self.active)
        self._keep_checkpoint()

    def _keep_checkpoint(self) -> None:
        """Keep the state in which the open phase opened, as long as it may reopen."""
        course, handovers = self._course.save(), self.handovers.save()
        checkpoint = Checkpoint(self.position, course, handovers)
        self._checkpoints.keep(self.phase.number, checkpoint)

    def _note(self, entry: Entry, about: int) -> None:
        """Note a signature about the open phase, or an earlier one."""
        # Anybody may have signed the entries from beyond the phase.
        if about <= self.phase.number:
            self._checkpoints.note(entry)
            self._checkpoints.forget(self.closed_phases)

    def _go_back(self, number: int | None) -> None:
        """Reopen a closed phase if another ballot has to close it."""
        if number is None or number >= len(self.closed_phases):
            return
        ballot = leading(self.ballots.on(number))
        if not self._checkpoints.leads_back(ballot, self.closed_phases[number]):
            return
        checkpoint = self._checkpoints.reopen(number)
        self._reopen(number, checkpoint)
        self._course.reopen(checkpoint.course)
        self._found, self._substituting = dict(checkpoint.found), None
        self._apply_anew()
        places = {entry.wire: place for place, entry in enumerate(self.entries())}
        for entry in self._said:
            if _name_of(entry) not in self._found:
                # The entry came too late before, but is in time now.
                self._claims.append(Claim.of(places[entry.wire], entry, self.task))

    def _substitute(self, ballot: Ballot | None) -> None:
        """Count only a substitute's entries for a seat that a ballot gives away."""
        if ballot is not None and not ballot.proposal.substitutes:
            ballot = None
        if ballot is self._substituting:
            return
        self._substituting = ballot
        takeovers = {} if ballot is None else takeovers_of(ballot.proposal)
        self._put_in(takeovers)
        self._apply_anew()

    def _apply_anew(self) -> None:
        """Apply to the rules only what counts in the open phase now."""
        said = [(entry.envelope.seat, _name_of(entry)) for entry in self._said]
        found = {seat: self._found[name] for seat, name in said if name in self._found}
        self.frauds = {seat: it for seat, it in found.items() if isinstance(it, Fraud)}
        self._course.apply_anew(
            {seat: it for seat, it in found.items() if isinstance(it, ValidBody)}
        )


CheckBodies = Callable[
    [Sequence[tuple[PhasePlan, Seat, Body]]], Sequence[ValidBody | Wrong]
]
"""Check bodies, as `Cards.check_together` does."""


def _is_end(claim: Claim) -> bool:
    return claim.task.phase.kind == "END"


def _key_of(claim: Claim) -> tuple[bytes, bytes]:
    """Return what the finding on a claim follows from: the log before it, and itself."""
    return claim.task.prev, claim.digest


def _mixes_after(
    claim: Claim, entries: Iterable[Entry], seats: Sequence[Seat]
) -> Iterator[Claim]:
    """
    Yield the claims of mixes of the same cards that follow a mix immediately.

    That they follow is shown by their digests. Their signatures aren't verified here,
    since nothing is judged by these claims.

    Args:
        seats: the seats in the game, in whose order they mix.
    """
    following = [seat for seat in seats if seat > claim.seat]
    for entry, seat in zip(entries, following, strict=False):
        envelope, phase = entry.envelope, claim.task.phase
        digest = phase_digest(claim.task.prev, MAIN, phase.number, [claim.digest])
        follows = (
            envelope.lane,
            envelope.phase,
            envelope.kind,
            envelope.seat,
            envelope.prev,
        ) == (MAIN, phase.number + 1, "MIX", seat, digest)
        if phase.kind != "MIX" or not follows:
            return
        mix = Phase(envelope.phase, "MIX", (envelope.seat,), phase.deck)
        task = PhasePlan(mix, digest, claim.task.ask, last=False)
        claim = Claim.of(claim.entry + 1, entry, task)
        yield claim


def _name_of(entry: Entry) -> bytes:
    """Return a name for an entry, which is shorter than the entry itself."""
    wire = entry.wire
    return entry_digest(wire.env) + wire.sig
