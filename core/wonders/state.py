"""
The state of a game, and the base class of its tasks.

A game is a sequence of tasks: shuffle the boards, deal an age, play a turn, resolve
conflicts. The state holds the current task and an agenda of those to come. A task
either makes a request to the table, or does its work and goes on to the next task. An
expansion puts additional tasks on the agenda; the other modules don't have to know
about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from sealed_wonders.core.answers import check_leaving, fits, not_asked
from sealed_wonders.core.game import (
    Answer,
    Ask,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Gone,
    IllegalMove,
    Look,
    Looked,
    Mixed,
    Move,
    Over,
    Pass,
    Refusal,
    Ruleset,
    Seat,
    Sheet,
    Slot,
    TurnedUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import scoring
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.events import Event, SeatsLeft
from sealed_wonders.core.wonders.model import Around, City, Edifice
from sealed_wonders.core.wonders.moment import Moment


class Right(NamedTuple):
    """Something that a seat may do at the end of a turn (W4.3)."""

    order: int
    """Position among rights to do the same; lower first (W4.4)."""
    seat: Seat
    by: str
    """The id of the board or leader that gives this right."""
    what: str = "discard"
    """
    Build from the ``"discard"`` (W5.2), ``"draw"`` leaders or recruit an
    ``"extra_leader"`` (L3.2), or make others drop tokens: ``"victims"`` (L2.8).
    """


class Project(NamedTuple):
    """The edifice of an age, as it lies on the table (E1.1)."""

    edifice: Edifice
    pawns: int
    """The number of participation pawns on it."""
    takers: tuple[Seat, ...] = ()
    """The seats that participated, in order (E1.2)."""
    fate: str = ""
    """``"built"`` or ``"failed"``; empty until this is decided."""


@dataclass(frozen=True, slots=True)
class Task:
    """
    A step of the game; the base class of all tasks.

    A subclass overrides `ask` if it needs something from the table, and the method that
    takes the answer; otherwise it overrides `run`.
    """

    name: ClassVar[str]

    def ask(self, state: State) -> Ask | None:
        """Return the request to the table; None if this task needs none."""
        return None

    def run(self, state: State) -> State:
        """
        Do the work of a task without a request, and return the state with the next
        task.
        """
        return state.next_task()

    def mixed(self, state: State, answer: Mixed) -> State:
        """Take the shuffled cards. Their number has already been checked."""
        raise NotImplementedError

    def dealt(self, state: State, answer: Dealt) -> State:
        """Take the dealt cards. Their number has already been checked."""
        raise NotImplementedError

    def turned_up(self, state: State, answer: TurnedUp) -> State:
        """Take the cards that were turned up. Their number has already been checked."""
        raise NotImplementedError

    def check(self, state: State, chosen: Chosen) -> None:
        """Raise IllegalMove if a seat may not make this choice."""
        raise NotImplementedError

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        """
        Carry out the choices of all seats asked, and return the state with the next
        task.
        """
        raise NotImplementedError

    def looked(self, state: State, looked: Looked) -> State:
        """Carry out the move of the seat that looked at a pile."""
        raise NotImplementedError

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        """Return the legal moves of a seat that must choose."""
        raise NotImplementedError

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        """Return the move that is made for a seat whose time is up."""
        return self.moves(state, seat, faces)[0]

    def after_leaving(self, state: State) -> State:
        """
        Return the state after seats have left, restarting this task if it can't
        continue.
        """
        return state


class Rules(Ruleset, Protocol):
    """The parts of the ruleset that states and tasks use."""

    @property
    def expansions(self) -> tuple[str, ...]:
        """The expansions in play, in the catalogue's order."""

    @property
    def sides(self) -> str:
        """How the sides of the boards are chosen (W1.3)."""

    @property
    def leaders(self) -> str:
        """The set of leaders that is dealt (L1.2)."""

    @property
    def boards(self) -> tuple[str, ...]:
        """The ids of the boards in play; empty for the default (W1.6)."""

    @property
    def draw(self) -> str:
        """How boards are assigned (W1.7)."""

    @property
    def lenient(self) -> bool:
        """Whether dominated payments are accepted."""

    @property
    def catalog(self) -> Catalog:
        """All cards and boards of this game."""

    @property
    def start_coins(self) -> int:
        """Coins in each treasury at the start (W1.4)."""

    def tasks(self, moment: Moment, age: int = 0, turn: int = 0) -> tuple[Task, ...]:
        """Return the tasks that the expansions add at a moment of the game."""

    def ending(self) -> tuple[Task, ...]:
        """Return the tasks that end a game."""


@dataclass(frozen=True, slots=True)
class State:
    """A point in a game: public facts only."""

    rules: Rules
    task: Task
    agenda: tuple[Task, ...] = ()
    """The tasks after the current one."""
    cities: tuple[City, ...] = ()
    """By seat; empty until boards and sides are known."""
    hands: tuple[tuple[Slot, ...], ...] = ()
    """By seat."""
    discard: tuple[Slot, ...] = ()
    """In the order in which the cards were discarded."""
    deck: tuple[Slot, ...] = ()
    """Cards that are shuffled but not yet dealt."""
    lots: tuple[str, ...] = ()
    """Sides drawn by lot, by seat."""
    rights: tuple[Right, ...] = ()
    """Rights that can still be used this turn, in order."""
    leaders: tuple[tuple[Slot, ...], ...] = ()
    """The leaders in each seat's hand, by seat; empty before the selection."""
    box: tuple[Slot, ...] = ()
    """The leaders that weren't dealt."""
    projects: tuple[Project, ...] = ()
    """The edifices, by age; empty before they are turned up."""
    thanked: tuple[Seat, ...] = ()
    """The seats that have had their additional coin of this turn (L2.6)."""
    chosen: tuple[Chosen | None, ...] = ()
    """The choices revealed so far, by seat; empty if there are none."""
    gone: tuple[Seat, ...] = ()
    """The seats that have left, ascending."""
    news: tuple[Event, ...] = field(default=(), compare=False)
    """The events of the last answer."""
    ask: Ask = field(default=Over(), compare=False)

    # The contract of `core.game.AnyState`.

    def tell(self, answer: Answer) -> State:
        match answer:
            case Chosen():
                return self._choose(answer)
            case Looked():
                if not isinstance(self.ask, Look):
                    raise not_asked(self.ask, None, answer)
                fresh = evolve(self, news=())
                return settle(self.task.looked(fresh, answer))
            case Gone():
                return self._leave(answer)
            case _:
                if not fits(self.ask, answer):
                    raise not_asked(self.ask, None, answer)
                return settle(self._done(evolve(self, news=()), answer))

    def moves(self, seat: Seat, faces: Mapping[Slot, Card]) -> tuple[Move, ...]:
        if not self._asks(seat):
            return ()
        return tuple(sorted(self.task.moves(self, seat, faces)))

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        if not self._asks(seat):
            raise IllegalMove(
                seat, Refusal.NOT_ASKED, Sentence("there is nothing to choose")
            )
        return self.task.default(self, seat, faces)

    def score(self) -> Sheet:
        """Return the score sheet as if the game ended now (W7)."""
        if not self.cities:
            return scoring.blank(self.players, self.rules.expansions, self.gone)
        return scoring.sheet(self.cities, self.rules.expansions, self.gone)

    # Queries for tasks and screens.

    @property
    def players(self) -> int:
        """The number of seats at the start of the game."""
        return self.rules.players

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that still play, ascending."""
        if not self.gone:
            return tuple(range(self.rules.players))
        return tuple(s for s in range(self.rules.players) if s not in self.gone)

    def may(self, what: str) -> tuple[Right, ...]:
        """Return the rights to do something, in order."""
        if not self.rights:
            return ()
        return tuple(right for right in self.rights if right.what == what)

    def without(self, *rights: Right) -> State:
        """Return the state without these rights."""
        if not rights:
            return self
        return evolve(self, rights=tuple(r for r in self.rights if r not in rights))

    def around(self, seat: Seat) -> Around:
        """Return a city and its neighbours (W1.5)."""
        cities = self.cities
        return Around(cities[seat], cities[(seat + 1) % len(cities)], cities[seat - 1])

    def next_task(self, *first: Task) -> State:
        """
        Return the state with its next task: the first of *first*, else of the agenda.
        """
        task, *agenda = (*first, *self.agenda)
        return evolve(self, task=task, agenda=tuple(agenda))

    def with_news(self, *events: Event) -> State:
        """Return the state with these events added to its news."""
        return evolve(self, news=self.news + events)

    # Answers.

    def _asks(self, seat: Seat) -> bool:
        match self.ask:
            case Choose(offers):
                return seat in offers and not (self.chosen and self.chosen[seat])
            case Look(looker):
                return seat == looker
        return False

    def _done(self, fresh: State, answer: Mixed | Dealt | TurnedUp) -> State:
        match answer:
            case Mixed():
                return self.task.mixed(fresh, answer)
            case Dealt():
                return self.task.dealt(fresh, answer)
            case TurnedUp():
                return self.task.turned_up(fresh, answer)

    def _choose(self, chosen: Chosen) -> State:
        return _resolve(self._with_choice(chosen))

    def _with_choice(self, chosen: Chosen) -> State:
        """Return the state with a seat's choice, before it is carried out."""
        seat, ask = chosen.seat, self.ask
        if not isinstance(ask, Choose) or not self._asks(seat):
            raise not_asked(self.ask, seat, chosen)
        cards = len(ask.offers[seat].hand)
        if len(chosen.rest) != max(0, cards - 1) or (chosen.slot is None) == bool(
            cards
        ):
            raise IllegalMove(
                seat,
                Refusal.NOT_ASKED,
                Sentence(
                    "with {cards} cards to choose from, the choice can't be: {chosen}",
                    cards=cards,
                    chosen=shown(chosen),
                ),
            )
        self.task.check(self, chosen)
        row = list(self.chosen or (None,) * self.players)
        row[seat] = chosen
        return evolve(self, chosen=tuple(row), news=())

    def _leave(self, gone: Gone) -> State:
        leaving = check_leaving(self.active, gone)
        if isinstance(self.ask, Over):
            # A seat that leaves now has played to the end: the sheet is final.
            return evolve(self, news=())
        told = self if gone.last is None else self._with_choice(gone.last)
        state = told._without_seats(leaving, gone.lost)
        if len(state.active) < 2:
            return settle(state._cut_short())
        state = settle(self.task.after_leaving(state))
        if state.task == self.task:
            return _resolve(state)
        # The task has changed, so the others' choices no longer have anything to
        # answer.
        return evolve(state, chosen=())

    def _without_seats(
        self, leaving: tuple[Seat, ...], lost: tuple[Slot, ...]
    ) -> State:
        """Return the state without the leaving seats' cards, and without lost cards."""
        chosen = tuple(
            None if seat in leaving else choice
            for seat, choice in enumerate(self.chosen)
        )
        return evolve(
            self,
            gone=tuple(sorted(self.gone + leaving)),
            hands=_without(self.hands, leaving),
            leaders=_without(self.leaders, leaving),
            discard=tuple(slot for slot in self.discard if slot not in lost),
            box=tuple(slot for slot in self.box if slot not in lost),
            rights=tuple(right for right in self.rights if right.seat not in leaving),
            chosen=chosen if any(chosen) else (),
            news=(SeatsLeft(leaving),),
        )

    def _cut_short(self) -> State:
        """Return the state at the end of a game with too few seats left to continue."""
        task, *agenda = self.rules.ending()
        return evolve(
            self,
            task=task,
            agenda=tuple(agenda),
            hands=_without(self.hands, self.active),
            leaders=_without(self.leaders, self.active),
            deck=(),
            rights=(),
            chosen=(),
        )


def settle(state: State) -> State:
    """Run tasks until one of them makes a request, and return that state."""
    while True:
        ask = state.task.ask(state)
        if ask is not None:
            return evolve(state, ask=ask)
        state = state.task.run(state)


def _resolve(state: State) -> State:
    """Carry out the choices once every seat asked has chosen."""
    if not isinstance(state.ask, Choose):
        return state
    chosen = {}
    for seat in state.ask.offers:
        given = state.chosen[seat] if state.chosen else None
        if given is None:
            return state
        chosen[seat] = given
    return settle(state.task.resolve(evolve(state, chosen=()), chosen))


def _without(
    hands: tuple[tuple[Slot, ...], ...], leaving: tuple[Seat, ...]
) -> tuple[tuple[Slot, ...], ...]:
    return tuple(() if seat in leaving else h for seat, h in enumerate(hands))


LEFTWARD, RIGHTWARD = 1, -1
"""Steps from a seat to the next one when hands are passed (W1.5)."""


def check_hidden(chosen: Chosen) -> None:
    """Raise IllegalMove if a move shows a card that must stay face down."""
    if chosen.face is not None:
        detail = Sentence("{move} must not show a card", move=shown(chosen.text, 40))
        raise IllegalMove(chosen.seat, Refusal.NOT_IN_HAND, detail)


def deal_out(state: State, slots: tuple[Slot, ...], each: int) -> Deal:
    """Return the request to deal the first slots, *each* per active seat."""
    return Deal(
        {seat: slots[each * i : each * (i + 1)] for i, seat in enumerate(state.active)}
    )


def by_seat(state: State, dealt: Dealt) -> tuple[tuple[Slot, ...], ...]:
    """Return the dealt slots by seat; empty for seats that have left."""
    return tuple(dealt.hands.get(seat, ()) for seat in range(state.players))


def direction(age: int) -> int:
    """
    Return the step from a seat to the next one when hands are passed in an age (W2.1).
    """
    return RIGHTWARD if age == 2 else LEFTWARD


def pass_to(state: State, seat: Seat, step: int) -> Pass:
    """Return where a seat's hand goes: to the next seat that still plays."""
    taker = (seat + step) % state.players
    while taker in state.gone:
        taker = (taker + step) % state.players
    return Pass(taker)
