"""
The state of a game, and the base class of its tasks.

A game is a sequence of tasks: shuffle the piles, take a card, build, resolve a battle.
The state holds the current task and an agenda of those to come. A task either makes a
request to the table, or does its work and goes on to the next task. Choices are made by
one player at a time, and concern public facts, except for the cards of a search.

Names of its classes and fields are in the outline of a state (`sealed_wonders.core.outline`):
if they change, programs of two versions report a difference at every table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from sealed_wonders.core.answers import check_leaving, fits, not_asked
from sealed_wonders.core.architects import notation, scoring
from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, Catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.events import Event, SeatsLeft
from sealed_wonders.core.architects.notation import ParsedMove
from sealed_wonders.core.architects.war import CONFLICTS
from sealed_wonders.core.game import (
    Answer,
    Ask,
    Card,
    Choose,
    Chosen,
    Dealt,
    Gone,
    IllegalMove,
    Mixed,
    Move,
    Offer,
    Over,
    Refusal,
    Ruleset,
    Seat,
    Sheet,
    Slot,
    Stay,
    TurnedUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of cards, the top one first."""

    name: str
    """A wonder's id, ``"central"`` or ``"tokens"``."""
    cards: tuple[Card, ...] = ()
    """Its cards, ascending: everybody knows which they are."""
    slots: tuple[Slot, ...] = ()
    """In order from the top. Fewer than the cards if some can't be opened any more."""
    top: Card | None = None
    """The card on top, if it is face up."""

    @property
    def face_up(self) -> tuple[Slot, ...]:
        """The slot of the card on top, if it is face up."""
        return () if self.top is None else self.slots[:1]

    @property
    def hidden(self) -> tuple[Slot, ...]:
        """The slots of the face-down cards, in order."""
        return self.slots[len(self.face_up) :]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The face-down cards, ascending."""
        return tuple([card for card in self.cards if card != self.top])

    @property
    def is_short(self) -> bool:
        """Whether it contains cards that nobody can open any more."""
        return len(self.slots) < len(self.cards)

    def turned(self, face: Card) -> Pile:
        """
        Return the pile with its top card turned up.

        Raises:
            IllegalMove: that card isn't a face-down card of this pile.
        """
        return evolve(self, top=self._found(face))

    def without(self, card: Card, at: int = 0) -> Pile:
        """
        Return the pile without its top card, or a card below it.

        Args:
            card: the card.
            at: the number of cards above it.

        Raises:
            IllegalMove: the card wasn't a face-down card of this pile.
        """
        if at or self.top is None:
            self._found(card)
        return evolve(
            self,
            cards=tuple([other for other in self.cards if other != card]),
            slots=self.slots[:at] + self.slots[at + 1 :],
            top=self.top if at else None,
        )

    def _found(self, face: Card) -> Card:
        if face not in self.unseen:
            detail = Sentence(
                "no face-down card in {name}: {face}",
                name=self.name,
                face=shown(face, 40),
            )
            raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
        return face


@dataclass(frozen=True, slots=True)
class Task:
    """A step of the game; the base class of all tasks."""

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

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        """
        Take the result of a request. Its type and shape have already been checked.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choice(Task):
    """A choice of the player whose turn it is, if there are several options."""

    def options(self, state: State) -> list[str]:
        """Return the distinct legal moves."""
        raise NotImplementedError

    def carry_out(self, state: State, said: ParsedMove) -> State:
        """Carry out one of the options, and return the state with the next task."""
        raise NotImplementedError

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        """Return why a move isn't one of the options."""
        return Refusal.NO_CHOICE, Sentence(
            "this can't be chosen now: {move}", move=str(said)
        )

    def different(self, state: State, faces: Mapping[Slot, Card]) -> Iterable[str]:
        """Return the options that are different for a player who sees these faces."""
        return state.options

    def default(self, options: tuple[str, ...]) -> str:
        """Return the move that is made for a player whose time is up."""
        return options[0]

    def check(self, state: State, chosen: Chosen) -> ParsedMove:
        """Return the parsed move; raise IllegalMove if it isn't one of the options."""
        try:
            said = notation.parse(chosen.text)
        except ValueError as problem:
            raise IllegalMove(
                chosen.seat, Refusal.NOT_A_MOVE, sentence_of(problem)
            ) from None
        if chosen.text not in state.options:
            raise IllegalMove(chosen.seat, *self.refusal(state, said))
        return said


@dataclass(frozen=True, slots=True)
class EndOfTurn(Task):
    """
    The end of a turn, extended in `turn`.

    It is declared here because a turn that is cut short continues with it.
    """


class Rules(Ruleset, Protocol):
    """The parts of the ruleset that states and tasks use."""

    @property
    def draw(self) -> str:
        """How wonders are assigned (A1.1)."""

    @property
    def catalog(self) -> Catalog:
        """All cards, tokens and wonders of the game."""

    def ending(self) -> tuple[Task, ...]:
        """Return the tasks that end a game."""

    def after_leaving(self, state: State, lost: tuple[Slot, ...]) -> State:
        """
        Return the state after seats have left, restarting whatever can't continue.
        """


# Without slots: with many fields and frequent copies, a dictionary is faster.
@dataclass(frozen=True)
class State:
    """A point in a game: public facts only."""

    rules: Rules
    task: Task
    agenda: tuple[Task, ...] = ()
    """The tasks after the current one."""
    cities: tuple[City, ...] = ()
    """By seat; empty until wonders are known."""
    piles: tuple[Pile, ...] = ()
    """
    The wonders' piles, by seat: each is between its player and the left neighbour.
    """
    central: Pile = Pile(CENTRAL)
    tokens: Pile = Pile(TOKENS)
    """The face-down progress tokens."""
    open: tuple[Card, ...] = ()
    """The face-up progress tokens, in the order in which they were turned up."""
    cat: Seat | None = None
    """The seat with the cat; None while nobody has it."""
    horns: int = 0
    """Conflict tokens on their battle side."""
    discard: tuple[Card, ...] = ()
    """The used cards, all face up, in order."""
    first: Seat = 0
    """The first player."""
    turn: int = 0
    """Counted from 1 for the whole table; 0 before the first turn."""
    seat: Seat = 0
    """The seat whose turn it is."""
    used: tuple[str, ...] = ()
    """The tokens used this turn, by id (A4.2)."""
    due: tuple[str, ...] = ()
    """The tokens that allow an extra card now (A4.2)."""
    saw: tuple[Seat, ...] = ()
    """
    The seats that saw the top of the central pile because of the cat, ascending (A5.1).
    """
    mixes: int = 1
    """Increases with every repeated shuffle, so that each deck has a unique name."""
    gone: tuple[Seat, ...] = ()
    """The seats that have left, ascending."""
    news: tuple[Event, ...] = field(default=(), compare=False)
    """The events of the last answer."""
    ask: Ask = field(default=Over(), compare=False)
    options: tuple[str, ...] = field(default=(), compare=False)
    """The moves to choose from: none, or at least two."""

    # The contract of `core.game.AnyState`.

    def tell(self, answer: Answer) -> State:
        fresh = evolve(self, news=()) if self.news else self
        match answer:
            case Chosen(seat):
                if not self._asks(seat) or _has_cards(answer):
                    raise not_asked(self.ask, seat, answer)
                choice = self._choice
                return settle(choice.carry_out(fresh, choice.check(self, answer)))
            case Gone():
                return self._leave(answer)
            case Mixed() | Dealt() | TurnedUp() if fits(self.ask, answer):
                return settle(self.task.done(fresh, answer))
        raise not_asked(self.ask, None, answer)

    def moves(self, seat: Seat, faces: Mapping[Slot, Card]) -> tuple[Move, ...]:
        if not self._asks(seat):
            return ()
        return tuple(map(Move, sorted(self._choice.different(self, faces))))

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        if not self._asks(seat):
            raise IllegalMove(
                seat, Refusal.NOT_ASKED, Sentence("there is nothing to choose")
            )
        return Move(self._choice.default(self.options))

    def score(self) -> Sheet:
        """Return the score sheet as if the game ended now (A7.2)."""
        if not self.cities:
            return scoring.blank(self.players, self.gone)
        return scoring.sheet(self.cities, self.cat, self.gone)

    # Queries for tasks and screens.

    @property
    def players(self) -> int:
        """The number of seats at the start of the game."""
        return self.rules.players

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that still play, ascending."""
        return tuple(s for s in range(self.rules.players) if s not in self.gone)

    @property
    def city(self) -> City:
        """The city of the seat whose turn it is."""
        return self.cities[self.seat]

    @property
    def conflicts(self) -> int:
        """The number of conflict tokens in the game (A1.3)."""
        return CONFLICTS[self.players]

    @property
    def around(self) -> tuple[Pile, ...]:
        """
        All piles that cards are taken from: the wonders' by seat, then the central one.
        """
        return (*self.piles, self.central)

    def left(self, seat: Seat) -> Pile:
        """Return the pile on a seat's left: its own (A1.1)."""
        return self.piles[seat]

    def right(self, seat: Seat) -> Pile:
        """Return the pile on a seat's right: the right neighbour's (A1.1)."""
        return self.piles[seat - 1]

    def reach(self, seat: Seat) -> tuple[str, ...]:
        """
        Return the names of the piles a seat can take from: left, right, central (A2.1).
        """
        piles = (self.left(seat), self.right(seat), self.central)
        return tuple([pile.name for pile in piles if pile.cards])

    def pile(self, name: str) -> Pile:
        """
        Return a pile by its name.

        Raises:
            ValueError: this table has no pile of that name.
        """
        if name == CENTRAL:
            return self.central
        for pile in (*self.piles, self.tokens):
            if pile.name == name:
                return pile
        raise ValueError(Sentence("no such pile: {pile}", pile=shown(name, 40)))

    def label(self, name: str, again: int = 0) -> str:
        """
        Return a name for a deck to be shuffled that hasn't been used before.

        Args:
            name: the name of the pile.
            again: 1 if the pile was already on the table.
        """
        mixes = self.mixes + again
        return name if mixes == 1 else f"{name}/{mixes}"

    def with_pile(self, pile: Pile) -> State:
        """Return the state with the pile of that name replaced."""
        if pile.name == CENTRAL:
            return evolve(self, central=pile)
        if pile.name == TOKENS:
            return evolve(self, tokens=pile)
        return evolve(self, piles=self.piles_with(pile))

    def piles_with(self, pile: Pile) -> tuple[Pile, ...]:
        """Return the wonders' piles with the one of that name replaced."""
        return tuple([pile if it.name == pile.name else it for it in self.piles])

    def with_city(self, city: City) -> State:
        """Return the state with the city of the current seat replaced."""
        return evolve(self, cities=self.cities_with(city))

    def cities_with(self, city: City) -> tuple[City, ...]:
        """Return all cities with that of the current seat replaced."""
        return (*self.cities[: self.seat], city, *self.cities[self.seat + 1 :])

    def next_task(self, *first: Task, **changes: object) -> State:
        """
        Return the state with its next task: the first of *first*, else of the agenda.

        Args:
            first: tasks to do before the agenda.
            changes: other fields to change.
        """
        task, *agenda = (*first, *self.agenda)
        return evolve(self, task=task, agenda=tuple(agenda), **changes)

    def with_news(self, *events: Event) -> State:
        """Return the state with these events added to its news."""
        return evolve(self, news=self.news + events)

    # Answers.

    def _asks(self, seat: Seat) -> bool:
        match self.ask:
            case Choose(offers):
                return seat in offers
        return False

    @property
    def _choice(self) -> Choice:
        if not isinstance(self.task, Choice):
            raise TypeError(f"not a choice: {self.task!r}")
        return self.task

    def _leave(self, gone: Gone) -> State:
        leaving = check_leaving(self.active, gone)
        if isinstance(self.ask, Over):
            # A seat that leaves now has played to the end: the sheet is final.
            return evolve(self, news=())
        state = evolve(
            self,
            gone=tuple(sorted(self.gone + leaving)),
            news=(SeatsLeft(leaving),),
            piles=tuple(_without(pile, gone.lost) for pile in self.piles),
            central=_without(self.central, gone.lost),
            tokens=_without(self.tokens, gone.lost),
            # A shuffle in progress starts again, with other participants and another
            # name.
            mixes=self.mixes + 1,
        )
        if len(state.active) < 2:
            task, *agenda = state.rules.ending()
            return settle(evolve(state, task=task, agenda=tuple(agenda)))
        if self.turn and self.seat in leaving:
            state = state._at_end_of_turn()
        return settle(state.rules.after_leaving(state, gone.lost))

    def _at_end_of_turn(self) -> State:
        """
        Return the state with the rest of the turn of a seat that has left skipped.
        """
        tasks = (self.task, *self.agenda)
        end = [isinstance(task, EndOfTurn) for task in tasks].index(True)
        return evolve(self, task=tasks[end], agenda=tasks[end + 1 :])


_OPEN = Offer((), Stay())
"""The offer for a choice without a hand."""


def settle(state: State) -> State:
    """Run tasks until one of them makes a request, and return that state."""
    task, agenda = state.task, state.agenda
    while True:
        ask, options = _asked(task, state)
        if ask is not None:
            return evolve(state, task=task, agenda=agenda, ask=ask, options=options)
        if not options and type(task).run is Task.run:
            # This task does nothing, so the state isn't copied for it.
            task, agenda = agenda[0], agenda[1:]
            continue
        if task is not state.task:
            state = evolve(state, task=task, agenda=agenda)
        if isinstance(task, Choice):
            # A choice with only one option isn't asked.
            state = task.carry_out(state, notation.parse(options[0]))
        else:
            state = task.run(state)
        task, agenda = state.task, state.agenda


def _asked(task: Task, state: State) -> tuple[Ask | None, tuple[str, ...]]:
    """Return the request of a task, if any, and the options of its choice."""
    if isinstance(task, Choice):
        options = tuple(task.options(state))
        return Choose({state.seat: _OPEN}) if len(options) > 1 else None, options
    return task.ask(state), ()


def _without(pile: Pile, lost: tuple[Slot, ...]) -> Pile:
    """
    Return the pile without slots that can't be opened any more; a face-up card stays.
    """
    if not set(pile.hidden) & set(lost):
        return pile
    return evolve(pile, slots=pile.face_up)


def _has_cards(chosen: Chosen) -> bool:
    """Return whether an answer contains cards, which no move in this game uses."""
    return chosen.slot is not None or chosen.face is not None or bool(chosen.rest)
