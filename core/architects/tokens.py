"""Taking a progress token: an open one, or the unseen top of the pile (A1.2, A4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import TokenTaken
from sealed_wonders.core.architects.notation import TOP, ParsedMove
from sealed_wonders.core.architects.state import Choice, State, Task
from sealed_wonders.core.architects.taking import Refill
from sealed_wonders.core.game import (
    Ask,
    Card,
    Dealt,
    Mixed,
    Refusal,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.core.values import evolve


def are_left(state: State) -> bool:
    """Return whether there are any tokens to take."""
    return bool(state.open or state.tokens.cards)


@dataclass(frozen=True, slots=True)
class TakeToken(Choice):
    """Take a token, if there are any."""

    name = "token"

    def options(self, state: State) -> list[str]:
        ids = dict.fromkeys(catalog().token(card).id for card in state.open)
        top = [TOP] if state.tokens.cards else []
        return [f"token {name}" for name in (*ids, *top)]

    def carry_out(self, state: State, said: ParsedMove) -> State:
        if said.token == TOP:
            return state.next_task(TakeTop())
        token = next(it for it in state.open if catalog().token(it).id == said.token)
        left = tuple(it for it in state.open if it != token)
        state = _gained(evolve(state, open=left), token, unseen=False)
        return state.next_task(Refill())

    def refusal(self, state: State, said: ParsedMove) -> tuple[Refusal, Text]:
        if said.verb != "token":
            return Refusal.NO_CHOICE, Sentence(
                "expected a token, not: {move}", move=str(said)
            )
        return Refusal.NOT_THERE, Sentence(
            "this token isn't available: {move}", move=str(said)
        )


@dataclass(frozen=True, slots=True)
class TakeTop(Task):
    """Take the unseen token on top of the pile."""

    name = "take_top"

    def ask(self, state: State) -> Ask | None:
        return TurnUp(state.tokens.slots[:1])

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        (token,) = answer.faces
        tokens = state.tokens.without(token)
        state = _gained(evolve(state, tokens=tokens), token, unseen=True)
        return state.next_task()


def _gained(state: State, token: Card, *, unseen: bool) -> State:
    city = state.city
    state = state.with_city(evolve(city, tokens=(*city.tokens, token)))
    return state.with_news(TokenTaken(state.turn, state.seat, token, unseen))
