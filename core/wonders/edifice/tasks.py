"""
The tasks that edifices add to a game: turned up, built, or failed (E1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from sealed_wonders.core.game import (
    Ask,
    Deck,
    IllegalMove,
    Mixed,
    Refusal,
    Seat,
    Shuffle,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.city import without_building, without_tokens
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.events import EdificeEnded, Penalised
from sealed_wonders.core.wonders.expansion import Expansion
from sealed_wonders.core.wonders.model import City, Edifice, Penalty
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.play import give_rewards
from sealed_wonders.core.wonders.projects import holders
from sealed_wonders.core.wonders.setup import deck_name
from sealed_wonders.core.wonders.state import Project, State, Task

AGES = (1, 2, 3)

PAWNS = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}
"""How many lie on each edifice, by the number of players (E1.1)."""


@dataclass(frozen=True, slots=True)
class MixEdifices(Task):
    """Mix the edifices of each age."""

    name: ClassVar[str] = "mix_edifices"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        cards = state.rules.catalog
        return Shuffle(
            tuple(
                Deck(
                    deck_name(f"edifices/{age}", self.attempt),
                    (),
                    cards.edifice_deck(age),
                )
                for age in AGES
            )
        )

    def mixed(self, state: State, answer: Mixed) -> State:
        first = tuple(slots[0] for slots in answer.slots)
        return evolve(state, deck=first).next_task(TurnUpEdifices(self.attempt))

    def after_leaving(self, state: State) -> State:
        return evolve(state, task=MixEdifices(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class TurnUpEdifices(Task):
    """Turn up an edifice of each age, and lay the pawns on them (E1.1)."""

    name: ClassVar[str] = "turn_up_edifices"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        return TurnUp(state.deck)

    def turned_up(self, state: State, answer: TurnedUp) -> State:
        projects = []
        for age, card in zip(AGES, answer.faces, strict=True):
            edifice = state.rules.catalog.face(card)
            if not isinstance(edifice, Edifice) or edifice.age != age:
                detail = Sentence(
                    "not an age {age} edifice: {card}", age=age, card=card
                )
                raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
            projects.append(Project(edifice, PAWNS[state.players]))
        return evolve(state, deck=(), projects=tuple(projects)).next_task()

    def after_leaving(self, state: State) -> State:
        return evolve(state, deck=(), task=MixEdifices(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class Complete(Task):
    """An edifice with no pawn left is built, and rewards those who took part (E1.4)."""

    name: ClassVar[str] = "complete"
    age: int

    def run(self, state: State) -> State:
        project = state.projects[self.age - 1]
        if project.pawns or project.fate:
            return state.next_task()
        ended = EdificeEnded(self.age, True, holders(state, self.age))
        state = _with_fate(state, self.age, "built").with_news(ended)
        return give_rewards(state, self.age).next_task()


@dataclass(frozen=True, slots=True)
class Fail(Decision):
    """An edifice not built by the end of its age costs all who took no part (E1.5)."""

    name: ClassVar[str] = "fail"
    age: int

    def ways(self, state: State) -> Mapping[Seat, tuple[str, ...]]:
        edifice, _, _, fate = state.projects[self.age - 1]
        if fate:
            return {}
        spared = holders(state, self.age)
        return {
            seat: losses(edifice.penalty, state.cities[seat]) or (DEBT,)
            for seat in state.active
            if seat not in spared
        }

    def settled(self, state: State, texts: Mapping[Seat, str]) -> State:
        if state.projects[self.age - 1].fate:
            return state.next_task()
        state = _with_fate(state, self.age, "failed")
        state = state.with_news(EdificeEnded(self.age, False, tuple(texts)))
        for seat, text in texts.items():
            state = self._penalised(state, seat, text)
        return state.next_task()

    def _penalised(self, state: State, seat: Seat, text: str) -> State:
        """Take from a seat what it has settled to lose, or give it the debt token."""
        edifice = state.projects[self.age - 1].edifice
        city = state.cities[seat]
        penalty = edifice.penalty
        lost = Penalised(self.age, seat)
        _, _, what = text.partition(" ")
        if text == DEBT:
            city = evolve(city, debts=(*city.debts, edifice.debt))
        elif penalty.kind == "lose_coins":
            city = evolve(city, coins=city.coins - penalty.amount)
            lost = evolve(lost, coins=penalty.amount)
        elif penalty.kind == "lose_victory_tokens":
            values = tuple(map(int, what.split("+")))
            city = without_tokens(city, values)
            lost = evolve(lost, tokens=values)
        else:
            building = state.rules.catalog.buildings_by_id[what]
            card = city.cards[city.buildings.index(building)]
            city = without_building(city, building)
            lost = evolve(lost, card=what)
            state = evolve(state, discard=(*state.discard, card))
        cities = (*state.cities[:seat], city, *state.cities[seat + 1 :])
        return evolve(state, cities=cities).with_news(lost)


DEBT = ""
"""The way of a seat that can't pay the whole penalty: it has no choice."""


def losses(penalty: Penalty, city: City) -> tuple[str, ...]:
    """List the ways a city can pay the whole penalty, sorted (E1.5, E1.7)."""
    match penalty.kind:
        case "lose_coins":
            return ("lose",) if city.coins >= penalty.amount else ()
        case "lose_victory_tokens":
            tokens = sorted(token for token in city.tokens if token > 0)
            some = set(combinations(tokens, penalty.amount))
            return tuple(f"lose {'+'.join(map(str, it))}" for it in sorted(some))
    return tuple(
        sorted(
            f"lose {building.id}"
            for building in city.buildings
            if building.colour is penalty.colour
        )
    )


def _with_fate(state: State, age: int, fate: str) -> State:
    projects = list(state.projects)
    projects[age - 1] = projects[age - 1]._replace(fate=fate)
    return evolve(state, projects=tuple(projects))


EDIFICE = Expansion(
    "edifice",
    {
        Moment.BOARDS_LIE: lambda age, turn: (MixEdifices(),),
        Moment.TURN_PAID: lambda age, turn: (Complete(age),),
        Moment.AGE_ENDS: lambda age, turn: (Fail(age),),
    },
)
