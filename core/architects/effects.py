"""
What a stage does when it is built, by the effect of its wonder (A3.3, A3.4).

An effect is a row of tasks; each takes what it can and leaves the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.city import SHIELD_EFFECT
from sealed_wonders.core.architects.events import Searched
from sealed_wonders.core.architects.notation import Said
from sealed_wonders.core.architects.state import Choice, State, Task
from sealed_wonders.core.architects.taking import Draw, Refill, Remix, by_kind, took
from sealed_wonders.core.architects.tokens import TakeToken
from sealed_wonders.core.game import Ask, Dealt, Mixed, Refusal, TurnedUp, TurnUp

SEARCHED = 5
"""Cards that are looked through."""


@dataclass(frozen=True, slots=True)
class TakeAny(Choice):
    """Take the top card of any pile on the table."""

    name = "take_any"

    def options(self, state: State) -> list[str]:
        return [f"take {pile.name}" for pile in state.around if pile.cards]

    def carry_out(self, state: State, said: Said) -> State:
        return state.next_task(Draw(said.pile, state.city.wonder.id), Refill())

    def refusal(self, state: State, said: Said) -> tuple[Refusal, str]:
        return out_of_reach(said, "take")


@dataclass(frozen=True, slots=True)
class TakeCentral(Task):
    """Take the top card of the central pile."""

    name = "take_central"

    def run(self, state: State) -> State:
        return state.next_task(Draw(CENTRAL, state.city.wonder.id))


@dataclass(frozen=True, slots=True)
class TakeBoth(Task):
    """Take the top cards of the left and of the right pile."""

    name = "take_both"

    def run(self, state: State) -> State:
        wonder = state.city.wonder.id
        left, right = state.left(state.seat), state.right(state.seat)
        return state.next_task(
            Draw(left.name, wonder), Draw(right.name, wonder), Refill()
        )


@dataclass(frozen=True, slots=True)
class Search(Choice):
    """Look through the first cards of the left or the right pile."""

    name = "search"

    def options(self, state: State) -> list[str]:
        piles = (state.left(state.seat), state.right(state.seat))
        return [f"search {pile.name}" for pile in piles if pile.cards]

    def carry_out(self, state: State, said: Said) -> State:
        return state.next_task(LayOut(said.pile), Keep(said.pile), Remix(), Refill())

    def refusal(self, state: State, said: Said) -> tuple[Refusal, str]:
        return out_of_reach(said, "search")


@dataclass(frozen=True, slots=True)
class LayOut(Task):
    """Turn up the first cards of a pile, for all to see."""

    name = "lay_out"
    pile: str

    def ask(self, state: State) -> Ask | None:
        pile = state.pile(self.pile)
        slots = pile.slots[len(pile.faces) : SEARCHED]
        return TurnUp(slots) if slots else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        return self.run(state.with_pile(state.pile(self.pile).turned(*answer.faces)))

    def run(self, state: State) -> State:
        cards = state.pile(self.pile).faces
        news = Searched(state.turn, state.seat, self.pile, cards)
        return state.with_news(news).next_task()


@dataclass(frozen=True, slots=True)
class Keep(Choice):
    """Keep one of the cards that were turned up."""

    name = "keep"
    pile: str

    def options(self, state: State) -> list[str]:
        faces = by_kind(state.pile(self.pile).faces)
        return [f"keep {kind.id}" for kind in sorted(faces, key=lambda it: it.number)]

    def carry_out(self, state: State, said: Said) -> State:
        (kind,) = said.cards
        pile = state.pile(self.pile)
        return took(state, pile, by_kind(pile.faces)[kind], state.city.wonder.id)

    def refusal(self, state: State, said: Said) -> tuple[Refusal, str]:
        if said.verb != "keep":
            return Refusal.NO_CHOICE, f"a card is kept now, not: {said}"
        return Refusal.NOT_THERE, f"not among the cards looked through: {said}"


EFFECTS: Mapping[str, tuple[Task, ...]] = {
    "none": (),
    SHIELD_EFFECT: (),
    "any_deck_top_card": (TakeAny(),),
    "progress_token": (TakeToken(),),
    "central_top_card": (TakeCentral(),),
    "left_and_right_top_cards": (TakeBoth(),),
    "look_5_keep_1": (Search(),),
}
"""By the name in the data; a shield counts by itself, see `City.shields`."""


def out_of_reach(said: Said, verb: str) -> tuple[Refusal, str]:
    """Say why a pile can't be taken from."""
    if said.verb != verb:
        return Refusal.NO_CHOICE, f"a pile is chosen now, not: {said}"
    return Refusal.OUT_OF_REACH, f"there is nothing to be had there: {said}"
