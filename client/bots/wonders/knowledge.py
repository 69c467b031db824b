"""
What a seat knows of the cards it can't see, and deals that agree with that.

It knows its hand, what it used itself, all that stands, and each hand that has gone through
its own: what was in it then, less what was built of it since. What isn't known of an age
comes from what is left of its deck; for guilds, from all those that nobody has seen, as many
as there are in the deck. What others did with a hand says more: what they had, of hands that
never were ours, and which cards they used face down. `hands` deals as likely as that is.
How far somebody does what `builder` would is seen where a hand was known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest

from sealed_wonders.client.bots.wonders.hands import (
    Block,
    Group,
    Hands,
    History,
    Place,
    Use,
)
from sealed_wonders.client.engine.wonders.book import Book
from sealed_wonders.client.engine.wonders.habits import weights
from sealed_wonders.client.engine.wonders.kinds import BUILD, CARD_AT, SELL, STAGE
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import Unread, book_of, read
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State


@dataclass
class _Seen:
    """A hand as it was when it went on."""

    turn: int
    cards: list[Block]


OTHERWISE = 0.05
"""How likely somebody is taken, to begin with, to do something else than a builder."""

SEEN = 10
"""Of how many choices that were seen that is worth as much."""

_When = tuple[str, int, int]
"""A task, its age, and its turn or round."""


def _when(state: State) -> _When:
    task = state.task
    turn: int = getattr(task, "turn", 0) or getattr(task, "round", 0)
    return task.name, getattr(task, "age", 0), turn


@dataclass
class Knowledge:
    """What one seat remembers of a game; of another one, it begins anew."""

    seat: Seat
    rules: Wonders
    _age: int = 0
    _turn: int = 0
    _seen: dict[Seat, list[_Seen]] = field(default_factory=dict)
    """Hands of this age as they went on, by the seat they were dealt to."""
    _standing: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By turn of this age, how many buildings and stages each city had as it began."""
    _tables: dict[int, Table] = field(default_factory=dict)
    """By turn of this age, the table as it stood, without hands."""
    _alike: dict[tuple[int, int, Seat], bool] = field(default_factory=dict)
    """By age, turn and seat, whether a builder would have done the same with that hand."""
    _used: dict[_When, tuple[str, Block]] = field(default_factory=dict)
    """What we did with which card, and when."""
    _held: list[Block] = field(default_factory=list)
    """The leaders in our hand, as they were last seen ..."""
    _held_when: _When | None = None
    """... and when that was; None if it was before we had drafted them all."""

    @property
    def book(self) -> Book:
        """What is printed."""
        return book_of(self.rules)

    # Remembering.

    def is_of(self, state: State, seat: Seat) -> bool:
        """Return whether a state can be of the game that is remembered."""
        age = getattr(state.task, "age", 0)
        turn = getattr(state.task, "turn", 0)
        return (
            state.rules == self.rules
            and seat == self.seat
            and (age, turn) >= (self._age, self._turn)
        )

    def look(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Take in what is seen when a choice is open."""
        task = state.task
        blocks = self.book.block_of_card
        if task.name in ("recruit", "enlist"):
            self._held = [
                blocks[faces[slot]]
                for slot in state.leaders[self.seat]
                if slot in faces
            ]
            self._held_when = _when(state)
        if task.name != "turn":
            return
        _name, age, turn = _when(state)
        if age != self._age:
            self._seen.clear()
            self._standing.clear()
            self._tables.clear()
        self._age, self._turn = age, turn
        self._standing[turn] = [
            (len(city.buildings), len(city.stages)) for city in state.cities
        ]
        with suppress(Unread):
            self._tables[turn] = read(state)
        self._compare(state, turn - 1)

    def _compare(self, state: State, turn: int) -> None:
        """Hold what others did on a turn with hands that we knew against a builder's choices."""
        table = self._tables.get(turn)
        if table is None:
            return
        policy = Policy(self.book, weights())
        for origin, sights in self._seen.items():
            who = self._holder(origin, turn)
            seen = [it for it in sights if it.turn < turn]
            verb, card = self._done(state, turn, who)
            if not seen or verb is None:
                continue
            hand = list(seen[-1].cards)
            for before in range(seen[-1].turn + 1, turn):
                _verb, gone = self._done(state, before, self._holder(origin, before))
                if gone not in hand:
                    break
                hand.remove(gone)
            else:
                table.city(who).lay_hand(hand)
                move = policy.choose(table, who)
                # Which card was used face down isn't seen.
                self._alike[self._age, turn, who] = move & 15 == verb and (
                    verb != BUILD or move >> CARD_AT & 511 == card
                )

    def otherwise(self, seat: Seat) -> float:
        """Return how likely it is that somebody chooses what no builder would."""
        alike = [same for (*_, who), same in self._alike.items() if who == seat]
        return (OTHERWISE * SEEN + alike.count(False)) / (SEEN + len(alike))

    def used(
        self, state: State, faces: Mapping[Slot, Card], text: str, slot: Slot | None
    ) -> None:
        """Remember what was chosen; the same choice may be made again."""
        if slot is None or slot not in faces:
            return
        blocks = self.book.block_of_card
        block = blocks[faces[slot]]
        hand = [blocks[faces[it]] for it in state.hands[self.seat] if it in faces]
        if state.task.name == "turn" and len(hand) == len(state.hands[self.seat]):
            hand.remove(block)
            sights = self._seen.setdefault(self._origin(self.seat, self._turn), [])
            sights[:] = [it for it in sights if it.turn < self._turn]
            sights.append(_Seen(self._turn, hand))
        self._used[_when(state)] = text.partition(" ")[0], block

    def hidden(self, state: State, *verbs: str) -> list[tuple[int, Block]]:
        """Return what we have used face down in turns before this one, with its age."""
        now = _when(state)
        return [
            (when[1], block)
            for when, (verb, block) in self._used.items()
            if when[0] in ("turn", "last_card") and verb in verbs and when != now
        ]

    def leaders(self, state: State) -> tuple[list[Block], list[Block]]:
        """Return the leaders in our hand, and those of ours that nobody sees any more."""
        now = _when(state)
        before = {when: it for when, it in self._used.items() if when != now}
        drafted = [it for when, (_, it) in before.items() if when[0] == "draft"]
        held = drafted if self._held_when is None else list(self._held)
        gone = []
        for when, (verb, block) in before.items():
            if when[0] not in ("recruit", "enlist") or verb == "decline":
                continue
            if when == self._held_when and block in held:
                held.remove(block)
            if verb in ("sell", "stage"):
                gone.append(block)
        return held, gone

    def _origin(self, holder: Seat, turn: int) -> Seat:
        """Return to whom the hand was dealt that a seat has on a turn."""
        return (holder - self._step * (turn - 1)) % self.rules.players

    def _holder(self, origin: Seat, turn: int) -> Seat:
        """Return who has on a turn the hand that was dealt to a seat."""
        return (origin + self._step * (turn - 1)) % self.rules.players

    @property
    def _step(self) -> int:
        return -1 if self._age == 2 else 1

    def holders(self) -> list[Seat]:
        """Return who has the hands of this age now, by the seat they were dealt to."""
        seats = range(self.rules.players)
        return [self._holder(origin, self._turn) for origin in seats]

    # Dealing.

    def dealing(
        self, state: State, faces: Mapping[Slot, Card], *, apart: bool = False
    ) -> Dealing:
        """
        Lay out what is known just now, to be dealt again and again.

        Args:
            apart: no deal is to say anything of the next; each takes longer then.
        """
        return Dealing(self, state, faces, apart=apart)

    def histories(
        self, state: State, faces: Mapping[Slot, Card]
    ) -> tuple[list[History], list[Group]]:
        """
        Return what is known of the hands of this age, by the seat they were dealt to.

        And where what isn't known of them is: first what may be anywhere in the deck, then
        what hands still had as they were seen.
        """
        histories = []
        groups = [Group()]
        for nth, holder in enumerate(self.holders()):
            history = self._history(state, nth, len(state.hands[holder]))
            sights = list(self._seen.get(nth, ()))
            if holder == self.seat:
                sights = [it for it in sights if it.turn < self._turn]
                blocks = self.book.block_of_card
                mine = [blocks[faces[it]] for it in state.hands[holder] if it in faces]
                first = len(history.uses)
                history.cards[first : first + len(mine)] = mine
                if len(mine) == len(state.hands[holder]):
                    sights.append(_Seen(self._turn - 1, mine))
            histories.append(history)
            places = self._seen_in(nth, history, sights)
            while places is None:
                # Something was seen to go otherwise than we think: the last look counts.
                del sights[:1]
                places = self._seen_in(nth, history, sights)
            first = sights[0].turn if sights else len(history.cards)
            groups[0].places += [
                Place(nth, at) for at in range(first) if history.cards[at] is None
            ]
            groups += places
        return histories, groups

    def _seen_in(
        self, hand: int, history: History, sights: Sequence[_Seen]
    ) -> list[Group] | None:
        """Return where cards are that were seen; None if that can't be how it was."""
        groups = []
        for sight, then in zip_longest(sights, sights[1:]):
            end = then.turn if then else len(history.cards)
            gone = then.cards if then else []
            cards = Counter(sight.cards)
            fixed = history.cards[sight.turn : end]
            cards.subtract([*gone, *(it for it in fixed if it is not None)])
            places = [
                Place(hand, sight.turn + nth)
                for nth, card in enumerate(fixed)
                if card is None
            ]
            if min(cards.values(), default=0) < 0 or cards.total() != len(places):
                return None
            if places:
                groups.append(Group(places, sorted(cards.elements())))
        return groups

    def _history(self, state: State, origin: Seat, size: int) -> History:
        """Return what was done, turn by turn, with the hand that was dealt to a seat."""
        cards: list[Block | None] = []
        uses: list[Use | None] = []
        for turn in range(1, self._turn):
            who = self._holder(origin, turn)
            verb, card = self._done(state, turn, who)
            table = self._tables.get(turn)
            cards.append(card)
            if verb is None or table is None:
                uses.append(None)
            else:
                uses.append(Use(table, who, verb, self.otherwise(who)))
        return History(cards + [None] * size, uses)

    def _done(
        self, state: State, turn: int, who: Seat
    ) -> tuple[int | None, Block | None]:
        """Return what a seat did on a turn, and with which card, as far as that is known."""
        if who == self.seat:
            when = "turn", self._age, turn
            return None, self._used[when][1] if when in self._used else None
        before, after = self._standing.get(turn), self._standing.get(turn + 1)
        if before is None or after is None:
            return None, None
        (cards, stages), (more, higher) = before[who], after[who]
        if stages != higher:
            return STAGE, None
        if more > cards:
            return BUILD, self.book.by_name[state.cities[who].buildings[cards].id]
        return SELL, None


class Dealing:
    """
    What is known at one choice, from which tables are dealt that all agree with it.

    Raises:
        reading.Unread: there is nothing in numbers to such a state.
    """

    def __init__(
        self,
        known: Knowledge,
        state: State,
        faces: Mapping[Slot, Card],
        *,
        apart: bool = False,
    ) -> None:
        self.root = read(state)
        self._book = book = known.book
        self._rules = known.rules
        self._seat = known.seat
        self._task = state.task.name
        self._age: int = getattr(state.task, "age", 0)
        self._sizes = [len(hand) for hand in state.hands]
        blocks = book.block_of_card
        self._mine = [
            blocks[faces[slot]] for slot in state.hands[known.seat] if slot in faces
        ]
        self._hidden = known.hidden(state, "sell", "stage")
        self._sold = [block for _age, block in known.hidden(state, "sell")]
        self._discard = [blocks[faces[slot]] for slot in state.discard if slot in faces]
        self._n_discard = len(state.discard)
        self._standing = [
            book.by_name[building.id]
            for city in state.cities
            for building in city.buildings
        ]
        self._hands: Hands | None = None
        self._holders: list[Seat] = []
        self._n_used = 0
        """How many cards of each hand have been used."""
        self._thrown: list[Place] = []
        """Where cards are that others sold."""
        if self._task == "turn":
            self._lay_hands(known, *known.histories(state, faces), apart=apart)
        else:
            self._lay_pool(self._seen_of(self._age) if self._age else [])
            self._n_unknown = sum(self._sizes) - len(self._mine)
        self._old = [
            block
            for age in range(1, self._age)
            for block in self._unseen(age)
            if book.colour[block] != 6
        ]
        self._lay_leaders(state, known)

    def _unseen(self, age: int) -> list[Block]:
        """Return what of an age's deck is nowhere that we know of, guilds left out."""
        book = self._book
        return _less(book.decks[age - 1], self._seen_of(age))

    def _seen_of(self, age: int) -> list[Block]:
        """Return the cards of an age of which we know where they are."""
        seen = list(self._standing)
        seen += [block for when, block in self._hidden if when == age]
        if age == self._age:
            seen += self._mine
        return [it for it in seen if self._book.age[it] == age]

    def _lay_pool(self, seen: Sequence[Block]) -> None:
        """Lay out what of this age's deck is elsewhere than what we know of."""
        self._pool: list[Block] = []
        self._guilds: list[Block] = []
        self._hand_guilds = 0
        if not self._age or not any(self._sizes):
            return
        self._pool = _less(self._book.decks[self._age - 1], seen)
        if self._age == 3:
            self._guilds = [it for it in self._book.decks[3] if it not in seen]
            left = (
                self._rules.players + 2 - (len(self._book.decks[3]) - len(self._guilds))
            )
            self._hand_guilds = max(0, min(left, len(self._guilds)))

    def _lay_leaders(self, state: State, known: Knowledge) -> None:
        book = self._book
        self._held_sizes = [len(it) for it in state.leaders]
        self._leaders: list[Block] = []
        self._held: list[Block] = []
        if not book.with_leaders:
            return
        seen = {
            book.by_name[one.leader.id] for city in state.cities for one in city.leaders
        }
        self._held, gone = known.leaders(state)
        seen |= {*self._held, *gone}
        if self._task == "draft":
            seen |= set(self._mine)
        self._leaders = [it for it in book.decks[4] if it not in seen]

    def deal(self, dice: random.Random) -> Table:
        """Return a table that agrees with all that is known."""
        table = Table(self._book, self.root.prices)
        self.deal_to(table, dice)
        return table

    def deal_to(self, table: Table, dice: random.Random) -> None:
        """Make a table agree with all that is known, all else being left to chance."""
        table.copy_from(self.root)
        self._deal_leaders(table, dice)
        if self._task != "draft":
            self._deal_hands(table, dice)
        book, players = self._book, self._rules.players
        for age in range(self._age + (self._task != "recruit"), 4):
            if not age:
                continue
            deck = list(book.decks[age - 1])
            if age == 3:
                deck += dice.sample(book.decks[3], players + 2)
            dice.shuffle(deck)
            table.lay_deck(age, deck)
        table.again()

    def _lay_hands(
        self,
        known: Knowledge,
        histories: Sequence[History],
        groups: Sequence[Group],
        *,
        apart: bool,
    ) -> None:
        self._holders = known.holders()
        self._n_used = len(histories[0].uses)
        self._thrown = [
            Place(hand, nth)
            for hand, history in enumerate(histories)
            for nth, use in enumerate(history.uses)
            if use is not None and use.verb == SELL
        ]
        self._fix_standing(histories, groups)
        anywhere = groups[0].places
        seen = [card for group in groups[1:] for card in group.cards]
        seen += [card for it in histories for card in it.cards if card is not None]
        self._lay_pool(seen)
        self._n_unknown = len(anywhere)
        more = len(self._pool) + len(self._guilds) - len(anywhere)
        anywhere += [Place(len(histories), nth) for nth in range(more)]
        policy = Policy(self._book, weights())
        guilds = frozenset(self._book.decks[3])
        self._hands = Hands(histories, groups, policy, guilds, apart=apart)

    def _fix_standing(
        self, histories: Sequence[History], groups: Sequence[Group]
    ) -> None:
        """Find places for what was built when nobody looked, or from the discard."""
        used = [card for it in histories for card in it.cards[: self._n_used]]
        hidden = [card for age, card in self._hidden if age == self._age]
        built = _less([card for card in used if card is not None], hidden)
        standing = [it for it in self._standing if self._book.age[it] == self._age]
        for card in _less(standing, built):
            places = [
                (group is not groups[0], use is None, place, group)
                for group in groups
                if group is groups[0] or card in group.cards
                for place in group.places
                if place.nth < self._n_used
                and (
                    (use := histories[place.hand].uses[place.nth]) is None
                    or use.verb == SELL
                )
            ]
            if places:
                # Where we know that it was; or where we know least.
                was_seen, _, place, group = max(places, key=lambda it: it[:3])
                group.places.remove(place)
                histories[place.hand].cards[place.nth] = card
                if was_seen:
                    group.cards.remove(card)

    def _deal_hands(self, table: Table, dice: random.Random) -> None:
        """Deal the cards of this age that are left, and the discard."""
        pool = self._shuffled(dice)
        spare = len(self._guilds) - self._hand_guilds
        thrown: list[Block] = []
        old = list(self._old)
        if self._hands is not None:
            dealt = self._hands.deal(pool, dice)
            for holder, cards in zip(self._holders, dealt, strict=False):
                table.cities[holder].lay_hand(cards[self._n_used :])
            thrown = [dealt[it.hand][it.nth] for it in self._thrown]
        else:
            for seat, size in enumerate(self._sizes):
                hand = list(self._mine) if seat == self._seat else []
                more = size - len(hand)
                table.cities[seat].lay_hand(hand + pool[:more])
                del pool[:more]
            old += pool[: max(0, len(pool) - spare)]
        discard = list(self._discard)
        if len(discard) < self._n_discard:
            discard = [*self._sold, *thrown][: self._n_discard]
            more = min(self._n_discard - len(discard), len(old))
            discard += dice.sample(old, more)
        table.lay_discard(discard)

    def _shuffled(self, dice: random.Random) -> list[Block]:
        """Return what isn't known of the deck, shuffled; and then guilds that are in no hand."""
        pool = list(self._pool)
        guilds = list(self._guilds)
        if guilds:
            dice.shuffle(guilds)
            pool += guilds[: self._hand_guilds]
        deck = self._book.decks[self._age - 1] if self._age else []
        while len(pool) < self._n_unknown:
            pool.append(dice.choice(deck))
        dice.shuffle(pool)
        return pool + guilds[self._hand_guilds :]

    def _deal_leaders(self, table: Table, dice: random.Random) -> None:
        if not self._book.with_leaders:
            return
        pool = list(self._leaders)
        dice.shuffle(pool)
        for seat, size in enumerate(self._held_sizes):
            city = table.cities[seat]
            held: list[Block] = []
            if seat == self._seat:
                held = self._held[:size]
            while len(held) < size and pool:
                held.append(pool.pop())
            city.lay_held(held)
        if self._task == "draft":
            for seat, size in enumerate(self._sizes):
                city = table.cities[seat]
                hand = list(self._mine) if seat == self._seat else []
                city.lay_hand([*hand, *(pool.pop() for _ in range(size - len(hand)))])
        table.lay_box(pool)


def _less(cards: Sequence[Block], gone: Sequence[Block]) -> list[Block]:
    """Return what is left of some cards, in order of their numbers."""
    left = Counter(cards)
    left.subtract(gone)
    return [block for block, n in sorted(left.items()) for _ in range(n) if n > 0]
