"""A turn: taking a card, and everything that cards and tokens cause (A2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sealed_wonders.core.architects.abilities import BUILD, AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.city import City, without_cards
from sealed_wonders.core.architects.effects import EFFECTS, out_of_reach
from sealed_wonders.core.architects.events import (
    Built,
    Fought,
    Peeked,
    Studied,
    TurnEnded,
)
from sealed_wonders.core.architects.notation import END, ParsedMove, spelled
from sealed_wonders.core.architects.paying import Payment, paid, payments
from sealed_wonders.core.architects.science import sets
from sealed_wonders.core.architects.state import Choice, EndOfTurn, State, Task
from sealed_wonders.core.architects.taking import Refill, TakeCard, due
from sealed_wonders.core.architects.tokens import TakeToken, are_left
from sealed_wonders.core.architects.war import victories
from sealed_wonders.core.game import (
    Ask,
    Card,
    Deal,
    Dealt,
    Mixed,
    Refusal,
    TurnedUp,
)
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.core.values import evolve


@cache
def turn() -> tuple[Task, ...]:
    """Return the tasks of a turn."""
    return (Begin(), Peek(), Take(), Act(), End())


@dataclass(frozen=True, slots=True)
class Begin(Task):
    """Begin the turn of the next player who hasn't left (A1.4)."""

    name = "begin"

    def run(self, state: State) -> State:
        seat = (state.seat + 1) % state.players if state.turn else state.first
        while seat in state.gone:
            seat = (seat + 1) % state.players
        return state.next_task(turn=state.turn + 1, seat=seat, used=(), due=())


@dataclass(frozen=True, slots=True)
class Peek(Task):
    """Show the top of the central pile to the player with the cat (A5.1)."""

    name = "peek"

    def ask(self, state: State) -> Ask | None:
        # A player who has already seen this card isn't shown it again.
        if state.cat != state.seat or state.seat in state.saw:
            return None
        top = state.central.slots[:1]
        return Deal({state.seat: top}, peek=True) if top else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        saw = tuple(sorted((*state.saw, state.seat)))
        news = Peeked(state.turn, state.seat)
        return state.next_task(saw=saw, news=(*state.news, news))


@dataclass(frozen=True, slots=True)
class Take(Choice):
    """Take the card of the turn (A2.1); skipped if no pile has one (A2.3)."""

    name = "take"

    def options(self, state: State) -> list[str]:
        return [f"take {pile}" for pile in state.reach(state.seat)]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        return state.next_task(TakeCard(said.pile), Refill())

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        return out_of_reach(said, "take")


@dataclass(frozen=True, slots=True)
class Act(Choice):
    """Do everything that is required or allowed, in any order (A2.1, A3.1, A4)."""

    name = "act"

    def options(self, state: State) -> list[str]:
        due, extra = [*_builds(state), *_sets(state)], _extras(state)
        return [*due, *extra, *([END] if extra and not due else [])]

    def default(self, options: tuple[str, ...]) -> str:
        return END if END in options else options[0]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        match said.verb:
            case "build":
                return self._build(state, said)
            case "science":
                return self._study(state, said)
            case "extra":
                state = evolve(
                    state,
                    used=(*state.used, said.token),
                    due=tuple(it for it in state.due if it != said.token),
                )
                return state.next_task(TakeCard(said.pile, said.token), Refill(), self)
        return state.next_task()

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        city = state.city
        match said.verb:
            case "build" if city.is_finished:
                return Refusal.NO_STAGE_LEFT, Sentence("the wonder is finished")
            case "build" if city.wonder.stage(said.stage) not in city.available:
                return Refusal.RESTS_ON_OTHERS, Sentence(
                    "stage {stage} isn't available", stage=said.stage
                )
            case "build" if not _has(city, said):
                return Refusal.NOT_THERE, Sentence(
                    "some of these cards are missing: {move}", move=str(said)
                )
            case "build":
                return Refusal.WRONG_PAYMENT, Sentence(
                    "these cards don't pay for the stage: {move}", move=str(said)
                )
            case "science":
                return Refusal.NOT_THERE, Sentence(
                    "no such set of cards, or no token left: {move}", move=str(said)
                )
            case "extra" if said.token not in state.due:
                return Refusal.NO_RIGHT, Sentence(
                    "nothing allows that now: {move}", move=str(said)
                )
            case "extra":
                return Refusal.OUT_OF_REACH, Sentence(
                    "no card can be taken from there: {move}", move=str(said)
                )
            case "end":
                return Refusal.NOT_YET, Sentence("something else has to be done first")
        return Refusal.NO_CHOICE, Sentence(
            "this can't be chosen now: {move}", move=str(said)
        )

    def _build(self, state: State, said: ParsedMove) -> State:
        city = state.city
        stage = city.wonder.stage(said.stage)
        payment = next(
            it for it in payments(city, stage, state.used) if paid(it) == said.cards
        )
        tokens = _tokens(city, payment)
        city, cards = without_cards(city, said.cards)
        city = evolve(city, built=(*city.built, stage.number))
        state = evolve(
            state.with_city(city),
            discard=state.discard + cards,
            used=state.used + tokens,
        )
        state = evolve(state, due=due(state, BUILD))
        news = Built(state.turn, state.seat, stage.number, cards, tokens)
        effect = EFFECTS[city.wonder.effect] if stage.effect else ()
        return state.with_news(news).next_task(*effect, self)

    def _study(self, state: State, said: ParsedMove) -> State:
        city, cards = without_cards(state.city, said.cards)
        state = evolve(state.with_city(city), discard=state.discard + cards)
        news = Studied(state.turn, state.seat, cards)
        return state.with_news(news).next_task(TakeToken(), self)


def _builds(state: State) -> list[str]:
    """
    Return the moves that build a stage, with each payment: one is required (A3.1).
    """
    return [
        f"build {stage.number} {spelled(paid(payment))}"
        for stage in state.city.available
        for payment in payments(state.city, stage, state.used)
    ]


def _sets(state: State) -> list[str]:
    """Return the moves that turn in a set of symbols: one is required (A4.1)."""
    if not are_left(state):
        return []
    return [f"science {spelled(some)}" for some in sets(state.city)]


def _extras(state: State) -> list[str]:
    """Return the moves that take an extra card because of a token (A4.2)."""
    piles = state.reach(state.seat)
    return [f"extra {token} {pile}" for token in state.due for pile in piles]


def _tokens(city: City, payment: Payment) -> tuple[str, ...]:
    """Return the ids of the tokens that a payment uses, in the catalogue's order."""
    taken = {
        city.has(AnyResources) if payment.any_resources else "",
        city.has(DoubleCoin) if payment.double_coin else "",
    }
    return tuple(name for name in catalog().tokens_by_id if name in taken)


def _has(city: City, said: ParsedMove) -> bool:
    """Return whether a city has the cards that a move names."""
    return all(said.cards.count(kind) <= city.count(kind) for kind in said.cards)


@dataclass(frozen=True, slots=True)
class End(EndOfTurn):
    """
    The end of a turn, with a battle if due; possibly the end of the game (A6, A7.1).
    """

    name = "end_of_turn"

    def run(self, state: State) -> State:
        if state.horns == state.conflicts:
            state = _fight(state)
        end = TurnEnded(state.turn, state.seat, state.cat, state.horns)
        is_over = any(city.is_finished for city in state.cities) or _is_bare(state)
        tasks = state.rules.ending() if is_over else turn()
        return state.next_task(*tasks, news=(*state.news, end))


def _is_bare(state: State) -> bool:
    """Return whether no active seat can take a card any more (A2.3)."""
    return not any(state.reach(seat) for seat in state.active)


def _fight(state: State) -> State:
    """Resolve a battle, and turn the conflict tokens back to peace (A6.2, A6.3)."""
    shields = tuple(city.shields for city in state.cities)
    gained = victories(shields, state.gone)
    cities, discarded = [], []
    for city, tokens in zip(state.cities, gained, strict=True):
        city, cards = _disarmed(city)
        cities.append(evolve(city, victories=city.victories + tokens))
        discarded.append(cards)
    state = evolve(
        state,
        cities=tuple(cities),
        horns=0,
        discard=(*state.discard, *(card for cards in discarded for card in cards)),
    )
    return state.with_news(Fought(state.turn, gained, shields, tuple(discarded)))


def _disarmed(city: City) -> tuple[City, tuple[Card, ...]]:
    """Discard the red cards with horns (A6.3)."""
    return without_cards(
        city,
        (
            kind
            for kind in catalog().kinds
            if kind.horns
            for _ in range(city.count(kind))
        ),
    )
