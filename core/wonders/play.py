"""
The turns of an age: using cards, and the end of a turn.

Names of its classes and fields are in the outline of a state (`sealed_wonders.core.outline`):
if they change, programs of two versions report a difference at every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

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
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.choices import (
    Quote,
    Quotes,
    check_payment,
    next_stage,
)
from sealed_wonders.core.wonders.city import (
    with_building,
    with_edifice,
    with_leader,
    with_stage,
)
from sealed_wonders.core.wonders.effects import COUNTED, PlayLastCard
from sealed_wonders.core.wonders.events import (
    Event,
    LeftOver,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.model import Building, City, Effect, Leader, Stage
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.notation import NOTHING, MoveParts, price_text
from sealed_wonders.core.wonders.projects import (
    joining,
    unrewarded,
    with_takers,
)
from sealed_wonders.core.wonders.state import (
    Right,
    State,
    Task,
    check_hidden,
    direction,
    pass_to,
)
from sealed_wonders.core.wonders.treasury import Till
from sealed_wonders.core.wonders.works import Built

SALE = 3
"""Coins for a card sold (W2.2)."""

LAST_TURN = 6
"""The number of turns in an age (W2.1)."""

EXTRA_TURN = 7
"""Babylon's extra card counts as a separate turn (W5.1)."""


class Using(Task):
    """Use of cards from hands, by all seats at once (W2.2)."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]]
    """The permitted uses of a card."""
    age: int
    turn: int

    def check(self, state: State, chosen: Chosen) -> None:
        seat = chosen.seat
        play = notation.parse_move(seat, chosen.text)
        if play.verb not in self.verbs:
            detail = Sentence(
                "expected a card to use, not: {move}", move=shown(chosen.text, 40)
            )
            raise IllegalMove(seat, Refusal.NO_CHOICE, detail)
        if play.verb not in notation.SHOWING:
            check_hidden(chosen)
        if play.verb in notation.PAID:
            self._check_paid(state, chosen, play)

    def _check_paid(self, state: State, chosen: Chosen, play: MoveParts) -> None:
        """Check a play that may have a cost, and its payment."""
        seat = chosen.seat
        quotes = self.quotes(state, seat)
        what, quote = self._wanted(state, chosen, play, quotes)
        if play.power:
            return _check_power(seat, play.name, quote)
        if play.paid in quote.splits:
            return
        try:
            cost = quotes.cost_of(what, play.joins)
            check_payment(seat, quotes, cost, quote, play.paid)
        except IllegalMove as refused:
            if refused.refusal is not Refusal.NOT_CHEAPEST or not state.rules.lenient:
                raise

    def _wanted(
        self, state: State, chosen: Chosen, play: MoveParts, quotes: Quotes
    ) -> tuple[Building | Leader | Stage, Quote]:
        """Return what the play builds or recruits, and its price."""
        match play.verb:
            case "build":
                building = self._building(state, chosen, play)
                return building, quotes.building(building)
            case "recruit":
                leader = self._leader(state, chosen, play)
                return leader, quotes.leader(leader)
        stage = next_stage(state.cities[chosen.seat])
        if stage is None:
            raise IllegalMove(chosen.seat, Refusal.NO_STAGE_LEFT, chosen.text)
        self._check_way(state, chosen, play, quotes)
        return stage, quotes.stage(play.joins)

    def quotes(self, state: State, seat: Seat) -> Quotes:
        """Return the prices of the seat's possible plays."""
        costs = joining(state, seat, self.age)
        return Quotes(state.around(seat), self.turn, self.age, costs)

    def _building(self, state: State, chosen: Chosen, play: MoveParts) -> Building:
        building = state.rules.catalog.building(chosen.face)
        if building is None or building.id != play.name or building.age != self.age:
            detail = Sentence(
                "{move} with card {card} in age {age}",
                move=shown(chosen.text, 40),
                card=shown(chosen.face),
                age=self.age,
            )
            raise IllegalMove(chosen.seat, Refusal.NOT_IN_HAND, detail)
        return building

    def _leader(self, state: State, chosen: Chosen, play: MoveParts) -> Leader:
        leader = state.rules.catalog.leader(chosen.face)
        if leader is None or leader.id != play.name:
            detail = Sentence(
                "{move} with card {card}",
                move=shown(chosen.text, 40),
                card=shown(chosen.face),
            )
            raise IllegalMove(chosen.seat, Refusal.NOT_IN_HAND, detail)
        return leader

    def _check_way(
        self, state: State, chosen: Chosen, play: MoveParts, quotes: Quotes
    ) -> None:
        """Check the choices for a stage: its half, and the choices of its effects."""
        if play.joins and quotes.joining is None:
            detail = Sentence(
                "nobody can help build the edifice now: {move}",
                move=shown(chosen.text, 40),
            )
            raise IllegalMove(chosen.seat, Refusal.NO_PART_LEFT, detail)
        ways = stage_ways(state.cities[chosen.seat])
        if play._replace(paid=NOTHING, joins=False) not in ways:
            halves = {way.half for way in ways}
            wrong = Refusal.WRONG_HALF if play.half not in halves else None
            raise IllegalMove(
                chosen.seat, wrong or Refusal.WRONG_WAY, f"{shown(chosen.text)}"
            )

    def cards(self, state: State, seat: Seat) -> tuple[Slot, ...]:
        """Return the slots that the seat may use."""
        return state.hands[seat]

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        quotes = self.quotes(state, seat)
        cards = state.rules.catalog.cards
        kinds: dict[object, Slot] = {}
        for slot in sorted(self.cards(state, seat)):
            kinds.setdefault(cards[faces[slot]], slot)
        moves = [Move("decline")] if "decline" in self.verbs else []
        for face, slot in kinds.items():
            moves += self._purchases(face, slot, quotes)
        others = ["sell"] if "sell" in self.verbs else []
        if "stage" in self.verbs:
            others += _stage_texts(state.cities[seat], quotes)
        for slot in kinds.values():
            moves += [Move(text, slot) for text in others]
        return moves

    def _purchases(self, face: object, slot: Slot, quotes: Quotes) -> Iterator[Move]:
        """Yield the moves that build a building or recruit a leader."""
        if isinstance(face, Building) and "build" in self.verbs:
            quote = quotes.building(face)
            for split in quote.splits:
                yield Move(f"build {face.id}{price_text(split)}", slot)
            if quote.power:
                yield Move(f"build {face.id} power=1", slot)
        elif isinstance(face, Leader) and "recruit" in self.verbs:
            for split in quotes.leader(face).splits:
                yield Move(f"recruit {face.id}{price_text(split)}", slot)

    def carry_out(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        """Carry out all plays at once, in the order of W4.1."""
        till = Till(state)
        cities, discard = list(state.cities), list(state.discard)
        joined: list[Seat] = []
        arrivals: list[Arrival] = []
        plays: list[tuple[MoveParts, Chosen, Slot, str | None]] = []
        for seat, choice in chosen.items():
            play = notation.parse(choice.text)
            if play.verb == "decline":
                continue
            slot = -1 if choice.slot is None else choice.slot
            free = None
            if play.verb == "sell":
                till.take(seat, cities[seat], SALE)
                discard += self.sold(slot)
            else:
                till.pay(seat, cities[seat], play.paid)
                cities[seat], arrival = self._placed(state, seat, play, slot)
                arrivals.append(arrival)
                joined += [seat] * play.joins
                free = arrival.deed.free if arrival.deed else None
            plays.append((play, choice, slot, free))
        state = evolve(state, cities=tuple(cities), discard=tuple(discard))
        if joined:
            state = with_takers(state, self.age, joined)
        state = take_effect(state, self.age, arrivals, till)
        told = [self.told(*it, gains=till.taken[it[1].seat]) for it in plays]
        return give_rewards(state.with_news(*told), self.age)

    def _placed(
        self, state: State, seat: Seat, play: MoveParts, slot: Slot
    ) -> tuple[City, Arrival]:
        """
        Return the seat's city with what it builds or recruits, and the new arrival.
        """
        city = state.cities[seat]
        match play.verb:
            case "build":
                building = state.rules.catalog.buildings_by_id[play.name]
                free = None
                if play.power:
                    free = "power"
                    city = evolve(city, spent=self.age)
                elif play.paid == NOTHING:
                    free = self.quotes(state, seat).building(building).free
                city = with_building(city, building, slot)
                deed = Built(building.colour, free)
                return city, Arrival(seat, building.effects, deed=deed)
            case "recruit":
                leader = state.rules.catalog.leaders_by_id[play.name]
                city = with_leader(city, leader, self.age)
                return city, Arrival(seat, leader.effects, leader.id)
            case _:
                effects = city.side.stages[len(city.stages)].effects(play.half)
                by = city.board.id
                return with_stage(city, play.half, slot), Arrival(
                    seat, effects, by, play
                )

    def sold(self, slot: Slot) -> tuple[Slot, ...]:
        """Return what a sold card adds to the discard pile."""
        return (slot,)

    def told(
        self,
        play: MoveParts,
        choice: Chosen,
        slot: Slot,
        free: str | None,
        gains: int,
    ) -> Event:
        """Return the event for a play."""
        return Played(
            self.age,
            self.turn,
            choice.seat,
            play.verb,
            choice.face,
            slot,
            play.paid,
            free,
            play.half,
            play.bury,
            int(play.pawn or 0),
            play.joins,
            gains,
        )


def _check_power(seat: Seat, name: str, quote: Quote) -> None:
    """
    Check that a power can make this building free, and is still available (W8.2).

    Raises:
        IllegalMove: it can't, or isn't needed.
    """
    if quote.refusal is Refusal.ALREADY_BUILT:
        raise IllegalMove(seat, quote.refusal, name)
    if not quote.power:
        raise IllegalMove(
            seat, Refusal.NO_RIGHT, Sentence("no power makes {card} free", card=name)
        )


class Arrival(NamedTuple):
    """A new building, leader, stage or edifice reward that hasn't taken effect yet."""

    seat: Seat
    effects: tuple[Effect, ...]
    by: str = ""
    """The id of the board or leader, for the rights that it gives."""
    play: MoveParts = MoveParts("")
    """The play that caused it, with the builder's choices for its effects."""
    deed: Built | None = None
    """The deed for effects that pay coins for each building."""


def take_effect(
    state: State, age: int, arrivals: Sequence[Arrival], till: Till | None = None
) -> State:
    """
    Apply the immediate effects of all arrivals, after everything is in place.

    Coins are computed before any other effects are applied (W4.1, W4.2).

    Args:
        state: the state with everything in place.
        age: the current age.
        arrivals: the new buildings, leaders, stages and rewards.
        till: payments and income that aren't in the treasuries yet, if any.
    """
    till = till or Till(state)
    cities = list(state.cities)
    rights: list[Right] = []
    for seat, effects, by, play, deed in arrivals:
        around = state.around(seat)
        till.take(seat, cities[seat], sum(effect.coins(around) for effect in effects))
        if deed is not None:
            till.reward(seat, cities[seat], deed)
        for effect in effects:
            before = cities[seat]
            after = effect.at_once(before, age, play.choice(effect.key))
            if after is not before:
                cities[seat] = after
                till.honour(seat, after, max(0, _victories(after) - _victories(before)))
            if effect.owes:
                rights.append(Right(effect.precedence, seat, by, effect.owes))
    state = till.settle(state, cities)
    if rights:
        state = evolve(state, rights=tuple(sorted((*state.rights, *rights))))
    return state


_victories = COUNTED["victory_token"]


def give_rewards(state: State, age: int) -> State:
    """Return the state after all seats got the rewards of built edifices due to them."""
    for seat, edifice in unrewarded(state):
        cities = list(state.cities)
        cities[seat] = with_edifice(cities[seat], edifice)
        state = evolve(state, cities=tuple(cities))
        state = take_effect(state, age, [Arrival(seat, edifice.reward)])
    return state


def stage_ways(city: City) -> list[MoveParts]:
    """
    Return the ways to build the next stage, without payment; none if it is complete.

    The builder chooses a half (E2.3) and answers the choices of the effects (E2.1,
    L3.3).
    """
    stage = next_stage(city)
    if stage is None:
        return []
    ways = []
    for way, asking in _halves(stage):
        some = [way]
        for effect in asking:
            if options := effect.options(city):
                some = [
                    notation.choosing(way, effect.key, option)
                    for way in some
                    for option in options
                ]
        ways += some
    return ways


@cache
def _halves(stage: Stage) -> tuple[tuple[MoveParts, tuple[Effect, ...]], ...]:
    """
    Return each half of a stage, or the whole, with its effects that need a choice.
    """
    return tuple(
        (
            MoveParts("stage", half=half),
            tuple(it for it in stage.effects(half) if it.key),
        )
        for half in stage.halves or ("",)
    )


def _stage_texts(city: City, quotes: Quotes) -> list[str]:
    """Return the text of each move that builds the next stage."""
    joins = (False,) if quotes.joining is None else (False, True)
    paid = [(join, split) for join in joins for split in quotes.stage(join).splits]
    ways = stage_ways(city) if paid else []
    return [
        notation.text(way._replace(joins=join, paid=split))
        for join, split in paid
        for way in ways
    ]


@dataclass(frozen=True, slots=True)
class Turn(Using):
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
                    Stay() if last else pass_to(state, seat, direction(self.age)),
                )
                for seat in state.active
            }
        )

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        state = self.carry_out(evolve(state, thanked=()), chosen)
        hands: list[tuple[Slot, ...]] = [()] * state.players
        for seat, choice in chosen.items():
            taker = seat
            if self.turn < LAST_TURN:
                taker = pass_to(state, seat, direction(self.age)).seat
            hands[taker] = choice.rest
        state = evolve(state, hands=tuple(hands))
        age, turn = self.age, self.turn
        played = after_playing(state, age, turn)
        if turn < LAST_TURN:
            return state.next_task(*played, *end_of_turn(age, turn))
        if not any(_plays_last(state, seat) for seat in state.active):
            rest = (Leftovers(age), *end_of_turn(age, turn))
            return state.next_task(*played, *rest)
        return state.next_task(
            *played,
            EndOfTurn(age, turn),
            LastCard(age),
            *after_playing(state, age, EXTRA_TURN),
            Leftovers(age),
            *end_of_turn(age, turn, EXTRA_TURN),
        )

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return [m for m in state.moves(seat, faces) if m.text == "sell"][-1]


def after_playing(state: State, age: int, turn: int) -> tuple[Task, ...]:
    """
    Return the tasks between playing a turn's cards and the end of the turn (W4.3).
    """
    paid = state.rules.tasks(Moment.TURN_PAID, age, turn)
    return (*paid, *state.rules.tasks(Moment.CARDS_PLAYED, age, turn))


def end_of_turn(age: int, turn: int, last: int = 0) -> tuple[Task, ...]:
    """
    Return the tasks that end a turn (W4.3).

    Args:
        age: the age.
        turn: the turn.
        last: the number of the turn by then, if an extra card followed it.
    """
    return (FromDiscard(age, turn), EndOfTurn(age, last or turn))


def _plays_last(state: State, seat: Seat) -> bool:
    powers = state.cities[seat].works.powers
    return PlayLastCard.kind in powers and bool(state.hands[seat])


@dataclass(frozen=True, slots=True)
class LastCard(Using):
    """Babylon's extra card, as a separate turn (W5.1)."""

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
        # It counts as a new turn only for the seats with an extra card (L2.6).
        thanked = tuple(seat for seat in state.thanked if seat not in chosen)
        state = self.carry_out(evolve(state, thanked=thanked), chosen)
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
    """Discard the cards that weren't played, face down (W2.3)."""

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
    """
    Let the seats with that right build from the discard pile, in order (W4.4, W5.2).
    """

    name: ClassVar[str] = "from_discard"
    age: int
    turn: int

    def ask(self, state: State) -> Ask | None:
        rights = state.may("discard")
        if not rights or not state.discard:
            return None
        return Look(rights[0].seat, state.discard)

    def run(self, state: State) -> State:
        return state.without(*state.may("discard")).next_task()

    def looked(self, state: State, looked: Looked) -> State:
        right = state.may("discard")[0]
        seat, by = right.seat, right.by
        play = notation.parse_move(seat, looked.text)
        if play.verb not in ("pick", "decline"):
            detail = Sentence(
                "expected pick or decline, not: {text}",
                text=shown(looked.text, 40),
            )
            raise IllegalMove(seat, Refusal.NO_CHOICE, detail)
        taken = play.verb == "pick"
        if len(looked.rest) != len(state.discard) - taken:
            detail = Sentence(
                "{n} of {all} cards were put back",
                n=len(looked.rest),
                all=len(state.discard),
            )
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        state = evolve(state, discard=looked.rest).without(right)
        picked = Picked(self.age, self.turn, seat, looked.face, by)
        if not taken:
            if looked.face is not None:
                detail = Sentence(
                    "the player declined, but showed {card}", card=shown(looked.face)
                )
                raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
            return state.with_news(picked)
        building = state.rules.catalog.building(looked.face)
        if building is None or building.id != play.name or building.age > self.age:
            detail = Sentence(
                "{move} with card {card}",
                move=shown(looked.text, 40),
                card=shown(looked.face),
            )
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        if building.building in state.cities[seat].works.buildings:
            raise IllegalMove(seat, Refusal.ALREADY_BUILT, building.id)
        if looked.slot is None:
            detail = Sentence(
                "the position of {card} is missing", card=shown(looked.face)
            )
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, detail)
        cities = list(state.cities)
        cities[seat] = with_building(cities[seat], building, looked.slot)
        state = evolve(state, cities=tuple(cities))
        deed = Built(building.colour, "discard")
        arrival = Arrival(seat, building.effects, deed=deed)
        till = Till(state)
        state = take_effect(state, self.age, [arrival], till)
        return state.with_news(evolve(picked, gains=till.taken[seat]))

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        built = state.cities[seat].works.buildings
        kinds: dict[Building, Slot] = {}
        for slot in sorted(state.discard):
            building = state.rules.catalog.building(faces[slot])
            if building is not None and building.building not in built:
                kinds.setdefault(building, slot)
        picks = [Move(f"pick {building.id}", slot) for building, slot in kinds.items()]
        return [Move("decline"), *picks]

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return Move("decline")


@dataclass(frozen=True, slots=True)
class EndOfTurn(Task):
    """The end of a turn, when everything in it has happened."""

    name: ClassVar[str] = "end_of_turn"
    age: int
    turn: int

    def run(self, state: State) -> State:
        coins = tuple(city.coins for city in state.cities)
        shields = tuple(city.works.shields for city in state.cities)
        ended = TurnEnded(self.age, self.turn, coins, shields)
        return state.with_news(ended).next_task()
