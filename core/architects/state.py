"""
The state of a game, and the tasks it goes through.

A game is a row of tasks: mix the piles, take a card, build, fight. The state holds the
task at hand and the agenda of those to come; a task asks the table for something, or
does its work and hands over to the next. All choices are made one player at a time, and
what they are about lies open, but for the cards of a search.
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
    """Cards that lie on each other, the top one first."""

    name: str
    """A wonder's id, ``"central"`` or ``"tokens"``."""
    cards: tuple[Card, ...] = ()
    """All that are in it, ascending: everybody knows that."""
    slots: tuple[Slot, ...] = ()
    """In their order. Fewer than the cards, where some can't be opened any more."""
    top: Card | None = None
    """The card on top, where that lies face up."""

    @property
    def face_up(self) -> tuple[Slot, ...]:
        """The slot of the card on top, where that lies face up."""
        return () if self.top is None else self.slots[:1]

    @property
    def hidden(self) -> tuple[Slot, ...]:
        """Those that lie face down, in their order."""
        return self.slots[len(self.face_up) :]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that lie face down, ascending."""
        return tuple([card for card in self.cards if card != self.top])

    @property
    def is_short(self) -> bool:
        """Whether cards are in it that nobody can open any more."""
        return len(self.slots) < len(self.cards)

    def turned(self, face: Card) -> Pile:
        """
        Turn up the card on top.

        Raises:
            IllegalMove: it doesn't lie face down in this pile.
        """
        return evolve(self, top=self._found(face))

    def without(self, card: Card, at: int = 0) -> Pile:
        """
        Take away the card that lies on top, or one that was turned up there or below.

        Args:
            at: how many lie above it.

        Raises:
            IllegalMove: it didn't lie face down in this pile.
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
                "no card of {name} that lies face down: {face}",
                name=self.name,
                face=shown(face, 40),
            )
            raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
        return face


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done; the base of all tasks."""

    name: ClassVar[str]

    def ask(self, state: State) -> Ask | None:
        """Return what the table must do; None if there is nothing to ask."""
        return None

    def run(self, state: State) -> State:
        """Do what is to be done without asking, and take the next task."""
        return state.next_task()

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        """Take what the table did, of the shape asked for."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choice(Task):
    """Something that the player whose turn it is chooses, if there is a choice."""

    def options(self, state: State) -> list[str]:
        """List the legal moves, each once."""
        raise NotImplementedError

    def carry_out(self, state: State, said: ParsedMove) -> State:
        """Do what was chosen, one of the options, and take the next task."""
        raise NotImplementedError

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        """Return why a move is none of the options."""
        return Refusal.NO_CHOICE, Sentence("not a choice now: {move}", move=str(said))

    def different(self, state: State, faces: Mapping[Slot, Card]) -> Iterable[str]:
        """Return the options that differ for whoever sees some faces."""
        return state.options

    def default(self, options: tuple[str, ...]) -> str:
        """Return the move made for a player who runs out of time."""
        return options[0]

    def check(self, state: State, chosen: Chosen) -> ParsedMove:
        """Raise IllegalMove if this can't be chosen."""
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
    """What follows a turn; see `turn`. Here, since a turn is cut short up to it."""


class Rules(Ruleset, Protocol):
    """What states and tasks ask of the ruleset they are of, which is made of them."""

    @property
    def draw(self) -> str:
        """How wonders come to players (A1.1)."""

    @property
    def catalog(self) -> Catalog:
        """All there is to the game."""

    def ending(self) -> tuple[Task, ...]:
        """Return the tasks that end a game."""

    def after_leaving(self, state: State, lost: tuple[Slot, ...]) -> State:
        """Return the state with what can't go on begun again, after seats have left."""


# Without slots, as it has many fields and is copied often.
@dataclass(frozen=True)
class State:
    """One point in a game: public facts only."""

    rules: Rules
    task: Task
    agenda: tuple[Task, ...] = ()
    """What comes after the task."""
    cities: tuple[City, ...] = ()
    """By seat; empty until wonders are known."""
    piles: tuple[Pile, ...] = ()
    """Those of the wonders, by seat: each between its player and the one on the left."""
    central: Pile = Pile(CENTRAL)
    tokens: Pile = Pile(TOKENS)
    """The progress tokens that lie face down."""
    open: tuple[Card, ...] = ()
    """The progress tokens that lie face up, in the order in which they came."""
    cat: Seat | None = None
    """Who has the cat; None while it lies in the middle."""
    horns: int = 0
    """Conflict tokens on their battle side."""
    discard: tuple[Card, ...] = ()
    """What was used, in that order, all face up."""
    first: Seat = 0
    """Who began."""
    turn: int = 0
    """Counted from 1 for the whole table; 0 before the first."""
    seat: Seat = 0
    """Whose turn it is."""
    used: tuple[str, ...] = ()
    """The tokens used this turn, by id (A4.2)."""
    due: tuple[str, ...] = ()
    """The tokens that allow one more card just now (A4.2)."""
    saw: tuple[Seat, ...] = ()
    """Who was shown the top of the central pile by the cat, ascending (A5.1)."""
    mixes: int = 1
    """Grows with whatever is mixed again, so that every mix has a name of its own."""
    gone: tuple[Seat, ...] = ()
    """Who left, ascending."""
    news: tuple[Event, ...] = field(default=(), compare=False)
    """What the last answer brought about."""
    ask: Ask = field(default=Over(), compare=False)
    options: tuple[str, ...] = field(default=(), compare=False)
    """What can be chosen, where something is: at least two moves."""

    # The contract.

    def tell(self, answer: Answer) -> State:
        """
        Return the next state.

        Raises:
            IllegalMove: the rules refuse the answer.
        """
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
        """List every legal move of *seat*, sorted; empty if it is not asked."""
        if not self._asks(seat):
            return ()
        return tuple(map(Move, sorted(self._choice.different(self, faces))))

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        """Return the move made for a seat that runs out of time."""
        if not self._asks(seat):
            raise IllegalMove(seat, Refusal.NOT_ASKED, Sentence("no choice is open"))
        return Move(self._choice.default(self.options))

    def score(self) -> Sheet:
        """Return the score sheet, as it would be if the game ended now (A7.2)."""
        if not self.cities:
            return scoring.blank(self.players, self.gone)
        return scoring.sheet(self.cities, self.cat, self.gone)

    # What tasks and screens ask of it.

    @property
    def players(self) -> int:
        """How many seats the game began with."""
        return self.rules.players

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who still plays, ascending."""
        return tuple(s for s in range(self.rules.players) if s not in self.gone)

    @property
    def city(self) -> City:
        """The city of whose turn it is."""
        return self.cities[self.seat]

    @property
    def conflicts(self) -> int:
        """How many conflict tokens there are (A1.3)."""
        return CONFLICTS[self.players]

    @property
    def around(self) -> tuple[Pile, ...]:
        """All piles cards are taken from: by seat, then the central one."""
        return (*self.piles, self.central)

    def left(self, seat: Seat) -> Pile:
        """Return the pile on a seat's left: its own (A1.1)."""
        return self.piles[seat]

    def right(self, seat: Seat) -> Pile:
        """Return the pile on a seat's right: the right neighbour's (A1.1)."""
        return self.piles[seat - 1]

    def reach(self, seat: Seat) -> tuple[str, ...]:
        """Return the names of the piles in a seat's reach: left, right, central (A2.1)."""
        piles = (self.left(seat), self.right(seat), self.central)
        return tuple([pile.name for pile in piles if pile.cards])

    def pile(self, name: str) -> Pile:
        """
        Return a pile by its name.

        Raises:
            ValueError: there is none of that name at this table.
        """
        if name == CENTRAL:
            return self.central
        for pile in (*self.piles, self.tokens):
            if pile.name == name:
                return pile
        raise ValueError(Sentence("no such pile: {pile}", pile=shown(name, 40)))

    def label(self, name: str, again: int = 0) -> str:
        """
        Name a deck that is to be mixed, as none was named before.

        Args:
            again: 1 if it lay on the table already.
        """
        mixes = self.mixes + again
        return name if mixes == 1 else f"{name}/{mixes}"

    def with_pile(self, pile: Pile) -> State:
        """Put a pile in the place of that of the same name."""
        if pile.name == CENTRAL:
            return evolve(self, central=pile)
        if pile.name == TOKENS:
            return evolve(self, tokens=pile)
        return evolve(self, piles=self.piles_with(pile))

    def piles_with(self, pile: Pile) -> tuple[Pile, ...]:
        """Return the wonders' piles, one of them as it is now."""
        return tuple([pile if it.name == pile.name else it for it in self.piles])

    def with_city(self, city: City) -> State:
        """Put the city of whose turn it is in the place of what it was."""
        return evolve(self, cities=self.cities_with(city))

    def cities_with(self, city: City) -> tuple[City, ...]:
        """Return all cities, that of whose turn it is as it is now."""
        return (*self.cities[: self.seat], city, *self.cities[self.seat + 1 :])

    def next_task(self, *first: Task, **changes: object) -> State:
        """Take the next task, after those put before it; with some fields changed."""
        task, *agenda = (*first, *self.agenda)
        return evolve(self, task=task, agenda=tuple(agenda), **changes)

    def with_news(self, *events: Event) -> State:
        """Add to what happened."""
        return evolve(self, news=self.news + events)

    # How answers are taken.

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
            # Who leaves now has played to the end: the sheet is final.
            return evolve(self, news=())
        state = evolve(
            self,
            gone=tuple(sorted(self.gone + leaving)),
            news=(SeatsLeft(leaving),),
            piles=tuple(_without(pile, gone.lost) for pile in self.piles),
            central=_without(self.central, gone.lost),
            tokens=_without(self.tokens, gone.lost),
            # What was being mixed is mixed again, by others.
            mixes=self.mixes + 1,
        )
        if len(state.active) < 2:
            task, *agenda = state.rules.ending()
            return settle(evolve(state, task=task, agenda=tuple(agenda)))
        if self.turn and self.seat in leaving:
            state = state._at_end_of_turn()
        return settle(state.rules.after_leaving(state, gone.lost))

    def _at_end_of_turn(self) -> State:
        """Return the state with nothing more done in the turn of somebody who left."""
        tasks = (self.task, *self.agenda)
        end = [isinstance(task, EndOfTurn) for task in tasks].index(True)
        return evolve(self, task=tasks[end], agenda=tasks[end + 1 :])


_OPEN = Offer((), Stay())
"""What one chooses from without a hand."""


def settle(state: State) -> State:
    """Go on until a task asks for something."""
    task, agenda = state.task, state.agenda
    while True:
        ask, options = _asked(task, state)
        if ask is not None:
            return evolve(state, task=task, agenda=agenda, ask=ask, options=options)
        if not options and type(task).run is Task.run:
            # There is nothing to do: the state is copied when there is.
            task, agenda = agenda[0], agenda[1:]
            continue
        if task is not state.task:
            state = evolve(state, task=task, agenda=agenda)
        if isinstance(task, Choice):
            # The only thing that can be done is done by the rules.
            state = task.carry_out(state, notation.parse(options[0]))
        else:
            state = task.run(state)
        task, agenda = state.task, state.agenda


def _asked(task: Task, state: State) -> tuple[Ask | None, tuple[str, ...]]:
    """Return what a task asks for, if anything, and what can be chosen."""
    if isinstance(task, Choice):
        options = tuple(task.options(state))
        return Choose({state.seat: _OPEN}) if len(options) > 1 else None, options
    return task.ask(state), ()


def _without(pile: Pile, lost: tuple[Slot, ...]) -> Pile:
    """Give up what can't be opened any more; what lies face up stays."""
    if not set(pile.hidden) & set(lost):
        return pile
    return evolve(pile, slots=pile.face_up)


def _has_cards(chosen: Chosen) -> bool:
    """Return whether a choice has cards in it: here, none uses a hidden one."""
    return chosen.slot is not None or chosen.face is not None or bool(chosen.rest)
