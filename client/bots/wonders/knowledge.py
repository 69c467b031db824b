"""
A seat's memory of a game: everything it can know about cards that it can't see.

It contains the seat's own moves, cards seen going to the discard pile, leaders passed
on, and each hand that the seat has held, without the cards built from it since. Other
players' moves are hints about the cards they had. Where a hand was known, the memory
records how often its player moved as `builder` would. `dealing` creates deals that
agree with this memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from sealed_wonders.client.bots.wonders.doings import (
    Doings,
    doings,
    progress,
    turns_between,
)
from sealed_wonders.client.bots.wonders.hands import (
    Block,
    CardGroup,
    CardUse,
    HandPlace,
    History,
)
from sealed_wonders.client.bots.wonders.selection import Selection
from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.kinds import BUILD, CARD_AT, SELL, STAGE
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of, read
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core.game import Card, Look, Seat, Slot
from sealed_wonders.core.wonders.ages import HAND
from sealed_wonders.core.wonders.effects import PlayLastCard
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.play import EXTRA_TURN, LAST_TURN
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State, direction


@dataclass
class _Seen:
    """A hand as it was when it was passed on."""

    turn: int
    cards: list[Block]


class Deed(NamedTuple):
    """The use of one card of a hand."""

    verb: int
    """`BUILD`, `STAGE` or `SELL`; `SELL` also for cards left over."""
    card: Block | None = None
    """None if unknown."""
    is_told: bool = True
    """Whether it was another player's choice, made on a known turn."""


OTHERWISE = 0.05
"""The initial estimate of the probability that a player doesn't move as a builder."""

SEEN = 10
"""The weight of that estimate, in observed choices."""

HANDED = ("turn", "last_card")
"""Tasks that use cards of hands."""

_VERBS = {"build": BUILD, "stage": STAGE, "sell": SELL}

_When = tuple[str, int, int]
"""A task, its age, and its turn or round."""


def _when(state: State) -> _When:
    task = state.task
    turn: int = getattr(task, "turn", 0) or getattr(task, "round", 0)
    return task.name, getattr(task, "age", 0), turn


class Knowledge:
    """
    The memory of one seat, for one game.

    Attributes:
        lying: cards known to be in the discard pile.
        laid: number of cards in the discard pile from past ages, by age. If the seat
            missed ages, the number of the next one includes theirs.
        selection: leaders passed on.
    """

    def __init__(self, seat: Seat, rules: Wonders) -> None:
        self.seat = seat
        self.rules = rules
        self.lying: Counter[Block] = Counter()
        self.laid: dict[int, int] = {}
        self.selection = Selection(seat, rules.players)
        self._before: State | None = None
        """The state at our last choice."""
        self._seen: dict[Seat, list[_Seen]] = {}
        """Hands of this age as they were passed on, by the seat they were dealt to."""
        self._deeds: dict[tuple[Seat, int], Deed] = {}
        """By seat and turn of this age; turn 7 is the use of the last card."""
        self._tables: dict[int, EngineTable] = {}
        """By turn of this age: the table as it was, without hands."""
        self._alike: dict[tuple[int, int, Seat], bool] = {}
        """
        By age, turn and seat: whether a builder would have done the same with that
        hand.
        """
        self._used: dict[_When, tuple[str, Block]] = {}
        """By task: what we did, with which card."""
        self._held: list[Block] = []
        """The leaders in our hand when they were last seen."""
        self._held_when: _When | None = None
        """
        The time at which they were; None if it was before the end of our selection.
        """

    @property
    def book(self) -> CardTable:
        """The printed cards and boards."""
        return book_of(self.rules)

    # Remembering.

    def is_of(self, state: State, seat: Seat) -> bool:
        """Return whether a state can belong to the remembered game."""
        before = self._before
        if (state.rules, seat) != (self.rules, self.seat):
            return False
        return before is None or (
            progress(state) >= progress(before)
            and [it.side for it in state.cities] == [it.side for it in before.cities]
        )

    def look(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Update the memory with what is visible at a choice."""
        before, task = self._before, state.task
        if before is not None and _when(before) != _when(state):
            self._follow(before, state)
        self._before = state
        blocks = self.book.block_of_card
        if isinstance(state.ask, Look) and all(it in faces for it in state.discard):
            self.lying = Counter(blocks[faces[slot]] for slot in state.discard)
        if task.name in ("recruit", "enlist"):
            self._held = [
                blocks[faces[slot]]
                for slot in state.leaders[self.seat]
                if slot in faces
            ]
            self._held_when = _when(state)
        if task.name == "turn":
            _, turn = progress(state)
            if not state.gone:
                self._tables[turn + 1] = read(state)
            self._compare(turn)

    def _follow(self, before: State, state: State) -> None:
        """Update from the changes since our last choice."""
        age, later = progress(before)[0], progress(state)[0]
        done = [doings(before, state, seat) for seat in range(self.rules.players)]
        if age == later and turns_between(before, state) <= 1:
            self._note_deeds(before, state, done)
        self._note_thrown(before, state)
        for it in done:
            self._note_picked([self._block(building) for building in it.picked])
            self._note_lost([self._block(building) for building in it.lost])
        if age == later:
            return
        if age:
            self.laid[age] = len(state.discard) - sum(self.laid.values())
        self._seen.clear()
        self._deeds.clear()
        self._tables.clear()

    def _note_deeds(self, before: State, state: State, done: Sequence[Doings]) -> None:
        """Note how each seat used its cards."""
        for seat, it in enumerate(done):
            first, last = (HAND - len(at.hands[seat]) for at in (before, state))
            deeds = [Deed(BUILD, self._block(building)) for building in it.built]
            deeds += [Deed(STAGE)] * it.stages
            deeds += [Deed(SELL)] * (last - first - len(deeds))
            plays_last = PlayLastCard.kind in state.cities[seat].works.powers
            both = plays_last and last - first > 1
            for turn, deed in enumerate(deeds[: last - first], first + 1):
                is_told = turn <= LAST_TURN and not both
                self._deeds[seat, turn] = deed._replace(is_told=is_told)
            if seat == self.seat:
                self._check_used(before)

    def _check_used(self, before: State) -> None:
        """Forget our move if another one was made for us, as when our time ran out."""
        when, turn = _when(before), progress(before)[1] + 1
        deed, used = self._deeds.get((self.seat, turn)), self._used.get(when)
        if deed is None or used is None or when[0] not in HANDED:
            return
        verb, block = used
        if _VERBS.get(verb) != deed.verb or deed.card not in (None, block):
            del self._used[when]
            for sights in self._seen.values():
                sights[:] = [it for it in sights if it.turn < turn]

    def _note_thrown(self, before: State, state: State) -> None:
        """Note our own cards that were discarded."""
        when = _when(before)
        verb, block = self._used.get(when, ("", 0))
        if verb == "sell" and when[0] in HANDED:
            self.lying[block] += 1
        is_over = progress(before)[0] != progress(state)[0]
        if before.hands[self.seat] and (is_over or not state.hands[self.seat]):
            self.lying.update(self._left_over())

    def _left_over(self) -> list[Block]:
        """Return our last card of this age, unless it was played."""
        if ("last_card", self._age, EXTRA_TURN) in self._used:
            return []
        sights = self._seen.get(self._origin(self.seat, LAST_TURN), ())
        return [card for it in sights if it.turn == LAST_TURN for card in it.cards]

    def _note_picked(self, blocks: Sequence[Block]) -> None:
        """Note cards built from the discard pile."""
        for block in blocks:
            if self.lying[block]:
                self.lying[block] -= 1
            self._lay(block, -1)

    def _note_lost(self, blocks: Sequence[Block]) -> None:
        """Note buildings lost to the discard pile."""
        for block in blocks:
            self.lying[block] += 1
            self._lay(block, 1)

    def _lay(self, block: Block, cards: int) -> None:
        """
        Adjust the number of cards in the discard pile, if the card is of a past age.
        """
        age = self.book.age[block]
        last = min((it for it in self.laid if it >= age), default=0)
        if last:
            self.laid[last] += cards

    def _block(self, building: Building) -> Block:
        return self.book.by_name[building.id]

    def _compare(self, turn: int) -> None:
        """Compare what other seats did with known hands to a builder's choices."""
        table = self._tables.get(turn)
        if table is None:
            return
        policy = Policy(self.book, weights())
        for origin, sights in self._seen.items():
            who = self._holder(origin, turn)
            seen = [it for it in sights if it.turn < turn]
            deed = self._deed(who, turn)
            if not seen or deed is None or not deed.is_told:
                continue
            hand = list(seen[-1].cards)
            for before in range(seen[-1].turn + 1, turn):
                gone = self._deed(self._holder(origin, before), before)
                if gone is None or gone.card not in hand:
                    break
                hand.remove(gone.card)
            else:
                table.city(who).lay_hand(hand)
                move = policy.choose(table, who)
                # A card used face down is unknown.
                self._alike[self._age, turn, who] = move & 15 == deed.verb and (
                    deed.verb != BUILD or move >> CARD_AT & 511 == deed.card
                )

    def otherwise(self, seat: Seat) -> float:
        """
        Return the estimated probability that a seat doesn't move as a builder would.
        """
        alike = [same for (*_, who), same in self._alike.items() if who == seat]
        return (OTHERWISE * SEEN + alike.count(False)) / (SEEN + len(alike))

    def used(
        self, state: State, faces: Mapping[Slot, Card], text: str, slot: Slot | None
    ) -> None:
        """Remember our choice; it replaces one made for the same request before."""
        when = _when(state)
        self._used.pop(when, None)
        if slot is None or slot not in faces:
            return
        block = self.book.block_of_card[faces[slot]]
        self._used[when] = text.partition(" ")[0], block
        hand = self._hand(state, faces)
        if when[0] not in ("turn", "draft") or len(hand) < len(state.hands[self.seat]):
            return
        hand.remove(block)
        if when[0] == "draft":
            self.selection.passed(when[2], hand)
            return
        sights = self._seen.setdefault(self._origin(self.seat, when[2]), [])
        sights[:] = [it for it in sights if it.turn < when[2]]
        sights.append(_Seen(when[2], hand))

    def _hand(self, state: State, faces: Mapping[Slot, Card]) -> list[Block]:
        """Return the visible cards of our hand."""
        blocks = self.book.block_of_card
        return [blocks[faces[it]] for it in state.hands[self.seat] if it in faces]

    def under_stages(self, state: State) -> list[Block]:
        """Return the cards under our stages."""
        now = _when(state)
        return [
            block
            for when, (verb, block) in self._used.items()
            if when[0] in HANDED and verb == "stage" and when != now
        ]

    def leaders(self, state: State) -> tuple[list[Block], list[Block]]:
        """
        Return the leaders in our hand, and those of ours that were used face down.
        """
        now = _when(state)
        before = {when: it for when, it in self._used.items() if when != now}
        drafted = [it for when, (_, it) in before.items() if when[0] == "draft"]
        held = drafted if self._held_when is None else list(self._held)
        gone = []
        for when, (verb, block) in before.items():
            if when[0] not in ("recruit", "enlist"):
                continue
            if when == self._held_when and block in held:
                held.remove(block)
            if verb in ("sell", "stage"):
                gone.append(block)
        return held, gone

    def _origin(self, holder: Seat, turn: int) -> Seat:
        """Return the seat to which the hand was dealt that *holder* has on a turn."""
        return (holder - direction(self._age) * (turn - 1)) % self.rules.players

    def _holder(self, origin: Seat, turn: int) -> Seat:
        """Return the seat that has, on a turn, the hand that was dealt to *origin*."""
        passed = min(turn, LAST_TURN) - 1
        return (origin + direction(self._age) * passed) % self.rules.players

    @property
    def _age(self) -> int:
        return progress(self._before)[0] if self._before else 0

    def holders(self, state: State) -> list[Seat]:
        """
        Return the seats that have the hands of this age now, by the seat they were
        dealt to.
        """
        turn = progress(state)[1] + 1
        return [self._holder(origin, turn) for origin in range(self.rules.players)]

    def histories(
        self, state: State, faces: Mapping[Slot, Card]
    ) -> tuple[list[History], list[CardGroup]]:
        """
        Return what is known about the hands of this age, by the seat they were dealt
        to.

        The groups say where the unknown cards are: first those that may be anything in
        the deck, then those left of hands as they were seen.
        """
        histories = []
        groups = [CardGroup()]
        for nth, holder in enumerate(self.holders(state)):
            size = len(state.hands[holder])
            history = self._history(nth, size)
            played = HAND - size
            sights = list(self._seen.get(nth, ()))
            if holder == self.seat:
                sights = [it for it in sights if it.turn <= played]
                mine = self._hand(state, faces)
                history.cards[played : played + len(mine)] = mine
                if len(mine) == size:
                    sights.append(_Seen(played, mine))
            histories.append(history)
            places = self._seen_in(nth, history, sights)
            while places is None:
                # Something happened otherwise than we think: only the last observations
                # count.
                del sights[:1]
                places = self._seen_in(nth, history, sights)
            first = sights[0].turn if sights else len(history.cards)
            groups[0].places += [
                HandPlace(nth, at) for at in range(first) if history.cards[at] is None
            ]
            groups += places
        return histories, groups

    def _seen_in(
        self, hand: int, history: History, sights: Sequence[_Seen]
    ) -> list[CardGroup] | None:
        """
        Return the groups of cards that were seen; None if the observations contradict.
        """
        groups = []
        for sight, then in zip_longest(sights, sights[1:]):
            end = then.turn if then else len(history.cards)
            gone = then.cards if then else []
            cards = Counter(sight.cards)
            fixed = history.cards[sight.turn : end]
            cards.subtract([*gone, *(it for it in fixed if it is not None)])
            places = [
                HandPlace(hand, sight.turn + nth)
                for nth, card in enumerate(fixed)
                if card is None
            ]
            if min(cards.values(), default=0) < 0 or cards.total() != len(places):
                return None
            if places:
                groups.append(CardGroup(places, sorted(cards.elements())))
        return groups

    def _history(self, origin: Seat, size: int) -> History:
        """
        Return what was done, turn by turn, with the hand that was dealt to a seat.
        """
        history = History([], [])
        for turn in range(1, HAND - size + 1):
            who = self._holder(origin, turn)
            deed, table = self._deed(who, turn), self._tables.get(turn)
            use = None
            if deed is not None and deed.is_told and table is not None:
                use = CardUse(table, who, deed.verb, self.otherwise(who))
            history.uses.append(use)
            history.verbs.append(deed.verb if deed else None)
            history.cards.append(deed.card if deed else None)
        history.cards += [None] * size
        return history

    def _deed(self, who: Seat, turn: int) -> Deed | None:
        """Return how a seat used its card on a turn of this age; None if unknown."""
        deed = self._deeds.get((who, turn))
        if who != self.seat:
            return deed
        is_last = turn > LAST_TURN
        when = ("last_card" if is_last else "turn", self._age, turn)
        if when in self._used:
            verb, block = self._used[when]
            return Deed(_VERBS[verb], block, is_told=False)
        if is_last and (left := self._left_over()):
            return Deed(SELL, left[0], is_told=False)
        return deed._replace(is_told=False) if deed else None
