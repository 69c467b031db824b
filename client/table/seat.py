"""
A seat at a table: its identity, its fold of the log, and what it must say next.

What needs no choice it says by itself; for the rest there is a `question`. It says
nothing that its own fold doesn't ask for, with every claim before that judged, and
nothing twice in different words.

To check what others say, and to make what is said here, takes long: it is left to whoever
does the work. What follows from it is done on the reactor's thread, where all that is
said is written down before it can be sent.

Theory of operation
-------------------

A seat holds three things that must fit together: its `Fold`, what follows from the log;
its `Secrets`, what it alone knows of the cards; its `Store`, what it has signed so far.
Whatever comes in, or was calculated elsewhere, ends in `_go_on`, which looks again at what
the open phase needs of us. There it finds one of five cases:

- We need not speak, or have spoken, or something is being made: nothing.
- The store knows what we said in this phase: an earlier process did, or the host has lost
  it. The same bytes are sent again, never new ones.
- We have said yes to a ballot on an earlier phase, and it might still put us into another
  world than this one (`sealed_wonders.net.voting`): we wait.
- The phase needs no choice (`UNDECIDED`, the reveals, END): a job makes the body.
- It needs one: there is a `question`, until `answer` starts such a job, or the phase has
  passed.

When a job is done, `_say` signs the body, writes it down and only then lets `take` have it.

What always holds, and why:

- A body is made for the open phase of our own fold and for no other. The fold opens a phase
  when every claim before it is judged, so no secret is used before the proofs that it
  depends on are verified, whatever the host would have us believe.
- Sign, write down, send: in this order (`sealed_wonders.client.table.signed`). With the
  envelope goes what later phases need of it (`Memory`): the nonce of a commitment, the
  secret of a key. They can't be drawn a second time.
- A job's result is dropped if its phase has passed, or something was said in it meanwhile:
  `_say` asks fold and store again.
- A process that was started again says nothing before it has read as much of the log as
  there is (`silent_until`), and nothing new in a phase before the last one that it knows.
  What it has said it compares with the log: each `prev` has to be the digest there. So it
  may believe what an earlier one has checked (`sealed_wonders.client.table.checked`). If the log
  has another entry of ours than the store, or a program's has one that the store doesn't know,
  more may be lost, and it never speaks again in this game.
- A program whose memory may have been set back signs nothing before the others at the table
  have said, signed, what they know of it (`must_recollect`,
  `sealed_wonders.client.table.recollecting`).
- A seat may change hands (`sealed_wonders.net.handovers`). Whoever looks on has no number
  yet (`NOBODY`); it takes a seat when the log has a handover to it to which it has agreed,
  and so also after it was started again. Whoever has signed a handover signs nothing more,
  and forgets its secrets as soon as the log has it.
- A seat that another machine has spoken for says nothing before its person has compared how
  the table stands (`must_compare`): its store was made anew, of words and of the log; or a
  person's log has an entry of ours that the store doesn't know.
- When all have signed the end, the secrets are thrown away. Before that what would open our
  cards that lie face down is made (`sealed_wonders.net.disclosures`), in case our person wants
  that: it opens those and no other. The log is still read, for what others open.
- Jobs may run on any thread; what follows from them runs on the reactor's. One that is done
  at once doesn't come back through `_done_later`: its caller goes on itself, so nothing
  here is entered twice.
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
from sealed_wonders.core.game import Card, Move, Slot, State, TurnUp
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.attendance import MOST as MOST_WORDS
from sealed_wonders.net.attendance import Word
from sealed_wonders.net.cards import MissingSecrets, Secrets, Words
from sealed_wonders.net.disclosures import CARDS_MOST, Opening
from sealed_wonders.net.disclosures import MOST as MOST_DISCLOSURES
from sealed_wonders.net.disclosures import read as read_openings
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.escrow import made_in, recoverable, taken_along
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import MOST as MOST_HANDOVERS
from sealed_wonders.net.handovers import Asked, Entrusted, Handover, Intent, Takeover
from sealed_wonders.net.handovers import lane_of as handover_lane
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.ballots import (
    Ballot,
    Proposal,
    Status,
    answer_body,
    is_settled,
    lane_of,
    opener_of,
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
)
from sealed_wonders.net.log.phases import Kind, Reason, Refused
from sealed_wonders.net.messages import HEARD_CAP
from sealed_wonders.net.plan import COMMITTING, REVEALING, UNDECIDED
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.seed import Seed
from sealed_wonders.net.suites import secrets_of
from sealed_wonders.net.verification import Brief, Verification

T = TypeVar("T")

FEW = 4
"""Cards that are turned up at once, each with a proof."""


class Parted(RemoteProtocolError):
    """
    A seat signed on top of another history than ours: it was shown something else.

    Attributes:
        seat: which.
    """

    def __init__(self, seat: int, refused: Refused) -> None:
        super().__init__(sentence_of(refused))
        self.seat = seat


Outcome = bool | OSError
"""
What became of something to be said: it is, or nobody waits for it any more, or it can't
be written down.
"""


def _raise(error: Exception) -> None:
    raise error


def _task_of(state: State) -> object:
    """Give what a game calls the thing that is chosen, so that two can be compared."""
    return getattr(state, "task", None)


def must_be_written(outcome: Outcome) -> None:
    """Take what becomes of something without a person who could do anything about it."""
    if isinstance(outcome, OSError):
        raise LocalProtocolError(
            Sentence("what we say can't be written down: {why}", why=outcome)
        ) from outcome


class Seat:
    """
    One seat, from the beginning of a game to its end.

    Attributes:
        fold: what follows from the log, as far as it is judged.
        number: which seat it is; `NOBODY` as long as we only look on.
        is_held: nothing more is said in a phase to come, since the seat is to be handed
            over from there on.
        is_promised: nothing at all is signed: the other has what it takes to go on.
        secrets: what this seat alone knows of the cards.
        candidate: as which we agree to take a seat, while we look on.
        silent_until: how many entries are read before anything is said.
        question: the choice that is open for it, if one is.
        unwritten: why what we say by ourselves can't be written down; nothing is said before
            `try_again` has done so. None if nothing waits for that.
        stands_still: nothing is said in phases, since most others count otherwise.
        is_stuck: the seat was given to us, and a secret that it takes to go on is missing:
            we say nothing, and the others will go on without it, once we are gone.
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
        Take a seat, or look on if we have none; nothing is said before `receive`.

        Args:
            past: what an earlier process has left; None: there was none.
            changed: called when there may be something new to see, but for what
                `answer` does at once.
            failed: called with what a job that was done later led to, if that is
                something `receive` would raise.

        Raises:
            LocalProtocolError: what was kept of the game can't be used.
        """
        past = past or Past(InMemory())
        environment = environment or Environment()
        number = fold.charter.seat_of(identity.public)
        self.fold = fold
        self.number = NOBODY if number is None else number
        self._identity = identity
        self._entropy = environment.entropy
        self._store = past.store
        self.secrets = self._new_secrets(self.number)
        self.is_held = self.is_promised = False
        self.stands_still = False
        self.silent_until = past.silent_until
        self._may_be_set_back = past.may_be_set_back
        self.question: Question | None = None
        self.unwritten: OSError | None = None
        self.is_stuck = False
        self.candidate = Candidate(identity, fold, self._store, self._new_secrets)
        self._work = environment.work
        self._changed = changed
        self._failed = failed
        self._verification = Verification(
            fold,
            self._have_checked,
            judged=self._note_states,
            refused=self._refuse,
            failed=self._note_failure,
        )
        self._states: list[State] = []
        self._failure: Exception | None = None
        """What went wrong in a check."""
        self._looked_at = fold.position
        """How many entries were looked at for what is our own."""
        self._of_others = 0
        """How many of these weren't, in phases of the game."""
        self._compared = NOTHING
        """The last phase in which our history was compared with the log's."""
        self._has_forgotten = False
        """
        The log has something of ours that we don't remember. Whoever has lost something
        of what they said might say something else, so nothing is said any more.
        """
        self._phase = NOTHING
        """The phase that was open when we looked last."""
        self._making = NOTHING
        """The phase for which something is being made."""
        self._unsaid: Callable[[], object] | None = None
        """Says what couldn't be written down, in the open phase."""
        self._has_looked_back = False
        """What we said to ballots, and the log doesn't have, is in the outbox."""
        self._undone: tuple[Question, Move] | None = None
        """What we have committed to, as long as it isn't carried out."""
        self._entrusted: Memory | None = None
        """What came with the seat, if we have it from another."""
        self._gathering: Gathering | None = None
        """What the others tell us of its secrets, if all have given it to us."""
        self._is_closed = False
        self._openings: tuple[Opening, ...] = ()
        """What would open our cards that lie face down, when the game is over."""
        self._disclosure: Wire | None = None
        """What we have opened then, as long as the log doesn't have it."""
        try:
            self._signed = Signed(identity, self._store, may_share=past.may_share)
            if number is not None:
                for kept in self._store.kept():
                    self.secrets.recall(kept)
        except ValueError as error:
            raise LocalProtocolError(
                Sentence(
                    "what was kept of this game can't be used: {why}",
                    why=sentence_of(error),
                )
            ) from None

    # What can be seen of it.

    @property
    def position(self) -> int:
        """How many entries of the log have come, with those that wait to be judged."""
        return self._verification.position

    @property
    def is_making(self) -> bool:
        """What we say in the open phase is being made."""
        return self._making == self.fold.phase.number and self._must_speak

    @property
    def wait(self) -> Wait:
        """What the table waits for."""
        fold = self.fold
        return Wait(
            fold.phase,
            fold.missing,
            tuple(sorted({claim.seat for claim in fold.claims})),
            self.is_making,
            self.position - fold.position,
            fold.task.prev,
            self.must_compare,
            self._signed.is_taken_back,
        )

    def happened(self) -> tuple[State, ...]:
        """Take the states, each with its news, that were reached since the last time."""
        states, self._states = tuple(self._states), []
        return states

    def faces(self) -> Mapping[Slot, Card]:
        """Give the faces that we may see; none if what it takes was forgotten."""
        return {} if self._has_forgotten else self.secrets.faces()

    def take(self) -> tuple[Wire, ...]:
        """Take what is to be sent now."""
        return self._signed.take()

    def unheard(self) -> tuple[Wire, ...]:
        """Give what we said and haven't seen in the log: to be sent again."""
        opened = () if self._disclosure is None else (self._disclosure,)
        return (*self._signed.unheard(), *opened)

    def unheard_noes(self) -> tuple[Wire, ...]:
        """Give those of them by which we say no to ballots."""
        return self._signed.noes()

    @property
    def unconfirmed(self) -> int | None:
        """
        The first phase in which we have spoken, and the host doesn't say so; None if none.

        What we haven't checked yet may be in it.
        """
        is_checked = not self.fold.claims and self.position == self.fold.position
        return self._signed.unconfirmed if is_checked else None

    @property
    def statement(self) -> Statement | None:
        """How far we are, for who asks where we play; None if we sign for no seat."""
        fold = self.fold
        if self.is_out or self._signed.has_handed_over or not self._is_ours:
            return None
        memory = self._signed.recall(fold.phase.number)
        own = None if memory is None else entry_digest(memory.wire.env)
        return Statement(fold.phase.number, fold.digest, own, heard=self._heard_last())

    def _heard_last(self) -> tuple[bytes, ...]:
        """Give the digests of what others may not know of: the newest, if it is too much."""
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
        Tell whether we were shown as much of the log as a seat has seen that signs this.

        Of another history, or while something waits to be checked, nothing can be told.
        """
        fold, phase = self.fold, self.fold.phase.number
        is_checked = not fold.claims and self.position == fold.position
        if not is_checked or said.phase < phase:
            return True
        if said.phase > phase:
            return False
        if said.own is None or said.digest != fold.digest:
            return True
        entry = fold.entry_of(seat)
        return entry is not None and entry_digest(entry.wire.env) == said.own

    @property
    def heard_of_others(self) -> int:
        """
        How many entries of others there are in phases of the game.

        These show that it goes on: one player can make but one in each phase. Ballots and the
        like don't count, of which a few could make many wherever they are.
        """
        return self._of_others

    @property
    def is_out(self) -> bool:
        """We have no seat, or the others go on without us."""
        return self.number not in self.fold.active

    @property
    def seed(self) -> bytes:
        """Of which what we know alone comes; empty without a seat, or a seed."""
        return b"" if self.number == NOBODY else self._store.seed

    @property
    def told(self) -> tuple[Memory, ...]:
        """What we know of a seat from others, and of how we came to it."""
        return tuple(
            it for it in self._store.memories() if it.lane.startswith(OF_OTHERS)
        )

    @property
    def must_compare(self) -> bool:
        """Nothing is said before our person has compared how the table stands."""
        is_read = self.position >= self.silent_until and not self.fold.claims
        is_in = not (self.is_out or self.fold.over)
        return self._signed.is_unsure and is_in and is_read

    @property
    def must_recollect(self) -> bool:
        """Nothing new is said before others have said what they know of us."""
        is_unsure = self._signed.is_unsure or self._may_be_set_back
        return is_unsure and not (self.is_out or self.fold.over)

    def recollect(self, said: Mapping[int, Statement], *, may_lack: bool) -> None:
        """
        Take what seats have signed at our host, just now; go on, if that is enough.

        See `sealed_wonders.client.table.recollecting`.

        Args:
            may_lack: unless it is certain that something is lost, those who have answered
                are enough.

        Raises:
            OSError: it can't be written down; nothing is said.
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
            # An answer that nobody has heard may still come; it can't be given twice.
            is_asked = any(ballot.waits_for(self.number) for ballot in fold.ballots)
            if is_asked or not have_all_said:
                return
            self._signed.compare(fold.phase.number)
        elif not (may_lack or have_all_said):
            return
        self._may_be_set_back = False
        self._go_on_by_itself()

    def _has_all_of(self, said: Iterable[Statement]) -> bool:
        """Whether our log has all that some others know, who are where we are."""
        known = {entry_digest(it.wire.env) for it in self.fold.entries()}
        return all(self._has_all(it, known) for it in said)

    def _has_all(self, said: Statement, known: Collection[bytes]) -> bool:
        """Tell whether our log has all that somebody knows, who is where we are."""
        is_here = (said.phase, said.digest) == (
            self.fold.phase.number,
            self.fold.digest,
        )
        own = () if said.own is None else (said.own,)
        return is_here and all(it in known for it in (*own, *said.heard))

    @property
    def mark(self) -> bytes:
        """
        By what others know this machine, as another one has spoken for our seat.

        Empty if none has, or an older version of this program has found that out.
        """
        return b"" if self.number == NOBODY else self._signed.mark

    @property
    def may_vote(self) -> bool:
        """We know all that we have said, and may sign something about the open phase."""
        return self._may_vote_on(self.fold.phase.number)

    @property
    def may_open(self) -> bool:
        """We may open another ballot: on the open phase, or on the one where we are held back."""
        phase = self.voted_on
        may_open = self.fold.ballots.may_open(self.number, phase)
        return may_open and self._may_vote_on(phase)

    def _may_vote_on(self, phase: int) -> bool:
        """
        Tell the same of a phase.

        One that was left may be all that can be spoken of: two who had each proposed something
        on it, which came too late, wait for a no of each other before they go on; or for that
        of somebody who was put out there.
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
        """The ballots to which we have still to say yes or no, as they came in."""
        return tuple(
            ballot
            for ballot in self.fold.ballots
            if self.number in ballot.missing
            and self._votes_on(ballot.proposal.phase)
            and self._may_answer(ballot)
            and self._signed.recall(ballot.number, lane_of(ballot.opener)) is None
        )

    def _may_answer(self, ballot: Ballot) -> bool:
        """
        Tell whether no answer of ours to a ballot can be on its way that we don't know of.

        One that was settled before we went on may have had one.
        """
        is_known = self._signed.knows(ballot.proposal.phase)
        return is_known or ballot.status is Status.OPEN

    def may_say_yes(self, ballot: Ballot) -> bool:
        """Tell whether we have signed nothing beyond the phase of a ballot."""
        phase = ballot.proposal.phase
        return phase == self.voted_on and self._signed.may_say_yes(phase)

    @property
    def held_by(self) -> tuple[Ballot, ...]:
        """The open ballots on a phase that was left by which a yes of ours holds us back."""
        return self._signed.held_by(self.fold)

    @property
    def voted_on(self) -> int:
        """The phase on which we open ballots, and may say yes: the open one, if we aren't held."""
        held = self.held_by
        return held[0].proposal.phase if held else self.fold.phase.number

    @property
    def looked_on(self) -> bool:
        """We never had a seat, nor have agreed to take one."""
        is_drawn = self.fold.charter.seat_of(self._identity.public) is not None
        return self.number == NOBODY and not (is_drawn or has_taken(self._store))

    # How it changes hands.

    @property
    def holds_back(self) -> bool:
        """
        We say nothing in the open phase, since the seat is to be handed over from there on.

        Where we have signed something about it, such as a vote, the seat can be another's
        only from a later one on, to which nobody comes before we have spoken.
        """
        if self.is_promised or self._signed.has_handed_over:
            return self.is_held
        return self.is_held and self._signed.furthest < self.fold.phase.number

    @property
    def can_be_handed_over(self) -> bool:
        """We have it, know all that we have said, and it hasn't changed hands too often."""
        return (
            not (self.is_out or self._signed.has_handed_over or self._has_forgotten)
            and self.fold.handovers.next_number(self.number) < MOST_HANDOVERS
        )

    def entrusted(self) -> Entrusted | None:
        """
        Give all that whoever takes the seat has to know, if it can be handed over now.

        Not if we have signed something about the open phase, or wait for others there.
        """
        if not self._may_be_entrusted:
            return None
        fold, phase = self.fold, self.fold.phase
        intent = None
        if phase.kind in REVEALING and self._must_speak:
            memory = self._committed()
            if memory is None or memory.move is None:
                return None
            intent = Intent(memory.nonce, memory.move.text, memory.move.slot)
        return Entrusted(
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
        """It can be handed over in the open phase, of which we have signed nothing."""
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
        """It was given to us in the open phase, and might yet be given to somebody else."""
        last = self.fold.handovers.last(self.number)
        if last is None or last.is_voluntary:
            return False
        return last.phase == self.fold.phase.number

    def hand_over(self, given: Entrusted, takeover: Takeover) -> None:
        """
        Sign that somebody takes the seat, who has agreed to that; and nothing after it.

        Args:
            given: what they were entrusted with.

        Raises:
            Refused: they haven't, or the log would refuse it.
            LocalProtocolError: it can't be handed over any more from that phase on.
            OSError: it can't be written down; nothing was said.
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
        lane = handover_lane(self.number)
        self._say_of(phase, lane, given.number, "HANDOVER", takeover.body)

    def keep(self) -> None:
        """Go on with the seat, which isn't handed over after all."""
        self.is_held = self.is_promised = False
        self._go_on_by_itself()

    def is_past(self, asked: Asked) -> bool:
        """Tell whether it is too late to give a seat away as was asked."""
        fold = self.fold
        is_over = fold.over or fold.phase.number > asked.phase
        return is_over or asked.seat not in fold.active

    def is_known(self, given: Entrusted | Asked) -> bool:
        """Tell whether the log is read as far as where a seat is to become ours."""
        return self.position >= self.silent_until and not (
            self.fold.claims or given.phase > self.fold.phase.number
        )

    def _sit_down(self) -> None:
        """Take the seat that was handed over or given to us, as soon as the log says so."""
        number = self.fold.seat_of(self._identity.public)
        handover = None if number is None else self.fold.handovers.last(number)
        if number is None or handover is None:
            # Not even if the seat is ours again, since it was put out before whoever had it
            # from us could say anything.
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
        """Tell whether a seat is its substitute's, as far as its phase has come."""
        fold = self.fold
        is_open = handover.phase == fold.phase.number
        return not is_open or is_settled(fold.ballots.on(handover.phase))

    def _get_up(self, *, for_good: bool = True) -> None:
        """
        Forget what only whoever has the seat may know.

        Args:
            for_good: else it was given to us, and isn't by now; it might be once more.
        """
        self.secrets.discard()
        self.number, self.question = NOBODY, None
        self._entrusted = self._undone = self._gathering = None
        self.is_stuck = False
        self.secrets = self._new_secrets(NOBODY)
        self._signed.clear(for_good=for_good)

    # A seat that all others give to somebody.

    @property
    def needs_parts(self) -> bool:
        """The seat was given to us, and not all has come yet that it takes to go on."""
        return self._gathering is not None and not self._gathering.is_done

    def gather(self, teller: int, parts: Sequence[bytes]) -> None:
        """
        Take parts of secrets that somebody tells us: theirs of ours, or ours of theirs.

        What is wrong, or can't be written down, is left out: it is told again.
        """
        for part in parts:
            with contextlib.suppress(ValueError, OSError):
                self._hold(teller, part)
        if self._gathering is not None:
            self._gathering.take(teller, parts)
            self._go_on_by_itself()

    def _hold(self, author: int, part: bytes) -> None:
        """
        Keep the part of somebody's own secrets that our seat is to hold.

        Raises:
            ValueError: it isn't that.
            OSError: it can't be written down.
        """

        def keep(deck: str) -> None:
            phase, lane = made_in(self.fold, deck), f"{HELD}{author}"
            self._store.remember(unsigned(phase, lane)._replace(kept=part))

        self.secrets.hold(author, part, keep)

    def give_up(self) -> None:
        """Take it that what is missing of the secrets of our seat doesn't come any more."""
        if self._gathering is not None and self.needs_parts:
            self.is_stuck = not self._gathering.settle()
            self._go_on_by_itself()

    def parts_for(self, seat: int, *, of_its_own: bool) -> tuple[bytes, ...]:
        """
        Give what we have to tell whoever all have given a seat to.

        Those are the parts of our secrets that it is to hold, which the old holder has taken
        along.

        Args:
            of_its_own: and those that we hold of the seat's own secrets.
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
        Find what was committed to for our seat, by whoever had it before or by another
        machine of ours: its nonce comes of the seat's secrets, or the seed.
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

    # What is done with it.

    def receive(self, entries: Iterable[Entry]) -> None:
        """
        Take entries of the log, in its order.

        Raises:
            Refused: an entry doesn't follow: the host's fault.
            Parted: the host, or somebody with its help, showed others something else.
            LocalProtocolError: we can't go on, since something was forgotten, or can't
                be written down.
        """
        self._verification.take(entries)
        self._go_on()

    def drop_unchecked(self) -> None:
        """Drop entries whose turn hasn't come: whoever sent them isn't to be believed."""
        self._verification.drop()

    def answer(
        self, move: Move, then: Callable[[Outcome], None] = must_be_written
    ) -> None:
        """
        Choose.

        Args:
            then: called, at once or later, when that is said and can be taken to be sent;
                or when it can't be written down: then nothing was said, and the question
                is open again.

        Raises:
            LocalProtocolError: there is no question, or it has an answer that is being
                made, or the move isn't among its moves.
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

    def try_again(self) -> None:
        """Say what couldn't be written down before, if it can be by now."""
        unsaid = self._unsaid
        is_promised = self.holds_back or self._signed.has_handed_over
        is_promised = is_promised or self.stands_still
        if unsaid is not None and not is_promised:
            self._go_on_by_itself(lambda: self._say_by_itself(unsaid))

    def stand_still(self, *, stands_still: bool) -> None:
        """Say nothing in phases, as long as most others count otherwise; or go on."""
        self.stands_still = stands_still
        if stands_still:
            self.question = None
        else:
            self._go_on_by_itself()

    def compare(self, phase: int) -> bool:
        """
        Go on: our person has compared how the table stands in a phase.

        Returns whether that phase is open; else it is to be done again.

        Raises:
            OSError: it can't be written down; nothing is said.
        """
        if not self.must_compare or phase != self.fold.phase.number:
            return False
        self._signed.compare(phase)
        self._go_on_by_itself()
        return True

    def share(self) -> None:
        """
        Say nothing before our person has compared: another machine speaks for us now.

        Raises:
            OSError: it can't be written down.
        """
        self._signed.share()

    def vote(self, ballot: Ballot, *, yes: bool) -> None:
        """
        Answer a ballot, if that is still to be done; with no where yes is forbidden.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        phase, lane = ballot.proposal.phase, lane_of(ballot.opener)
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
        Open a ballot to go on without some seats, on the open phase or where we are held back.

        Returns its number; None if we may open none.

        Args:
            takeovers: who is to have the seats instead, of all of them or of none.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        fold, lane = self.fold, lane_of(self.number)
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
        known = len(fold.ballots.on(phase))
        # Whoever had the seat before us has opened some of them.
        mine = (it.number for it in fold.ballots if it.opener == self.number)
        number = self._signed.next_number(lane, max(mine, default=-1) + 1)
        body = Proposal(phase, known, seats, tuple(about)).body
        self._say_of(phase, lane, number, "DROP_VOTE", body)
        return number

    def attend(self, word: Word) -> None:
        """
        Say whether anybody is there: see `sealed_wonders.net.attendance`.

        Nothing where that isn't ours to say, or was said often enough.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        if not self.may_attend(word):
            return
        fold, lane = self.fold, f"{ATTENDANCE}{self.number}"
        phase, first = fold.phase.number, fold.attendance.next_number(self.number)
        number = self._signed.next_number(lane, first)
        self._say_of(phase, lane, number, word, (phase,))

    def may_attend(self, word: Word) -> bool:
        """
        Tell whether we may say whether anybody is there.

        It binds nobody, so it may be said by whoever is held back by a yes. But no two words
        of a seat may have one number, so whatever else was said of it must be known.
        """
        fold, signed = self.fold, self._signed
        return (
            not (self.is_out or fold.over or self._has_forgotten)
            and not (self.is_promised or signed.has_handed_over)
            and signed.knows(fold.phase.number)
            and not self._may_be_set_back
            and self.position >= self.silent_until
            and fold.handovers.holder(self.number).identity == self._identity.public
            and fold.attendance.count(self.number, word) < MOST_WORDS[word]
        )

    def halt(self) -> None:
        """
        Say that we would end the game before the open phase, with the points so far.

        Nothing where we have said so, or may not: it can be said in the next phase.

        Raises:
            OSError: it can't be written down; nothing was said.
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

    # When it is over.

    def end(self) -> None:
        """
        Know no secret any more, as the game is over: only what opens cards face down.

        The log is still read, for what others open.
        """
        self._openings = self._make_openings()
        self.secrets.discard()
        self.question = self._undone = self._entrusted = self._gathering = None

    def _make_openings(self) -> tuple[Opening, ...]:
        if self.number == NOBODY or self._has_forgotten:
            return ()
        try:
            task = self.fold.disclosing(self.number, 0)
            return read_openings(self.secrets.disclose(task))
        except (LocalProtocolError, RemoteProtocolError):
            return ()  # there is none; or what was kept of some isn't what it takes

    @property
    def disclosable(self) -> Mapping[Slot, Card]:
        """What we may still open of our cards that lie face down, now that it is over."""
        return {it.slot: it.card for it in self._unopened}

    @property
    def _unopened(self) -> list[Opening]:
        if not self._openings or self._disclosure is not None:
            return []
        said = self.fold.disclosures_of(self.number)
        if len(said) >= MOST_DISCLOSURES:
            return []
        named = {it.slot for entry in said for it in read_openings(entry.envelope.body)}
        return [it for it in self._openings if it.slot not in named]

    def disclose(self) -> tuple[Wire, ...]:
        """Open all of our cards that lie face down; gives what is to be sent."""
        openings = self._unopened[:CARDS_MOST]
        if openings:
            number = len(self.fold.disclosures_of(self.number))
            body = tuple(it.body for it in openings)
            said = self.fold.disclosure(self.number, number, body)
            self._disclosure = sign(self._identity, said).wire
        return () if self._disclosure is None else (self._disclosure,)

    def forget(self) -> None:
        """
        Throw away what was kept, as soon as nothing more is to be said.

        Whoever got hold of it could read all that was ever in this seat's hand. Where it
        can't be thrown away the game has ended all the same.
        """
        with contextlib.suppress(OSError):
            self._store.discard()

    def let_go(self) -> None:
        """Know nothing any more that only we may know: nothing more will be said."""
        self.close()
        self.secrets.discard()
        self.question = self._undone = self._entrusted = self._gathering = None

    def close(self) -> None:
        """Do nothing more, whatever is still being done."""
        self._is_closed = True

    # What comes in.

    def _note_states(self, states: Iterable[State]) -> None:
        self._states += states

    def _refuse(self, entry: Entry, refused: Refused) -> None:
        if refused.reason is Reason.FOREIGN_PREV:
            raise Parted(entry.envelope.seat, refused)
        raise refused

    def _note_failure(self, error: Exception) -> None:
        self._failure = error

    def _go_on(self) -> None:
        """See what follows from what has come in."""
        if self._failure is not None:
            raise self._failure
        self._look_for_own()
        self._check_history()
        self._speak()
        self._changed()

    def _look_for_own(self) -> None:
        """See whether we remember all that the log has of us."""
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
        """See whether we remember an entry, if it is ours, and whether it is to be answered."""
        envelope = entry.envelope
        if self._disclosure is not None and self._disclosure.env == entry.wire.env:
            self._disclosure = None
        # What is said in the lobby isn't kept, nor what is when the game is over.
        is_kept = envelope.lane != LOBBY and envelope.kind != "AFTER"
        is_own = is_kept and self._is_own(entry)
        if is_own and not self._heard(entry):
            self._has_forgotten = True
        is_of_others = envelope.seat != self.number
        self._of_others += is_of_others and envelope.lane == MAIN
        if envelope.lane.startswith(BALLOTS):
            self._answer_again(envelope)

    def _vote_again(self) -> None:
        """Send votes that never got there: they may still be waited for; by us, too."""
        for memory in self._signed.votes():
            if not self._is_logged(memory):
                self._signed.send_again(memory)

    def _look_for_handover(self) -> None:
        """Get up if the seat has become somebody else's."""
        mine, handovers = self._identity.public, self.fold.handovers
        # Whether we remember that or not: what we kept is removed when we have.
        if any(it.before.identity == mine for it in handovers.of(self.number)):
            self._get_up()
        elif self._gathering is not None and handovers.seat_of(mine) is None:
            # Another ballot than the one that gave us the seat is to be in force.
            self._get_up(for_good=False)

    def _answer_again(self, envelope: Envelope) -> None:
        """Say once more what we have said to a ballot that the log didn't have then."""
        memory = self._signed.recall(envelope.phase, envelope.lane)
        is_opened = opener_of(envelope.lane) == envelope.seat != self.number
        if is_opened and memory is not None and not self._is_logged(memory):
            self._signed.send_again(memory)

    def _heard(self, entry: Entry) -> bool:
        try:
            return self._signed.heard(entry)
        except OSError as error:
            must_be_written(error)
            return False

    # What is said.

    @property
    def _must_speak(self) -> bool:
        return self.number in self.fold.missing

    @property
    def _is_ours(self) -> bool:
        """In the open phase it is for us to sign for the seat."""
        fold = self.fold
        holder = fold.handovers.holder(self.number, fold.phase.number)
        last = fold.handovers.last(self.number)
        is_given = last is None or last.is_voluntary or self._is_given(last)
        return holder.identity == self._identity.public and is_given

    def _votes_on(self, phase: int) -> bool:
        """Tell whether it is for us to answer ballots on a phase."""
        voters = self.fold.handovers.voters(phase)
        return voters.get(self.number) == self._identity.public

    def _is_own(self, entry: Entry) -> bool:
        """Tell whether an entry of the log is of those that we have signed."""
        is_of_seat = entry.envelope.seat == self.number
        return is_of_seat and entry.is_signed_by(self._identity.public)

    def _new_secrets(self, seat: int) -> Secrets:
        has_seed = self._store.seed and seat != NOBODY
        seed = Seed(self._store.seed) if has_seed else None
        return secrets_of(self.fold, seat, self._entropy, self._identity, seed)

    def _speak(self) -> None:
        """Say what the open phase needs of us; a choice becomes a question."""
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
                    "we have forgotten what we said in this game: it can only be gone "
                    "on with where it was played last"
                )
            )
        elif number < self._signed.furthest:
            # We have been further: the log isn't all there, or another one. Its claims
            # may be believed that were checked in ours.
            return
        else:
            self._speak_anew(kind)

    @property
    def _is_under_way(self) -> bool:
        """What the open phase needs of us is sent, asked of our person, or being made."""
        return (
            self._signed.is_sent(self.fold.phase.number)
            or self.question is not None
            or self._unsaid is not None
            or self.is_making
        )

    @property
    def _must_be_silent(self) -> bool:
        """Something forbids us to say what the open phase needs of us, perhaps for now."""
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
        """We have read the log, are bound by no yes, and have all parts of the seat."""
        return (
            self.position >= self.silent_until
            and self._signed.may_go_on(self.fold)
            and not self.needs_parts
        )

    def _speak_anew(self, kind: str) -> None:
        """Say what the open phase needs of us, of which we have said nothing yet."""
        if kind == "END":
            body = self.fold.end_body()
            self._make(lambda: body)
        elif kind in UNDECIDED:
            task, known = self.fold.task, self.secrets
            speak = partial(known.speak, task)
            # A share is made as quickly as it is handed over to a thread.
            is_brief = isinstance(task.ask, TurnUp) and len(task.ask.slots) <= FEW
            self._make(Brief(speak) if is_brief else speak)
        elif kind in REVEALING:
            self._reveal()
        else:
            self._ask()

    def _check_history(self) -> None:
        """
        See whether all that we said was said in this very game.

        Raises:
            Parted: we said something on top of another history, which an earlier process
                was shown.
        """
        fold = self.fold
        # It may have gone back to a phase that was left.
        self._compared = min(self._compared, fold.phase.number)
        while self._compared < fold.phase.number:
            number = self._compared + 1
            memory = None if self.is_out else self._signed.recall(number)
            if memory is not None and (
                parse(memory.wire.env).prev != fold.prev_of(number)
            ):
                if not self._signed.may_go_on(fold):
                    return  # a ballot that we have agreed to may lead back yet
                why = Sentence("we signed on another log")
                raise Parted(self.number, Refused(Reason.FOREIGN_PREV, why))
            self._compared = number

    def _ask(self) -> None:
        state = self.fold.state
        try:
            faces = self.secrets.hand(self.fold.task)
        except MissingSecrets:
            self._fall_silent()
            return
        self.question = Question(
            phase=self.fold.phase.number,
            state=state,
            seat=self.number,
            faces=faces,
            moves=tuple(state.moves(self.number, faces)),
            default=state.default(self.number, faces),
        )
        if self._undone is not None:
            before, move = self._undone
            self._undone = None
            if (before.faces, before.moves) == (faces, self.question.moves) and (
                _task_of(before.state) == _task_of(state)
            ):
                # Somebody was put out before all had shown theirs: it is the same choice.
                # Where that can't be written down, our player is asked like anybody.
                self.answer(move, lambda outcome: None)

    def _reveal(self) -> None:
        memory = self._committed()
        if memory is None or memory.move is None:
            if self._gathering is not None:
                self._fall_silent()
                return
            raise LocalProtocolError(Sentence("we have forgotten what we committed to"))
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
        Say nothing for a seat that we can't play on with.

        Raises:
            MissingSecrets: it is our own from the beginning.
        """
        if self._gathering is None:
            raise MissingSecrets(
                Sentence("what was kept of this game lacks secrets that it takes")
            )
        self.is_stuck = True

    def _committed(self) -> Memory | None:
        """Give what we are to reveal, or whoever had the seat when it was committed to."""
        # The commitment that is opened stands in the phase before: a choice is planned as
        # two phases, one behind the other.
        number, entrusted = self.fold.phase.number, self._entrusted
        memory = self._signed.recall(number - 1)
        if memory is not None and memory.move is None:
            return self._find_intent()  # another machine has committed to it
        if memory is None and entrusted is not None and entrusted.phase == number:
            return entrusted if self._gathering is None else self._find_intent()
        return memory

    def _make(
        self,
        job: Callable[[], Words | Body],
        then: Callable[[Outcome], None] | None = None,
        move: Move | None = None,
        nonce: bytes = b"",
    ) -> None:
        """
        Have what we say in the open phase made, and say it.

        Args:
            then: takes what became of it; None: it is said by itself, as soon as it can be
                written down.
        """
        number, task = self.fold.phase.number, self.fold.task
        self._making = number

        def made(result: Words | Body | Failure) -> None:
            if self._making == number:
                self._making = NOTHING
            if isinstance(result, Failure):
                if task is not self.fold.task:
                    # A thread came to it when the cards lay elsewhere already.
                    if then is not None:
                        then(False)
                    return
                if isinstance(result.value, MissingSecrets):
                    self._fall_silent()
                    return
                result.raiseException()
            words = result if isinstance(result, Words) else Words(result)
            say = partial(self._say, number, words, move, nonce)
            if then is None:
                self._say_by_itself(say)
                return
            outcome: Outcome
            try:
                outcome = say()
            except OSError as error:
                outcome = error
            then(outcome)

        self._have_done(job, made)

    def _say_by_itself(self, say: Callable[[], object]) -> None:
        """Say something, or keep it until it can be written down."""
        self._unsaid = self.unwritten = None
        try:
            say()
        except OSError as error:
            self._unsaid, self.unwritten = say, error

    def _say(self, number: int, words: Words, move: Move | None, nonce: bytes) -> bool:
        """
        Say something in a phase; tells whether that was still to be said.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        # Made elsewhere, and meanwhile the log has gone on.
        if (
            number != self.fold.phase.number
            or not self._must_speak
            or self.stands_still
            or self._signed.recall(number) is not None
        ):
            return False
        said = self.fold.envelope(self.number, words.body)
        self._signed.sign(said, move, nonce, words.keep)
        self.question = None
        return True

    def _say_of(
        self, phase: int, lane: str, number: int, kind: Kind, body: Body
    ) -> None:
        """Sign something about a phase, in another lane than the game's own."""
        gid, prev = self.fold.charter.gid, self.fold.prev_of(phase)
        self._signed.sign(Envelope(gid, lane, number, kind, self.number, prev, body))

    def _is_logged(self, memory: Memory) -> bool:
        """Tell whether the log has what we said to a ballot, or in a handover."""
        if memory.lane.startswith(HANDOVERS):
            return self.fold.seat_of(self._identity.public) is None
        ballot = self.fold.ballots.find(opener_of(memory.lane), memory.phase)
        return ballot is not None and self.number in ballot.votes

    # Who does what takes long.

    def _have_checked(self, job: Callable[[], T]) -> Deferred[T]:
        """Have a claim checked for the verification, and see afterwards what follows."""
        checked: Deferred[T] = Deferred()
        self._have_done(job, checked.callback)
        return checked

    def _have_done(
        self, job: Callable[[], T], then: Callable[[T | Failure], None]
    ) -> None:
        """
        Have a job done, and go on with its result.

        If it is done at once, whoever calls sees what follows from it.
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
        """Go on with something that nobody waits for who could be told of an error."""
        try:
            first()
            self._go_on()
        except Exception as error:  # noqa: BLE001  nobody but they can be told
            self._failed(error)
