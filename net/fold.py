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

What always holds, and why:

- No phase opens before every claim of those before it is judged. Who speaks in a phase has
  therefore verified all that what they say depends on; a seat would otherwise use a secret
  on a ciphertext that somebody made up.
- Every entry signs `prev`, the digest of all closed phases. So nobody can agree to one
  history and be shown in another, and two folds with one digest are in one state.
- The digest of a phase takes its entries by ascending seat, not as they came in: readers
  who hear them in different orders stay together. Of two cheats in one phase they may then
  name different ones; both are in the log, and it stops for all in the same phase.
- Closed phases are kept. They tell an entry that comes again, which is harmless, from a
  second version of it, which convicts its signer however late it turns up.
- A refusal changes nothing, and after the end nothing is taken any more.

When seats are put out
----------------------

A phase that somebody doesn't speak in, or speaks wrongly in, can be left without them: by a
ballot (`sealed_wonders.net.log.ballots`) that all others have carried. A fraud is no
entry; the phase stays open for a ballot and for the entries of others.

- REVEAL, DECLARE and END stand: what the others said there counts. They have shown their
  choices, and must not choose again. In any other kind of phase the ask is void: rules and
  cards are as they were when it began. Then the rules hear who is gone, and what was lost
  with them, and ask anew.
- Rests that were passed to somebody who is gone lie under a key that nobody has any more.
  Those who passed them say it again for the new holder (REPASS), before the rules hear of
  anything; until then cards and rules are as the REVEAL opened.
- A move is told to the rules as it is judged, but for the one that completes a choice: that
  is carried out when the phase is left, since a ballot may yet be open.
- What comes later about a phase that was left is taken into the log and changes nothing.
- Whoever believes proofs sees no fraud in them, and may have gone on. A ballot that was
  carried says so: then the log is folded again with those entries as `convicted`. What was
  said in later phases stands in the log, as it came, and means nothing.

When a seat changes hands
-------------------------

`sealed_wonders.net.handovers` knows who signs for which seat, from which phase on. Nothing
else changes: a seat is a number here. What the new one says in the first phase in which it
says anything brings the handover into the digest, and into the file ahead of that phase.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection as Some
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sealed_wonders.core.game import (
    Answer,
    Ask,
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Look,
    Offer,
    Over,
    Pass,
    Ruleset,
    Seat,
    State,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.cards import Cards, Committed, Revealed, Said, Took, Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.handovers import (
    Handover,
    Handovers,
    Takeover,
    read_takeover,
    takeover_of,
)
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.entries import Person, name_key
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import (
    MOST,
    Ballot,
    Ballots,
    Opened,
    Proposal,
    is_settled,
    leading,
    opener_of,
    seat_of,
)
from sealed_wonders.net.log.digests import (
    changed_digest,
    commitment,
    context,
    entry_digest,
    ruleset_hash,
)
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Wire,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import (
    BALLOTS,
    FAREWELLS,
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
from sealed_wonders.net.plan import STANDING, Step, Task, answer_to_nothing, plan


@dataclass(frozen=True, slots=True)
class Fraud:
    """A signed entry that doesn't follow from the log; its own evidence."""

    entry: int
    """Its number in the log, as it came in."""
    seat: Seat
    phase: int
    kind: str
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """All of it."""
        return Sentence(
            "seat {seat} broke the rules of the game at entry {entry} (phase {phase}, "
            "{kind}): {reason}",
            seat=self.seat,
            entry=self.entry,
            phase=self.phase,
            kind=self.kind,
            reason=self.reason,
        )

    def __str__(self) -> str:
        return str(self.sentence)


Verdict = Receipt | Fraud
"""
What became of a wire: taken into the log; there already; proof that its seat signed two
versions, which isn't logged; or logged as a fraud, which counts for nothing.
"""

AHEAD = 1024
"""
Entries that are passed on from beyond a phase in which there was a fraud.

More than those who cheat can bring a host to take before it knows: few phases are left by
the word of fewer than half, but of ballots each of them can open several on each.
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a logged entry says, which nobody has judged yet."""

    entry: int
    """Its number in the log, as it came in."""
    seat: Seat
    task: Task
    body: Body


@dataclass(frozen=True, slots=True)
class Passed:
    """A phase that was left."""

    collection: Collection
    opened: Opened
    counted: tuple[Entry, ...]
    """What counts of what was said, by ascending seat."""
    ballot: Ballot | None = None
    """By which it was left, if not all had spoken."""
    frauds: Mapping[Seat, Fraud] = field(default_factory=dict)
    """Those in it, by seat."""
    handovers: tuple[Handover, ...] = ()
    """Those that came into force, by ascending seat."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in a file of it."""
        handovers = (handover.entry for handover in self.handovers)
        return (*handovers, *_standing(self.collection, self.ballot, self.counted))


def _standing(
    collection: Collection, ballot: Ballot | None, counted: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """Give what stands in a file of a phase, but for handovers."""
    if ballot is None:
        return counted
    proposal = ballot.proposal
    said = map(collection.entry_of, proposal.out)
    frauds = (
        entry
        for entry, digest in zip(said, proposal.about, strict=True)
        if entry is not None and entry_digest(entry.wire.env) == digest
    )
    # The ballot goes ahead of what counts: who reads it may find all that the phase
    # expects there, and has to know that it wasn't left by that.
    return (*frauds, *ballot.entries, *counted)


@dataclass(frozen=True, slots=True)
class _Standing:
    """A phase that stands, as it opened, and what is left of what was said in it."""

    task: Task
    state: State
    said: dict[Seat, Said]
    out: tuple[Seat, ...]
    """Who was put out in it, and in what was to be done because of that."""
    offers: Mapping[Seat, Offer]
    """What those were offered who chose, with where each rest goes now."""

    @property
    def carried_out(self) -> Task:
        """What they chose from, as it is carried out."""
        return replace(self.task, ask=Choose(self.offers))


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
    ) -> None:
        """
        Begin the game a lobby agreed on.

        Args:
            cards: new ones, of the suite in the charter; see
                `sealed_wonders.net.suites`.
            convicted: the digests of entries that are known to be frauds.

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
        self.active = self.seats
        """Those that still play, ascending."""
        self.ballots = Ballots(charter.gid)
        """All that were opened."""
        self.leaving: frozenset[Seat] = frozenset()
        """Those that have said that they go for good, and nothing since."""
        self.state: State = ruleset.begin(charter.order)
        self.states: tuple[State, ...] = (self.state,)
        """Those the last judgement led to, in order; before any, where the game begins."""
        self.digest = charter.gid
        """The log's, after the last closed phase."""
        self.over = False
        """All have signed the end."""
        self.evidence: dict[Seat, Equivocation] = {}
        """The first for each seat that was seen to sign two versions."""
        self.handovers = Handovers(charter.gid, charter.people)
        """All there are, and so who has which seat."""
        self._convicted = frozenset(convicted)
        self._log = list(charter.entries)
        self._passed: list[Passed] = []
        self._left: list[Passed] = []
        self._frauds: dict[Seat, Fraud] = {}
        """Of the open phase."""
        self._ahead = 0
        self._ahead_keys: set[bytes] = set()
        """Of those to whom seats were handed over beyond a fraud."""
        self._farewells: dict[tuple[Seat, int], Collection] = {}
        self._ask: Ask = Over()
        self._steps: list[Step] = []
        self._looks = 0
        self._sealed: dict[Seat, tuple[bytes, bytes]] = {}
        """The commitments of the choice at hand, each with its context."""
        self._said: dict[Seat, Said] = {}
        self._found: dict[Wire, Said | Fraud] = {}
        """What was found of all that was said in the open phase."""
        self._substituting: Ballot | None = None
        """The ballot by which others have seats in the open phase."""
        self._claims: deque[Claim] = deque()
        self._told: State | None = None
        """Where the choice leads that all have made, in the open phase."""
        self._began: tuple[State, object] = (self.state, None)
        """Rules and cards, as what is asked began."""
        self._opened = self.state
        """The rules, as the open phase began."""
        self._standing: _Standing | None = None
        """What is still to be carried out, when rests have gone to others."""
        self._prepare()
        self.task, self._open = self._begin()

    # What everybody may know.

    @property
    def phase(self) -> Phase:
        """The open phase; the last one, when the game is over."""
        return self.task.phase

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats still to speak in the open phase; none once nothing goes on."""
        return () if self.over or self.stopped else self._open.missing

    @property
    def frauds(self) -> Mapping[Seat, Fraud]:
        """Those of the open phase, by seat: in it nothing goes on without a ballot."""
        return self._frauds

    @property
    def fraud(self) -> Fraud | None:
        """The first of them."""
        return next(iter(self._frauds.values()), None)

    @property
    def unpunished(self) -> Fraud | None:
        """The first of a seat that no ballot that was carried puts out."""
        ballot = leading(self.ballots.on(self.phase.number))
        out = () if ballot is None else ballot.proposal.out
        return next((it for it in self._frauds.values() if it.seat not in out), None)

    @property
    def stopped(self) -> bool:
        """So many broke the rules that the others are too few to put them out."""
        return 2 * (len(self.active) - len(self._frauds)) <= len(self.active)

    @property
    def opened(self) -> Opened:
        """The open phase, as ballots see it."""
        return Opened(
            self.active,
            self.task.prev,
            self.handovers.voters(self.phase.number),
            check_substitutes=self._check_substitutes,
        )

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
        return tuple(entry.envelope.seat for entry in self._open.entries)

    def entry_of(self, seat: Seat) -> Entry | None:
        """Give what a seat has said in the open phase."""
        return self._open.entry_of(seat)

    def prev_of(self, phase: int) -> bytes:
        """Give the log's digest before a phase: the open one, or one that was left."""
        if phase == self.phase.number:
            return self.task.prev
        return self._passed[phase].opened.prev

    @property
    def passed(self) -> Sequence[Passed]:
        """All phases that were left, in order."""
        return self._passed

    @property
    def left(self) -> Sequence[Passed]:
        """Those of them that were left by a ballot."""
        return self._left

    @property
    def overturned(self) -> frozenset[bytes]:
        """
        The digests of entries that all others call frauds, and that count here.

        Such proofs were believed. What follows from the log is what a fold gives that has
        these `convicted`.
        """
        found: set[bytes] = set()
        for number in self.ballots.phases:
            if number >= len(self._passed):
                continue
            passed, ballot = self._passed[number], leading(self.ballots.on(number))
            if ballot is not None and ballot is not passed.ballot:
                named = ballot.proposal.frauds
                counted = {entry_digest(entry.wire.env) for entry in passed.counted}
                found |= counted & set(named)
        return frozenset(found)

    @property
    def position(self) -> int:
        """How many entries the log has, the lobby's included."""
        return len(self._log)

    def entries(self, first: int = 0) -> tuple[Entry, ...]:
        """
        Give the log's entries from a number on, in the order they came in.

        Whoever has accepted those before it accepts these.
        """
        return tuple(self._log[first:])

    def log(self) -> bytes:
        """Give the log file, the same in whatever order entries came in."""
        # So it is at the end, and where to go on has failed.
        is_passed = any(it.collection is self._open for it in self._passed[-1:])
        return file.write(
            (
                *self.charter.wires,
                *(it.wire for passed in self._passed for it in passed.entries),
                *(it.wire for it in (() if is_passed else self._standing_so_far())),
            )
        )

    def _standing_so_far(self) -> tuple[Entry, ...]:
        """Give what stands in a file of the open phase."""
        ballot = leading(self.ballots.on(self.phase.number))
        said = self._open.entries
        seats = set(self.active)
        if ballot is not None and not ballot.proposal.substitutes:
            out = ballot.proposal.out
            stands = self.phase.kind in STANDING
            said = tuple(it for it in said if stands and it.envelope.seat not in out)
            seats = self._signers(said, ballot)
        handovers = self.handovers.pending(seats)
        return (
            *(handover.entry for handover in handovers),
            *_standing(self._open, ballot, said),
        )

    def _signers(self, counted: tuple[Entry, ...], ballot: Ballot | None) -> set[Seat]:
        """Give the seats of which something stands in the open phase."""
        standing = _standing(self._open, ballot, counted)
        return {entry.envelope.seat for entry in standing}

    # What a seat needs to speak.

    @property
    def keys_in_use(self) -> frozenset[str]:
        """The keys of cards whose secrets a seat may still need."""
        return self.cards.keys_in_use(self._began[1])

    def opens(self, seat: Seat, text: str, nonce: bytes) -> bool:
        """Tell whether this is what a seat has committed to and is to reveal now."""
        ctx, sealed = self._sealed.get(seat, (b"", b""))
        return commitment(ctx, nonce, text.encode()) == sealed

    def context_of(self, seat: Seat) -> bytes:
        """Give what a seat's commitment is bound to: that to be made, or to be opened."""
        if seat in self._sealed and self.phase.kind in ("REVEAL", "DECLARE"):
            ctx, _ = self._sealed[seat]
            return ctx
        return self._context(seat)

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
        return commitment(self._context(seat), nonce, text.encode())

    def end_body(self) -> Body:
        """Give the one right body of END: the score sheet's rows, and the digest."""
        return (tuple(map(tuple, self.state.score().rows)), self.task.prev)

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
        while self._claims:
            fraud = self.judge(self.check(self._claims[0]))
            if fraud is not None:
                return fraud
        return receipt

    def receive(self, entry: Entry) -> Receipt:
        """
        Take an entry into the log; what it claims is left to be judged.

        Raises:
            Refused: as for `accept`. That goes for the phase to come too, as long as
                there are claims of this one.
        """
        lane = entry.envelope.lane
        is_farewell = lane.startswith(FAREWELLS)
        is_vote = lane.startswith(BALLOTS)
        is_handover = lane.startswith(HANDOVERS)
        try:
            if is_farewell:
                receipt = self._offer_farewell(entry)
            elif is_vote:
                receipt = self._offer_vote(entry)
            elif is_handover:
                receipt = self._offer_handover(entry)
            else:
                receipt = self._offer(entry)
        except Refused as refused:
            proof = None
            if refused.reason is Reason.BAD_SIGNATURE:
                proof = self.handovers.convicts(entry)
            if proof is None:
                raise
            receipt = proof
        self.states = ()
        match receipt:
            case Taken(envelope, counts=counts):
                if not is_farewell:
                    self.leaving -= {envelope.seat}
                if counts and not (is_vote or is_farewell or is_handover):
                    self._claims.append(
                        Claim(len(self._log), envelope.seat, self.task, envelope.body)
                    )
                self._log.append(entry)
                if is_vote:
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
        try:
            if claim.task.phase.kind != "END":
                return self.cards.check(claim.task, claim.seat, claim.body)
            # Packed, since True equals 1 and is another byte.
            if pack_body(claim.body) != pack_body(self.end_body()):
                return Wrong(f"another score or digest than ours: {shown(claim.body)}")
        except Wrong as wrong:
            return wrong
        return Said()

    def judge(self, finding: Said | Wrong) -> Fraud | None:
        """Apply the first claim, with what was found; or name who cheated with it."""
        claim = self._claims.popleft()
        self.states = ()
        entry = self._log[claim.entry]
        try:
            if entry_digest(entry.wire.env) in self._convicted:
                raise Wrong(Sentence("a proof that all others found wrong"))
            if isinstance(finding, Wrong):
                raise finding
            self._apply(claim, finding)
        except Wrong as wrong:
            phase = claim.task.phase
            fraud = Fraud(
                claim.entry, claim.seat, phase.number, phase.kind, sentence_of(wrong)
            )
            self._frauds[claim.seat] = self._found[entry.wire] = fraud
            self._settle()
            return fraud
        self._found[entry.wire] = finding
        self._settle()
        return None

    def _offer(self, entry: Entry) -> Receipt:
        """Find the phase an entry is for; only in the open one it counts."""
        envelope = entry.envelope
        if envelope.phase < len(self._passed):
            return self._passed[envelope.phase].collection.offer(entry)
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        fraud = self.fraud
        if fraud is not None and self.stopped and envelope.seat in self._open.missing:
            raise Refused(Reason.OVER, fraud.sentence)
        if fraud is not None and envelope.phase > self.phase.number:
            return self._offer_ahead(entry)
        return self._open.offer(entry)

    def _offer_ahead(self, entry: Entry) -> Receipt:
        """
        Pass on what is about a phase that doesn't exist for us.

        A host that believed a proof has gone on with it, and has taken more from those who
        cheat together. It counts in the numbers of entries, and for nothing else.
        """
        envelope = entry.envelope
        lane = envelope.lane
        is_handover = lane.startswith(HANDOVERS)
        if is_handover:
            seat_of(lane, HANDOVERS)
        elif lane != MAIN:
            opener_of(lane)
        if not any(map(entry.is_signed_by, self._ahead_keys)):
            alone = Phase(envelope.phase, self.phase.kind, self.active)
            keys = self.handovers.keys(self.phase.number)
            opened = Collection(self.charter.gid, lane, alone, envelope.prev, keys)
            opened.check_addressed(entry)
        if self._ahead >= AHEAD:
            raise Refused(Reason.WRONG_PHASE, Sentence("too far beyond a fraud"))
        takeover = takeover_of(entry)
        if takeover is not None:
            self._ahead_keys.add(takeover.person.identity)
        self._ahead += 1
        return Taken(envelope, closed=False, counts=False)

    def _offer_farewell(self, entry: Entry) -> Receipt:
        """
        Note that a seat goes for good, as it says: others need not wait for it then.

        It binds nobody, and whoever has said so may speak again.
        """
        if self._claims:
            raise LocalProtocolError("a farewell waits until all before it is judged")
        envelope = entry.envelope
        seat, number = seat_of(envelope.lane, FAREWELLS), envelope.phase
        said = self._farewells.get((seat, number))
        if said is not None:
            return said.offer(entry)
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        if seat not in self.active:
            raise Refused(
                Reason.WRONG_SEAT, Sentence("seat {seat} doesn't play", seat=seat)
            )
        # Whatever phase it names: a host that believes a proof may be further than we.
        alone = Phase(number, "LEAVE", (seat,))
        # Whoever has the seat now; another may have it when this comes again.
        keys = {seat: self.handovers.holder(seat).identity}
        opened = Collection(self.charter.gid, envelope.lane, alone, envelope.prev, keys)
        opened.check_addressed(entry)
        count, body = self.farewells_of(seat), envelope.body
        named = phase_of(body)
        if number != count or count >= MOST or len(body) != 1 or named is None:
            raise Refused(
                Reason.BAD_BALLOT, Sentence("not a farewell: {body}", body=shown(body))
            )
        opened.offer(entry)
        self._farewells[seat, number] = opened
        if (named, envelope.prev) != (self.phase.number, self.task.prev):
            return Taken(envelope, closed=True, counts=False)
        self.leaving |= {seat}
        return Taken(envelope, closed=True)

    def farewells_of(self, seat: Seat) -> int:
        """Give how often a seat has said that it goes for good."""
        return sum(other == seat for other, _ in self._farewells)

    def _offer_handover(self, entry: Entry) -> Receipt:
        """Take note that a seat changes hands; from which phase on, it says itself."""
        if self._claims:
            raise LocalProtocolError("a handover waits until all before it is judged")
        envelope = entry.envelope
        seat, number = seat_of(envelope.lane, HANDOVERS), phase_about(entry.envelope)
        if self.handovers.find(seat, envelope.phase) is not None:
            return self.handovers.offer(entry, None, ())
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        if seat not in self.active:
            raise Refused(
                Reason.WRONG_SEAT, Sentence("seat {seat} doesn't play", seat=seat)
            )
        is_there = number is not None and 0 <= number <= self.phase.number
        if self.fraud is not None and number is not None and not is_there:
            return self._offer_ahead(entry)
        if number is None or not is_there:
            return self.handovers.offer(entry, None, ())
        prev, said = self.prev_of(number), self.said_from(seat, number)
        return self.handovers.offer(entry, prev, said)

    def said_from(self, seat: Seat, phase: int) -> Iterator[Entry]:
        """Give what a seat has said about a phase and those behind it."""
        collections = [passed.collection for passed in self._passed[phase:]]
        for collection in (*collections, self._open):
            said = collection.entry_of(seat)
            if said is not None:
                yield said
        for ballot in self.ballots:
            if ballot.proposal.phase >= phase:
                yield from (it for it in ballot.entries if it.envelope.seat == seat)

    def _offer_vote(self, entry: Entry) -> Receipt:
        """Find the ballot an envelope is for, or the phase on which it opens one."""
        if self._claims:
            raise LocalProtocolError("a ballot waits until all before it is judged")
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        number, fraud = phase_of(entry.envelope.body), self.fraud
        if fraud is not None and number is not None and number > self.phase.number:
            return self._offer_ahead(entry)
        if fraud is not None and self.stopped:
            # Or those who cheated would decide, with a few others, who of them stays.
            raise Refused(Reason.OVER, fraud.sentence)
        opened = None
        if number == self.phase.number:
            opened = self.opened
        elif number is not None and 0 <= number < len(self._passed):
            opened = replace(self._passed[number].opened, is_left=True)
        return self.ballots.offer(entry, opened)

    def _apply(self, claim: Claim, said: Said) -> None:
        """Apply what a seat said, as far as it doesn't depend on the others."""
        match said:
            case Committed(sealed):
                # With its context: when it is opened, another phase is.
                self._sealed[claim.seat] = (self._context(claim.seat), sealed)
            case Revealed(nonce, payload, answer):
                ctx, sealed = self._sealed[claim.seat]
                if commitment(ctx, nonce, payload) != sealed:
                    raise Wrong(
                        Sentence(
                            "committed to something else than {what}",
                            what=shown(payload),
                        )
                    )
                self._tell(answer)
            case Took(answer):
                self._tell(answer)
        self._said[claim.seat] = said

    def _tell(self, answer: Answer) -> None:
        """Tell the rules a choice; the last of them waits until the phase is left."""
        try:
            told = self.state.tell(answer)
        except IllegalMove as illegal:
            raise Wrong(
                Sentence(
                    "{name}: {note}",
                    name=illegal.refusal,
                    note=illegal.detail,
                )
            ) from None
        if len(self._said) + 1 < len(self.phase.seats):
            self._reach(told)
        else:
            self._told = told

    def _reach(self, state: State) -> None:
        self.state = state
        self.states = (*self.states, state)

    def _context(self, seat: Seat) -> bytes:
        """Give what a commitment in the open phase is bound to."""
        match self.task:
            case Task(Phase(kind="PICK" | "DECIDE" as kind), prev, Choose(offers)):
                hand = offers[seat].hand
                deck = self.cards.place(hand[0]).deck if hand else ""
                return context(prev, kind, deck, seat)
        raise LocalProtocolError(f"nobody commits to anything in {self.phase!r:.80}")

    # How it goes on.

    def _settle(self) -> None:
        """Leave the open phase, if nothing holds it any more."""
        if self._claims or self.over:
            return
        ballots = self.ballots.on(self.phase.number)
        ballot = leading(ballots)
        self._substitute(ballot)
        if not is_settled(ballots):
            return
        if ballot is None or ballot.proposal.substitutes:
            if self._open.closed and not self._frauds:
                self._close(ballot)
        elif self.phase.kind not in STANDING or self._said.keys() >= {
            seat for seat in self.phase.seats if seat not in ballot.proposal.out
        }:
            self._leave(ballot)

    def _close(self, ballot: Ballot | None) -> None:
        """
        Apply the phase, in which all have spoken, and open the next.

        Args:
            ballot: that by which others have had seats in it, if there is one.
        """
        said = self._take_said()
        self._pass(self._open.entries, ballot)
        if isinstance(self.task.ask, Over):
            self.over = True
            return
        if self._standing is not None:
            self._pass_on(self._standing, said)
            return
        if self._told is not None:
            self._reach(self._told)
        answer = self.cards.close(self.task, said)
        if answer is not None:
            self._answer(answer)
        self._go_on()

    def _go_on(self) -> None:
        if self.task.last:
            self._sealed = {}
            self._prepare()
        self.task, self._open = self._begin()

    def _take_said(self) -> dict[Seat, Said]:
        said = {seat: self._said[seat] for seat in sorted(self._said)}
        self._said = {}
        return said

    def _pass(self, counted: tuple[Entry, ...], ballot: Ballot | None = None) -> None:
        """Put the open phase behind us."""
        self.handovers.keep_substitutes()
        handovers = self.handovers.put_in_force(
            self._signers(counted, ballot), self.phase.number
        )
        passed = Passed(
            self._open, self.opened, counted, ballot, self._frauds, handovers
        )
        if ballot is None and not handovers:
            self.digest = self._open.digest()
        else:
            self.digest = changed_digest(
                self.task.prev,
                MAIN,
                self.phase.number,
                [entry_digest(entry.wire.env) for entry in counted],
                [handover.digest for handover in handovers],
                b"" if ballot is None else ballot.digest,
            )
        self._open.leave()
        self._passed.append(passed)
        if ballot is not None and not ballot.proposal.substitutes:
            self._left.append(passed)

    # How seats are given to others.

    def _check_substitutes(self, proposal: Proposal) -> None:
        """
        Check whom a ballot names for seats.

        Raises:
            Refused: they can't have them, or at this table nobody can.
        """
        substitutes = proposal.substitutes
        if not rescues(self.charter.options) or len(substitutes) < len(proposal.out):
            raise Refused(
                Reason.BAD_BALLOT,
                Sentence("not seats to be given away: {out}", out=shown(proposal.out)),
            )
        try:
            takeovers = _takeovers(proposal)
            for seat, takeover in takeovers.items():
                self.handovers.check_substitute(takeover, seat)
        except Refused as refused:
            raise Refused(Reason.BAD_BALLOT, sentence_of(refused)) from None
        people = [takeover.person for takeover in takeovers.values()]
        identities = {it.identity for it in people}
        names = {name_key(it.name) for it in people}
        if min(len(identities), len(names)) < len(takeovers):
            raise Refused(Reason.BAD_BALLOT, Sentence("one person for two seats"))

    def _substitute(self, ballot: Ballot | None) -> None:
        """Take what others say for seats that a ballot gives them, and only that."""
        if ballot is not None and not ballot.proposal.substitutes:
            ballot = None
        if ballot is self._substituting:
            return
        self._substituting = ballot
        takeovers = {} if ballot is None else _takeovers(ballot.proposal)
        self.handovers.substitute(takeovers)
        self.leaving -= takeovers.keys()
        self._open.look_again()
        # The rules have heard of what somebody said who doesn't have the seat.
        self._said, self._frauds, self._told = {}, {}, None
        self.state, states = self._opened, self.states
        for entry in self._open.entries:
            seat, found = entry.envelope.seat, self._found[entry.wire]
            if isinstance(found, Fraud):
                self._frauds[seat] = found
                continue
            match found:
                case Committed(sealed):
                    self._sealed[seat] = (self._context(seat), sealed)
                case Revealed(answer=answer) | Took(answer=answer):
                    self._tell(answer)
            self._said[seat] = found
        self.states = states

    # How it goes on without somebody.

    def _leave(self, ballot: Ballot) -> None:
        """Go on without the seats that a ballot puts out, and open the next phase."""
        task, out, said = self.task, ballot.proposal.out, self._take_said()
        said = {seat: what for seat, what in said.items() if seat not in out}
        is_standing = task.phase.kind in STANDING
        counted = tuple(
            entry
            for entry in (self._open.entries if is_standing else ())
            if entry.envelope.seat not in out
        )
        self._pass(counted, ballot)
        self.handovers.drop(out)
        self.active = tuple(seat for seat in self.active if seat not in out)
        self._frauds, self._told = {}, None
        if isinstance(task.ask, Over):
            # Who leaves now has played to the end: the rules hear of nothing.
            self.over = True
        elif self._standing is not None:
            before = self._standing
            kept = {seat: it for seat, it in before.said.items() if seat not in out}
            gone = tuple(sorted((*before.out, *out)))
            self._stand(replace(before, said=kept, out=gone))
        elif is_standing:
            self._stand(_Standing(task, self._opened, said, out, {}))
        else:
            self.state, saved = self._began
            self.cards.restore(saved)
            self._let_go(out)

    def _stand(self, standing: _Standing) -> None:
        """Carry out what the others chose; first have rests passed anew, if need be."""
        ask = standing.task.ask
        if not isinstance(ask, Choose):
            raise LocalProtocolError(f"nobody chooses in {standing.task!r:.80}")
        # What the rules would ask says to whom each rest goes now; nothing is done yet.
        anew = self._tell_rules(standing.state, Gone(standing.out)).ask
        asked = anew.offers if isinstance(anew, Choose) else {}
        offers = {
            seat: replace(offer, rest=asked[seat].rest) if seat in asked else offer
            for seat, offer in ask.offers.items()
            if seat in standing.said
        }
        passing = tuple(
            seat
            for seat, offer in offers.items()
            if isinstance(offer.rest, Pass)
            and offer.rest != ask.offers[seat].rest
            and len(offer.hand) > 1
        )
        self._standing = replace(standing, offers=offers)
        if not passing:
            self._carry_out(self._standing)
            return
        # A REPASS that is undone passed nothing: what was asked for first stays known.
        self._ask = self._standing.carried_out.ask
        self._steps = [Step("REPASS", passing, standing.task.phase.deck)]
        self.task, self._open = self._begin()

    def _pass_on(self, standing: _Standing, passed: Mapping[Seat, Said]) -> None:
        """Take the rests that were passed anew, and carry out what was chosen."""
        said = {
            seat: self.cards.passed_on(it, passed[seat]) if seat in passed else it
            for seat, it in standing.said.items()
        }
        self._carry_out(replace(standing, said=said))

    def _carry_out(self, standing: _Standing) -> None:
        """Tell the rules what was chosen, and who is gone."""
        self._standing = None
        self.cards.close(standing.carried_out, standing.said)
        chosen = [_answer_of(standing.said[seat]) for seat in sorted(standing.said)]
        # If nobody who was asked is out, the last of them would have it carried out with
        # those who are.
        last = (
            chosen.pop() if set(standing.task.phase.seats) <= {*standing.said} else None
        )
        state = standing.state
        for choice in chosen:
            state = self._tell_rules(state, choice)
        self.state = state
        self._let_go(standing.out, last)

    def _let_go(self, out: tuple[Seat, ...], last: Chosen | None = None) -> None:
        """Tell the rules who is gone, and ask what they ask now."""
        lost = self.cards.lost(out)
        self._answer(Gone(out, lost, last))
        self.cards.forget(lost)
        self._steps, self._sealed = [], {}
        self._prepare()
        self.task, self._open = self._begin()

    def _tell_rules(self, state: State, answer: Answer) -> State:
        try:
            return state.tell(answer)
        except IllegalMove as illegal:
            raise LocalProtocolError(f"the rules refuse {answer!r:.80}") from illegal

    # What comes next.

    def _prepare(self) -> None:
        """Plan the phases of what is asked; answer at once what needs none."""
        while not self._steps:
            self._ask = self.state.ask
            self._looks += isinstance(self._ask, Look)
            steps = plan(self._ask, self.active, self.cards.place, self._looks)
            self._steps = list(steps)
            if not steps:
                self._answer(answer_to_nothing(self._ask))
        self._began = self.state, self.cards.save()

    def _answer(self, answer: Answer) -> None:
        self._reach(self._tell_rules(self.state, answer))

    def _begin(self) -> tuple[Task, Collection]:
        kind, seats, deck = self._steps.pop(0)
        self._frauds, self._told = {}, None
        self._found, self._substituting = {}, None
        self._ahead, self._ahead_keys = 0, set()
        self._opened = self.state
        phase = Phase(len(self._passed), kind, seats, deck)
        task = Task(phase, self.digest, self._ask, last=not self._steps)
        keys = self.handovers.keys(phase.number)
        opened = Collection(self.charter.gid, MAIN, phase, self.digest, keys)
        return task, opened


def _takeovers(proposal: Proposal) -> dict[Seat, Takeover]:
    """
    Give who takes which seat by a ballot.

    Raises:
        Refused: what is said of one means nothing.
    """
    return {
        seat: read_takeover((proposal.phase, *body))
        for seat, body in proposal.substitutes.items()
    }


def _answer_of(said: Said) -> Chosen:
    """Give what a seat chose."""
    match said:
        case Revealed(answer=answer):
            return answer
    raise LocalProtocolError(f"nothing was chosen: {said!r:.80}")
