"""
The place of every card in an account: each card is in exactly one.

Boards, leaders and age cards are followed by their numbers from the deal on, which only
a dealer can do who sees all of them. The state has slots, whose faces are compared.
Effects and costs of cards don't matter here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from sealed_wonders.core.game import Card, Choose, Look, Seat, Slot
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    Enlisted,
    Event,
    Founded,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
)
from sealed_wonders.core.wonders.state import State
from tests.support.games import wonders
from tests.support.printed import data, ids
from tests.support.recount import Wrong

Hands = Sequence[Sequence[Slot]]


def check(holds: bool, what: object) -> None:
    if not holds:
        raise Wrong(str(what))


class Places:
    """
    All places of one game.

    Attributes:
        kept: the leaders in each hand.
        box: the leaders that weren't dealt.
        discard: the age cards that were sold, left over or lost.
    """

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._rules = self.state.rules
        self._names = ids(self._rules.expansions, self._rules.boards)
        self._taken: list[str] = []
        """The boards that were chosen, by seat."""
        self._keeping: set[Seat] = set()
        """Whose stages let it recruit in age III, too (L1.5)."""
        seats = range(self.state.players)
        self._hands: list[Counter[Card]] = [Counter() for _ in seats]
        self._built: list[list[Card]] = [[] for _ in seats]
        self._led: list[list[Card]] = [[] for _ in seats]
        self._under: list[list[Card]] = [[] for _ in seats]
        self.kept: list[Counter[Card]] = [Counter() for _ in seats]
        self.box: Counter[Card] = Counter()
        self.discard: Counter[Card] = Counter()
        self._lay: tuple[object, ...] = (None, None, None)
        """What was compared last, besides hands."""
        self._apart: Counter[Card] = Counter()
        """Sold leaders, those returned to the box, and what those had who left."""
        self._dealt: set[Card] = set()

    @property
    def state(self) -> State:
        return wonders(self._dealer.state)

    def _cards(self, slots: Sequence[Slot]) -> list[Card]:
        return [self._dealer.faces[slot] for slot in slots]

    def enter(self, news: Iterable[Event]) -> None:
        """Enter events."""
        for kind, some in groupby(news, _together):
            if kind is Played:
                self._play(cast("list[Played]", [*some]))
            elif isinstance(kind, int):
                self._draft(
                    [(it.seat, it.slot) for it in cast("list[Drafted]", [*some])]
                )
            else:
                for event in some:
                    self._enter(event)

    def _enter(self, event: Event) -> None:
        match event:
            case BoardTaken(seat, board):
                check(self._rules.draw == "chosen", event)
                check(seat == len(self._taken) and board not in self._taken, event)
                self._taken.append(board)
            case Founded():
                self._found(event)
            case LeadersDealt(hands):
                self._deal_leaders(hands, self._rules.leaders)
            case HandsDealt(age, hands):
                self._deal(age, hands)
            case LeftOver(_, _, seat, _):
                (card,) = self._hands[seat]
                self._take(self._hands[seat], card)
                self.discard[card] += 1
            case Picked(_, _, seat, int(card), _):
                self._take(self.discard, card)
                self._built[seat].append(card)
            case Drawn(_, _, seat, slots):
                # Four, if there are as many (L3.2).
                check(len(slots) == min(4, self.box.total()), slots)
                self._take(self.box, *self._cards(slots))
                self.kept[seat].update(self._cards(slots))
            case Enlisted(_, _, seat, int(card), _):
                self._take(self.kept[seat], card)
                self._led[seat].append(card)
            case Penalised(_, seat, str(name), _, _) if name:
                built = self._built[seat]
                nth = [self._names[card] for card in built].index(name)
                self.discard[built.pop(nth)] += 1
            case SeatsLeft(seats):
                self._leave(seats)

    # Dealing.

    def _found(self, event: Founded) -> None:
        boards = event.boards
        needs = {data("board")[board].get("needs") for board in boards}
        check(needs <= {None, *self._rules.expansions}, event)
        check({*boards} <= {*self._names}, event)
        drawn = self._rules.draw == "lot"
        check([*boards] == self._taken or drawn, (event, self._taken))
        for seat, (board, side) in enumerate(zip(boards, event.sides, strict=True)):
            stages = data("board")[board][side]["stages"]
            effects = [it for stage in stages for it in stage.get("effects", ())]
            if "recruit_extra_leader" in [effect["kind"] for effect in effects]:
                self._keeping.add(seat)

    def _deal_leaders(self, hands: Hands, choice: str) -> None:
        """Deal four leaders to each player; the rest are in the box (L1.2)."""
        sets = {"standard": ("standard",), "expert": ("standard", "expert")}[choice]
        for card, name in enumerate(self._names):
            printed = data("leader").get(name)
            if printed and printed.get("set", "standard") in sets:
                self.box[card] += 1
        for seat, hand in enumerate(hands):
            check(len(hand) == 4 * (seat not in self.state.gone), hands)
            self._hands[seat].update(self._cards(hand))
            self._take(self.box, *self._cards(hand))
        self._dealt |= {*self.box, *(card for hand in self._hands for card in hand)}

    def _draft(self, kept: Sequence[tuple[Seat, Slot]]) -> None:
        """Keep one leader per player, and pass the others to the right (L1.2)."""
        check([seat for seat, _ in kept] == list(self.state.active), kept)
        for seat, slot in kept:
            (card,) = self._cards([slot])
            self._take(self._hands[seat], card)
            self.kept[seat][card] += 1
        self._pass(-1)

    def _deal(self, age: int, hands: Hands) -> None:
        """Deal seven cards to each (W2.1), all for that age and table (W1.1)."""
        check(not any(self._hands), "cards left in hands")
        players = max(3, len(self.state.active))
        printed: Counter[str] = Counter()
        for seat, hand in enumerate(hands):
            check(len(hand) == 7 * (seat not in self.state.gone), hands)
            self._hands[seat].update(self._cards(hand))
            for card in self._cards(hand):
                record = data("card")[self._names[card]]
                copies = record.get("copies")
                check(record["age"] == age and card not in self._dealt, card)
                self._dealt.add(card)
                number = card - self._names.index(self._names[card])
                check(not copies or copies[number] <= players, card)
                printed["guild" if copies is None else "other"] += 1
        guilds = (len(self.state.active) + 2) * (age == 3)
        if len(self.state.active) >= 3:
            check(printed["guild"] == guilds, printed)

    # Playing.

    def _play(self, events: Sequence[Played]) -> None:
        """Take cards from hands, and pass the hands (W2.1); put leaders back (L1.5)."""
        age, turn = events[0].age, events[0].turn
        for event in events:
            seat = event.seat
            (card,) = (
                [event.card] if event.card is not None else self._cards([event.slot])
            )
            self._take(self.kept[seat] if turn == 0 else self._hands[seat], card)
            match event.use:
                case "build":
                    self._built[seat].append(card)
                case "recruit":
                    self._led[seat].append(card)
                case "stage":
                    self._under[seat].append(card)
                case _ if turn == 0:
                    self._apart[card] += 1
                case _:
                    self.discard[card] += 1
        if turn == 0 and age == 3:
            for event in events:
                if event.seat not in self._keeping:
                    self._apart += self.kept[event.seat]
                    self.kept[event.seat] = Counter()
        elif 0 < turn < 6:
            self._pass(-1 if age == 2 else 1)

    def _leave(self, seats: Sequence[Seat]) -> None:
        """Remove the cards of those who left; a single player left needs no hand."""
        few = len(self.state.active) < 2
        for seat in range(len(self._hands)) if few else seats:
            self._apart += self._hands[seat] + self.kept[seat]
            self._hands[seat] = Counter()
            self.kept[seat] = Counter()

    def _take(self, place: Counter[Card], *cards: Card) -> None:
        for card in cards:
            check(place[card] == 1, f"no card {card} in {place}")
            del place[card]

    def _pass(self, step: int) -> None:
        """Pass each hand to the next seat that still plays (W2.1)."""
        seats = self.state.active[::step]
        hands = [self._hands[seat] for seat in seats]
        for seat, hand in zip((*seats[1:], seats[0]), hands, strict=True):
            self._hands[seat] = hand

    # What the state says.

    def compare(self) -> None:
        """Check that every card is in its place, and that there are no other cards."""
        state = self.state
        self._compare_hands()
        if isinstance(state.ask, Look):
            check(state.ask.pile == state.discard != (), state.ask)
        lying = (state.cities, state.discard, state.box)
        if state.news or any(a is not b for a, b in zip(lying, self._lay, strict=True)):
            self._compare_lying()
            self._compare_all()
        self._lay = lying

    def _compare_hands(self) -> None:
        state, slots = self.state, list[Slot]()
        for expected, lying in ((self._hands, state.hands), (self.kept, state.leaders)):
            held = self._held(lying) if lying else {}
            for seat in range(len(state.cities)):
                seen = self._cards(held.get(seat, ()))
                check(_same(seen, expected[seat]), (seat, seen, expected[seat]))
                slots += held.get(seat, ())
        check(len(set(slots)) == len(slots), "a slot in two hands")

    def _compare_lying(self) -> None:
        """Compare what doesn't change while seats choose."""
        state = self.state
        slots: list[Slot] = []
        for seat, city in enumerate(state.cities):
            check(self._cards(city.cards) == self._built[seat], city)
            under = [stage.slot for stage in city.stages]
            check(self._cards(under) == self._under[seat], city)
            led = [self._names[card] for card in self._led[seat]]
            check([it.leader.id for it in city.leaders] == led, city)
            slots += [*city.cards, *under]
        check(_same(self._cards(state.discard), self.discard), state.discard)
        box = state.box if state.leaders else ()
        check(_same(self._cards(box), self.box), state.box)
        slots += [*state.discard, *box]
        check(len(set(slots)) == len(slots), "a slot in two places")

    def _held(self, lying: Sequence[Sequence[Slot]]) -> dict[Seat, Sequence[Slot]]:
        """Return the slots in hands, including chosen cards that aren't played yet."""
        state = self.state
        held: dict[Seat, Sequence[Slot]] = dict(enumerate(lying))
        if not isinstance(state.ask, Choose):
            return held
        for seat, offer in state.ask.offers.items():
            chosen = state.chosen[seat] if state.chosen else None
            if offer.hand and offer.hand == lying[seat] and chosen is not None:
                check(chosen.slot is not None, chosen)
                held[seat] = (chosen.slot or 0, *chosen.rest)
        return held

    def _compare_all(self) -> None:
        """Compare the numbers of cards in all places together."""
        places = Counter(self._apart + self.box + self.discard)
        for some in (*self._hands, *self.kept, *self._built, *self._led, *self._under):
            places.update(some)
        check(max(places.values(), default=1) == 1, "a card in two places")
        check(set(places) == self._dealt, set(places) ^ self._dealt)


def _same(cards: Sequence[Card], expected: Counter[Card]) -> bool:
    return sorted(cards) == sorted(expected.elements())


def _together(event: Event) -> object:
    """Return what events have in common that came about at once."""
    match event:
        case Played():
            return Played
        case Drafted(number):
            return number
    return object()
