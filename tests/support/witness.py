"""
What a seat of 7 Wonders has seen of a game, to check the deals of a thinker.

A witness hears every event from a dealer that knows all faces, and keeps those facts that its
seat could see. Copies of a card count as the same card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.core.game import Card, Look, Seat, Slot
from sealed_wonders.core.wonders.events import (
    Drafted,
    Event,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
)
from sealed_wonders.core.wonders.leaders.tasks import HAND as SELECTED
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.state import RIGHTWARD, State, direction

Block = int


class Witness:
    """
    One seat.

    Attributes:
        lying: cards it saw come to the discard and not leave it.
        under: the cards under its stages.
    """

    def __init__(self, seat: Seat, book: CardTable, players: int) -> None:
        self._seat = seat
        self._book = book
        self._players = players
        self.lying: Counter[Block] = Counter()
        self.under: Counter[Block] = Counter()
        self._laid: Counter[int] = Counter()
        """Number of cards in the discard, by age."""
        self._age = 0
        self._origin: list[Seat] = []
        """By seat, to whom its hand was dealt."""
        self._rest: dict[Seat, Counter[Block]] = {}
        """Hands it has seen, less cards built since, by whom they were dealt to."""
        self._standing: list[set[str]] = [set() for _ in range(players)]
        """The buildings of each city at its last choice."""
        self._leaders: dict[Seat, Counter[Block]] = {}
        """Leaders it passed on in the selection, by whom they were dealt to."""
        self._spent: set[Block] = set()
        """Leaders it sold or laid under a stage."""

    # What happened.

    def look(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Record a state in which the seat must choose."""
        self._standing = [{it.id for it in city.buildings} for city in state.cities]
        if isinstance(state.ask, Look):
            self.lying = self._cards(faces)

    def used(self, state: State, faces: Mapping[Slot, Card], slot: Slot | None) -> None:
        """Record the seat's choice."""
        rest = self._cards({it: face for it, face in faces.items() if it != slot})
        origin = self._origin[self._seat]
        if state.task.name == "turn":
            self._rest[origin] = rest
        elif state.task.name == "draft":
            self._leaders[origin] = rest

    def _cards(self, faces: Mapping[Slot, Card]) -> Counter[Block]:
        return Counter(self._book.block_of_card[face] for face in faces.values())

    def hear(self, news: Sequence[Event], faces: Mapping[Slot, Card]) -> None:
        """Record events; *faces* are those of all cards."""
        for event in news:
            self._hear(event, faces)
        played = [it for it in news if isinstance(it, Played)]
        if played and RECRUITMENT < played[0].turn < LAST_TURN:
            self._pass(direction(self._age))
        drafted = [it for it in news if isinstance(it, Drafted)]
        if drafted and drafted[0].round < SELECTED:
            self._pass(RIGHTWARD)

    def _pass(self, step: int) -> None:
        n = self._players
        self._origin = [self._origin[(seat - step) % n] for seat in range(n)]

    def _hear(self, event: Event, faces: Mapping[Slot, Card]) -> None:
        book, me = self._book, self._seat
        match event:
            case LeadersDealt() | HandsDealt():
                self._origin = list(range(self._players))
                self._rest.clear()
                self._age = getattr(event, "age", 0)
            case Played(turn=0, seat=seat, use=use, slot=slot) if use != "recruit":
                if seat == me:
                    self._spent.add(book.block_of_card[faces[slot]])
            case Played(turn=turn) if turn:
                self._used(event, faces)
            case LeftOver(age=age, seat=seat, slot=slot):
                self._laid[age] += 1
                if seat == me:
                    self.lying[book.block_of_card[faces[slot]]] += 1
            case Picked(card=card) if card is not None:
                block = book.block_of_card[card]
                self._laid[book.age[block]] -= 1
                if self.lying[block]:
                    self.lying[block] -= 1
            case Penalised(card=name, seat=seat) if name:
                block = book.by_name[name]
                self._laid[book.age[block]] += 1
                # It hears no events: a card built and lost since was never seen.
                if name in self._standing[seat]:
                    self.lying[block] += 1

    def _used(self, event: Played, faces: Mapping[Slot, Card]) -> None:
        """Take in the use of a card from a hand."""
        block = self._book.block_of_card[faces[event.slot]]
        mine = event.seat == self._seat
        if event.use == "sell":
            self._laid[event.age] += 1
        if event.use == "sell" and mine:
            self.lying[block] += 1
        elif event.use == "stage" and mine:
            self.under[block] += 1
        rest = self._rest.get(self._origin[event.seat])
        if rest is not None and event.use == "build" and not mine:
            rest[block] -= 1

    # Checking deals.

    def check(
        self, state: State, faces: Mapping[Slot, Card], table: EngineTable
    ) -> None:
        """Raise AssertionError if a deal contradicts what was seen."""
        self._check_copies(state, table)
        self._check_hands(state, faces, table)
        self._check_discard(state, table)
        if self._book.with_leaders:
            self._check_leaders(state, faces, table)

    def _check_copies(self, state: State, table: EngineTable) -> None:
        """Check that no card is there more often than it has copies."""
        book = self._book
        there = Counter(self.under)
        there.update(table.discarded())
        names = [it.id for city in state.cities for it in city.buildings]
        there.update(book.by_name[it] for it in names)
        if state.task.name != "draft":
            for city in table.cities:
                there.update(city.hand_cards())
        decks: Counter[Block] = Counter()
        for deck in book.decks[:4]:
            decks.update(deck)
        assert there <= decks, (state.task, there - decks)
        guilds = sum(n for it, n in there.items() if book.colour[it] == 6)
        assert guilds <= self._players + 2
        age = getattr(state.task, "age", 0)
        first = age if self._age < age else age + 1
        for coming in range(max(1, first), 4):
            cards = Counter(table.deck(coming))
            some = Counter({it: n for it, n in cards.items() if book.colour[it] != 6})
            assert some == Counter(book.decks[coming - 1]), coming
            assert max((cards - some).values(), default=1) == 1
            assert cards.total() == 7 * self._players

    def _check_hands(
        self, state: State, faces: Mapping[Slot, Card], table: EngineTable
    ) -> None:
        """Check the size of hands, and cards that were seen in them."""
        blocks = self._book.block_of_card
        for seat, (hand, city) in enumerate(
            zip(state.hands, table.cities, strict=True)
        ):
            dealt = Counter(city.hand_cards())
            assert dealt.total() == len(hand)
            if not hand or state.task.name == "draft":
                continue
            if seat == self._seat and all(slot in faces for slot in hand):
                assert dealt == Counter(blocks[faces[slot]] for slot in hand)
            rest = self._rest.get(self._origin[seat])
            assert rest is None or dealt <= rest, (state.task, seat, dealt - rest)

    def _check_discard(self, state: State, table: EngineTable) -> None:
        """Check the known cards of the discard, and its number of cards by age."""
        book = self._book
        dealt = Counter(table.discarded())
        assert dealt.total() == len(state.discard) == self._laid.total()
        assert self.lying <= dealt, (state.task, self.lying - dealt)
        ages = Counter(book.age[it] for it in table.discarded())
        assert ages == +self._laid, (state.task, ages, self._laid)

    def _check_leaders(
        self, state: State, faces: Mapping[Slot, Card], table: EngineTable
    ) -> None:
        """Check that each leader is in one place, where it can be."""
        book, blocks = self._book, self._book.block_of_card
        draft = state.task.name == "draft"
        hands = [city.hand_cards() if draft else [] for city in table.cities]
        held = [city.held_cards() for city in table.cities]
        box = table.boxed()
        shown = [
            [book.by_name[one.leader.id] for one in city.leaders]
            for city in state.cities
        ]
        there = Counter(it for some in (*hands, *held, *shown, box) for it in some)
        there.update(self._spent)
        assert there <= Counter(book.decks[4]), (state.task, there)
        assert [len(it) for it in held] == [len(it) for it in state.leaders]
        assert len(box) == len(state.box)
        mine = {blocks[faces[it]] for it in state.leaders[self._seat] if it in faces}
        assert mine <= {*held[self._seat]}
        # Each of the next players has one of the leaders passed on.
        seen = [it for cards in self._leaders.values() for it in cards]
        assert not {*seen} & {*box}
        for origin, cards in self._leaders.items():
            for seat in range(self._players):
                here = {*cards} & {*held[seat], *shown[seat]}
                assert len(here) <= 1, (state.task, origin, seat)
        if draft:
            for seat, hand in enumerate(hands):
                rest = self._leaders.get(self._origin[seat])
                assert rest is None or seat == self._seat or {*hand} <= {*rest}
