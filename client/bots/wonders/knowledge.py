"""
What a seat knows of the cards it can't see, and deals that agree with that.

It knows its hand, what it used face down, all that stands, and each hand that has gone
through its own: what was in it, less what was built of it since. One card of it may have
been used face down by each of those who had it since. Which one isn't known; it is supposed
that it was the one that `builder` would have used there, if `builder` would have done the
same with it: in most deals, for who plays otherwise uses others. What isn't known of an
age comes from what is left of its deck; for guilds, from all those that nobody has seen,
as many as there are in the deck. Hands that never were ours are dealt from that until they
are likely ones: such that those who had them would have built what they did.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from sealed_wonders.client.engine.wonders.book import Book
from sealed_wonders.client.engine.wonders.habits import weights
from sealed_wonders.client.engine.wonders.kinds import BUILD, CARD_AT, SELL, STAGE
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import Unread, book_of, read
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.wonders.ages import HAND
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

SUPPOSED = 0.9
"""In how many deals what is supposed of cards used face down is how it was."""

Block = int
"""A kind of card: see `engine.wonders.book`."""


@dataclass
class _Seen:
    """A hand as it was when it went on."""

    turn: int
    cards: list[Block]


OTHERWISE = 0.1
"""How likely somebody is taken to do something else than a builder."""

DEALS = 8
"""How often a hand that we never saw is dealt at most until it is a likely one."""


class _Use(NamedTuple):
    """What somebody did with a card of a hand."""

    turn: int
    seat: Seat
    verb: int
    built: Block | None = None


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
    _seen: dict[Seat, _Seen] = field(default_factory=dict)
    """Hands of this age, by the seat they were dealt to."""
    _standing: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By turn of this age, how many buildings and stages each city had as it began."""
    _tables: dict[int, Table] = field(default_factory=dict)
    """By turn of this age, the table as it stood, without hands."""
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
            self._seen[self._origin(self.seat, self._turn)] = _Seen(self._turn, hand)
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
        step = -1 if self._age == 2 else 1
        return (holder - step * (turn - 1)) % self.rules.players

    # Dealing.

    def dealing(self, state: State, faces: Mapping[Slot, Card]) -> Dealing:
        """Lay out what is known just now, to be dealt again and again."""
        return Dealing(self, state, faces)

    def tracked(self, state: State, holder: Seat) -> tuple[Sequence[Block], int] | None:
        """
        Return what is known of the hand a seat has, and how many of that are gone.

        None if it never was ours.
        """
        seen = self._seen.get(self._origin(holder, self._turn))
        uses = self._uses(state, holder)
        if seen is None or uses is None:
            return None
        left = list(seen.cards)
        for use in uses:
            if use.built in left:
                left.remove(use.built)
        gone = len(left) - (HAND - (self._turn - 1))
        return (left, gone) if gone >= 0 else None

    def supposed(self, state: State, holder: Seat) -> Sequence[Block]:
        """Return what was used face down of a hand that was ours, as far as can be supposed."""
        seen = self._seen.get(self._origin(holder, self._turn))
        left = list(seen.cards) if seen else []
        gone: list[Block] = []
        is_known = True
        for use in self._uses(state, holder) or ():
            if use.built is None:
                card = self._face_down(use, left) if is_known else None
                if card is None:
                    is_known = False
                else:
                    gone.append(card)
                    left.remove(card)
            elif use.built in left:
                left.remove(use.built)
            else:
                # Supposed to be gone; and nobody knows now what was instead.
                return []
        return gone

    def _face_down(self, use: _Use, hand: Sequence[Block]) -> Block | None:
        """Return what a builder would have used face down, if it would have done so."""
        table = self._tables.get(use.turn)
        if table is None:
            return None
        table.city(use.seat).lay_hand(list(hand))
        move = Policy(self.book, weights()).choose(table, use.seat)
        return move >> CARD_AT & 511 if move & 15 == use.verb else None

    def _uses(self, state: State, holder: Seat) -> Sequence[_Use] | None:
        """
        Return what was done with cards of the hand a seat has, since it was ours.

        None if it never was, or if nobody looked.
        """
        seen = self._seen.get(self._origin(holder, self._turn))
        return None if seen is None else self._since(state, holder, seen.turn + 1)

    def _since(self, state: State, holder: Seat, first: int) -> Sequence[_Use] | None:
        """Return what was done, from some turn on, with cards of the hand a seat has."""
        origin = self._origin(holder, self._turn)
        uses = []
        step = -1 if self._age == 2 else 1
        names = self.book.by_name
        for turn in range(first, self._turn):
            before, after = self._standing.get(turn), self._standing.get(turn + 1)
            if before is None or after is None:
                return None
            who = (origin + step * (turn - 1)) % self.rules.players
            (cards, stages), (more, higher) = before[who], after[who]
            if stages != higher:
                uses.append(_Use(turn, who, STAGE))
            elif more > cards:
                built = names[state.cities[who].buildings[cards].id]
                uses.append(_Use(turn, who, BUILD, built))
            else:
                uses.append(_Use(turn, who, SELL))
        return uses

    def likely(self, state: State, holder: Seat) -> Callable[[Sequence[Block]], float]:
        """
        Tell of a hand that never was ours how likely it is what a seat has.

        That is, whether those who had it before would have used the cards of it that they
        did. What was used face down before isn't known, nor therefore whether they would.
        """
        used = []
        for use in reversed(self._since(state, holder, 1) or ()):
            table = self._tables.get(use.turn)
            if use.built is None or table is None:
                break
            used.append((table, use.seat, use.built))
        policy = Policy(self.book, weights())

        def likely(hand: Sequence[Block]) -> float:
            cards, chance = list(hand), 1.0
            for table, seat, built in used:
                cards.append(built)
                table.city(seat).lay_hand(cards)
                move = policy.choose(table, seat)
                if move & 15 != BUILD or move >> CARD_AT & 511 != built:
                    chance *= OTHERWISE
            return chance

        return likely if used else _alike


def _alike(_hand: Sequence[Block]) -> float:
    return 1.0


class Dealing:
    """
    What is known at one choice, from which tables are dealt that all agree with it.

    Raises:
        reading.Unread: there is nothing in numbers to such a state.
    """

    def __init__(
        self, known: Knowledge, state: State, faces: Mapping[Slot, Card]
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
        self._tracked: dict[Seat, tuple[Sequence[Block], int]] = {}
        self._supposed: dict[Seat, Sequence[Block]] = {}
        if self._task == "turn":
            for seat in range(known.rules.players):
                if seat != self._seat and (one := known.tracked(state, seat)):
                    self._tracked[seat] = one
                    self._supposed[seat] = known.supposed(state, seat)
        self._likely: dict[Seat, Callable[[Sequence[Block]], float]] = {}
        """Of hands that never were ours."""
        if self._task == "turn":
            others = {*range(known.rules.players)} - {self._seat, *self._tracked}
            found = {seat: known.likely(state, seat) for seat in sorted(others)}
            self._likely = {seat: it for seat, it in found.items() if it is not _alike}
        self._pool = self._unseen(self._age) if self._age and any(self._sizes) else []
        self._hand_guilds = self._guilds_left() if self._age == 3 else 0
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
        left = Counter(book.decks[age - 1])
        left.subtract(self._seen_of(age))
        return [block for block, n in sorted(left.items()) for _ in range(n) if n > 0]

    def _seen_of(self, age: int) -> list[Block]:
        """Return the cards of an age of which we know where they are."""
        seen = list(self._standing)
        seen += [block for when, block in self._hidden if when == age]
        if age == self._age:
            seen += self._mine
            for cards, _gone in self._tracked.values():
                seen += cards
        return [it for it in seen if self._book.age[it] == age]

    def _guilds_left(self) -> int:
        """Return how many guilds there must be among the cards that we don't know."""
        seen = [it for it in self._seen_of(3) if self._book.colour[it] == 6]
        self._unseen_guilds = [it for it in self._book.decks[3] if it not in seen]
        return self._rules.players + 2 - len(seen)

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

    def _deal_hands(self, table: Table, dice: random.Random) -> None:
        """Deal the cards of this age that are left, and the discard."""
        pool = self._shuffled(dice)
        hands = self._likely_hands(pool, dice)
        thrown: list[Block] = []
        for seat, size in enumerate(self._sizes):
            city = table.cities[seat]
            if seat in self._tracked:
                cards, gone = self._tracked[seat]
                hand = list(cards)
                less = list(self._supposed[seat][:gone])
                if less and dice.random() >= SUPPOSED:
                    less = []
                for card in less:
                    hand.remove(card)
                for _ in range(gone - len(less)):
                    less.append(hand.pop(dice.randrange(len(hand))))
                thrown += less
                city.lay_hand(hand)
            else:
                hand = list(self._mine) if seat == self._seat else []
                hand = hands.get(seat, hand)
                more = size - len(hand)
                hand, pool = hand + pool[:more], pool[more:]
                while len(hand) < size:
                    hand.append(dice.choice(self._book.decks[self._age - 1]))
                city.lay_hand(hand)
        discard = list(self._discard)
        if len(discard) < self._n_discard:
            discard = self._sold[: self._n_discard]
            others = thrown + pool + self._old
            more = min(self._n_discard - len(discard), len(others))
            discard += dice.sample(others, more)
        table.lay_discard(discard)

    def _likely_hands(
        self, pool: list[Block], dice: random.Random
    ) -> dict[Seat, list[Block]]:
        """Take from what we never saw the hands that we can tell something of."""
        hands = {}
        for seat, likely in self._likely.items():
            size = self._sizes[seat]
            for _ in range(DEALS):
                if dice.random() < likely(pool[:size]):
                    break
                dice.shuffle(pool)
            hands[seat] = pool[:size]
            del pool[:size]
        return hands

    def _shuffled(self, dice: random.Random) -> list[Block]:
        pool = list(self._pool)
        if self._hand_guilds > 0 and pool:
            some = min(self._hand_guilds, len(self._unseen_guilds))
            pool += dice.sample(self._unseen_guilds, some)
        dice.shuffle(pool)
        return pool

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
