"""
Where every card of a game must be, from what happened: each in one place.

Leaders and age cards are followed from the deal on by their numbers, which only a dealer
that sees all can do; the state knows slots, whose faces are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.core.game import Card, Choose, Look, Seat, Slot
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.events import Played
from sealed_wonders.core.wonders.state import State
from tests.support.games import wonders
from tests.support.printed import data

Hands = Sequence[Sequence[Slot]]


class Wrong(AssertionError):
    """The state and the ledger disagree."""


def check(holds: bool, what: object) -> None:
    if not holds:
        raise Wrong(str(what))


class Places:
    """
    All places of one game.

    Attributes:
        kept: the leaders in each hand.
        box: the leaders nobody was dealt.
        discard: age cards sold, left over or lost.
    """

    def __init__(self, dealer: Dealer, names: Sequence[str]) -> None:
        self._dealer = dealer
        self._names = names
        seats = range(self.state.players)
        self._hands: list[Counter[Card]] = [Counter() for _ in seats]
        self._built: list[list[Card]] = [[] for _ in seats]
        self._led: list[list[Card]] = [[] for _ in seats]
        self._under: list[list[Card]] = [[] for _ in seats]
        self.kept: list[Counter[Card]] = [Counter() for _ in seats]
        self.box: Counter[Card] = Counter()
        self.discard: Counter[Card] = Counter()
        self._apart: Counter[Card] = Counter()
        """Sold leaders, those returned to the box, and what those had who left."""
        self._dealt: set[Card] = set()

    @property
    def state(self) -> State:
        return wonders(self._dealer.state)

    def _cards(self, slots: Sequence[Slot]) -> list[Card]:
        return [self._dealer.faces[slot] for slot in slots]

    # Dealing.

    def deal_leaders(self, hands: Hands, choice: str) -> None:
        """Deal four leaders to each; the rest is the box (L1.2)."""
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

    def draft(self, kept: Sequence[tuple[Seat, Slot]]) -> None:
        """Keep a leader each, and pass the others to the right (L1.2)."""
        check([seat for seat, _ in kept] == list(self.state.active), kept)
        for seat, slot in kept:
            (card,) = self._cards([slot])
            self._take(self._hands[seat], card)
            self.kept[seat][card] += 1
        self._pass(-1)

    def deal(self, age: int, hands: Hands) -> None:
        """Deal seven cards to each (W2.1), all of that age and that many (W1.1)."""
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

    def played(self, events: Sequence[Played], keeps: Callable[[Seat], bool]) -> None:
        """Take cards out of hands, and pass these (W2.1); return leaders (L1.5)."""
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
                if not keeps(event.seat):
                    self._apart += self.kept[event.seat]
                    self.kept[event.seat] = Counter()
        elif 0 < turn < 6:
            self._pass(-1 if age == 2 else 1)

    def left_over(self, seat: Seat, slot: Slot) -> None:
        (card,) = self._hands[seat]
        self._take(self._hands[seat], card)
        self.discard[card] += 1
        del slot

    def picked(self, seat: Seat, card: Card) -> None:
        self._take(self.discard, card)
        self._built[seat].append(card)

    def draw(self, seat: Seat, slots: Sequence[Slot]) -> None:
        """Draw leaders, four if there are as many (L3.2)."""
        check(len(slots) == min(4, self.box.total()), slots)
        self._take(self.box, *self._cards(slots))
        self.kept[seat].update(self._cards(slots))

    def recruit(self, seat: Seat, card: Card) -> None:
        self._take(self.kept[seat], card)
        self._led[seat].append(card)

    def lose(self, seat: Seat, nth: int) -> None:
        """Lose the nth building to the discard (E1.7)."""
        self.discard[self._built[seat].pop(nth)] += 1

    def leave(self, seats: Sequence[Seat]) -> None:
        """Take away what those had who left; with one left nobody needs a hand."""
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
        """Let each hand go to the next seat that still plays (W2.1)."""
        seats = self.state.active[::step]
        hands = [self._hands[seat] for seat in seats]
        for seat, hand in zip((*seats[1:], seats[0]), hands, strict=True):
            self._hands[seat] = hand

    # What the state says.

    def compare(self, done: bool) -> None:
        """
        Check that every card is in its place, and no other card is anywhere.

        Args:
            done: whether something happened; else seats are choosing.
        """
        state = self.state
        hands = self._held(state.hands)
        leaders = state.leaders or state.hands
        if not state.leaders:
            kept: Mapping[Seat, Sequence[Slot]] = dict.fromkeys(range(len(leaders)), ())
        else:
            kept = self._held(state.leaders)
        slots = [s for held in (hands, kept) for some in held.values() for s in some]
        for seat, city in enumerate(state.cities):
            for expected, held in ((self._hands, hands), (self.kept, kept)):
                seen = Counter(self._cards(held[seat]))
                check(seen == expected[seat], (seat, seen, expected[seat]))
            check(self._cards(city.cards) == self._built[seat], city)
            under = [stage.slot for stage in city.stages]
            check(self._cards(under) == self._under[seat], city)
            led = [self._names[card] for card in self._led[seat]]
            check([it.leader.id for it in city.leaders] == led, city)
            slots += [*city.cards, *under]
        if isinstance(state.ask, Look):
            check(state.ask.pile == state.discard != (), state.ask)
        check(Counter(self._cards(state.discard)) == self.discard, state.discard)
        box = state.box if state.leaders else ()
        check(Counter(self._cards(box)) == self.box, state.box)
        slots += [*state.discard, *box]
        check(len(set(slots)) == len(slots), "a slot in two places")
        if done:
            self._compare_all()

    def _held(self, lying: Sequence[Sequence[Slot]]) -> dict[Seat, Sequence[Slot]]:
        """Give the slots in hands, those of which one is chosen and not yet played."""
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
        """Count all places together."""
        places = Counter(self._apart + self.box + self.discard)
        for some in (*self._hands, *self.kept, *self._built, *self._led, *self._under):
            places.update(some)
        check(max(places.values(), default=1) == 1, "a card in two places")
        check(set(places) == self._dealt, set(places) ^ self._dealt)
