"""
The turns of an age: what is done with a card, and what ends a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sealed_wonders.core.game import (
    Ask,
    Card,
    Choose,
    Chosen,
    IllegalMove,
    Look,
    Looked,
    Move,
    Offer,
    Refusal,
    Seat,
    Slot,
    Stay,
)
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import Building, Stage, catalog
from sealed_wonders.core.wonders.choices import Quotes, check_payment, next_stage
from sealed_wonders.core.wonders.city import City, with_building, with_stage
from sealed_wonders.core.wonders.effects import BuildFromDiscard, Effect, PlayLastCard
from sealed_wonders.core.wonders.events import (
    Event,
    LeftOver,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.notation import NOTHING, Play, price_text
from sealed_wonders.core.wonders.state import Right, State, Task, pass_to

SALE = 3
"""Coins for a card sold (W2.2)."""

LAST_TURN = 6
"""Of an age (W2.1)."""

EXTRA_TURN = 7
"""Babylon's extra card counts as a turn of its own (W5.1)."""


class _Building(Task):
    """What the turns of an age and Babylon's extra card share: using a card."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]]
    """How a card may be used."""
    age: int
    turn: int

    def check(self, state: State, chosen: Chosen) -> None:
        seat = chosen.seat
        play = notation.parse_move(seat, chosen.text)
        cost: Building | Stage | None
        if play.verb not in self.verbs:
            detail = f"use a card: {chosen.text!r:.40}"
            raise IllegalMove(seat, Refusal.NO_CHOICE, detail)
        if play.verb == "build":
            cost = self._named(chosen, play)
            quotes = Quotes(state.around(seat), self.turn)
            quote = quotes.building(cost)
        elif chosen.face is not None:
            detail = f"{chosen.text!r:.40} shows no card"
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        elif play.verb == "stage":
            cost = next_stage(state.cities[seat])
            if cost is None:
                raise IllegalMove(seat, Refusal.NO_STAGE_LEFT, chosen.text)
            if play.half not in (cost.halves or ("",)):
                raise IllegalMove(seat, Refusal.WRONG_HALF, chosen.text)
            quotes = Quotes(state.around(seat), self.turn)
            quote = quotes.stage()
        else:
            return
        try:
            check_payment(seat, quotes, cost, quote, play.paid)
        except IllegalMove as refused:
            if refused.refusal is not Refusal.NOT_CHEAPEST or not state.rules.lenient:
                raise

    def _named(self, chosen: Chosen, play: Play) -> Building:
        building = None if chosen.face is None else catalog().building(chosen.face)
        if building is None or building.id != play.name or building.age != self.age:
            detail = f"{chosen.text!r:.40} with card {chosen.face} in age {self.age}"
            raise IllegalMove(chosen.seat, Refusal.NOT_IN_HAND, detail)
        return building

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        quotes = Quotes(state.around(seat), self.turn)
        cards = catalog().cards
        kinds: dict[object, Slot] = {}
        for slot in sorted(state.hands[seat]):
            kinds.setdefault(cards[faces[slot]], slot)
        moves = [Move("decline")] if "decline" in self.verbs else []
        for building, slot in kinds.items():
            if isinstance(building, Building):
                for split in quotes.building(building).splits:
                    moves.append(Move(f"build {building.id}{price_text(split)}", slot))
        stages = _stage_texts(state.cities[seat], quotes)
        for slot in kinds.values():
            moves.append(Move("sell", slot))
            moves += [Move(text, slot) for text in stages]
        return moves

    def carry_out(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        """Do what was chosen, all at once, in the order of W4.1."""
        cities = list(state.cities)
        coins = [city.coins for city in cities]
        discard = list(state.discard)
        rights = list(state.rights)
        news: list[Event] = []
        placed: list[tuple[Seat, tuple[Effect, ...]]] = []
        for seat, choice in chosen.items():
            play = notation.parse(choice.text)
            slot = -1 if choice.slot is None else choice.slot
            free = None
            if play.verb == "decline":
                continue
            if play.verb == "sell":
                coins[seat] += SALE
                discard.append(slot)
            else:
                left, right, bank = play.paid
                coins[seat] -= left + right + bank
                coins[(seat + 1) % len(cities)] += left
                coins[seat - 1] += right
            if play.verb == "build":
                building = catalog().buildings_by_id[play.name]
                if play.paid == NOTHING:
                    free = Quotes(state.around(seat), self.turn).building(building).free
                cities[seat] = with_building(cities[seat], building)
                placed.append((seat, building.effects))
            elif play.verb == "stage":
                stage = cities[seat].side.stages[len(cities[seat].stages)]
                cities[seat] = with_stage(cities[seat], play.half, slot)
                placed.append((seat, stage.effects(play.half)))
            news.append(
                Played(
                    self.age,
                    self.turn,
                    seat,
                    play.verb,
                    choice.face,
                    slot,
                    play.paid,
                    free,
                    play.half,
                )
            )
        state = evolve(state, cities=tuple(cities))
        for seat, effects in placed:
            around = state.around(seat)
            for effect in effects:
                coins[seat] += effect.coins(around)
                if isinstance(effect, BuildFromDiscard):
                    rights.append(Right(effect.order, seat, cities[seat].board.id))
        return evolve(
            state,
            cities=_with_coins(cities, coins),
            discard=tuple(discard),
            rights=tuple(sorted(rights)),
            news=(*state.news, *news),
        )


def _stage_texts(city: City, quotes: Quotes) -> list[str]:
    """Write the ways to build the next stage."""
    stage = next_stage(city)
    if stage is None:
        return []
    prices = [price_text(split) for split in quotes.stage().splits]
    halves = [f" half={half}" for half in stage.halves] or [""]
    return [f"stage{half}{price}" for half in halves for price in prices]


def _with_coins(cities: list[City], coins: list[int]) -> tuple[City, ...]:
    return tuple(
        city if city.coins == amount else evolve(city, coins=amount)
        for city, amount in zip(cities, coins, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Turn(_Building):
    """One of the six turns of an age (W2.1, W2.2)."""

    name: ClassVar[str] = "turn"
    verbs: ClassVar[tuple[str, ...]] = ("build", "stage", "sell")
    age: int
    turn: int

    def ask(self, state: State) -> Ask:
        last = self.turn == LAST_TURN
        return Choose(
            {
                seat: Offer(
                    state.hands[seat],
                    Stay() if last else pass_to(state, seat, self.age),
                )
                for seat in state.active
            }
        )

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        state = self.carry_out(state, chosen)
        hands: list[tuple[Slot, ...]] = [()] * state.players
        for seat, choice in chosen.items():
            taker = seat
            if self.turn < LAST_TURN:
                taker = pass_to(state, seat, self.age).seat
            hands[taker] = choice.rest
        state = evolve(state, hands=tuple(hands))
        ended = EndOfTurn(self.age, self.turn)
        if self.turn < LAST_TURN:
            return state.next_task(FromDiscard(self.age, self.turn), ended)
        rest = (Leftovers(self.age), FromDiscard(self.age, self.turn))
        if any(_plays_last(state, seat) for seat in state.active):
            extra = LastCard(self.age)
            over = EndOfTurn(self.age, EXTRA_TURN)
            return state.next_task(ended, extra, *rest, over)
        return state.next_task(*rest, ended)

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return [m for m in state.moves(seat, faces) if m.text == "sell"][-1]


def _plays_last(state: State, seat: Seat) -> bool:
    powers = state.cities[seat].works.powers
    return PlayLastCard.kind in powers and bool(state.hands[seat])


@dataclass(frozen=True, slots=True)
class LastCard(_Building):
    """Babylon's extra card, on a turn of its own (W5.1)."""

    name: ClassVar[str] = "last_card"
    verbs: ClassVar[tuple[str, ...]] = ("build", "stage", "sell", "decline")
    age: int
    turn: int = EXTRA_TURN

    def ask(self, state: State) -> Ask | None:
        seats = [seat for seat in state.active if _plays_last(state, seat)]
        if not seats:
            return None
        return Choose({seat: Offer(state.hands[seat], Stay()) for seat in seats})

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        state = self.carry_out(state, chosen)
        hands = list(state.hands)
        for seat, choice in chosen.items():
            declined = notation.parse(choice.text).verb == "decline"
            kept = () if choice.slot is None or not declined else (choice.slot,)
            hands[seat] = kept
        return evolve(state, hands=tuple(hands)).next_task()

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return Move("decline")


@dataclass(frozen=True, slots=True)
class Leftovers(Task):
    """The cards nobody played go to the discard, face down (W2.3)."""

    name: ClassVar[str] = "leftovers"
    age: int

    def run(self, state: State) -> State:
        left = [(seat, slot) for seat, hand in enumerate(state.hands) for slot in hand]
        news = [LeftOver(self.age, LAST_TURN, seat, slot) for seat, slot in left]
        state = evolve(
            state,
            hands=((),) * state.players,
            discard=(*state.discard, *(slot for _, slot in left)),
        )
        return state.with_news(*news).next_task()


@dataclass(frozen=True, slots=True)
class FromDiscard(Task):
    """Those who have the right to build from the discard, in order (W4.4, W5.2)."""

    name: ClassVar[str] = "from_discard"
    age: int
    turn: int

    def ask(self, state: State) -> Ask | None:
        if not state.rights or not state.discard:
            return None
        return Look(state.rights[0].seat, state.discard)

    def run(self, state: State) -> State:
        return evolve(state, rights=()).next_task()

    def looked(self, state: State, looked: Looked) -> State:
        seat, by = state.rights[0].seat, state.rights[0].by
        play = notation.parse_move(seat, looked.text)
        if play.verb not in ("pick", "decline"):
            detail = f"build from the discard, or decline: {looked.text!r:.40}"
            raise IllegalMove(seat, Refusal.NO_CHOICE, detail)
        taken = play.verb == "pick"
        if len(looked.rest) != len(state.discard) - taken:
            detail = f"{len(looked.rest)} of {len(state.discard)} cards left"
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        state = evolve(state, discard=looked.rest, rights=state.rights[1:])
        state = state.with_news(Picked(self.age, self.turn, seat, looked.face, by))
        if not taken:
            if looked.face is not None:
                detail = f"declined, with card {looked.face}"
                raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
            return state
        building = None if looked.face is None else catalog().building(looked.face)
        if building is None or building.id != play.name or building.age > self.age:
            detail = f"{looked.text!r:.40} with card {looked.face}"
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        if building.building in state.cities[seat].works.buildings:
            raise IllegalMove(seat, Refusal.ALREADY_BUILT, building.id)
        cities = list(state.cities)
        cities[seat] = with_building(cities[seat], building)
        state = evolve(state, cities=tuple(cities))
        gained = sum(effect.coins(state.around(seat)) for effect in building.effects)
        cities[seat] = evolve(cities[seat], coins=cities[seat].coins + gained)
        return evolve(state, cities=tuple(cities))

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        built = state.cities[seat].works.buildings
        kinds: dict[Building, Slot] = {}
        for slot in sorted(state.discard):
            building = catalog().building(faces[slot])
            if building is not None and building.building not in built:
                kinds.setdefault(building, slot)
        picks = [Move(f"pick {building.id}", slot) for building, slot in kinds.items()]
        return [Move("decline"), *picks]

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return Move("decline")


@dataclass(frozen=True, slots=True)
class EndOfTurn(Task):
    """All of a turn has happened."""

    name: ClassVar[str] = "end_of_turn"
    age: int
    turn: int

    def run(self, state: State) -> State:
        coins = tuple(city.coins for city in state.cities)
        shields = tuple(city.works.shields for city in state.cities)
        ended = TurnEnded(self.age, self.turn, coins, shields)
        return state.with_news(ended).next_task()
