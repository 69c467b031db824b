"""
Random deals that agree with everything a seat knows.

Unknown cards of an age come from the rest of its deck. Guilds come from all unseen
ones, as many as the deck has. `hands` weights deals by what the other players did.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.bots.wonders.doings import is_dealt, progress
from sealed_wonders.client.bots.wonders.hands import (
    Block,
    CardGroup,
    HandDealer,
    HandPlace,
    History,
)
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.engine.wonders.kinds import BUILD, SELL
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import Unread, read
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.wonders.ages import HAND
from sealed_wonders.core.wonders.leaders.effects import DrawLeaders
from sealed_wonders.core.wonders.leaders.tasks import HAND as SELECTED
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.state import State


class Dealing:
    """
    A seat's knowledge at one choice, prepared for dealing.

    Args:
        known: the seat's memory.
        state: the state.
        faces: the faces that the seat sees.
        apart: make deals independent of each other, which takes longer.

    Raises:
        reading.Unread: the engine can't play on from such a state.
    """

    def __init__(
        self,
        known: Knowledge,
        state: State,
        faces: Mapping[Slot, Card],
        *,
        apart: bool = False,
    ) -> None:
        if state.gone:
            raise Unread
        self.root = read(state)
        self._book = book = known.book
        self._players = known.rules.players
        self._age, _ = progress(state)
        self._n_discard = len(state.discard)
        self._standing = [
            book.by_name[building.id]
            for city in state.cities
            for building in city.buildings
        ]
        self._under = known.under_stages(state)
        self._lying = self._possible(known.lying)
        self._pool: list[Block] = []
        """Unknown cards of this age, without guilds."""
        self._guilds: list[Block] = []
        """Guilds that the seat hasn't seen."""
        self._hand_guilds = 0
        """How many of those are in the game."""
        self._hands: HandDealer | None = None
        self._holders = known.holders(state)
        self._played = [HAND - len(state.hands[holder]) for holder in self._holders]
        """Number of cards used from each hand."""
        self._n_unknown = 0
        self._thrown: list[HandPlace] = []
        """Unknown cards in the discard pile."""
        self._unsure: list[HandPlace] = []
        """Unknown cards that may be there, used on turns we missed."""
        if is_dealt(state):
            histories, groups = known.histories(state, faces)
            self._lay_hands(histories, groups, apart=apart)
        self._piles = list(self._lay_piles(known.laid))
        self._leaders = KnownLeaders(known, state, faces) if book.with_leaders else None

    def _possible(self, lying: Counter[Block]) -> list[Block]:
        """
        Return the known discard pile without cards that turned out to be elsewhere.
        """
        copies = Counter(card for deck in self._book.decks[:4] for card in deck)
        copies.subtract([*self._standing, *self._under])
        return sorted((lying & copies).elements())

    def _lay_hands(
        self, histories: Sequence[History], groups: list[CardGroup], *, apart: bool
    ) -> None:
        """Prepare the hands of the age, including the cards used from them."""
        verbs = {
            HandPlace(hand, nth): verb
            for hand, history in enumerate(histories)
            for nth, verb in enumerate(history.verbs)
        }
        self._lay_pool(_known_cards(histories, groups))
        anywhere = [*self._pool, *self._guilds]
        light = self._come_to_light(histories)
        lit, stray = _set_apart(groups, anywhere, verbs, light)
        unlit = [place for group in groups for place in group.places]
        self._thrown = [it for it in unlit if verbs.get(it) == SELL]
        self._unsure = [it for it in unlit if it in verbs and verbs[it] is None]
        groups += lit
        self._lay_pool([*_known_cards(histories, groups), *stray])
        places = groups[0].places
        self._n_unknown = len(places)
        spare = len(self._pool) + len(self._guilds) - len(places)
        places += [HandPlace(len(histories), nth) for nth in range(spare)]
        policy = Policy(self._book, weights())
        guilds = frozenset(self._book.decks[3])
        self._hands = HandDealer(histories, groups, policy, guilds, apart=apart)

    def _come_to_light(self, histories: Sequence[History]) -> list[Block]:
        """
        Return cards of this age that we know by now, but didn't see leave a hand.

        They were sold or left over, and since then built from the discard pile or seen
        in it; or they were built on turns we missed.
        """
        cards = Counter(
            card
            for card in (*self._standing, *self._lying)
            if self._book.age[card] == self._age
        )
        for history in histories:
            for card, verb in zip(history.cards, history.verbs, strict=False):
                if card is not None and verb in (BUILD, SELL):
                    cards[card] -= 1
        return sorted((+cards).elements())

    def _lay_pool(self, seen: Sequence[Block]) -> None:
        """Set the pool to all cards of this age except those seen."""
        decks = self._book.decks
        self._pool = _less(decks[self._age - 1], seen)
        if self._age == 3:
            self._guilds = _less(decks[3], seen)
            left = self._players + 2 - (len(decks[3]) - len(self._guilds))
            self._hand_guilds = max(0, min(left, len(self._guilds)))

    def _lay_piles(self, laid: Mapping[int, int]) -> Iterator[tuple[int, list[Block]]]:
        """
        Yield the unknown part of the discard pile from past ages.

        Each item is a number of cards, and the cards they may be.
        """
        book = self._book
        first = 1
        for last in sorted({*laid, self._age - 1}):
            deck = [it for cards in book.decks[first - 1 : last] for it in cards]
            known = [it for it in self._lying if first <= book.age[it] <= last]
            cards = _less(deck, [*self._standing, *self._under, *known])
            yield max(0, laid.get(last, 0) - len(known)), cards
            first = last + 1

    def deal(self, dice: random.Random) -> EngineTable:
        """Return a newly dealt table."""
        table = EngineTable(self._book, self.root.prices)
        self.deal_to(table, dice)
        return table

    def deal_to(self, table: EngineTable, dice: random.Random) -> None:
        """Deal to a table in place."""
        table.copy_from(self.root)
        if self._leaders is not None:
            self._leaders.deal_to(table, dice)
        self._deal_cards(table, dice)
        book, players = self._book, self._players
        for age in range(max(1, self._age + (self._hands is not None)), 4):
            deck = list(book.decks[age - 1])
            if age == 3:
                deck += dice.sample(book.decks[3], players + 2)
            dice.shuffle(deck)
            table.lay_deck(age, deck)
        table.again()

    def _deal_cards(self, table: EngineTable, dice: random.Random) -> None:
        """Deal hands and the discard pile."""
        discard = list(self._lying)
        unsure: list[Block] = []
        if self._hands is not None:
            dealt = self._hands.deal(self._shuffled(dice), dice)
            for nth, holder in enumerate(self._holders):
                table.cities[holder].lay_hand(dealt[nth][self._played[nth] :])
            discard += [dealt[it.hand][it.nth] for it in self._thrown]
            unsure = [dealt[it.hand][it.nth] for it in self._unsure]
        for some, cards in self._piles:
            mixed = dice.sample(cards, len(cards))
            discard += mixed[:some]
            unsure += mixed[some:]
        more = self._n_discard - len(discard)
        if more > 0:
            discard += dice.sample(unsure, min(more, len(unsure)))
        table.lay_discard(discard[: self._n_discard])

    def _shuffled(self, dice: random.Random) -> list[Block]:
        """Return the pool, shuffled, followed by guilds that aren't in the game."""
        pool = list(self._pool)
        guilds = list(self._guilds)
        if guilds:
            dice.shuffle(guilds)
            pool += guilds[: self._hand_guilds]
        while len(pool) < self._n_unknown:
            pool.append(dice.choice(self._book.decks[self._age - 1]))
        dice.shuffle(pool)
        return pool + guilds[self._hand_guilds :]


class KnownLeaders:
    """A seat's knowledge of leaders at one choice, prepared for dealing."""

    def __init__(
        self, known: Knowledge, state: State, faces: Mapping[Slot, Card]
    ) -> None:
        book, seats = known.book, range(known.rules.players)
        self._seat = known.seat
        self._selection = known.selection
        self._round = getattr(state.task, "round", SELECTED + 1)
        self._is_draft = state.task.name == "draft"
        self._held, gone = known.leaders(state)
        self._mine: list[Block] = []
        """Our hand in the selection."""
        if self._is_draft:
            blocks = book.block_of_card
            self._mine = [
                blocks[faces[slot]] for slot in state.hands[self._seat] if slot in faces
            ]
        self._sizes = [len(it) for it in state.leaders]
        self._hand_sizes = [len(it) for it in state.hands] if self._is_draft else []
        self._n_box = len(state.box)
        shown = [
            [book.by_name[one.leader.id] for one in city.leaders]
            for city in state.cities
        ]
        drawn = len(book.decks[4]) - SELECTED * len(seats) - self._n_box
        self._unshown = [
            min(self._round - 1, SELECTED)
            + drawn * _has_drawn(city)
            - len(city.leaders)
            for city in state.cities
        ]
        """By seat, the number of leaders it has had and not shown."""
        self._shown = [{*it} for it in shown]
        self._shown[self._seat] |= {*self._held, *gone}
        seen = {it for some in self._shown for it in some}
        passed = self._selection.before(self._round)
        seen |= {*self._mine, *(it for some in passed.values() for it in some)}
        self._pool = [it for it in book.decks[4] if it not in seen]

    def deal_to(self, table: EngineTable, dice: random.Random) -> None:
        """Deal all hands of leaders, and the box."""
        pool = list(self._pool)
        dice.shuffle(pool)
        kept, hands = self._selection.deal(self._round, self._shown, dice)
        for seat, size in enumerate(self._sizes):
            if seat == self._seat:
                held = self._held[:size]
            else:
                unknown = self._unshown[seat] - len(kept[seat])
                some = [*kept[seat], *[None] * unknown]
                held = [it for it in dice.sample(some, size) if it is not None]
            held += [pool.pop() for _ in range(size - len(held))]
            table.cities[seat].lay_held(held)
        for seat, size in enumerate(self._hand_sizes):
            hand = self._mine if seat == self._seat else hands[seat]
            more = size - len(hand)
            table.cities[seat].lay_hand([*hand, *(pool.pop() for _ in range(more))])
        table.lay_box(pool[: self._n_box])


def _has_drawn(city: City) -> bool:
    """
    Return whether a city has built a stage that draws leaders from the box (L3.2).
    """
    return any(
        isinstance(effect, DrawLeaders)
        for built, stage in zip(city.stages, city.side.stages, strict=False)
        for effect in stage.effects(built.half)
    )


def _known_cards(
    histories: Sequence[History], groups: Sequence[CardGroup]
) -> list[Block]:
    """Return all known cards of hands, used or not."""
    cards = [card for group in groups[1:] for card in group.cards]
    return cards + [card for it in histories for card in it.cards if card is not None]


def _set_apart(
    groups: Sequence[CardGroup],
    anywhere: Sequence[Block],
    verbs: Mapping[HandPlace, int | None],
    cards: Sequence[Block],
) -> tuple[list[CardGroup], list[Block]]:
    """
    Move cards that became known, with places they can have come from, to new groups.

    Args:
        groups: the groups, which are changed.
        anywhere: the cards that places of the first group can hold.
        verbs: the use of each card that left a hand.
        cards: the cards that became known.

    Returns:
        The new groups, and cards for which there is no place.
    """
    rooms = [
        [it for it in group.places if it in verbs and verbs[it] in (SELL, None)]
        for group in groups
    ]
    found = [Counter(anywhere), *(Counter(group.cards) for group in groups[1:])]
    shares, stray = _shared_out(cards, [len(room) for room in rooms], found)
    lit = []
    for group, room, share in zip(groups, rooms, shares, strict=True):
        if not share:
            continue
        # Prefer turns we missed, on which they may have been built; then early ones.
        room.sort(key=lambda it: (verbs[it] is not None, it.nth))
        places = room[: len(share)]
        lit.append(CardGroup(places, sorted(share)))
        group.places[:] = [it for it in group.places if it not in places]
        group.cards[:] = _less(group.cards, share)
    return lit, stray


def _shared_out(
    cards: Sequence[Block], rooms: Sequence[int], found: Sequence[Counter[Block]]
) -> tuple[list[list[Block]], list[Block]]:
    """
    Assign cards to groups that hold them, trying the last groups first.

    Args:
        cards: the cards to assign.
        rooms: the number of cards each group can take.
        found: the cards each group holds.

    Returns:
        The cards assigned to each group, and those that fit nowhere.
    """
    shares: list[list[Block]] = [[] for _ in rooms]

    def place(card: Block, tried: set[int]) -> bool:
        for nth in reversed(range(len(rooms))):
            share = shares[nth]
            if nth in tried or share.count(card) >= found[nth][card]:
                continue
            tried.add(nth)
            if len(share) == rooms[nth]:
                # Augment: move another card to make room.
                other = next((it for it in share if place(it, tried)), None)
                if other is None:
                    continue
                share.remove(other)
            share.append(card)
            return True
        return False

    return shares, [card for card in cards if not place(card, set())]


def _less(cards: Sequence[Block], gone: Sequence[Block]) -> list[Block]:
    """Return cards without others, sorted."""
    left = Counter(cards)
    left.subtract(gone)
    return [block for block, n in sorted(left.items()) for _ in range(n) if n > 0]
