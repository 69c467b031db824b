"""
The tasks that Leaders adds: selection, recruitment, and their consequences (L1 to L3).
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
    Deal,
    Dealt,
    Deck,
    IllegalMove,
    Mixed,
    Move,
    Offer,
    Refusal,
    Seat,
    Shuffle,
    Slot,
    Stay,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.city import without_tokens
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.events import (
    Drafted,
    Drawn,
    Enlisted,
    Event,
    LeadersDealt,
    TokenDropped,
)
from sealed_wonders.core.wonders.expansion import Expansion
from sealed_wonders.core.wonders.leaders.effects import (
    DrawLeaders,
    ExtraLeader,
    OthersDiscardVictory,
)
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.notation import NOTHING, MoveParts
from sealed_wonders.core.wonders.play import Using, after_playing, end_of_turn
from sealed_wonders.core.wonders.setup import deck_name
from sealed_wonders.core.wonders.state import (
    RIGHTWARD,
    State,
    Task,
    by_seat,
    check_hidden,
    deal_out,
    pass_to,
)

HAND = 4
"""Leaders dealt to each seat (L1.2)."""

CHOICES = HAND - 1
"""The number of choices of leaders; the last leader is kept without a choice."""

RECRUITMENT = 0
"""The number of the separate turn for recruitment (L1.3)."""


@dataclass(frozen=True, slots=True)
class MixLeaders(Task):
    """Shuffle the leaders in play (L1.2)."""

    name: ClassVar[str] = "mix_leaders"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        cards = state.rules.catalog.leader_deck(state.rules.leaders)
        return Shuffle((Deck(deck_name("leaders", self.attempt), (), cards),))

    def mixed(self, state: State, answer: Mixed) -> State:
        mixed = evolve(state, box=answer.slots[0])
        return mixed.next_task(DealLeaders(self.attempt))

    def after_leaving(self, state: State) -> State:
        return evolve(state, task=MixLeaders(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class DealLeaders(Task):
    """Deal four leaders to each seat; the others stay in the box (L1.2)."""

    name: ClassVar[str] = "deal_leaders"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        return deal_out(state, state.box, HAND)

    def dealt(self, state: State, answer: Dealt) -> State:
        hands = by_seat(state, answer)
        state = evolve(
            state,
            hands=hands,
            leaders=((),) * state.players,
            box=state.box[HAND * len(answer.hands) :],
        )
        return state.with_news(LeadersDealt(hands)).next_task()

    def after_leaving(self, state: State) -> State:
        return evolve(state, box=(), task=MixLeaders(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class Draft(Task):
    """
    Let each seat keep one leader of its hand, and pass the others to the right (L1.2).
    """

    name: ClassVar[str] = "draft"
    round: int

    def ask(self, state: State) -> Ask | None:
        if self.round == HAND:
            return None
        return Choose(
            {
                seat: Offer(
                    state.hands[seat], pass_to(state, seat, RIGHTWARD), shown=False
                )
                for seat in state.active
            }
        )

    def run(self, state: State) -> State:
        """Keep the last leader, where there is no choice."""
        return self._kept(state, {seat: state.hands[seat][0] for seat in state.active})

    def check(self, state: State, chosen: Chosen) -> None:
        if notation.parse_move(chosen.seat, chosen.text).verb != "keep":
            detail = Sentence(
                "expected a leader to keep, not: {move}", move=shown(chosen.text, 40)
            )
            raise IllegalMove(chosen.seat, Refusal.NO_CHOICE, detail)
        check_hidden(chosen)

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        hands: list[tuple[Slot, ...]] = [()] * state.players
        for seat, choice in chosen.items():
            hands[pass_to(state, seat, RIGHTWARD).seat] = choice.rest
        kept = {
            seat: choice.slot
            for seat, choice in chosen.items()
            if choice.slot is not None
        }
        return self._kept(evolve(state, hands=tuple(hands)), kept)

    def _kept(self, state: State, kept: Mapping[Seat, Slot]) -> State:
        leaders = list(state.leaders)
        for seat, slot in kept.items():
            leaders[seat] = (*leaders[seat], slot)
        state = evolve(state, leaders=tuple(leaders))
        if self.round == HAND:
            state = evolve(state, hands=((),) * state.players)
        news = [Drafted(self.round, seat, slot) for seat, slot in kept.items()]
        return state.with_news(*news).next_task()

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        return [Move("keep", slot) for slot in sorted(state.hands[seat])]


class _Leading(Using):
    """Use of leaders from hands."""

    __slots__ = ()

    def cards(self, state: State, seat: Seat) -> tuple[Slot, ...]:
        return state.leaders[seat]

    def sold(self, slot: Slot) -> tuple[Slot, ...]:
        """Return nothing: a sold leader is put aside and is never seen again (L1.6)."""
        return ()


@dataclass(frozen=True, slots=True)
class Recruit(_Leading):
    """
    The recruitment at the start of an age (L1.3).

    A city with no leaders left is skipped. This can happen to Roma if its box is lost
    (L3.2, G2).
    """

    name: ClassVar[str] = "recruit"
    verbs: ClassVar[tuple[str, ...]] = ("recruit", "stage", "sell")
    age: int
    turn: int = RECRUITMENT

    def ask(self, state: State) -> Ask | None:
        offers = {
            seat: Offer(state.leaders[seat], Stay())
            for seat in state.active
            if state.leaders[seat]
        }
        return Choose(offers) if offers else None

    def run(self, state: State) -> State:
        return self.resolve(state, {})

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        state = self.carry_out(evolve(state, thanked=()), chosen)
        leaders = list(state.leaders)
        for seat, choice in chosen.items():
            keeps = self.age < 3 or keeps_leaders(state.cities[seat])
            leaders[seat] = choice.rest if keeps else ()
        state = evolve(state, leaders=tuple(leaders))
        return state.next_task(
            *after_playing(state, self.age, self.turn),
            *end_of_turn(self.age, self.turn),
        )

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return [m for m in state.moves(seat, faces) if m.text == "sell"][-1]


def keeps_leaders(city: City) -> bool:
    """Return whether a city keeps a leader that it didn't play in age III (L1.5)."""
    return any(
        isinstance(effect, ExtraLeader)
        for stage in city.side.stages
        for effect in stage.whole
    )


@dataclass(frozen=True, slots=True)
class DrawFromBox(Task):
    """Draw leaders from the box into a hand (L3.2)."""

    name: ClassVar[str] = "draw"
    age: int
    turn: int

    def ask(self, state: State) -> Ask | None:
        rights = state.may(DrawLeaders.owes)
        if not rights or not state.box:
            return None
        seat = rights[0].seat
        return Deal({seat: state.box[: _draws(state.cities[seat])]})

    def run(self, state: State) -> State:
        return state.without(*state.may(DrawLeaders.owes)).next_task()

    def dealt(self, state: State, answer: Dealt) -> State:
        ((seat, slots),) = answer.hands.items()
        leaders = list(state.leaders)
        leaders[seat] = (*leaders[seat], *slots)
        state = evolve(state, leaders=tuple(leaders), box=state.box[len(slots) :])
        state = state.without(state.may(DrawLeaders.owes)[0])
        return state.with_news(Drawn(self.age, self.turn, seat, slots))


def _draws(city: City) -> int:
    """Return how many leaders the city draws for the stage that it built last."""
    stage = city.side.stages[len(city.stages) - 1]
    return sum(it.count for it in stage.whole if isinstance(it, DrawLeaders))


@dataclass(frozen=True, slots=True)
class Enlist(_Leading):
    """Let a seat recruit an extra leader at the end of a turn (L3.2)."""

    name: ClassVar[str] = "enlist"
    verbs: ClassVar[tuple[str, ...]] = ("recruit", "decline")
    age: int
    turn: int

    def ask(self, state: State) -> Ask | None:
        for right in state.may(ExtraLeader.owes):
            if state.leaders[right.seat]:
                return Choose({right.seat: Offer(state.leaders[right.seat], Stay())})
        return None

    def run(self, state: State) -> State:
        return state.without(*state.may(ExtraLeader.owes)).next_task()

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        ((seat, choice),) = chosen.items()
        used = notation.parse(choice.text).verb == "recruit"
        kept = () if used or choice.slot is None else (choice.slot,)
        leaders = list(state.leaders)
        leaders[seat] = (*kept, *choice.rest)
        (right, *_) = (it for it in state.may(ExtraLeader.owes) if it.seat == seat)
        state = evolve(state.without(right), leaders=tuple(leaders))
        if used:
            return self.carry_out(state, chosen)
        news = Enlisted(self.age, self.turn, seat, None, NOTHING)
        return state.with_news(news)

    def told(
        self,
        play: MoveParts,
        choice: Chosen,
        slot: Slot,
        free: str | None,
        gains: int,
    ) -> Event:
        return Enlisted(self.age, self.turn, choice.seat, choice.face, play.paid, gains)

    def default(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return Move("decline")


@dataclass(frozen=True, slots=True)
class Victims(Decision):
    """Make all other seats drop a victory token of their choice (L2.8)."""

    name: ClassVar[str] = "victims"
    age: int
    turn: int

    def ways(self, state: State) -> Mapping[Seat, tuple[str, ...]]:
        rights = state.may(OthersDiscardVictory.owes)
        if not rights:
            return {}
        values = {
            seat: sorted({token for token in state.cities[seat].tokens if token > 0})
            for seat in state.active
            if seat != rights[0].seat
        }
        return {
            seat: tuple(f"drop {value}" for value in some)
            for seat, some in values.items()
            if some
        }

    def settled(self, state: State, texts: Mapping[Seat, str]) -> State:
        cities = list(state.cities)
        news = []
        for seat, text in texts.items():
            value = int(notation.parse(text).name)
            cities[seat] = without_tokens(cities[seat], [value])
            news.append(TokenDropped(self.age, self.turn, seat, value))
        state = state.without(*state.may(OthersDiscardVictory.owes))
        return evolve(state, cities=tuple(cities)).with_news(*news).next_task()


def _with_leaders(age: int, turn: int) -> tuple[Task, ...]:
    """Return the tasks that leaders add after the cards of a turn are played (W4.3)."""
    return (
        Victims(age, turn),
        DrawFromBox(age, turn),
        Enlist(age, turn),
        Victims(age, turn),
    )


LEADERS = Expansion(
    "leaders",
    {
        Moment.CITIES_STAND: lambda age, turn: (
            MixLeaders(),
            *(Draft(nth) for nth in range(1, HAND + 1)),
        ),
        Moment.AGE_BEGINS: lambda age, turn: (Recruit(age),),
        Moment.CARDS_PLAYED: _with_leaders,
    },
    coins=3,
)
