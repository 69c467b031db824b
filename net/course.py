"""
The course of a game: its rules and its cards, as far as a log has told them.

This is the half of a fold that knows the game: what the rules ask, by which phases that is
done, what becomes of what the seats say, and how it goes on without some of them. It hears
of seats alone. Who signs for them, which entries count, and when a phase is left, is for
`sealed_wonders.net.fold` to say.

Theory of operation
-------------------

The rules ask for one thing at a time. `plan` says by which phases; each is opened (`open`),
what its seats say in it is applied (`apply`), one after the other and in any order, and
then it is closed (`close`). With the last phase of an ask the rules have their answer, and
ask anew. What needs no phase is answered at once.

- A move is told to the rules as it is applied, but for the one that completes a choice:
  that is carried out when the phase is closed, since others may yet decide that somebody
  doesn't count in it. Nothing that is said moves a card before.
- Where another speaks for a seat, what was said in the open phase is applied once more,
  from how it opened (`apply_anew`).
- A phase can be left without some seats (`leave`). REVEAL, DECLARE and END stand, see
  `sealed_wonders.net.standing`. In any other kind of phase the ask is void: rules and
  cards are as they were when it began. Then the rules hear who is gone, and what was lost
  with them, and ask anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sealed_wonders.core.game import (
    Answer,
    Ask,
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Look,
    Over,
    Seat,
    State,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.cards import Cards, Committed, Revealed, Said, Took, Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import commitment, context
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import STANDING, Step, Task, answer_to_nothing, plan
from sealed_wonders.net.standing import Standing, tell


class Opened(NamedTuple):
    """How a phase opened, for `Course.reopen`."""

    active: tuple[Seat, ...]
    state: State
    ask: Ask
    steps: tuple[Step, ...]
    looks: int
    sealed: Mapping[Seat, tuple[bytes, bytes]]
    began: tuple[State, object]
    standing: Standing | None
    task: Task
    cards: object


class Course:
    """
    Rules and cards of one game.

    Attributes:
        cards: where they lie.
        active: the seats that still play, ascending.
        state: what the rules know.
        states: those it went through, since `forget_states`.
        task: the open phase.
    """

    def __init__(
        self, state: State, cards: Cards, seats: tuple[Seat, ...], prev: bytes
    ) -> None:
        """
        Open the first phase.

        Args:
            state: of the rules, as they begin.
            prev: the log's digest before that phase.
        """
        self.cards = cards
        self.active = seats
        self.state = state
        self.states: tuple[State, ...] = (state,)
        self._ask: Ask = Over()
        self._steps: list[Step] = []
        self._looks = 0
        self._sealed: dict[Seat, tuple[bytes, bytes]] = {}
        """The commitments of the choice at hand, each with its context."""
        self._began: tuple[State, object] = (state, None)
        """Rules and cards, as what is asked began."""
        self._standing: Standing | None = None
        """What is still to be carried out, when rests have gone to others."""
        self._prepare()
        self.task = self.open(0, prev)

    # The open phase.

    def open(self, number: int, prev: bytes) -> Task:
        """
        Open the next phase.

        Args:
            prev: the log's digest before it.
        """
        kind, seats, deck = self._steps.pop(0)
        self._opened = self.state
        """The rules, as the open phase began."""
        self._said: dict[Seat, Said] = {}
        self._told: State | None = None
        """Where the choice leads that all have made, in the open phase."""
        phase = Phase(number, kind, seats, deck)
        self.task = Task(phase, prev, self._ask, last=not self._steps)
        return self.task

    def save(self) -> Opened:
        """Give how the phase opened, in which nothing was applied yet."""
        return Opened(
            self.active,
            self.state,
            self._ask,
            tuple(self._steps),
            self._looks,
            dict(self._sealed),
            self._began,
            self._standing,
            self.task,
            self.cards.save(),
        )

    def reopen(self, saved: Opened) -> None:
        """Go back to how a phase opened, which was left meanwhile."""
        self.active, self.state, self._ask = saved.active, saved.state, saved.ask
        self._steps, self._looks = list(saved.steps), saved.looks
        self._sealed, self._began = dict(saved.sealed), saved.began
        self._standing, self.task = saved.standing, saved.task
        self.cards.restore(saved.cards)
        self._opened = self.state
        self._said, self._told = {}, None

    def have_spoken(self, seats: Iterable[Seat]) -> bool:
        """Tell whether what these seats said in the open phase was applied."""
        return self._said.keys() >= set(seats)

    def apply(self, seat: Seat, said: Said) -> None:
        """
        Apply what a seat said, as far as it doesn't depend on the others.

        Raises:
            Wrong: the rules don't allow it, or it committed to something else.
        """
        match said:
            case Committed(sealed):
                # With its context: when it is opened, another phase is.
                self._sealed[seat] = (self._context(seat), sealed)
            case Revealed(nonce, payload, answer):
                ctx, sealed = self._sealed[seat]
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
        self._said[seat] = said

    def apply_anew(self, said: Mapping[Seat, Said]) -> None:
        """Apply what counts now in the open phase, and nothing that was applied before."""
        self._said, self._told = {}, None
        self.state, states = self._opened, self.states
        for seat, what in said.items():
            self.apply(seat, what)
        self.states = states

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
        if len(self._said) + 1 < len(self.task.phase.seats):
            self._reach(told)
        else:
            self._told = told

    # What a seat commits to.

    def context_of(self, seat: Seat) -> bytes:
        """Give what a seat's commitment is bound to: that to be made, or to be opened."""
        if seat in self._sealed and self.task.phase.kind in ("REVEAL", "DECLARE"):
            ctx, _ = self._sealed[seat]
            return ctx
        return self._context(seat)

    def seal(self, seat: Seat, text: str, nonce: bytes) -> bytes:
        """Commit a seat to a move in the open PICK or DECIDE phase."""
        return commitment(self._context(seat), nonce, text.encode())

    def opens(self, seat: Seat, text: str, nonce: bytes) -> bool:
        """Tell whether this is what a seat has committed to and is to reveal now."""
        ctx, sealed = self._sealed.get(seat, (b"", b""))
        return commitment(ctx, nonce, text.encode()) == sealed

    def _context(self, seat: Seat) -> bytes:
        """Give what a commitment in the open phase is bound to."""
        match self.task:
            case Task(Phase(kind="PICK" | "DECIDE" as kind), prev, Choose(offers)):
                hand = offers[seat].hand
                deck = self.cards.place(hand[0]).deck if hand else ""
                return context(prev, kind, deck, seat)
        raise LocalProtocolError(
            f"nobody commits to anything in {self.task.phase!r:.80}"
        )

    @property
    def keys_in_use(self) -> frozenset[str]:
        """The keys of cards whose secrets a seat may still need."""
        return self.cards.keys_in_use(self._began[1])

    # How it goes on.

    def forget_states(self) -> None:
        """Begin `states` anew."""
        self.states = ()

    def close(self) -> None:
        """Go on from the open phase, in which all have spoken."""
        said = self._take_said()
        if isinstance(self.task.ask, Over):
            return
        if self._standing is not None:
            self._carry_out(self._standing.passed_on(self.cards, said))
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
        """Go on from the open phase without some seats."""
        self.active = tuple(seat for seat in self.active if seat not in out)
        if isinstance(self.task.ask, Over):
            # Who leaves now has played to the end: the rules hear of nothing.
            return
        if self._standing is not None:
            self._stand(self._standing.without(out))
        elif self.task.phase.kind in STANDING:
            said = self._take_said()
            whole = Standing(self.task, self._opened, said, ())
            self._stand(whole.without(out))
        else:
            self.state, saved = self._began
            self.cards.restore(saved)
            self._let_go(out)

    @property
    def opened(self) -> State:
        """The rules, as the open phase began."""
        return self._opened

    def halt(self) -> None:
        """End the game before the open phase: what was said in it counts for nothing."""
        self.state, self._said, self._told = self._opened, {}, None

    def _take_said(self) -> dict[Seat, Said]:
        """Give what was said, by ascending seat."""
        return {seat: self._said[seat] for seat in sorted(self._said)}

    def _stand(self, standing: Standing) -> None:
        """Carry out what the others chose; first have rests passed anew, if need be."""
        passing = standing.passing
        if not passing:
            self._carry_out(standing)
            return
        self._standing = standing
        # A REPASS that is undone passed nothing: what was asked for first stays known.
        self._ask = standing.carried_out.ask
        self._steps = [Step("REPASS", passing, standing.task.phase.deck)]

    def _carry_out(self, standing: Standing) -> None:
        """Tell the rules what was chosen, and who is gone."""
        self._standing = None
        self.cards.close(standing.carried_out, standing.said)
        self.state, last = standing.told()
        self._let_go(standing.out, last)

    def _let_go(self, out: tuple[Seat, ...], last: Chosen | None = None) -> None:
        """Tell the rules who is gone, and ask what they ask now."""
        lost = self.cards.lost(out)
        self._answer(Gone(out, lost, last))
        self.cards.forget(lost)
        self._steps, self._sealed = [], {}
        self._prepare()

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
        self._reach(tell(self.state, answer))

    def _reach(self, state: State) -> None:
        self.state = state
        self.states = (*self.states, state)
