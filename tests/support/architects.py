"""
Tables of 7 Wonders: Architects, set up at any point, with all cards known.

    table = Table(
        city("rhodes", "wood wood coin", built="1", tokens="urbanism"),
        city("giza"),
        piles=("clay stone", "glass"),
        central="sci_gear ...",
    )
    table.choose("take rhodes", "build 2 wood+wood")

Cards are named by their kinds; those of a pile are listed from the top. ``...`` at the
end of a pile stands for all of its own cards that aren't named elsewhere. All other
cards are in the discard, so that every card of the game is in exactly one place. A
table gives all answers that aren't choices. Shuffled cards keep their order unless a
test passes another `order`.

`open_game` and `at_random` begin real games. `state_with` returns only the state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, catalog
from sealed_wonders.core.architects.city import City, found
from sealed_wonders.core.architects.effects import EFFECTS, Keep
from sealed_wonders.core.architects.events import Event
from sealed_wonders.core.architects.notation import parse
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import Pile, State, Task, settle
from sealed_wonders.core.architects.turn import Act, Begin, End, Take, turn
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import (
    Answer,
    Card,
    Choose,
    Chosen,
    Gone,
    Order,
    Over,
    Seat,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.values import evolve

REST = "..."
"""Stands for all other cards of a pile."""


class CityDescription(NamedTuple):
    """The description of a city; see `city`."""

    wonder: str
    cards: str
    built: str
    tokens: str
    victories: int


def city(
    wonder: str,
    cards: str = "",
    built: str = "",
    tokens: str = "",
    victories: int = 0,
) -> CityDescription:
    """
    Describe a city.

    Args:
        cards: ids of kinds, repeated for each card.
        built: the numbers of the built stages, in the order in which they were built.
        tokens: ids of progress tokens.
        victories: the number of military tokens.
    """
    return CityDescription(wonder, cards, built, tokens, victories)


def cities_of(said: CityDescription | str) -> Iterator[CityDescription]:
    """
    Yield a city, or those in a text: ``"giza built=1+2 tokens=decor: wood, rhodes"``.
    """
    if isinstance(said, CityDescription):
        yield said
        return
    for one in said.split(","):
        words, _, cards = one.partition(":")
        wonder, *more = words.split()
        has = dict(word.split("=") for word in more)
        built, tokens = (
            has.get(it, "").replace("+", " ") for it in ("built", "tokens")
        )
        yield city(wonder, cards.strip(), built, tokens, int(has.get("victories", 0)))


def architects(state: game.AnyState) -> State:
    """Return a state of Architects with its type; raise `TypeError` for others."""
    if not isinstance(state, State):
        raise TypeError(state)
    return state


def unshuffled(label: str, n: int) -> Sequence[int]:
    """Keep the order of the cards."""
    return range(n)


class Table(Dealer):
    """
    A table of Architects at any point of a game.

    Attributes:
        news: the events since the last call of `choose` or `tell`.
    """

    state: State
    news: tuple[Event, ...] = ()

    def __init__(
        self,
        *said: CityDescription | str,
        piles: Sequence[str] = (),
        central: str = REST,
        open: str = "",
        tokens: str = REST,
        at: str = "take",
        seat: Seat = 0,
        turn: int = 1,
        order: Order = unshuffled,
        **others: object,
    ) -> None:
        """
        Set up a table.

        Args:
            piles: the players' piles by seat; seats left out have all their cards.
            central: the central pile.
            open: the face-up tokens; by default the first three, unless `tokens` is given.
            tokens: the face-down tokens. Tokens that aren't named are out of the game.
            at: the point of the turn: ``"begin"``, ``"take"`` (the choice of a card),
                ``"act"`` (after that choice), ``"end"``, or ``"effect"`` (the effect of a
                stage of the wonder).
            order: returns the order of shuffled cards.
            others: further fields of the state.
        """
        cities = [city for one in said for city in cities_of(one)]
        rules = Architects(len(cities))
        self._ruleset, self._order = rules, order
        self.faces, self._slots, self._peeked = {}, 0, {}
        box = _Box([one.wonder for one in cities])
        built = tuple(box.city(one) for one in cities)
        specs = [*piles, *[REST] * (len(cities) - len(piles))]
        around = [
            box.cards(spec, one.wonder) for spec, one in zip(specs, cities, strict=True)
        ]
        middle = box.cards(central, CENTRAL)
        shown = box.tokens(open)
        hidden = box.tokens(tokens)
        if not open and tokens == REST:
            shown, hidden = hidden[:3], hidden[3:]
        # The rest of a pile is known once all named cards are taken.
        around = [
            box.rest(cards, spec, one.wonder)
            for cards, spec, one in zip(around, specs, cities, strict=True)
        ]
        middle = box.rest(middle, central, CENTRAL)
        state = State(
            rules,
            Begin(),
            cities=built,
            piles=tuple(
                self._pile(one.wonder, cards, face_up=True)
                for cards, one in zip(around, cities, strict=True)
            ),
            central=self._pile(CENTRAL, middle),
            tokens=self._pile(TOKENS, hidden),
            open=shown,
            discard=box.left(),
            turn=turn,
            seat=seat,
        )
        tasks = self._tasks(at, state)
        state = evolve(state, task=tasks[0], agenda=tasks[1:], **others)
        if at == "begin":
            state = evolve(state, turn=turn - 1, seat=(seat - 1) % len(cities))
            if turn == 1:
                state = evolve(state, first=seat)
        self.state = settle(state)
        self.news = self.state.news
        self.go_on()

    @classmethod
    def of(cls, players: int, order: Order) -> Table:
        """Begin a real game."""
        table = cls.__new__(cls)
        Dealer.__init__(table, Architects(players), order)
        table.news = ()
        table.go_on()
        return table

    def _tasks(self, at: str, state: State) -> tuple[Task, ...]:
        match at:
            case "begin":
                return turn()
            case "take":
                return (Take(), Act(), End())
            case "act":
                return (Act(), End())
            case "end":
                return (End(),)
            case "effect":
                return (*EFFECTS[state.city.wonder.effect], Act(), End())
        raise ValueError(f"no such moment: {at!r}")

    def _pile(self, name: str, cards: Sequence[Card], face_up: bool = False) -> Pile:
        top = cards[0] if cards and face_up else None
        return Pile(name, tuple(sorted(cards)), self._fresh(cards), top)

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        other = copy(self)
        other.faces, other._peeked = dict(self.faces), dict(self._peeked)
        return other

    def choose(self, *texts: str) -> State:
        """
        Make choices for the players who are asked, one after another, up to the next
        choice.
        """
        news: tuple[Event, ...] = ()
        for text in texts:
            self.tell(Chosen(asked(self.state), text))
            self.go_on()
            news += self.news
        self.news = news
        return self.state

    def tell(self, answer: Answer) -> State:
        """Give a single answer to the state."""
        self.state = self.state.tell(answer)
        self.news = self.state.news
        return self.state

    def go_on(self) -> None:
        """Give the table's answers until the next choice, or the end of the game."""
        while not isinstance(self.state.ask, Choose | Over):
            self.step()

    def step(self) -> Answer:
        """Give a single answer that isn't a choice; return it."""
        (answer,) = self._answers(())
        self.state = self.state.tell(answer)
        self.news += self.state.news
        return answer

    def leave(self, *seats: Seat, lost: bool = True) -> None:
        """
        Make seats leave, and continue up to the next choice.

        Args:
            lost: whether the face-down cards can no longer be opened.
        """
        self.tell(Gone(seats, self.hidden() if lost else ()))
        self.go_on()

    def hidden(self) -> tuple[Slot, ...]:
        """Return all face-down slots of the piles."""
        piles = (*self.state.around, self.state.tokens)
        return tuple(slot for pile in piles for slot in pile.hidden)

    def moves(self) -> list[str]:
        """Return the possible moves of the seat that is asked."""
        return moves(self.state, self.seen())

    def seen(self, seat: Seat | None = None) -> Mapping[Slot, Card]:
        """
        Return the faces that were shown in secret to a seat, by default the one that is
        asked.
        """
        if seat is None and not isinstance(self.state.ask, Choose):
            return {}
        return self._seen(asked(self.state) if seat is None else seat, ())

    def kept(self, text: str) -> str:
        """Return the id of the card that a choice would keep."""
        task, said = self.state.task, parse(text)
        assert isinstance(task, Keep)
        card = task.cards(self.state, self.seen())[said.place - 1]
        assert card is not None
        return self.ids([card])

    def keep(self, kind: str) -> State:
        """Choose to keep a card of this kind, among those that are looked through."""
        found = [text for text in self.moves() if self.kept(text) == kind]
        return self.choose(*found)

    def cards(self, seat: Seat) -> str:
        """Return the ids of a city's cards, in the order of the catalogue."""
        return cards_of(self.state.cities[seat])

    def ids(self, cards: Iterable[Card]) -> str:
        """Return the ids of cards or tokens."""
        return " ".join(catalog().cards[card].id for card in cards)

    def pile(self, name: str) -> str:
        """Return the ids of a pile's cards, from the top."""
        return self.ids(self.faces[slot] for slot in self.state.pile(name).slots)

    def happened(self, *kinds: type[Any]) -> list[Any]:
        """Return the events of some kinds in the news."""
        return [event for event in self.news if isinstance(event, kinds)]


class _Box:
    """The physical cards that haven't been placed yet."""

    def __init__(self, wonders: Sequence[str]) -> None:
        self._piles = {
            name: list(catalog().piles[name]) for name in (*wonders, CENTRAL, TOKENS)
        }

    def city(self, laid: CityDescription) -> City:
        """Return the city of a description."""
        done = found(catalog().wonders_by_id[laid.wonder])
        cards = sorted(self.cards(laid.cards, CENTRAL))
        return evolve(
            done,
            cards=tuple(
                tuple(card for card in cards if catalog().kind(card) is kind)
                for kind in catalog().kinds
            ),
            built=tuple(map(int, laid.built.split())),
            tokens=self.tokens(laid.tokens),
            victories=laid.victories,
        )

    def cards(self, spec: str, pile: str) -> list[Card]:
        """Take cards out of the box, from the given pile first."""
        order = [pile, *(name for name in self._piles if name not in (pile, TOKENS))]
        return [self._one(name, order) for name in spec.split() if name != REST]

    def tokens(self, spec: str) -> tuple[Card, ...]:
        """Take tokens out of the box."""
        if spec == REST:
            return tuple(self.rest([], spec, TOKENS))
        return tuple(self._one(name, [TOKENS]) for name in spec.split())

    def rest(self, cards: list[Card], spec: str, pile: str) -> list[Card]:
        """Add the rest of a pile to its cards if the description ends with ``...``."""
        if not spec.endswith(REST):
            return cards
        left, self._piles[pile] = self._piles[pile], []
        return cards + left

    def left(self) -> tuple[Card, ...]:
        """Return the cards that weren't placed."""
        return tuple(
            card
            for name, cards in self._piles.items()
            if name != TOKENS
            for card in cards
        )

    def _one(self, name: str, order: Sequence[str]) -> Card:
        for pile in order:
            for card in self._piles[pile]:
                if catalog().cards[card].id == name:
                    self._piles[pile].remove(card)
                    return card
        raise LookupError(f"there are not so many of {name!r}")


def asked(state: State) -> Seat:
    """
    Return the seat that must choose.

    Raises:
        LookupError: nobody has to choose.
    """
    match state.ask:
        case Choose(offers):
            (seat,) = offers
            return seat
    raise LookupError(f"nobody chooses anything now: {state.ask!r}")


def moves(state: State, faces: Mapping[Slot, Card] | None = None) -> list[str]:
    """Return the possible moves, or an empty list if nobody has to choose."""
    match state.ask:
        case Choose():
            return [move.text for move in state.moves(asked(state), faces or {})]
    return []


def random_table(seed: str, players: int) -> Table:
    """Set up a random table at which few cards are left."""
    chance = random.Random(seed)
    wonders = chance.sample(catalog().wonders, players)
    tokens = [catalog().token(card).id for card in catalog().piles[TOKENS]]
    chance.shuffle(tokens)
    cities = []
    for wonder in wonders:
        built: list[int] = []
        for _ in range(chance.randrange(5)):
            ready = [it for it in wonder.stages if it.on.issubset(built)]
            left = [it.number for it in ready if it.number not in built]
            built.append(chance.choice(left))
        owned = [tokens.pop() for _ in range(chance.randrange(3)) if tokens]
        stages = " ".join(map(str, built[:4]))
        cities.append(city(wonder.id, "", stages, " ".join(owned), chance.randrange(3)))

    def some(pile: str, most: int) -> str:
        cards = chance.sample(catalog().piles[pile], chance.randrange(most + 1))
        return " ".join(catalog().kind(card).id for card in cards)

    shown, hidden = tokens[:3], tokens[3 : 3 + chance.randrange(3)]
    return Table(
        *cities,
        piles=[some(wonder.id, 6) for wonder in wonders],
        central=some(CENTRAL, 5),
        open=" ".join(shown[: chance.randrange(4)]),
        tokens=" ".join(hidden),
        seat=chance.randrange(players),
        turn=20,
        cat=chance.choice([None, *range(players)]),
        horns=chance.randrange(3),
        order=seeded(seed),
    )


def choose(state: State, text: str) -> State:
    """Choose for the seat that is asked, without the table's answers that follow."""
    return state.tell(Chosen(asked(state), text))


def cards_of(one: City) -> str:
    """Return the ids of a city's cards, in the order of the catalogue."""
    return " ".join(kind.id for kind in catalog().kinds for _ in range(one.count(kind)))


def all_numbers(state: State) -> list[Card]:
    """Return the numbers of all cards and tokens of a game in ascending order."""
    piles = (*state.around, state.tokens)
    found = [card for pile in piles for card in pile.cards]
    for one in state.cities:
        found += [card for cards in one.cards for card in cards] + [*one.tokens]
    return sorted((*found, *state.discard, *state.open))


def state_with(*cities: CityDescription, **table: Any) -> State:
    """Set up a table, and return its state."""
    return Table(*cities, **table).state


def open_game(seed: str, players: int = 3) -> Table:
    """Begin a real game, and play up to its first choice."""
    return Table.of(players, seeded(seed))


MoveChooser = Callable[["Table"], str]
"""Returns a move for the seat that is asked at a table."""

Leavers = Mapping[int, tuple[Seat, ...]]
"""The seats that leave, by the number of answers given before."""


def random_moves(seed: str) -> MoveChooser:
    """Return a function that chooses at random, depending on the seed."""
    chance = random.Random(seed)
    return lambda table: chance.choice(table.moves())


def follow(
    players: int, seed: str, choosing: MoveChooser, leaving: Leavers, draw: str = LOT
) -> Iterator[Table]:
    """Play a real game to its end, from before its first answer on; see `go_on`."""
    table = Table.__new__(Table)
    Dealer.__init__(table, Architects(players, draw), seeded(seed))
    return go_on(table, choosing, leaving)


def go_on(table: Table, choosing: MoveChooser, leaving: Leavers) -> Iterator[Table]:
    """
    Play to the end; yield the table before each answer, and when the game is over.

    When somebody leaves, the face-down cards can no longer be opened.
    """
    table.news, told = (), 0
    while not isinstance(table.state.ask, Over):
        yield table
        seats = leaving.get(told, ())
        if seats:
            table.tell(Gone(seats, table.hidden()))
        elif isinstance(table.state.ask, Choose):
            table.tell(Chosen(asked(table.state), choosing(table)))
        else:
            table.news = ()
            table.step()
        told += 1
    yield table


def at_random(
    seed: str, players: int = 3, leaving: Leavers | None = None, draw: str = LOT
) -> Iterator[Table]:
    """Play a real game with random moves to its end; see `go_on`."""
    return follow(players, seed, random_moves(seed), leaving or {}, draw)
