"""
The effects of stages, by the effect of their wonder (A3.3, A3.4).

An effect is a sequence of tasks. Each one does as much as is possible, and is skipped
if nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, Kind, catalog
from sealed_wonders.core.architects.city import SHIELD_EFFECT
from sealed_wonders.core.architects.events import Searched
from sealed_wonders.core.architects.notation import SEARCHED, ParsedMove
from sealed_wonders.core.architects.state import Choice, State, Task
from sealed_wonders.core.architects.taking import Refill, Remix, TakeCard
from sealed_wonders.core.architects.tokens import TakeToken
from sealed_wonders.core.game import (
    Ask,
    Card,
    Deal,
    Dealt,
    Mixed,
    Refusal,
    Slot,
    TurnedUp,
)
from sealed_wonders.core.sentences import Sentence, Text


@dataclass(frozen=True, slots=True)
class TakeAny(Choice):
    """Take the top card of any pile on the table."""

    name = "take_any"

    def options(self, state: State) -> list[str]:
        return [f"take {pile.name}" for pile in state.around if pile.cards]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        return state.next_task(TakeCard(said.pile, state.city.wonder.id), Refill())

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        return out_of_reach(said, "take")


@dataclass(frozen=True, slots=True)
class TakeCentral(Task):
    """Take the top card of the central pile."""

    name = "take_central"

    def run(self, state: State) -> State:
        return state.next_task(TakeCard(CENTRAL, state.city.wonder.id))


@dataclass(frozen=True, slots=True)
class TakeBoth(Task):
    """Take the top cards of the left and the right pile."""

    name = "take_both"

    def run(self, state: State) -> State:
        wonder = state.city.wonder.id
        left, right = state.left(state.seat), state.right(state.seat)
        return state.next_task(
            TakeCard(left.name, wonder), TakeCard(right.name, wonder), Refill()
        )


@dataclass(frozen=True, slots=True)
class Search(Choice):
    """Choose the left or the right pile for a search."""

    name = "search"

    def options(self, state: State) -> list[str]:
        piles = (state.left(state.seat), state.right(state.seat))
        return [f"search {pile.name}" for pile in piles if pile.cards]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        pile = said.pile
        return state.next_task(LookThrough(pile), Keep(pile), Remix(pile), Refill())

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        return out_of_reach(said, "search")


@dataclass(frozen=True, slots=True)
class LookThrough(Task):
    """Show the first face-down cards of a pile to the searching player."""

    name = "look_through"
    pile: str

    def ask(self, state: State) -> Ask | None:
        slots = state.pile(self.pile).slots[1:SEARCHED]
        return Deal({state.seat: slots}, peek=True) if slots else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        return self.run(state)

    def run(self, state: State) -> State:
        pile = state.pile(self.pile)
        # Any pile that can be searched has a face-up top card.
        assert pile.top is not None  # noqa: S101
        slots = pile.slots[1:SEARCHED]
        news = Searched(state.turn, state.seat, self.pile, pile.top, slots)
        return state.with_news(news).next_task()


@dataclass(frozen=True, slots=True)
class Keep(Choice):
    """Keep one of the cards of the search, named by its place in the pile."""

    name = "keep"
    pile: str

    def cards(self, state: State, faces: Mapping[Slot, Card]) -> list[Card | None]:
        """Return those cards; None for each whose face is unknown."""
        pile = state.pile(self.pile)
        return [pile.top, *map(faces.get, pile.slots[1:SEARCHED])]

    def options(self, state: State) -> list[str]:
        return [f"keep {place}" for place, _ in enumerate(self.cards(state, {}), 1)]

    def different(self, state: State, faces: Mapping[Slot, Card]) -> Iterable[str]:
        """Yield the first place of each kind, and the places of unknown cards."""
        known: set[Kind] = set()
        for text, card in zip(state.options, self.cards(state, faces), strict=True):
            kind = None if card is None else catalog().kind(card)
            if kind not in known:
                yield text
            if kind is not None:
                known.add(kind)

    def carry_out(self, state: State, said: ParsedMove) -> State:
        wonder = state.city.wonder.id
        return state.next_task(TakeCard(self.pile, wonder, said.place - 1))

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        if said.verb != "keep":
            return Refusal.NO_CHOICE, Sentence(
                "expected a card to keep, not: {move}", move=str(said)
            )
        return Refusal.NOT_THERE, Sentence(
            "not among the cards that were looked through: {move}", move=str(said)
        )


def looked_again(state: State) -> tuple[Task, ...]:
    """
    Return the tasks that replace the current one after cards were lost.

    If cards of a search were lost, nobody knows the remaining ones any more, so the
    search is repeated (G6).
    """
    match state.task:
        case Keep(pile=name):
            lost = state.pile(name).is_short
        case TakeCard(pile=name, at=above) if above:
            lost = state.pile(name).is_short
        case task:
            return (task,)
    return (LookThrough(name), Keep(name)) if lost else (state.task,)


EFFECTS: Mapping[str, tuple[Task, ...]] = {
    "none": (),
    SHIELD_EFFECT: (),
    "any_deck_top_card": (TakeAny(),),
    "progress_token": (TakeToken(),),
    "central_top_card": (TakeCentral(),),
    "left_and_right_top_cards": (TakeBoth(),),
    "look_5_keep_1": (Search(),),
}
"""By the name in the data. A shield counts without a task: see `City.shields`."""


def out_of_reach(said: ParsedMove, verb: str) -> tuple[Refusal, Text]:
    """Return why a pile can't be chosen."""
    if said.verb != verb:
        return Refusal.NO_CHOICE, Sentence(
            "expected a pile, not: {move}", move=str(said)
        )
    return Refusal.OUT_OF_REACH, Sentence(
        "no card can be taken from there: {move}", move=str(said)
    )
