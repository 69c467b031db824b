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
- A fold never goes back: after a fraud or the end nothing is taken any more, and a refusal
  changes nothing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sealed_wonders.core.game import (
    Answer,
    Ask,
    Choose,
    IllegalMove,
    Look,
    Over,
    Ruleset,
    Seat,
    State,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.cards import Cards, Committed, Revealed, Said, Took, Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.digests import commitment, context, ruleset_hash
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import (
    MAIN,
    Collection,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)
from sealed_wonders.net.plan import Step, Task, answer_to_nothing, plan


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
versions, which isn't logged; or logged as a fraud, which stops the game.
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a logged entry says, which nobody has judged yet."""

    entry: int
    """Its number in the log, as it came in."""
    seat: Seat
    task: Task
    body: Body


class Fold:
    """
    What follows from one table's log, up to the last entry accepted.

    To accept an entry is to `receive` it, to `check` the claim it makes, and to `judge`
    what was found. Only the check takes long; it changes nothing, so several may go on at
    once and elsewhere. A phase opens when all of the one before is judged.
    """

    def __init__(self, charter: Charter, ruleset: Ruleset, cards: Cards) -> None:
        """
        Begin the game a lobby agreed on.

        Args:
            cards: new ones, of the suite in the charter; see
                `sealed_wonders.net.suites`.

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
        """Those that play."""
        self.state: State = ruleset.begin(charter.order)
        self.states: tuple[State, ...] = (self.state,)
        """Those the last judgement led to, in order; before any, where the game begins."""
        self.digest = charter.gid
        """The log's, after the last closed phase."""
        self.fraud: Fraud | None = None
        """What stopped the game."""
        self.over = False
        """All have signed the end."""
        self.evidence: dict[Seat, Equivocation] = {}
        """The first for each seat that was seen to sign two versions."""
        self._keys = charter.keys
        self._log = list(charter.entries)
        self._closed: list[Collection] = []
        self._ask: Ask = Over()
        self._steps: list[Step] = []
        self._looks = 0
        self._sealed: dict[Seat, tuple[bytes, bytes]] = {}
        """The commitments of the choice at hand, each with its context."""
        self._said: dict[Seat, Said] = {}
        self._claims: deque[Claim] = deque()
        self._prepare()
        self.task, self._open = self._begin()

    # What everybody may know.

    @property
    def phase(self) -> Phase:
        """The open phase; the last one, when the game is over."""
        return self.task.phase

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats still to speak in the open phase; none once the game stopped."""
        return () if self.fraud else self._open.missing

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
        return file.write(
            (
                *self.charter.wires,
                *(it.wire for phase in self._collections for it in phase.entries),
            )
        )

    # What a seat needs to speak.

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
        receipt = self._offer(entry)
        self.states = ()
        match receipt:
            case Taken(envelope):
                claim = Claim(len(self._log), envelope.seat, self.task, envelope.body)
                self._claims.append(claim)
                self._log.append(entry)
            case Equivocation(identity):
                # Not part of the log: honest readers need not have seen it, and their
                # digests would differ. A phase takes no identity but those of its seats.
                seat = self.charter.seat_of(identity)
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
        """Apply the first claim, with what was found; or stop the game at it."""
        claim = self._claims.popleft()
        self.states = ()
        try:
            if isinstance(finding, Wrong):
                raise finding
            self._apply(claim, finding)
        except Wrong as wrong:
            phase = claim.task.phase
            self._claims.clear()
            self.fraud = Fraud(
                claim.entry, claim.seat, phase.number, phase.kind, sentence_of(wrong)
            )
            return self.fraud
        if self._open.closed and not self._claims:
            self._close()
        return None

    @property
    def _collections(self) -> tuple[Collection, ...]:
        # The last one is still the open one where nothing goes on: at the end, or where
        # closing it failed.
        is_closed = self._open in self._closed[-1:]
        return (*self._closed, *(() if is_closed else (self._open,)))

    def _offer(self, entry: Entry) -> Receipt:
        """Find the phase an entry is for; only the open one can take it."""
        if not (self.over or self.fraud):
            try:
                return self._open.offer(entry)
            except Refused as refused:
                if refused.reason is not Reason.WRONG_PHASE:
                    raise
        envelope = entry.envelope
        if envelope.phase < len(self._closed):
            return self._closed[envelope.phase].offer(entry)
        if self.over:
            raise Refused(Reason.OVER, Sentence("the game has ended"))
        if self.fraud and envelope.seat in self._open.missing:
            raise Refused(Reason.OVER, self.fraud.sentence)
        return self._open.offer(entry)

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
        try:
            self._step(answer)
        except IllegalMove as illegal:
            raise Wrong(
                Sentence(
                    "{name}: {note}",
                    name=illegal.refusal,
                    note=illegal.detail,
                )
            ) from None

    def _step(self, answer: Answer) -> None:
        self.state = self.state.tell(answer)
        self.states = (*self.states, self.state)

    def _context(self, seat: Seat) -> bytes:
        """Give what a commitment in the open phase is bound to."""
        match self.task:
            case Task(Phase(kind="PICK" | "DECIDE" as kind), prev, Choose(offers)):
                hand = offers[seat].hand
                deck = self.cards.place(hand[0]).deck if hand else ""
                return context(prev, kind, deck, seat)
        raise LocalProtocolError(f"nobody commits to anything in {self.phase!r:.80}")

    # How it goes on.

    def _close(self) -> None:
        """Apply the phase, and open the next."""
        said = {seat: self._said[seat] for seat in sorted(self._said)}
        self._said = {}
        self.digest = self._open.digest()
        self._closed.append(self._open)
        if isinstance(self.task.ask, Over):
            self.over = True
            return
        answer = self.cards.close(self.task, said)
        if answer is not None:
            self._answer(answer)
        if self.task.last:
            self._sealed = {}
            self._prepare()
        self.task, self._open = self._begin()

    def _prepare(self) -> None:
        """Plan the phases of what is asked; answer at once what needs none."""
        while not self._steps:
            self._ask = self.state.ask
            self._looks += isinstance(self._ask, Look)
            steps = plan(self._ask, self.seats, self.cards.place, self._looks)
            self._steps = list(steps)
            if not steps:
                self._answer(answer_to_nothing(self._ask))

    def _answer(self, answer: Answer) -> None:
        try:
            self._step(answer)
        except IllegalMove as illegal:
            raise LocalProtocolError(f"the rules refuse {answer!r:.80}") from illegal

    def _begin(self) -> tuple[Task, Collection]:
        kind, seats, deck = self._steps.pop(0)
        phase = Phase(len(self._closed), kind, seats, deck)
        task = Task(phase, self.digest, self._ask, last=not self._steps)
        opened = Collection(self.charter.gid, MAIN, phase, self.digest, self._keys)
        return task, opened
