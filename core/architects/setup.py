"""
The tasks for wonders, piles and tokens before the first turn (A1), and the end (A7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, WONDERS, catalog
from sealed_wonders.core.architects.city import found
from sealed_wonders.core.architects.events import FinalSheet, Founded, WonderTaken
from sealed_wonders.core.architects.notation import ParsedMove
from sealed_wonders.core.architects.state import Choice, Pile, State, Task
from sealed_wonders.core.architects.taking import Refill
from sealed_wonders.core.architects.turn import turn
from sealed_wonders.core.draws import CHOSEN
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
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class MixWonders(Task):
    """Shuffle the wonders; each seat gets one."""

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
            detail = Sentence(
                "not a list of different wonders: {faces}",
                faces=shown(answer.faces, 60),
            )
            raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
        return _founded(state, [catalog().wonder(card).id for card in answer.faces])


@dataclass(frozen=True, slots=True)
class ChooseWonders(Choice):
    """Let each seat in turn choose one of the remaining wonders (A1.1)."""

    name = "choose_wonders"
    taken: tuple[str, ...] = ()
    """The wonders chosen so far, by seat."""

    def options(self, state: State) -> list[str]:
        left = [id for id in catalog().wonders_by_id if id not in self.taken]
        # A seat that has left gets the first remaining wonder.
        return [
            f"wonder {id}" for id in (left[:1] if state.seat in state.gone else left)
        ]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        state = state.with_news(WonderTaken(state.seat, said.wonder))
        taken = (*self.taken, said.wonder)
        if len(taken) == state.players:
            return _founded(evolve(state, seat=0), taken)
        return evolve(state, seat=len(taken), task=ChooseWonders(taken))

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        if said.verb != "wonder":
            return Refusal.NO_CHOICE, Sentence(
                "expected a wonder, not: {move}", move=str(said)
            )
        return Refusal.NOT_THERE, Sentence(
            "somebody already has this wonder: {move}", move=str(said)
        )


def _founded(state: State, wonders: Sequence[str]) -> State:
    """Continue after every seat has a wonder."""
    cities = [found(catalog().wonders_by_id[id]) for id in wonders]
    state = evolve(state, cities=tuple(cities))
    news = Founded(tuple(wonders), state.first)
    return state.with_news(news).next_task(MixPiles(), Refill())


@dataclass(frozen=True, slots=True)
class MixPiles(Task):
    """Shuffle the central pile, each wonder's pile and the tokens, in one request."""

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
    """Score the game."""

    name = "finish"

    def run(self, state: State) -> State:
        return state.with_news(FinalSheet(state.score())).next_task()


@dataclass(frozen=True, slots=True)
class Ended(Task):
    """The end of the game."""

    name = "ended"

    def ask(self, state: State) -> Ask:
        return Over()


def begin(draw: str) -> tuple[Task, ...]:
    """
    Return the first tasks of a game; each turn then adds the next one.

    Args:
        draw: how wonders are assigned: one of `core.draws.DRAWS`.
    """
    return (ChooseWonders() if draw == CHOSEN else MixWonders(), *turn())
