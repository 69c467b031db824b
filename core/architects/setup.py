"""
Setting up: wonders, piles, tokens (A1); and the end (A7).
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, WONDERS, catalog
from sealed_wonders.core.architects.city import found
from sealed_wonders.core.architects.events import Founded, GameEnded
from sealed_wonders.core.architects.state import Pile, State, Task
from sealed_wonders.core.architects.taking import Refill
from sealed_wonders.core.architects.turn import turn
from sealed_wonders.core.game import (
    Ask,
    Dealt,
    Deck,
    IllegalMove,
    Mixed,
    Over,
    Refusal,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class MixWonders(Task):
    """Mix the wonders; each seat gets one."""

    name = "mix_wonders"

    def ask(self, state: State) -> Ask:
        deck = Deck(state.label(WONDERS), (), catalog().piles[WONDERS])
        return Shuffle((deck,))

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, Mixed)  # noqa: S101  as it was asked
        (slots,) = answer.slots
        return state.next_task(TurnUpWonders(slots[: state.players]))


@dataclass(frozen=True, slots=True)
class TurnUpWonders(Task):
    """Turn up a wonder for each seat."""

    name = "turn_up_wonders"
    slots: tuple[Slot, ...]

    def ask(self, state: State) -> Ask:
        return TurnUp(self.slots)

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        faces = set(answer.faces)
        drawn = faces.issubset(catalog().piles[WONDERS])
        if len(faces) < len(answer.faces) or not drawn:
            detail = f"not wonders, each once: {answer.faces!r:.60}"
            raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
        wonders = [catalog().wonder(card) for card in answer.faces]
        state = evolve(state, cities=tuple(map(found, wonders)))
        news = Founded(tuple(wonder.id for wonder in wonders), state.first)
        return state.with_news(news).next_task(MixPiles(), Refill())


@dataclass(frozen=True, slots=True)
class MixPiles(Task):
    """Mix the central pile, that of each wonder, and the tokens: all at once."""

    name = "mix_piles"

    def ask(self, state: State) -> Ask:
        names = (CENTRAL, *(city.wonder.id for city in state.cities), TOKENS)
        piles = catalog().piles
        return Shuffle(tuple(Deck(state.label(it), (), piles[it]) for it in names))

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, Mixed)  # noqa: S101  as it was asked
        names = (CENTRAL, *(city.wonder.id for city in state.cities), TOKENS)
        central, *piles, tokens = (
            Pile(name, catalog().piles[name], slots)
            for name, slots in zip(names, answer.slots, strict=True)
        )
        state = evolve(state, central=central, piles=tuple(piles), tokens=tokens)
        return state.next_task()


@dataclass(frozen=True, slots=True)
class Finish(Task):
    """Add up the points."""

    name = "finish"

    def run(self, state: State) -> State:
        return state.with_news(GameEnded(state.score())).next_task()


@dataclass(frozen=True, slots=True)
class Ended(Task):
    """Nothing more happens."""

    name = "ended"

    def ask(self, state: State) -> Ask:
        return Over()


def begin() -> tuple[Task, ...]:
    """Give the tasks of a whole game; each turn adds the next."""
    return (MixWonders(), *turn())
