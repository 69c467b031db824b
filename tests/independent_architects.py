"""
An account of logs of 7 Wonders: Architects, written from docs/PROTOCOL.md alone.

It extends `tests.independent` with the rules of part 7 of the page. The next request
depends on all of them, so every move is checked, and the scores. The rules about one
city are in `tests.independent_city`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from tests.independent import (
    Body,
    Card,
    Keys,
    Out,
    Person,
    Phase,
    Phases,
    Place,
    Said,
    Steps,
    Value,
    _must,
    array,
    canonical_json,
    octets,
    permutation,
    without,
)
from tests.independent_city import (
    CONFLICTS,
    Cities,
    City,
    central,
    data,
    printed,
)

T = TypeVar("T")
Asked = Generator[Phase, Said, str]
"""Yields phases, and returns the choice, or an empty string if there is none."""

Unmixed = tuple[str, list[Card], Sequence[int]]


class Cut(Exception):
    """The seat whose turn it was is removed, so the turn ends."""


@dataclass(frozen=True)
class Catalogue:
    """The cards of the game by their numbers."""

    names: tuple[str, ...]
    piles: Mapping[str, tuple[int, ...]]
    rules: bytes


@cache
def catalogue() -> Catalogue:
    wonders, tokens = printed("wonder"), printed("token")
    lists = {"central": central()}
    lists |= {name: it["pile"] for name, it in wonders.items()}
    decks = {
        name: [kind for kind in printed("kind") for _ in range(counts.get(kind, 0))]
        for name, counts in lists.items()
    }
    decks["tokens"] = [it for it in tokens for _ in range(tokens[it].get("copies", 1))]
    decks["wonders"] = list(wonders)
    names: list[str] = []
    piles = {}
    for name, deck in decks.items():
        piles[name] = tuple(range(len(names), len(names) + len(deck)))
        names += deck
    facts = ["architects/2", without(data(), "name", "monument")]
    rules = hashlib.sha256(canonical_json(facts)).digest()
    return Catalogue(tuple(names), piles, rules)


@dataclass
class Pile:
    """The slots of a pile from the top, and the top card if it is face up."""

    name: str
    slots: list[Card]
    cards: list[int] = field(default_factory=list)  # all its cards, ascending
    top: int | None = None

    @property
    def unseen(self) -> list[int]:
        """Return the slots of cards that are face down."""
        return [card for card in self.cards if card != self.top]

    @property
    def is_short(self) -> bool:
        """Return whether it contains cards that nobody can open any more."""
        return len(self.slots) < len(self.cards)


class Architects(Phases, Cities):
    """The phases in order, and where the cards go."""

    def __init__(
        self, gid: bytes, people: Sequence[Person], draw: str, keys: Keys
    ) -> None:
        Phases.__init__(self, gid, people, keys)
        Cities.__init__(self)
        self.draw = draw
        self.lists = catalogue()
        self.numbers = len(self.lists.names)
        self.columns = 6
        self.piles: list[Pile] = []  # of the wonders, by seat
        self.central = Pile("central", [])
        self.tokens = Pile("tokens", [])
        self.open_tokens: list[int] = []
        self.turn = 0
        self.peeked: set[int] = set()  # seats that know the central pile's top card
        # Phase, seat, and the cards it saw: with the cat, and in searches.
        self.peeks: list[tuple[int, int, int | None]] = []
        self.looks: list[tuple[int, int, list[int | None]]] = []
        self.mixes = 1
        self.seen_there: dict[
            tuple[Place, int], Card
        ] = {}  # where it lies, and by whom
        self._top: int | None = None  # of the central pile, if a known key shows it
        self._begin()

    # -- the order of phases --

    def _play(self) -> Steps:
        lists, n = self.lists, self.n
        if self.draw == "chosen":
            yield from self._choose_wonders()
        else:
            for card in (yield from self._again(self._draw_wonders)):
                _must(card in lists.piles["wonders"], "not a wonder")
                self.cities.append(City(lists.names[card]))
        self.seat = 0
        yield from self._again(self._mix_piles)
        yield from self._refill()
        self.seat = self._from(permutation(self.gid, "first", n)[0])
        while True:
            self.turn += 1
            try:
                yield from self._take_turn()
            except Cut:
                yield from self._mend()
            if self.horns == CONFLICTS[self.n]:
                self.fight({*self.all} - {*self.active})
            if self._ends():
                break
            self.seat = self._next(self.seat, 1)
        bodies = yield Phase("END", self.active, "", self._check_end)
        self.rows = next(iter(bodies.values()))[0]

    def _from(self, seat: int) -> int:
        return seat if seat in self.active else self._next(seat, 1)

    def _draw_wonders(self) -> Generator[Phase, Said, list[int]]:
        deck: Unmixed = (self._label("wonders"), [], self.lists.piles["wonders"])
        mixed = yield from self._shuffle([deck])
        first = mixed[0][: self.n]
        places = [card.position for card in first]
        return (yield from self._turn_up(first, places))

    def _mix_piles(self) -> Steps:
        names = ["central", *(it.name for it in self.cities), "tokens"]
        known = {name: self.lists.piles[name] for name in names}
        decks: list[Unmixed] = [(self._label(name), [], known[name]) for name in names]
        mixed = yield from self._shuffle(decks)
        self.central, *self.piles, self.tokens = (
            Pile(name, slots, list(known[name]))
            for name, slots in zip(names, mixed, strict=True)
        )

    def _label(self, name: str, again: int = 0) -> str:
        mixes = self.mixes + again
        return name if mixes == 1 else f"{name}/{mixes}"

    def own(self, seat: int) -> dict[Place, Card]:
        """
        Return the cards that a seat has peeked at, as long as they are in place and
        face down.
        """
        hidden = {
            card.place
            for pile in (*self.piles, self.central, self.tokens)
            for at, card in enumerate(pile.slots)
            if at or pile.top is None
        }
        return {
            place: card
            for (place, who), card in self.seen_there.items()
            if who == seat and place in hidden
        }

    # -- removed seats --

    def _let_go(self, out: tuple[int, ...]) -> None:
        self.mixes += 1
        for pile in (*self.piles, self.central, self.tokens):
            pile.slots = [
                card
                for at, card in enumerate(pile.slots)
                if not card.is_lost(out) or (at == 0 and pile.top is not None)
            ]

    def _again(
        self, ask: Callable[[], Generator[Phase, Said, T]], *, refills: bool = True
    ) -> Generator[Phase, Said, T]:
        """Run phases, from the beginning again if they were void."""
        while True:
            try:
                return (yield from ask())
            except Out:
                if self.turn and self.seat not in self.active:
                    raise Cut from None
                yield from self._mend(refills=refills)
                if self.turn and self.seat not in self.active:
                    raise Cut from None

    def _mend(self, *, refills: bool = True) -> Steps:
        """Replace face-down cards that can't be opened any more."""
        while True:
            everything = (*self.piles, self.central, self.tokens)
            short = [pile for pile in everything if pile.is_short]
            try:
                if short:
                    yield from self._make_anew(short)
                if refills:
                    yield from self._refill_once()
            except Out:
                # Try this again, not the mixing that was interrupted.
                refills = True
                continue
            return

    def _make_anew(self, short: list[Pile]) -> Steps:
        decks: list[Unmixed] = [
            (self._label(it.name, 1), [], it.unseen) for it in short
        ]
        mixed = yield from self._shuffle(decks)
        self.mixes += 1
        for pile, slots in zip(short, mixed, strict=True):
            pile.slots = pile.slots[: 0 if pile.top is None else 1] + slots
            if pile is self.central:
                self.peeked, self._top = set(), None

    def _choose_wonders(self) -> Steps:
        left = list(printed("wonder"))
        for seat in self.all:
            self.seat = seat

            def ways(seat: int = seat) -> list[str]:
                return left if seat in self.active else left[:1]

            def moves(ways: Callable[[], list[str]] = ways) -> list[str]:
                return [f"wonder {name}" for name in ways()]

            said = yield from self._ask(moves)
            wonder = said.removeprefix("wonder ")
            left.remove(wonder)
            self.cities.append(City(wonder))

    def _take_turn(self) -> Steps:
        self.due, self.used = [], []
        yield from self._peek()
        said = yield from self._ask(
            lambda: [f"take {pile}" for pile in self._reach(self.seat)]
        )
        if said:
            yield from self._take(said.split()[1])
            yield from self._refill()
        while True:
            said = yield from self._ask(self._acts)
            verb, *words = said.split() or ["end"]
            match verb:
                case "build":
                    yield from self._build(int(words[0]), words[1])
                case "science":
                    self.cities[self.seat].cards -= Counter(words[0].split("+"))
                    yield from self._take_token()
                case "extra":
                    self.used.append(words[0])
                    self.due.remove(words[0])
                    yield from self._take(words[1])
                    yield from self._refill()
                case _:
                    break

    def _ends(self) -> bool:
        finished = any(city.finished for city in self.cities)
        return finished or not any(map(self._reach, self.active))

    # -- turning up, taking and peeking --

    def _show(self, cards: list[Card]) -> Generator[Phase, Said, list[int]]:
        if not cards:
            return []
        return (yield from self._turn_up(cards, [card.position for card in cards]))

    def _refill(self) -> Steps:
        yield from self._again(self._refill_once)

    def _refill_once(self) -> Steps:
        bare = [pile for pile in self.piles if pile.slots and pile.top is None]
        lacking = max(0, 3 - len(self.open_tokens))
        tokens = self.tokens.slots[:lacking]
        found = yield from self._show([pile.slots[0] for pile in bare] + tokens)
        for pile, face in zip(bare, found, strict=False):
            pile.top = face
            _must(face in pile.cards, "not a card of this pile")
        for token in found[len(bare) :]:
            self._take_out(self.tokens, 1, token)
            self.open_tokens.append(token)

    def _take_out(self, pile: Pile, place: int, card: int) -> None:
        _must(card in pile.cards, "not a card of this pile")
        pile.cards.remove(card)
        del pile.slots[place - 1]
        if place == 1:
            pile.top = None

    def _pile(self, name: str) -> Pile:
        return next(it for it in (*self.piles, self.central) if it.name == name)

    def _reach(self, seat: int) -> list[str]:
        piles = (self.piles[seat], self.piles[seat - 1], self.central)
        return [pile.name for pile in piles if pile.cards]

    def _take(self, name: str) -> Steps:
        pile = self._pile(name)
        if pile.cards:
            yield from self._again(lambda: self._turn_over(pile, 1))

    def _turn_over(self, pile: Pile, place: int) -> Generator[Phase, Said, int]:
        """Move a card to the city, by its place from the top, and show it to all."""
        card = pile.top if place == 1 else None
        if card is None:
            (card,) = yield from self._show([pile.slots[place - 1]])
        self._take_out(pile, place, card)
        kind = self.lists.names[card]
        _must(kind in printed("kind"), "not a card of a pile")
        if pile is self.central:
            _must(self._top in (None, card), "another card than was peeked at")
            self.peeked, self._top = set(), None
        self.gain(kind)
        return card

    def _peek(self) -> Steps:
        yield from self._again(self._peek_once)

    def _peek_once(self) -> Steps:
        seat, top = self.seat, self.central.slots[:1]
        if self.cat != seat or seat in self.peeked or not top:
            return
        seen = yield from self._deal(top, [seat], peek=True)
        self.seen_there[top[0].place, seat] = seen[0]
        self.peeked.add(seat)
        face = self._decipher(seen[0])
        _must(self._top in (None, face) or face is None, "another card than was seen")
        self._top = self._top if face is None else face
        self.peeks.append((self.r - 1, seat, face))

    # -- choices --

    def _ask(self, moves: Callable[[], Sequence[str]]) -> Asked:
        """Ask for one of several moves; a single one is made without a request."""
        return (yield from self._again(lambda: self._ask_once(moves())))

    def _ask_once(self, moves: Sequence[str]) -> Asked:
        _must(len(set(moves)) == len(moves), "a move twice")
        if len(moves) < 2:
            return moves[0] if moves else ""

        def check(seat: int, body: Body) -> None:
            payload, shown = array(body, 2)
            array(shown, 0)
            said = octets(payload)
            _must(said in [move.encode() for move in moves], "not a move that is open")

        bodies = yield Phase("CHOOSE", (self.seat,), "", check)
        said = octets(bodies[self.seat][0]).decode()
        self.moves.append((self.r - 1, self.seat, said))
        return said

    def _acts(self) -> list[str]:
        has_tokens = bool(self.open_tokens or self.tokens.cards)
        return self.acts(has_tokens, self._reach(self.seat))

    def _build(self, number: int, cards: str) -> Steps:
        yield from self._happen(self.build(number, Counter(cards.split("+"))))

    def _happen(self, effect: str) -> Steps:
        left, right = self.piles[self.seat], self.piles[self.seat - 1]
        match effect:
            case "any_deck_top_card":
                around = (*self.piles, self.central)
                said = yield from self._ask(
                    lambda: [f"take {it.name}" for it in around if it.cards]
                )
                if said:
                    yield from self._take(said.split()[1])
                    yield from self._refill()
            case "central_top_card":
                yield from self._take("central")
            case "left_and_right_top_cards":
                yield from self._take(left.name)
                yield from self._take(right.name)
                yield from self._refill()
            case "look_5_keep_1":
                said = yield from self._ask(
                    lambda: [f"search {it.name}" for it in (left, right) if it.cards]
                )
                if said:
                    yield from self._search(self._pile(said.split()[1]))
            case "progress_token":
                yield from self._take_token()

    def _search(self, pile: Pile) -> Steps:
        # If a part is void, its cards are replaced and searched again.
        yield from self._again(lambda: self._look_through(pile))
        if len(pile.cards) > 1:
            yield from self._again(lambda: self._remix(pile), refills=False)
        yield from self._refill()

    def _look_through(self, pile: Pile) -> Steps:
        below, faces = pile.slots[1:5], []
        if below:
            holders = [self.seat] * len(below)
            dealt = yield from self._deal(below, holders, peek=True)
            for lying, seen in zip(below, dealt, strict=True):
                self.seen_there[lying.place, self.seat] = seen
            faces = list(map(self._decipher, dealt))
            self.looks.append((self.r - 1, self.seat, faces))
        places = range(1, min(5, len(pile.slots)) + 1)
        said = yield from self._ask_once([f"keep {place}" for place in places])
        kept = int(said.split()[1])
        card = yield from self._turn_over(pile, kept)
        if kept > 1:
            _must(faces[kept - 2] in (None, card), "another card than was seen")

    def _remix(self, pile: Pile) -> Steps:
        hidden = pile.slots if pile.top is None else pile.slots[1:]
        public = [] if pile.top is None else [pile.top]
        deck = (self._label(pile.name, 1), hidden, public)
        (slots,) = yield from self._shuffle([deck])
        self.mixes += 1
        pile.slots, pile.top = slots, None

    # -- tokens, war, points --

    def _take_token(self) -> Steps:
        names, city = self.lists.names, self.cities[self.seat]
        said = yield from self._ask(self._tokens_to_take)
        if said == "token top":
            yield from self._again(self._take_top)
        elif said:
            kind = said.split()[1]
            token = next(it for it in self.open_tokens if names[it] == kind)
            self.open_tokens.remove(token)
            city.tokens.append(kind)
            yield from self._refill()

    def _tokens_to_take(self) -> list[str]:
        kinds = sorted({self.lists.names[token] for token in self.open_tokens})
        top = ["token top"] if self.tokens.cards else []
        return [*(f"token {kind}" for kind in kinds), *top]

    def _take_top(self) -> Steps:
        (token,) = yield from self._show(self.tokens.slots[:1])
        self._take_out(self.tokens, 1, token)
        self.cities[self.seat].tokens.append(self.lists.names[token])

    def _so_far(self) -> Value:
        if not self.cities:  # the wonders aren't chosen yet
            return [[0] * self.columns] * self.n
        return [[*row] for row in self.worths()]

    def _check_end(self, seat: int, body: Body) -> None:
        super()._check_end(seat, body)
        _must(body[0] == self.worths(), "other points")
