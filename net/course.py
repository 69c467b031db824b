"""
The course of a game: its rules and its cards, as far as the log has determined them.

This is the part of a fold that knows the game. It knows the open request of the rules,
the phases that carry it out, and the effects of what the seats say. It also knows how
the game goes on without some seats. It deals with seats only. `sealed_wonders.net.fold`
decides who signs for them, which entries count, and when a phase closes.
docs/PROTOCOL.md (How requests become phases) fixes the phases.

Theory of operation
-------------------

The rules make one request at a time, and `plan` returns its phases. Each phase is
opened (`open`); the entries of its seats are applied one by one, in any order
(`apply`); then it is closed (`close`). The last phase of a request yields the rules'
answer, and the rules make a new request. A request that needs no phase is answered at
once.

- The rules get each move as it is applied, except for the move that completes a choice.
  That move is carried out when the phase closes, since a ballot may still decide that a
  seat doesn't count in it. No entry moves a card before that.
- When another holder speaks for a seat, the entries of the open phase are applied once
  more, starting from the state in which it opened (`apply_anew`).
- A phase can be left without some seats (`leave`). REVEAL, DECLARE and END survive; see
  `sealed_wonders.net.survivingphase`. In any other kind of phase, the request is void: the
  rules and the cards return to their state at its start. Then the rules get the removed
  seats and the cards lost with them, and make a new request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Ask,
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Look,
    Over,
    Seat,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.net.cards import (
    Cards,
    Committed,
    RevealedBody,
    Took,
    ValidBody,
    Wrong,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import commitment, context
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import (
    SURVIVING_KINDS,
    PhasePlan,
    PlannedPhase,
    answer_to_nothing,
    plan,
)
from sealed_wonders.net.survivingphase import SurvivingPhase, tell


class CourseSnapshot(NamedTuple):
    """State in which a phase opened, for `Course.reopen`."""

    active: tuple[Seat, ...]
    state: AnyState
    ask: Ask
    steps: tuple[PlannedPhase, ...]
    looks: int
    sealed: Mapping[Seat, tuple[bytes, bytes]]
    began: tuple[AnyState, object]
    surviving: SurvivingPhase | None
    task: PhasePlan
    cards: object


class Course:
    """
    Rules and cards of one game.

    Attributes:
        cards: the places of the cards.
        active: the seats that are still in the game, ascending.
        state: the current state of the rules.
        states: the states of the rules since `forget_states`.
        task: the open phase.
        opened: the state of the rules when it opened.
    """

    def __init__(
        self, state: AnyState, cards: Cards, seats: tuple[Seat, ...], prev: bytes
    ) -> None:
        """
        Open the first phase.

        Args:
            state: the first state of the rules.
            prev: the digest of the log before that phase.
        """
        self.cards = cards
        self.active = seats
        self.state = state
        self.states: tuple[AnyState, ...] = (state,)
        self._ask: Ask = Over()
        self._steps: list[PlannedPhase] = []
        self._looks = 0
        self._sealed: dict[Seat, tuple[bytes, bytes]] = {}
        """The commitments of the current choice, each with its context."""
        self._began: tuple[AnyState, object] = (state, None)
        """Rules and cards at the start of the current request."""
        self._surviving: SurvivingPhase | None = None
        """Choices to carry out once the rests have been passed again."""
        self._prepare()
        self.task = self.open(0, prev)

    # The open phase.

    def open(self, number: int, prev: bytes) -> PhasePlan:
        """
        Open the next phase.

        Args:
            prev: the digest of the log before the phase.
        """
        kind, seats, deck = self._steps.pop(0)
        self.opened = self.state
        self._said: dict[Seat, ValidBody] = {}
        self._told: AnyState | None = None
        """The state after all choices of the open phase, not reached yet."""
        phase = Phase(number, kind, seats, deck)
        self.task = PhasePlan(phase, prev, self._ask, last=not self._steps)
        return self.task

    def save(self) -> CourseSnapshot:
        """Return the state in which the phase opened, before anything is applied."""
        return CourseSnapshot(
            self.active,
            self.state,
            self._ask,
            tuple(self._steps),
            self._looks,
            dict(self._sealed),
            self._began,
            self._surviving,
            self.task,
            self.cards.save(),
        )

    def reopen(self, saved: CourseSnapshot) -> None:
        """Return to the state in which a closed phase opened."""
        self.active, self.state, self._ask = saved.active, saved.state, saved.ask
        self._steps, self._looks = list(saved.steps), saved.looks
        self._sealed, self._began = dict(saved.sealed), saved.began
        self._surviving, self.task = saved.surviving, saved.task
        self.cards.restore(saved.cards)
        self.opened = self.state
        self._said, self._told = {}, None

    def have_spoken(self, seats: Iterable[Seat]) -> bool:
        """Return whether the entries of these seats in the open phase were applied."""
        return self._said.keys() >= set(seats)

    def apply(self, seat: Seat, said: ValidBody) -> None:
        """
        Apply what a seat said, as far as it doesn't depend on other seats.

        Raises:
            Wrong: the rules don't allow it, or it doesn't open the commitment.
        """
        match said:
            case Committed(sealed):
                # Keep the context, since the commitment is opened in a later phase.
                self._sealed[seat] = (self._context(seat), sealed)
            case RevealedBody(nonce, payload, answer):
                ctx, sealed = self._sealed[seat]
                if commitment(ctx, nonce, payload) != sealed:
                    raise Wrong(
                        "the commitment is to something other than {what}",
                        what=shown(payload),
                    )
                self._tell(answer)
            case Took(answer):
                self._tell(answer)
        self._said[seat] = said

    def apply_anew(self, said: Mapping[Seat, ValidBody]) -> None:
        """Apply what counts in the open phase now, not what was applied before."""
        self._said, self._told = {}, None
        self.state, states = self.opened, self.states
        for seat, what in said.items():
            self.apply(seat, what)
        self.states = states

    def _tell(self, answer: Answer) -> None:
        """Pass a choice to the rules; keep the last result until the phase closes."""
        try:
            told = self.state.tell(answer)
        except IllegalMove as illegal:
            raise Wrong(
                "{name}: {note}", name=illegal.refusal, note=illegal.detail
            ) from None
        if len(self._said) + 1 < len(self.task.phase.seats):
            self._reach(told)
        else:
            self._told = told

    # Commitments.

    def context_of(self, seat: Seat) -> bytes:
        """Return the context of a commitment to be made or opened in this phase."""
        if seat in self._sealed and self.task.phase.kind in ("REVEAL", "DECLARE"):
            ctx, _ = self._sealed[seat]
            return ctx
        return self._context(seat)

    def seal(self, seat: Seat, text: str, nonce: bytes) -> bytes:
        """Return a seat's commitment to a move in the open PICK or DECIDE phase."""
        return commitment(self._context(seat), nonce, text.encode())

    def opens(self, seat: Seat, text: str, nonce: bytes) -> bool:
        """Return whether a move and a nonce open the seat's commitment."""
        ctx, sealed = self._sealed.get(seat, (b"", b""))
        return commitment(ctx, nonce, text.encode()) == sealed

    def _context(self, seat: Seat) -> bytes:
        match self.task:
            case PhasePlan(Phase(kind="PICK" | "DECIDE" as kind), prev, Choose(offers)):
                hand = offers[seat].hand
                deck = self.cards.place(hand[0]).deck if hand else ""
                return context(prev, kind, deck, seat)
        raise LocalProtocolError(
            f"nobody commits to anything in {self.task.phase!r:.80}"
        )

    @property
    def keys_in_use(self) -> frozenset[str]:
        """Names of the keys whose secrets a seat may still need."""
        return self.cards.keys_in_use(self._began[1])

    # Closing phases.

    def forget_states(self) -> None:
        self.states = ()

    def close(self) -> None:
        """Close the open phase, in which all seats have spoken."""
        said = self._take_said()
        if isinstance(self.task.ask, Over):
            return
        if self._surviving is not None:
            self._carry_out(self._surviving.passed_on(self.cards, said))
            return
        if self._told is not None:
            self._reach(self._told)
        answer = self.cards.close(self.task, said)
        if answer is not None:
            self._answer(answer)
        if self.task.last:
            self._sealed = {}
            self._prepare()

    def leave(self, out: tuple[Seat, ...]) -> None:
        """Leave the open phase without some seats."""
        self.active = tuple(seat for seat in self.active if seat not in out)
        if isinstance(self.task.ask, Over):
            # A seat that leaves now has played to the end, so the rules aren't
            # informed.
            return
        if self._surviving is not None:
            self._survive(self._surviving.without(out))
        elif self.task.phase.kind in SURVIVING_KINDS:
            said = self._take_said()
            whole = SurvivingPhase(self.task, self.opened, said, ())
            self._survive(whole.without(out))
        else:
            self.state, saved = self._began
            self.cards.restore(saved)
            self._let_go(out)

    def halt(self) -> None:
        """
        End the game before the open phase, whose entries count for nothing.
        """
        self.state, self._said, self._told = self.opened, {}, None

    def _take_said(self) -> dict[Seat, ValidBody]:
        return {seat: self._said[seat] for seat in sorted(self._said)}

    def _survive(self, surviving: SurvivingPhase) -> None:
        """Carry out the remaining choices, after a REPASS if one is needed."""
        passing = surviving.passing
        if not passing:
            self._carry_out(surviving)
            return
        self._surviving, self.state = surviving, surviving.state
        # A REPASS that is undone has passed nothing, so the first request stays known.
        self._ask = surviving.carried_out.ask
        self._steps = [PlannedPhase("REPASS", passing, surviving.task.phase.deck)]

    def _carry_out(self, surviving: SurvivingPhase) -> None:
        """Pass the choices and the removed seats to the rules."""
        self._surviving = None
        self.cards.close(surviving.carried_out, surviving.said)
        self.state, last = surviving.told()
        self._let_go(surviving.out, last)

    def _let_go(self, out: tuple[Seat, ...], last: Chosen | None = None) -> None:
        """Inform the rules that some seats are gone, and plan the next request."""
        lost = self.cards.lost(out)
        self._answer(Gone(out, lost, last))
        self.cards.forget(lost)
        self._steps, self._sealed = [], {}
        self._prepare()

    def _prepare(self) -> None:
        """Plan the next request that needs phases; answer the others at once."""
        while not self._steps:
            self._ask = self.state.ask
            self._looks += isinstance(self._ask, Look)
            steps = plan(self._ask, self.active, self.cards.place, self._looks)
            self._steps = list(steps)
            if not steps:
                self._answer(answer_to_nothing(self._ask))
        self._began = self.state, self.cards.save()

    def _answer(self, answer: Answer) -> None:
        self._reach(tell(self.state, answer))

    def _reach(self, state: AnyState) -> None:
        self.state = state
        self.states = (*self.states, state)
