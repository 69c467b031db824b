"""
A seat at a table: its identity, its fold of the log, and what it must sign next.

A seat signs by itself whatever needs no choice; for a choice it sets `question`. It
signs only what its own fold requires, after every earlier claim has been verified, and
never signs two different things for one place in the log.

Checking other seats' proofs and making our own takes long, so `Environment.work`
decides where these jobs run. Their results are applied on the reactor's thread, where
everything that is signed is written to the store before it can be sent. Nothing here
knows about connections; see `sealed_wonders.client.table.game`.

Theory of operation
-------------------

A seat holds three things that must fit together: its `Fold`, the state computed from
the log; its `Secrets`, what it alone knows about the cards; and its `Store`, what it
has signed so far. Everything that arrives or was computed elsewhere ends in `_go_on`,
which looks again at what the open phase requires of this seat. It finds one of five
cases:

- Nothing is required, or it has been sent, or a job is making it: do nothing.
- The store knows what we signed in this phase, because an earlier process signed it, or
  the host has lost it. The same bytes are sent again, never new ones.
- We have voted yes in a ballot on an earlier phase, and it may still lead to another
  history than this one (`sealed_wonders.net.voting`): wait.
- The phase needs no choice (`UNDECIDED`, the reveals, END): a job makes the body.
- The phase needs a choice: `question` is set, until `answer` starts such a job, or the
  phase has passed.

When a job is done, `_say` signs the body and writes it down. Only then does `take`
return it.

Invariants, and the reasons for them:

- A body is made for the open phase of our own fold and for no other. The fold opens a
  phase once every earlier claim has been verified. So no secret is used before the
  proofs that it depends on have been checked, whatever the host pretends.
- The order is sign, write down, send (`sealed_wonders.client.table.signed`). What later
  phases need is written together with the envelope (`Memory`): the nonce of a
  commitment, the secret of a key. They can't be drawn a second time.
- The result of a job is dropped if its phase has passed, or if something was signed in
  that phase in the meantime: `_say` checks the fold and the store again.
- A restarted process signs nothing before it has read as much of the log as exists
  (`silent_until`), and nothing new in a phase before the last one that it knows. It
  compares what it has signed with the log: each `prev` must be the digest there. So it
  can rely on what an earlier process has checked
  (`sealed_wonders.client.table.checked`). If the log has an entry of ours that differs
  from the one in the store, or if it has an entry of a bot's that the store doesn't
  know, more may be lost, and the seat never signs again in this game.
- A program whose memory may be an older copy signs nothing before the others at the
  table have signed what they know of its entries (`must_recollect`,
  `sealed_wonders.client.table.recollecting`).
- A seat may change hands (`sealed_wonders.net.handovers`). A spectator has no number
  yet (`NOBODY`). It takes a seat once the log has a handover to it to which it has
  agreed, also after a restart. A seat that has signed its handover signs nothing more,
  and discards its secrets as soon as the log has that entry.
- If another machine has signed for this seat, it signs nothing before its player has
  compared the state of the table (`must_compare`). This is the case if the store was
  rebuilt from the twelve words and the log, or if the log has an entry of a person's
  seat that the store doesn't know.
- Once all seats have signed the end, the secrets are discarded. Before that, the
  openings of our cards that are still face down are made
  (`sealed_wonders.net.disclosures`), in case the player wants to show them; they open
  those cards and no others. The log is still read, for the cards that others show.
- Jobs may run on any thread; their results are applied on the reactor's. A job that is
  done at once doesn't pass through `_done_later`: its caller continues by itself, so
  nothing here is re-entered.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Question, Wait
from sealed_wonders.client.table.gathering import Gathering
from sealed_wonders.client.table.memory import InMemory, Memory, Past, unsigned
from sealed_wonders.client.table.signed import NOTHING, Signed
from sealed_wonders.client.table.taking import HELD, OF_OTHERS, Candidate, has_taken
from sealed_wonders.core.game import AnyState, Card, Move, Slot, TurnUp
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT, Word
from sealed_wonders.net.cards import MissingSecrets, Secrets, UsedBody
from sealed_wonders.net.disclosures import (
    MAX_CARDS_PER_DISCLOSURE,
    MAX_DISCLOSURES_PER_SEAT,
    OpenedCard,
)
from sealed_wonders.net.disclosures import read as read_openings
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.escrow import made_in, recoverable, taken_along
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    MAX_HANDOVERS_PER_SEAT,
    Handover,
    Takeover,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.ballots import (
    Ballot,
    BallotProposal,
    Status,
    answer_body,
    is_settled,
)
from sealed_wonders.net.log.digests import NONCE_SIZE, entry_digest
from sealed_wonders.net.log.envelopes import (
    NOBODY,
    Body,
    Entry,
    Envelope,
    Wire,
    parse,
    sign,
)
from sealed_wonders.net.log.lanes import (
    ATTENDANCE,
    BALLOTS,
    HALTS,
    HANDOVERS,
    LOBBY,
    MAIN,
    lane_of,
    phase_about,
)
from sealed_wonders.net.log.phases import Kind, Reason, WireRefused
from sealed_wonders.net.log.sidelane import owner_of
from sealed_wonders.net.messages import HEARD_CAP
from sealed_wonders.net.plan import CHOOSING, COMMITTING, REVEALING, UNDECIDED
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.seed import Seed
from sealed_wonders.net.suites import secrets_of
from sealed_wonders.net.verification import Brief, Verification
from sealed_wonders.net.whispers import OpenChoice, SeatTransfer, SubstituteQuestion

T = TypeVar("T")

FEW = 4
"""Largest number of cards turned up at once that is proved without using a thread."""


class ForkedLog(RemoteProtocolError):
    """
    A seat, perhaps our own, has signed an entry on a history other than our log.

    Attributes:
        seat: the seat that signed it.
    """

    def __init__(self, seat: int, refused: WireRefused) -> None:
        super().__init__(sentence_of(refused))
        self.seat = seat


AnswerResult = bool | OSError
"""
What became of an answer.

True if it was signed, False if it was no longer needed, and the error if it couldn't be
written to the store.
"""


def _raise(error: Exception) -> None:
    raise error


def _task_of(state: AnyState) -> object:
    """
    Return what a game calls the current choice, so that two choices can be compared.
    """
    return getattr(state, "task", None)


def must_be_written(outcome: AnswerResult) -> None:
    """
    Raise `LocalProtocolError` if the outcome is an error that no player can deal with.
    """
    if isinstance(outcome, OSError):
        raise LocalProtocolError(
            Sentence("your program can't save its entry: {why}", why=outcome)
        ) from outcome


class Seat:
    """
    One seat, from the beginning of a game to its end.

    Attributes:
        fold: the table as of the log, up to the last verified entry.
        number: the seat's number; `NOBODY` for a spectator.
        is_held: nothing is signed in later phases, because the seat is about to be
            handed over.
        is_promised: nothing at all is signed, because the successor has received the
            secrets.
        secrets: what only this seat knows about the cards.
        candidate: how a spectator agrees to take a seat.
        silent_until: number of entries to read before anything is signed.
        question: the open choice, if there is one.
        unwritten: the error that kept something from being written to the store, while
            it waits for `try_again`; otherwise None.
        stands_still: nothing is signed in phases, because most other programs compute a
            different game.
        is_stuck: the seat was given to us, but a secret that is needed to continue is
            missing. We sign nothing, and the others can go on without us once we have
            left.
    """

    def __init__(
        self,
        identity: Identity,
        fold: Fold,
        past: Past | None = None,
        environment: Environment | None = None,
        *,
        changed: Callable[[], None] = lambda: None,
        failed: Callable[[Exception], None] = _raise,
    ) -> None:
        """
        Take a seat, or become a spectator; nothing is signed before `receive`.

        Args:
            past: what an earlier process has left; None if there was none.
            changed: called when something new may be visible, except for changes that
                `answer` makes at once.
            failed: called with an error of a delayed job, of a kind that `receive`
                would raise.

        Raises:
            LocalProtocolError: the stored part of the game can't be used.
        """
        past = past or Past(InMemory())
        environment = environment or Environment()
        self._made = environment.made
        number = fold.charter.seat_of(identity.public)
        self.number = NOBODY if number is None else number
        self._identity = identity
        self._entropy = environment.entropy
        self._store = past.store
        self._follow(fold)
        self.secrets = self._new_secrets(self.number)
        self.is_held = self.is_promised = False
        self.stands_still = False
        self.silent_until = past.silent_until
        self._may_be_set_back = past.may_be_set_back
        self.question: Question | None = None
        self.unwritten: OSError | None = None
        self.is_stuck = False
        self._work = environment.work
        self._changed = changed
        self._failed = failed
        self._states: list[tuple[AnyState, Mapping[Slot, Card]]] = []
        self._failure: Exception | None = None
        """Error raised by a check."""
        self._of_others = 0
        """Number of these that are other seats' entries in phases of the game."""
        self._last_said: Entry | None = None
        """Our last entry in a phase of the game that the log has."""
        self._compared = NOTHING
        """Last phase in which our `prev` was compared with the log."""
        self._seen: Mapping[Slot, Card] = {}
        self._has_forgotten = False
        """
        Whether the log has an entry of ours that the store lacks.

        More may be lost, and we might sign something different, so nothing is signed
        any more.
        """
        self._phase = NOTHING
        """Phase that was open at the last look."""
        self._making = NOTHING
        """Phase for which a job is running."""
        self._unsaid: Callable[[], object] | None = None
        """Signs what couldn't be written to the store in the open phase."""
        self._has_looked_back = False
        """Whether votes that the log lacks have been put in the outbox."""
        self._undone: tuple[Question, Move] | None = None
        """The move we have committed to, until it is revealed."""
        self._entrusted: Memory | None = None
        """The secrets of the seat's previous holder, if it was handed over to us."""
        self._gathering: Gathering | None = None
        """Collects the parts of the seat's secrets, if the others gave us the seat."""
        self._is_closed = False
        self._openings: tuple[OpenedCard, ...] = ()
        """Openings of our face-down cards, once the game is over."""
        self._disclosure: Wire | None = None
        """What we have disclosed, until the log has it."""
        try:
            self._signed = Signed(identity, self._store, may_share=past.may_share)
            if number is not None:
                for kept in self._store.kept():
                    self.secrets.recall(kept)
        except ValueError as error:
            raise LocalProtocolError(
                Sentence(
                    "the saved state of this game can't be used: {why}",
                    why=sentence_of(error),
                )
            ) from None

    def _follow(self, fold: Fold) -> None:
        """Take a fold as our view of the game."""
        self.fold = fold
        self.candidate = Candidate(self._identity, fold, self._store, self._new_secrets)
        self._verification = Verification(
            fold,
            self._have_checked,
            judged=self._note_states,
            refused=self._refuse,
            failed=self._note_failure,
        )
        self._looked_at = fold.position
        """Number of entries that were searched for our own."""

    # State for the session and the screen.

    @property
    def position(self) -> int:
        """
        Number of log entries received, including those that wait for verification.
        """
        return self._verification.position

    @property
    def is_making(self) -> bool:
        """Whether a job is making what this seat must sign in the open phase."""
        return self._making == self.fold.phase.number and self._must_speak

    @property
    def wait(self) -> Wait:
        fold = self.fold
        return Wait(
            fold.phase,
            fold.missing,
            tuple(sorted({claim.seat for claim in fold.claims})),
            self.is_making,
            # A host sends a long log in parts, and reports its length before them.
            max(self.position, self.silent_until) - fold.position,
            fold.task.prev,
            self.must_compare,
            self._signed.is_taken_back,
        )

    def happened(self) -> Sequence[tuple[AnyState, Mapping[Slot, Card]]]:
        """
        Return the states reached since the last call, each with its news.

        With each of them are the card faces that this seat could see in it, also if an
        earlier process saw them; none if its secrets were lost.
        """
        self._see()  # also if we have only now taken the seat
        states, self._states = self._states, []
        return [(state, {}) for state, _ in states] if self._has_forgotten else states

    @property
    def seen(self) -> Mapping[Slot, Card]:
        """
        The faces of the seat's cards that it has seen in the game, by slot.

        Piles that it looked through aren't included: their slots had held other cards.
        """
        return self._seen

    def faces(self) -> Mapping[Slot, Card]:
        """
        Return the card faces that this seat may see; empty if its secrets were lost.
        """
        if self._has_forgotten:
            return {}
        try:
            faces = self.secrets.faces()
            self._seen = {**faces, **self._seen}
            # Only such a choice shows a pile that the seat looks through.
            hand = self.secrets.hand(self.fold.task) if self._is_choosing else {}
        except LocalProtocolError:
            return {}  # the store is of another log, or incomplete
        return {**faces, **hand}

    @property
    def _is_choosing(self) -> bool:
        return self.fold.phase.kind in CHOOSING and self._must_speak

    def take(self) -> tuple[Wire, ...]:
        """Return and remove the entries to send now."""
        return self._signed.take()

    def unheard(self) -> tuple[Wire, ...]:
        """Return our signed entries that the log lacks, to send them again."""
        opened = () if self._disclosure is None else (self._disclosure,)
        return (*self._signed.unheard(), *opened)

    def unheard_noes(self) -> tuple[Wire, ...]:
        """Return those of `unheard` that vote no in a ballot."""
        return self._signed.noes()

    @property
    def unconfirmed(self) -> int | None:
        """
        First phase with an entry of ours that the host hasn't confirmed, or None.

        Also None while entries wait for verification, since it may be among them.
        """
        return self._signed.unconfirmed if self._is_checked else None

    def unshown(self, has_shown: Callable[[Wire], bool]) -> int | None:
        """
        Return the phase of an entry of ours that the host doesn't show; None if there is none.

        It may be in our log all the same, if another host has shown it.

        Args:
            has_shown: tells whether this host has shown a wire.
        """
        last = self._last_said
        is_shown = last is None or has_shown(last.wire)
        if last is None or is_shown or self.unconfirmed is not None:
            return self.unconfirmed
        return last.envelope.phase

    def unshown_vote(self, has_shown: Callable[[Wire], bool]) -> int | None:
        """Return the phase that is voted on, if the host doesn't show some vote of ours there."""
        phase, me = self.voted_on, self.number
        said = (it for ballot in self.fold.ballots.on(phase) for it in ballot.entries)
        votes = [
            *(it.wire for it in said if it.envelope.seat == me),
            *self._signed.unheard_votes(phase),
        ]
        return None if all(map(has_shown, votes)) else phase

    @property
    def _is_checked(self) -> bool:
        """Nothing that the host has shown waits to be judged."""
        return not self.fold.claims and self.position == self.fold.position

    @property
    def statement(self) -> Statement | None:
        """
        Our position in the log, for a roll call; None if we don't sign for a seat.
        """
        fold = self.fold
        if self.is_out or self._signed.has_handed_over or not self._is_ours:
            return None
        memory = self._signed.recall(fold.phase.number)
        own = None if memory is None else entry_digest(memory.wire.env)
        return Statement(fold.phase.number, fold.digest, own, heard=self._heard_last())

    def _heard_last(self) -> tuple[bytes, ...]:
        """
        Return digests of entries that others may lack: the newest `HEARD_CAP` of them.
        """
        fold = self.fold
        said = (fold.entry_of(seat) for seat in fold.active if seat != self.number)
        newest = (
            *(entry for ballot in fold.ballots for entry in ballot.entries),
            *self._verification.waiting,
            *(entry for entry in said if entry is not None),
        )
        return tuple(entry_digest(it.wire.env) for it in newest[-HEARD_CAP:])

    def has_shown(self, seat: int, said: Statement) -> bool:
        """
        Return whether the host has shown us as much of the log as a statement covers.

        True if that can't be decided: for another history, or while entries wait for
        verification.
        """
        fold, phase = self.fold, self.fold.phase.number
        if not self._is_checked or said.phase < phase:
            return True
        if said.phase > phase:
            return False
        if said.own is None or said.digest != fold.digest:
            return True
        entry = fold.entry_of(seat)
        return entry is not None and entry_digest(entry.wire.env) == said.own

    def lacks(self, seat: int, said: Statement) -> bool:
        """
        Return whether a seat signs that it has entries, of the game or ballots, that we lack.

        That is only a reason to look at its host, which may have refused some of these entries.
        """
        if not self.has_shown(seat, said):
            return True
        fold = self.fold
        is_past = said.phase <= fold.phase.number
        if not (is_past and said.heard) or fold.prev_of(said.phase) != said.digest:
            return False
        heard = (*fold.entries(), *self._verification.waiting)
        wires = (*(it.wire for it in heard), *self._signed.unheard_wires)
        known = {entry_digest(wire.env) for wire in wires}
        return not known.issuperset(said.heard)

    def awaits(self, wire: Wire) -> bool:
        """
        Return whether our log waits for a wire that another host may have.

        It can be an entry in the open phase, a ballot or an answer to one, or the next handover
        of a seat, signed by the other holder of that seat. There are few of these, so a host
        can't use them to attract us again and again.
        """
        fold = self.fold
        try:
            entry = Entry.of(wire)
            phase = self._awaits_in(entry.envelope)
        except RemoteProtocolError:
            return False  # anybody can say anything
        seat = entry.envelope.seat
        return (
            phase is not None
            and seat != self.number
            and entry.envelope.gid == fold.charter.gid
            and entry.is_signed_by(fold.handovers.signer(seat, phase))
        )

    def _awaits_in(self, envelope: Envelope) -> int | None:
        """Return the phase about which our log waits for an envelope; None if it doesn't."""
        fold, lane, seat = self.fold, envelope.lane, envelope.seat
        if lane == MAIN:
            place = envelope.phase, envelope.prev, envelope.kind
            is_open = place == (fold.phase.number, fold.digest, fold.phase.kind)
            return envelope.phase if is_open and seat in fold.missing else None
        if lane.startswith(BALLOTS):
            opener, number = owner_of(lane, BALLOTS), envelope.phase
            ballot = fold.ballots.find(opener, number)
            if ballot is None:
                is_theirs = opener == seat and seat in fold.active
                is_new = is_theirs and number > self._last_opened_by(seat)
                about = phase_about(envelope)
                is_open = about is not None and about <= fold.phase.number
                return about if is_new and is_open else None
            is_answer = envelope.body[1:2] == (ballot.digest,)
            is_awaited = is_answer and ballot.waits_for(seat)
            return ballot.proposal.phase if is_awaited else None
        is_handover = seat in fold.active and lane == lane_of(HANDOVERS, seat)
        if is_handover and envelope.phase == fold.handovers.next_number(seat):
            return phase_about(envelope)
        return None

    @property
    def heard_of_others(self) -> int:
        """
        Number of other seats' entries in phases of the game.

        They show that the game goes on, because a seat can add only one per phase.
        Ballots and the like don't count: a few players could add many of them at any
        host.
        """
        return self._of_others

    @property
    def is_out(self) -> bool:
        """Whether we have no seat, or the others go on without us."""
        return self.number not in self.fold.active

    @property
    def seed(self) -> bytes:
        """Seed of the seat's secrets; empty for a spectator, or if there is none."""
        return b"" if self.number == NOBODY else self._store.seed

    @property
    def told(self) -> tuple[Memory, ...]:
        """Memories of what others told us about a seat, and of how we got it."""
        return tuple(
            it for it in self._store.memories() if it.lane.startswith(OF_OTHERS)
        )

    @property
    def must_compare(self) -> bool:
        """
        Whether nothing is signed before the player has compared the state of the table.
        """
        is_read = self.position >= self.silent_until and not self.fold.claims
        is_in = not (self.is_out or self.fold.over)
        return self._signed.is_unsure and is_in and is_read

    @property
    def must_recollect(self) -> bool:
        """
        Whether nothing new is signed before others have told what they know of us.
        """
        is_unsure = self._signed.is_unsure or self._may_be_set_back
        return is_unsure and not (self.is_out or self.fold.over)

    def recollect(self, said: Mapping[int, Statement], *, may_lack: bool) -> None:
        """
        Take current statements of other seats at our host; continue if they suffice.

        See `sealed_wonders.client.table.recollecting`.

        Args:
            said: the statements by seat.
            may_lack: whether the statements that have arrived are enough, unless it is
                certain that something is lost.

        Raises:
            OSError: the store can't be written; nothing is signed.
        """
        fold, unread = self.fold, self._verification.waiting
        is_read = self.position >= self.silent_until and not (fold.claims or unread)
        if not (self.must_recollect and is_read):
            return
        others = set(fold.active) - {self.number}
        if not self._has_all_of([said[it] for it in others & said.keys()]):
            return
        have_all_said = others <= said.keys()
        if self._signed.is_unsure:
            # Our answer to a ballot may still be on its way, and must not be given
            # twice.
            is_asked = any(ballot.waits_for(self.number) for ballot in fold.ballots)
            if is_asked or not have_all_said:
                return
            self._signed.compare(fold.phase.number)
        elif not (may_lack or have_all_said):
            return
        self._may_be_set_back = False
        self._go_on_by_itself()

    def _has_all_of(self, said: Iterable[Statement]) -> bool:
        """
        Return whether our log has all that some seats know, and they are where we are.
        """
        known = {entry_digest(it.wire.env) for it in self.fold.entries()}
        return all(self._has_all(it, known) for it in said)

    def _has_all(self, said: Statement, known: Collection[bytes]) -> bool:
        """
        Return whether our log has everything that a seat knows, and it is where we are.
        """
        is_here = (said.phase, said.digest) == (
            self.fold.phase.number,
            self.fold.digest,
        )
        own = () if said.own is None else (said.own,)
        return is_here and all(it in known for it in (*own, *said.heard))

    @property
    def mark(self) -> bytes:
        """
        Mark of this machine for others, if another one has signed for our seat.

        Empty if there was none, or if an older version of the program noticed it.
        """
        return b"" if self.number == NOBODY else self._signed.mark

    @property
    def may_vote(self) -> bool:
        """Whether we know all that we have signed, and may vote on the open phase."""
        return self._may_vote_on(self.fold.phase.number)

    @property
    def may_open(self) -> bool:
        """Whether we may open another ballot, on the phase `voted_on`."""
        phase = self.voted_on
        may_open = self.fold.ballots.may_open(self.number, phase)
        return may_open and self._may_vote_on(phase)

    def _may_vote_on(self, phase: int) -> bool:
        """
        Return whether we may sign a ballot on a phase.

        It can be one that was left. Two seats may each have proposed something on it
        too late; then each waits for a no of the other before it continues, or for the
        no of a seat that was removed there.
        """
        is_out = self.is_out and phase == self.fold.phase.number
        return (
            not (self._has_forgotten or is_out)
            and not (self.is_promised or self._signed.has_handed_over)
            and not (self._signed.is_unsure or self._may_be_set_back)
            and self._votes_on(phase)
            and self.position >= self.silent_until
            and self._signed.may_go_on(self.fold, phase)
        )

    @property
    def unanswered(self) -> tuple[Ballot, ...]:
        """Open ballots that we must still answer, in the order of the log."""
        return tuple(
            ballot
            for ballot in self.fold.ballots
            if self.number in ballot.missing
            and self._votes_on(ballot.proposal.phase)
            and self._may_answer(ballot)
            and self._signed.recall(ballot.number, lane_of(BALLOTS, ballot.opener))
            is None
        )

    def _may_answer(self, ballot: Ballot) -> bool:
        """
        Return whether no answer of ours that we don't know can be on its way.

        A ballot that was settled before we returned may have had one.
        """
        is_known = self._signed.knows(ballot.proposal.phase)
        return is_known or ballot.status is Status.OPEN

    def may_say_yes(self, ballot: Ballot) -> bool:
        """Return whether we have signed nothing beyond the phase of a ballot."""
        phase = ballot.proposal.phase
        return phase == self.voted_on and self._signed.may_say_yes(phase)

    @property
    def held_by(self) -> tuple[Ballot, ...]:
        """
        Open ballots on a phase that was left, in which a yes of ours holds us back.
        """
        return self._signed.held_by(self.fold)

    @property
    def voted_on(self) -> int:
        """Phase of our ballots and yes votes: the open one, unless we are held back."""
        held = self.held_by
        return held[0].proposal.phase if held else self.fold.phase.number

    @property
    def looked_on(self) -> bool:
        """Whether we never had a seat, and have never agreed to take one."""
        is_drawn = self.fold.charter.seat_of(self._identity.public) is not None
        return self.number == NOBODY and not (is_drawn or has_taken(self._store))

    # Handing over the seat.

    @property
    def holds_back(self) -> bool:
        """
        Whether nothing is signed in the open phase, because of a coming handover.

        If we have signed something about this phase, such as a vote, the handover can
        take effect only from a later phase, which can't open before we have signed our
        part of this one.
        """
        if self.is_promised or self._signed.has_handed_over:
            return self.is_held
        return self.is_held and self._signed.furthest < self.fold.phase.number

    @property
    def can_be_handed_over(self) -> bool:
        """Whether we hold the seat, know what we have signed, and may hand it over."""
        return (
            not (self.is_out or self._signed.has_handed_over or self._has_forgotten)
            and self.fold.handovers.next_number(self.number) < MAX_HANDOVERS_PER_SEAT
        )

    def entrusted(self) -> SeatTransfer | None:
        """
        Return everything that the successor needs, if the seat can be handed over now.

        None if we have signed something about the open phase, or wait for others there.
        """
        if not self._may_be_entrusted:
            return None
        fold, phase = self.fold, self.fold.phase
        intent = None
        if phase.kind in REVEALING and self._must_speak:
            memory = self._committed()
            if memory is None or memory.move is None:
                return None
            intent = OpenChoice(
                memory.nonce, memory.move.text.encode(), memory.move.slot
            )
        return SeatTransfer(
            fold.charter.gid,
            self.number,
            fold.handovers.next_number(self.number),
            phase.number,
            fold.task.prev,
            self.secrets.entrusted(fold.keys_in_use),
            intent,
        )

    @property
    def _may_be_entrusted(self) -> bool:
        """
        Whether it can be handed over in the open phase; nothing is signed about it.
        """
        fold, number = self.fold, self.fold.phase.number
        return (
            self.can_be_handed_over
            and not self._is_just_given
            and not (fold.over or fold.claims)
            and self._making != number
            and self._signed.furthest < number
            and not self._may_be_set_back
            and self._signed.knows(number)
            and self._may_go_on
        )

    @property
    def _is_just_given(self) -> bool:
        """
        Whether we got it in the open phase, so that it may still go to somebody else.
        """
        last = self.fold.handovers.last(self.number)
        if last is None or last.is_voluntary:
            return False
        return last.phase == self.fold.phase.number

    def hand_over(self, given: SeatTransfer, takeover: Takeover) -> None:
        """
        Sign the handover to somebody who has agreed; nothing is signed after it.

        Args:
            given: what the successor received.
            takeover: the successor's agreement.

        Raises:
            WireRefused: they haven't agreed, or the log would refuse the handover.
            LocalProtocolError: the seat can no longer be handed over from that phase
                on.
            OSError: the store can't be written; nothing was signed.
        """
        fold, phase = self.fold, given.phase
        fold.handovers.check(takeover, self.number)
        if (
            takeover.phase != phase
            or given.prev != fold.prev_of(phase)
            or self._signed.furthest >= phase
            or self._signed.has_handed_over
        ):
            raise LocalProtocolError("the seat can't be handed over from there on")
        lane = lane_of(HANDOVERS, self.number)
        self._say_of(phase, lane, given.number, "HANDOVER", takeover.body)

    def keep(self) -> None:
        """Keep the seat, because the handover was called off."""
        self.is_held = self.is_promised = False
        self._go_on_by_itself()

    def is_past(self, asked: SubstituteQuestion) -> bool:
        """Return whether it is too late to give a seat away as requested."""
        fold = self.fold
        is_over = fold.over or fold.phase.number > asked.phase
        return is_over or asked.seat not in fold.active

    def is_known(self, given: SeatTransfer | SubstituteQuestion) -> bool:
        """Return whether we have read the log up to where a seat is to become ours."""
        return self.position >= self.silent_until and not (
            self.fold.claims or given.phase > self.fold.phase.number
        )

    def _sit_down(self) -> None:
        """Take the seat that we were handed or given, as soon as the log says so."""
        number = self.fold.seat_of(self._identity.public)
        handover = None if number is None else self.fold.handovers.last(number)
        if number is None or handover is None:
            # This also applies if the seat is ours again because it was removed before
            # our successor could sign anything.
            return
        if not (handover.is_voluntary or self._is_given(handover)):
            return
        memory = self.candidate.agreed(handover)
        self.number = number
        self.secrets = self._new_secrets(number)
        self._signed.furthest = max(self._signed.furthest, handover.phase - 1)
        if memory is None:
            self._has_forgotten = True
            return
        for kept in (*memory.entrusted, *self._store.kept()):
            self.secrets.recall(kept)
        self._entrusted = memory
        if not handover.is_voluntary:
            self._gathering = Gathering(self.fold, number, self.secrets, self._store)

    def _is_given(self, handover: Handover) -> bool:
        """
        Return whether a seat is its substitute's, as of the phase of the handover.
        """
        fold = self.fold
        is_open = handover.phase == fold.phase.number
        return not is_open or is_settled(fold.ballots.on(handover.phase))

    def _get_up(self, *, for_good: bool = True) -> None:
        """
        Discard what only the holder of the seat may know.

        Args:
            for_good: whether the seat can't come back; False if it was given to us by a
                ballot that is no longer in force, but may be again.
        """
        self.secrets.discard()
        self.number, self.question = NOBODY, None
        self._entrusted = self._undone = self._gathering = None
        self.is_stuck = False
        self.secrets = self._new_secrets(NOBODY)
        self._signed.clear(for_good=for_good)

    # A seat that the others give to somebody.

    @property
    def needs_parts(self) -> bool:
        """Whether the seat was given to us, and some of its parts are missing."""
        return self._gathering is not None and not self._gathering.is_done

    def gather(self, teller: int, parts: Sequence[bytes]) -> None:
        """
        Take parts of secrets from a seat: its parts of ours, or our parts of theirs.

        Parts that are wrong or can't be stored are skipped; they will be told again.
        """
        for part in parts:
            with contextlib.suppress(ValueError, OSError):
                self._hold(teller, part)
        if self._gathering is not None:
            self._gathering.take(teller, parts)
            self._go_on_by_itself()

    def _hold(self, author: int, part: bytes) -> None:
        """
        Store the part of another seat's secrets that our seat is to hold.

        Raises:
            ValueError: it isn't such a part.
            OSError: the store can't be written.
        """

        def keep(deck: str) -> None:
            phase, lane = made_in(self.fold, deck), f"{HELD}{author}"
            self._store.remember(unsigned(phase, lane)._replace(kept=part))

        self.secrets.hold(author, part, keep)

    def give_up(self) -> None:
        """Stop waiting for missing parts of our seat's secrets."""
        if self._gathering is not None and self.needs_parts:
            self.is_stuck = not self._gathering.settle()
            self._go_on_by_itself()

    def parts_for(self, seat: int, *, of_its_own: bool) -> tuple[bytes, ...]:
        """
        Return the parts to send to the substitute who has been given a seat.

        These are the parts of our own secrets that this seat is to hold, and that its
        old holder has taken along.

        Args:
            of_its_own: whether to add the parts that we hold of the seat's own secrets.
        """
        if self._has_forgotten:
            return ()
        fold, known = self.fold, self.secrets
        keys = recoverable(fold, seat) if of_its_own else ()
        return (
            *known.parts_of(seat, keys),
            *known.parts_for(seat, taken_along(fold, seat)),
        )

    def _find_intent(self) -> Memory | None:
        """
        Return the move committed to for our seat, with its nonce; None if not found.

        The seat's previous holder or another machine of ours committed to it. The nonce
        is derived from the seat's secrets, or from the seed.
        """
        fold, task = self.fold, self.fold.task
        ctx = fold.context_of(self.number)
        try:
            faces = self.secrets.hand(task)
        except MissingSecrets:
            return None
        for move in fold.state.moves(self.number, faces):
            nonce = self.secrets.nonce(task, ctx, move.text.encode())
            if nonce is not None and fold.opens(self.number, move.text, nonce):
                return unsigned(fold.phase.number, MAIN, move, nonce)
        return None

    # What the session does with the seat.

    def receive(self, entries: Iterable[Entry]) -> None:
        """
        Take entries of the log, in order.

        Raises:
            WireRefused: an entry doesn't follow the one before it; the host's fault.
            ForkedLog: the host, or a player with its help, showed others a different
                log.
            LocalProtocolError: we can't continue, because something is lost or can't be
                written.
        """
        self._verification.take(entries)
        self._go_on()

    def end_with(self, ended: Fold) -> None:
        """
        Take the end of a log that halts have ended in a phase that closed in ours.

        We have signed such a halt, too (docs/PROTOCOL.md, Why halts are safe).
        """
        self.drop_unchecked()
        self.question = None
        self._follow(ended)

    def drop_unchecked(self) -> None:
        """Drop entries that wait for verification; their sender isn't to be trusted."""
        self._verification.drop()

    def answer(
        self, move: Move, then: Callable[[AnswerResult], None] = must_be_written
    ) -> None:
        """
        Answer the question.

        Args:
            then: called, now or later, once the answer is written and ready to send; or
                if it can't be written, in which case nothing was signed and the
                question is open again.

        Raises:
            LocalProtocolError: there is no question, or its answer is being made, or
                the move isn't among its moves.
        """
        question = self.question
        is_busy = self.is_making or self.holds_back or self.stands_still
        if question is None or is_busy or move not in question.moves:
            raise LocalProtocolError(f"not a move that is open now: {move!r:.80}")
        task, known = self.fold.task, self.secrets
        if task.phase.kind in COMMITTING:
            ctx, payload = self.fold.context_of(self.number), move.text.encode()
            nonce = known.nonce(task, ctx, payload) or self._entropy(NONCE_SIZE)
            sealed = self.fold.seal(self.number, move.text, nonce)
            self._undone = question, move
            self._make(lambda: known.commit(task, move, sealed), then, move, nonce)
        else:
            self._make(lambda: known.choose(task, move), then, move)

    def sealed(self) -> tuple[Question, Move] | None:
        """
        Return what we have committed to in the open phase, perhaps in an earlier process.
        """
        phase = self.fold.phase
        is_ours = self.number != NOBODY and self._is_ours
        if phase.kind not in COMMITTING or not is_ours:
            return None
        memory = self._signed.recall(phase.number)
        if memory is None or memory.move is None:
            return None
        try:
            return self._question(), memory.move
        except LocalProtocolError:
            return None  # our cards are lost

    def try_again(self) -> None:
        """Retry signing what couldn't be written to the store."""
        unsaid = self._unsaid
        is_promised = self.holds_back or self._signed.has_handed_over
        is_promised = is_promised or self.stands_still
        if unsaid is not None and not is_promised:
            self._go_on_by_itself(lambda: self._say_by_itself(unsaid))

    def stand_still(self, *, stands_still: bool) -> None:
        """
        Stop signing in phases while most others compute a different game, or resume.
        """
        self.stands_still = stands_still
        if stands_still:
            self.question = None
        else:
            self._go_on_by_itself()

    def compare(self, phase: int) -> bool:
        """
        Resume, because the player has compared the state of the table in a phase.

        Returns:
            Whether that phase is open; otherwise the player must compare again.

        Raises:
            OSError: the store can't be written; nothing is signed.
        """
        if not self.must_compare or phase != self.fold.phase.number:
            return False
        self._signed.compare(phase)
        self._go_on_by_itself()
        return True

    def share(self) -> None:
        """
        Sign nothing until the player has compared; another machine signs for us.

        Raises:
            OSError: the store can't be written.
        """
        self._signed.share()

    def vote(self, ballot: Ballot, *, yes: bool) -> None:
        """
        Answer a ballot that we haven't answered; no where yes is forbidden.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        phase, lane = ballot.proposal.phase, lane_of(BALLOTS, ballot.opener)
        if self._may_vote_on(phase) and ballot in self.unanswered:
            yes = yes and self.may_say_yes(ballot)
            body = answer_body(ballot, yes)
            self._say_of(phase, lane, ballot.number, "DROP_VOTE", body)

    def propose(
        self,
        out: Iterable[int],
        takeovers: Mapping[int, Takeover] = MappingProxyType({}),
    ) -> int | None:
        """
        Open a ballot to go on without some seats, on the phase `voted_on`.

        Args:
            out: the seats.
            takeovers: agreements of substitutes, for all of these seats or for none.

        Returns:
            The number of the ballot; None if we may open none, or none like this.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        fold, lane = self.fold, lane_of(BALLOTS, self.number)
        phase, seats = self.voted_on, tuple(sorted(out))
        if not (self.may_open and self._signed.may_say_yes(phase)):
            return None
        about: list[bytes | Body | None] = []
        for seat in seats:
            is_fraud = phase == fold.phase.number and seat in fold.frauds
            entry = fold.entry_of(seat) if is_fraud else None
            if seat in takeovers:
                _phase, *taken = takeovers[seat].body
                about.append(tuple(taken))
            else:
                about.append(None if entry is None else entry_digest(entry.wire.env))
        proposal = BallotProposal(
            phase, len(fold.ballots.on(phase)), seats, tuple(about)
        )
        if not fold.may_propose(self.number, proposal):
            # It would be refused everywhere, and bind us like any yes: for ever.
            return None
        # The seat's previous holder may have opened some.
        last = self._last_opened_by(self.number)
        number = self._signed.next_number(lane, last + 1)
        self._say_of(phase, lane, number, "DROP_VOTE", proposal.body)
        return number

    def _last_opened_by(self, seat: int) -> int:
        """Return the number of the last ballot that a seat has opened; -1 without one."""
        numbers = (it.number for it in self.fold.ballots if it.opener == seat)
        return max(numbers, default=-1)

    def attend(self, word: Word) -> None:
        """
        Sign whether the player is present: see `sealed_wonders.net.attendance`.

        Does nothing if it isn't ours to sign, or was signed often enough.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        if not self.may_attend(word):
            return
        fold, lane = self.fold, lane_of(ATTENDANCE, self.number)
        phase, first = fold.phase.number, fold.attendance.next_number(self.number)
        number = self._signed.next_number(lane, first)
        self._say_of(phase, lane, number, word, (phase,))

    def may_attend(self, word: Word) -> bool:
        """
        Return whether we may sign a word about the player's presence.

        It binds nobody, so even a seat that a yes holds back may sign it. But no two
        words of a seat may have the same number, so we must know all that were signed
        before.
        """
        fold, signed = self.fold, self._signed
        return (
            not (self.is_out or fold.over or self._has_forgotten)
            and not (self.is_promised or signed.has_handed_over)
            and signed.knows(fold.phase.number)
            and not self._may_be_set_back
            and self.position >= self.silent_until
            and fold.handovers.holder(self.number).identity == self._identity.public
            and fold.attendance.count(self.number, word) < MAX_STATEMENTS_PER_SEAT[word]
        )

    def halt(self) -> None:
        """
        Sign that we agree to end the game before the open phase, with the points so
        far.

        Does nothing if we have signed this, or may not: it can be signed in the next
        phase.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        signed, phase = self._signed, self.fold.phase.number
        if (
            self.may_vote
            and not (self.is_held or self.stands_still or self.fold.over)
            and signed.knows(phase)
            and signed.furthest <= phase
        ):
            said = signed.recall(phase, HALTS)
            if said is None:
                self._say_of(phase, HALTS, phase, "HALT", self.fold.halt_body())
            elif all(it.envelope.seat != self.number for it in self.fold.halts):
                signed.send_again(said)

    # After the game.

    def end(self) -> None:
        """
        Discard all secrets except the openings of face-down cards; the game is over.

        The log is still read, for the cards that others disclose.
        """
        self._openings = self._make_openings()
        self.secrets.discard()
        self.question = self._undone = self._entrusted = self._gathering = None

    def _make_openings(self) -> tuple[OpenedCard, ...]:
        if self.number == NOBODY or self._has_forgotten:
            return ()
        try:
            task = self.fold.disclosing(self.number, 0)
            return read_openings(self.secrets.disclose(task))
        except (LocalProtocolError, RemoteProtocolError):
            return ()  # nothing to open; or the stored secrets are incomplete

    @property
    def disclosable(self) -> Mapping[Slot, Card]:
        """Cards still face down that we may disclose now that the game is over."""
        return {it.slot: it.card for it in self._unopened}

    @property
    def _unopened(self) -> list[OpenedCard]:
        if not self._openings or self._disclosure is not None:
            return []
        said = self.fold.disclosures_of(self.number)
        if len(said) >= MAX_DISCLOSURES_PER_SEAT:
            return []
        named = {it.slot for entry in said for it in read_openings(entry.envelope.body)}
        return [it for it in self._openings if it.slot not in named]

    def disclose(self) -> tuple[Wire, ...]:
        """Disclose all of our face-down cards; return the entries to send."""
        openings = self._unopened[:MAX_CARDS_PER_DISCLOSURE]
        if openings:
            number = len(self.fold.disclosures_of(self.number))
            body = tuple(it.body for it in openings)
            said = self.fold.disclosure(self.number, number, body)
            self._disclosure = sign(self._identity, said).wire
        return () if self._disclosure is None else (self._disclosure,)

    def forget(self) -> None:
        """
        Delete the stored memory, as soon as nothing more is to be signed.

        Anybody who got it could read every hand that this seat ever had. If it can't be
        deleted, the game has ended all the same.
        """
        with contextlib.suppress(OSError):
            self._store.discard()

    def let_go(self) -> None:
        """Discard all secrets, because nothing more will be signed."""
        self.close()
        self.secrets.discard()
        self.question = self._undone = self._entrusted = self._gathering = None

    def close(self) -> None:
        """Ignore the results of jobs that are still running."""
        self._is_closed = True

    # Results of verification.

    def _note_states(self, states: Collection[AnyState]) -> None:
        faces = self.faces() if states else {}  # later, the cards will have moved on
        self._states += [(state, faces) for state in states]
        if self._is_choosing:
            self._see()

    def _see(self) -> None:
        """Note what the seat sees in the last state that it hasn't seen there yet."""
        if self._states:
            state, faces = self._states.pop()
            self._states.append((state, {**faces, **self.faces()}))

    def _refuse(self, entry: Entry, refused: WireRefused) -> None:
        if refused.reason is Reason.FOREIGN_PREV:
            raise ForkedLog(entry.envelope.seat, refused)
        raise refused

    def _note_failure(self, error: Exception) -> None:
        self._failure = error

    def _go_on(self) -> None:
        """Apply everything that follows from what has arrived."""
        if self._failure is not None:
            raise self._failure
        self._look_for_own()
        self._check_history()
        self._speak()
        self._changed()

    def _look_for_own(self) -> None:
        """Check that the store knows every entry of ours in the log."""
        if self.number == NOBODY:
            self._sit_down()
        for entry in self.fold.entries(self._looked_at):
            self._looked_at += 1
            self._look_at(entry)
        if self.position >= self.silent_until and not self._has_looked_back:
            self._has_looked_back = True
            self._vote_again()
        if self.number != NOBODY:
            self._look_for_handover()

    def _look_at(self, entry: Entry) -> None:
        """
        Process an entry: is it ours and known, and must we repeat our answer to it?
        """
        envelope = entry.envelope
        if self._disclosure is not None and self._disclosure.env == entry.wire.env:
            self._disclosure = None
        # The store has no entries of the lobby, nor any signed after the game.
        is_kept = envelope.lane != LOBBY and envelope.kind != "AFTER"
        is_own = is_kept and self._is_own(entry)
        if is_own and not self._heard(entry):
            self._has_forgotten = True
        if is_own and envelope.lane == MAIN:
            self._last_said = entry
        is_of_others = envelope.seat != self.number
        self._of_others += is_of_others and envelope.lane == MAIN
        if envelope.lane.startswith(BALLOTS):
            self._answer_again(envelope)

    def _vote_again(self) -> None:
        """
        Send again votes that the log lacks: others, or we, may still wait for them.
        """
        for memory in self._signed.votes():
            if not self._is_logged(memory):
                self._signed.send_again(memory)

    def _look_for_handover(self) -> None:
        """Leave the seat if it has become somebody else's."""
        mine, handovers = self._identity.public, self.fold.handovers
        # Also if we don't remember signing it: our store is cleared once we have.
        if any(it.before.identity == mine for it in handovers.of(self.number)):
            self._get_up()
        elif self._gathering is not None and handovers.seat_of(mine) is None:
            # The ballot in force is no longer the one that gave us the seat.
            self._get_up(for_good=False)

    def _answer_again(self, envelope: Envelope) -> None:
        """Send our answer again to a ballot that has only now appeared in the log."""
        memory = self._signed.recall(envelope.phase, envelope.lane)
        is_opened = owner_of(envelope.lane, BALLOTS) == envelope.seat != self.number
        if is_opened and memory is not None and not self._is_logged(memory):
            self._signed.send_again(memory)

    def _heard(self, entry: Entry) -> bool:
        try:
            return self._signed.heard(entry)
        except OSError as error:
            must_be_written(error)
            return False

    # What the seat signs.

    @property
    def _must_speak(self) -> bool:
        return self.number in self.fold.missing

    @property
    def _is_ours(self) -> bool:
        """Whether we sign for the seat in the open phase."""
        fold = self.fold
        holder = fold.handovers.holder(self.number, fold.phase.number)
        last = fold.handovers.last(self.number)
        is_given = last is None or last.is_voluntary or self._is_given(last)
        return holder.identity == self._identity.public and is_given

    def _votes_on(self, phase: int) -> bool:
        """Return whether we answer ballots on a phase for the seat."""
        voters = self.fold.handovers.voters(phase)
        return voters.get(self.number) == self._identity.public

    def _is_own(self, entry: Entry) -> bool:
        """Return whether an entry of the log was signed with our key."""
        is_of_seat = entry.envelope.seat == self.number
        return is_of_seat and entry.is_signed_by(self._identity.public)

    def _new_secrets(self, seat: int) -> Secrets:
        has_seed = self._store.seed and seat != NOBODY
        seed = Seed(self._store.seed) if has_seed else None
        return secrets_of(self.fold, seat, self._entropy, self._identity, seed)

    def _speak(self) -> None:
        """Sign what the open phase requires of us; a choice becomes a question."""
        number, kind = self.fold.phase.number, self.fold.phase.kind
        is_asked = self._must_speak and self._is_ours
        if number != self._phase or not is_asked:
            self._phase = number
            self._signed.drop(number)
            self.question = self._unsaid = self.unwritten = None
        if not is_asked or self._is_under_way or self._must_be_silent:
            return
        memory = self._signed.recall(number)
        if memory is not None:
            self._signed.send_again(memory)
        elif self._may_be_set_back:
            return
        elif self._has_forgotten:
            raise LocalProtocolError(
                Sentence(
                    "your entries in this game aren't stored here: you can continue "
                    "it only on the machine where you last played it"
                )
            )
        elif number < self._signed.furthest:
            # We have been further: this log is incomplete, or a different one. Claims
            # that were checked in ours may be wrong here, though `checked` accepts
            # them.
            return
        else:
            self._speak_anew(kind)

    @property
    def _is_under_way(self) -> bool:
        """
        Whether our part of the open phase is sent, asked of the player, or being made.
        """
        return (
            self._signed.is_sent(self.fold.phase.number)
            or self.question is not None
            or self._unsaid is not None
            or self.is_making
        )

    @property
    def _must_be_silent(self) -> bool:
        """
        Whether something forbids us to sign in the open phase, perhaps temporarily.
        """
        return (
            self.holds_back
            or self.is_stuck
            or self.stands_still
            or self._signed.has_handed_over
            or self._signed.is_unsure
            or not self._may_go_on
        )

    @property
    def _may_go_on(self) -> bool:
        """Whether we have read the log, no yes binds us, and the seat is complete."""
        return (
            self.position >= self.silent_until
            and self._signed.may_go_on(self.fold)
            and not self.needs_parts
        )

    def _speak_anew(self, kind: str) -> None:
        """Make our part of the open phase, in which we have signed nothing yet."""
        if kind == "END":
            body = self.fold.end_body()
            self._make(lambda: body)
        elif kind in UNDECIDED:
            task, known = self.fold.task, self.secrets
            speak = partial(known.speak, task)
            # Making one share takes no longer than handing it to a thread.
            is_brief = isinstance(task.ask, TurnUp) and len(task.ask.slots) <= FEW
            self._make(Brief(speak) if is_brief else speak)
        elif kind in REVEALING:
            self._reveal()
        else:
            self._ask()

    def _check_history(self) -> None:
        """
        Check that everything we have signed was signed on this log.

        Raises:
            ForkedLog: we signed an entry on another history, shown to an earlier
                process.
        """
        fold = self.fold
        # The fold may have returned to a phase that it had left.
        self._compared = min(self._compared, fold.phase.number)
        while self._compared < fold.phase.number:
            number = self._compared + 1
            memory = None if self.is_out else self._signed.recall(number)
            if memory is not None and (
                parse(memory.wire.env).prev != fold.prev_of(number)
            ):
                if not self._signed.may_go_on(fold):
                    return  # a ballot in which we voted yes may still lead back
                why = Sentence(
                    "your program has already signed entries in a different log"
                )
                raise ForkedLog(self.number, WireRefused(Reason.FOREIGN_PREV, why))
            self._compared = number

    def _ask(self) -> None:
        try:
            self.question = self._question()
        except MissingSecrets:
            self._fall_silent()
            return
        if self._undone is not None:
            before, move = self._undone
            self._undone = None
            now = self.question
            if (before.faces, before.moves) == (now.faces, now.moves) and (
                _task_of(before.state) == _task_of(now.state)
            ):
                # A seat was removed before everybody had revealed, so this is the same
                # choice. If the answer can't be written, the player is asked as usual.
                self.answer(move, lambda outcome: None)

    def _question(self) -> Question:
        """
        Return the choice that the open phase requires of us.

        Raises:
            MissingSecrets: we don't know our cards.
        """
        state, faces = self.fold.state, self.secrets.hand(self.fold.task)
        return Question(
            phase=self.fold.phase.number,
            state=state,
            seat=self.number,
            faces=faces,
            moves=tuple(state.moves(self.number, faces)),
            default=state.default(self.number, faces),
        )

    def _reveal(self) -> None:
        memory = self._committed()
        if memory is None or memory.move is None:
            if self._gathering is not None:
                self._fall_silent()
                return
            raise LocalProtocolError(
                Sentence("your sealed choice isn't stored on this machine")
            )
        task, known, move, nonce = (
            self.fold.task,
            self.secrets,
            memory.move,
            memory.nonce,
        )
        self._undone = None
        self._make(lambda: known.reveal(task, move, nonce), None, move)

    def _fall_silent(self) -> None:
        """
        Sign nothing for a seat that lacks secrets.

        Raises:
            MissingSecrets: it has been our own since the beginning.
        """
        if self._gathering is None:
            raise MissingSecrets(
                Sentence("the saved state of this game lacks secrets that are needed")
            )
        self.is_stuck = True

    def _committed(self) -> Memory | None:
        """
        Return the move that we or the previous holder committed to, with its nonce.
        """
        # The plan puts the commitments to a choice in the phase just before their
        # reveals.
        number, entrusted = self.fold.phase.number, self._entrusted
        memory = self._signed.recall(number - 1)
        if memory is not None and memory.move is None:
            return self._find_intent()  # another machine committed to it
        if memory is None and entrusted is not None and entrusted.phase == number:
            return entrusted if self._gathering is None else self._find_intent()
        return memory

    def _make(
        self,
        job: Callable[[], UsedBody | Body],
        then: Callable[[AnswerResult], None] | None = None,
        move: Move | None = None,
        nonce: bytes = b"",
    ) -> None:
        """
        Start a job that makes our part of the open phase, and sign its result.

        Args:
            then: called with the outcome; None to sign by itself, and to retry if it
                can't be written.
        """
        number, task = self.fold.phase.number, self.fold.task
        self._making = number

        def made(result: UsedBody | Body | Failure) -> None:
            if self._making == number:
                self._making = NOTHING
            if isinstance(result, Failure):
                if task is not self.fold.task:
                    # The job reached a thread only after the phase had passed.
                    if then is not None:
                        then(False)
                    return
                if isinstance(result.value, MissingSecrets):
                    self._fall_silent()
                    return
                result.raiseException()
            words = result if isinstance(result, UsedBody) else UsedBody(result)
            say = partial(self._say, number, words, move, nonce)
            if then is None:
                self._say_by_itself(say)
                return
            outcome: AnswerResult
            try:
                outcome = say()
            except OSError as error:
                outcome = error
            then(outcome)

        self._have_done(job, made)

    def _say_by_itself(self, say: Callable[[], object]) -> None:
        """Sign something, or keep it until it can be written to the store."""
        self._unsaid = self.unwritten = None
        try:
            say()
        except OSError as error:
            self._unsaid, self.unwritten = say, error

    def _say(
        self, number: int, words: UsedBody, move: Move | None, nonce: bytes
    ) -> bool:
        """
        Sign a body in a phase, and return whether it was still needed.

        Raises:
            OSError: the store can't be written; nothing was signed.
        """
        # Jobs run elsewhere, so the log may have moved on.
        if (
            number != self.fold.phase.number
            or not self._must_speak
            or self.stands_still
            or self._signed.recall(number) is not None
        ):
            return False
        said = self.fold.envelope(self.number, words.body)
        self._signed.sign(said, move, nonce, words.keep)
        memory = self._signed.recall(number)
        if self._made is not None and memory is not None:
            self._made.append(entry_digest(memory.wire.env))
        self.question = None
        return True

    def _say_of(
        self, phase: int, lane: str, number: int, kind: Kind, body: Body
    ) -> None:
        """Sign something about a phase in a lane other than the game's own."""
        gid, prev = self.fold.charter.gid, self.fold.prev_of(phase)
        self._signed.sign(Envelope(gid, lane, number, kind, self.number, prev, body))

    def _is_logged(self, memory: Memory) -> bool:
        """Return whether the log has our vote in a ballot, or our handover."""
        if memory.lane.startswith(HANDOVERS):
            return self.fold.seat_of(self._identity.public) is None
        ballot = self.fold.ballots.find(owner_of(memory.lane, BALLOTS), memory.phase)
        return ballot is not None and self.number in ballot.votes

    # Running jobs.

    def _have_checked(self, job: Callable[[], T]) -> Deferred[T]:
        """Run a check for the verification, and then apply what follows."""
        checked: Deferred[T] = Deferred()
        self._have_done(job, checked.callback)
        return checked

    def _have_done(
        self, job: Callable[[], T], then: Callable[[T | Failure], None]
    ) -> None:
        """
        Run a job and pass on its result.

        If it is done at once, the caller applies what follows.
        """
        results: list[T | Failure] = []
        done = self._work(job)
        done.addBoth(results.append)
        if results:
            then(results.pop())
        else:
            done.addCallback(lambda _: self._done_later(then, results.pop()))

    def _done_later(self, then: Callable[[T], None], result: T) -> None:
        if not self._is_closed:
            self._go_on_by_itself(lambda: then(result))

    def _go_on_by_itself(self, first: Callable[[], None] = lambda: None) -> None:
        """Apply what follows from a delayed result; errors go to `failed`."""
        try:
            first()
            self._go_on()
        except Exception as error:  # noqa: BLE001  no caller could handle it
            self._failed(error)
