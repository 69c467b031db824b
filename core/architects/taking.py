"""
Taking a card: from a pile to a city, and what lies on the pile afterwards (A2, A5, A6).
"""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, Kind, catalog
from sealed_wonders.core.architects.city import with_card
from sealed_wonders.core.architects.events import Opened, Remixed, Revealed, Taken
from sealed_wonders.core.architects.state import Pile, State, Task
from sealed_wonders.core.game import (
    Ask,
    Card,
    Dealt,
    Deck,
    Mixed,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.values import evolve

OPEN = 3
"""Progress tokens that lie face up (A1.2)."""


@dataclass(frozen=True, slots=True)
class Draw(Task):
    """Take the top card of a pile; nothing, where it is empty."""

    name = "draw"
    pile: str
    by: str = ""
    """The token or the wonder that allows it."""

    def ask(self, state: State) -> Ask | None:
        pile = state.pile(self.pile)
        return TurnUp(pile.slots[:1]) if pile.slots and pile.top is None else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        pile = state.pile(self.pile).turned(*answer.faces)
        return self.run(state.with_pile(pile))

    def run(self, state: State) -> State:
        top = state.pile(self.pile).top
        if top is None:
            return state.next_task()
        return took(state, self.pile, top, self.by).next_task()


@dataclass(frozen=True, slots=True)
class Refill(Task):
    """Turn up what is to lie face up and doesn't: tops of piles, tokens (A1.1, A1.2)."""

    name = "refill"

    def ask(self, state: State) -> Ask | None:
        slots = [pile.slots[0] for pile in _bare(state)]
        return TurnUp((*slots, *_next_tokens(state))) if self._any(state) else None

    def _any(self, state: State) -> bool:
        return bool(_bare(state) or _next_tokens(state))

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        bare = _bare(state)
        for pile, face in zip(bare, answer.faces, strict=False):
            state = state.with_pile(pile.turned(face))
            state = state.with_news(Revealed(pile.name, face))
        for token in answer.faces[len(bare) :]:
            tokens = state.tokens.turned(token).without(token)
            state = evolve(state, tokens=tokens, open=(*state.open, token))
            state = state.with_news(Opened(token))
        return state.next_task()


def _bare(state: State) -> list[Pile]:
    """Give the piles whose top isn't seen and should be."""
    return [pile for pile in state.piles if pile.slots and not pile.faces]


def _next_tokens(state: State) -> tuple[Slot, ...]:
    return state.tokens.slots[: OPEN - len(state.open)]


@dataclass(frozen=True, slots=True)
class Remix(Task):
    """
    Mix the piles that have to be: what was looked through (A3.4), and what can't be
    opened any more since somebody left.
    """

    name = "remix"

    def ask(self, state: State) -> Ask | None:
        loose = _loose(state)
        if loose is None:
            return None
        label = f"{loose.name}/{state.mixes + 1}"
        if len(loose.slots) < len(loose.cards):
            # Whoever remains begins again: everybody knows which cards are missing.
            return Shuffle((Deck(label, (), loose.unseen),))
        return Shuffle((Deck(label, loose.hidden, tuple(sorted(loose.faces))),))

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        loose = _loose(state)
        assert isinstance(answer, Mixed) and loose is not None  # noqa: PT018, S101
        (mixed,) = answer.slots
        if len(loose.slots) < len(loose.cards):
            pile = evolve(loose, slots=loose.slots[: len(loose.faces)] + mixed)
        else:
            pile = evolve(loose, slots=mixed, faces=())
        if pile.name == CENTRAL:
            state = evolve(state, saw=())
        state = evolve(state.with_pile(pile), mixes=state.mixes + 1)
        # There may be another one.
        return evolve(state.with_news(Remixed(pile.name)), task=self)


def _loose(state: State) -> Pile | None:
    piles = (*state.around, state.tokens)
    return next((pile for pile in piles if pile.is_loose), None)


def took(state: State, pile: str, card: Card, by: str = "") -> State:
    """Lay a card of a pile that all see before whoever's turn it is (A2.1, A2.2)."""
    kind, city = catalog().kind(card), state.city
    horns = min(kind.horns, state.conflicts - state.horns)
    state = state.with_pile(state.pile(pile).without(card))
    if pile == CENTRAL:
        state = evolve(state, saw=())
    state = evolve(
        state.with_city(with_card(city, card)),
        horns=state.horns + horns,
        cat=state.seat if kind.cat else state.cat,
        due=due(state, kind.id),
    )
    return state.with_news(
        Taken(state.turn, state.seat, pile, card, by, kind.cat, horns)
    )


def due(state: State, what: str) -> tuple[str, ...]:
    """Give the tokens that allow one more card, after a kind was taken, or a stage."""
    more = tuple(
        token
        for token in state.city.extras(what)
        if token not in state.used and token not in state.due
    )
    return state.due + more


def by_kind(cards: tuple[Card, ...]) -> dict[Kind, Card]:
    """Give one card of each kind among some, by kind: the lowest."""
    return {catalog().kind(card): card for card in sorted(cards, reverse=True)}
