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
        (face,) = answer.faces
        return took(state, state.pile(self.pile).turned(face), face, self.by)

    def run(self, state: State) -> State:
        pile = state.pile(self.pile)
        if pile.top is None:
            return state.next_task()
        return took(state, pile, pile.top, self.by)


@dataclass(frozen=True, slots=True)
class Refill(Task):
    """Turn up what is to lie face up and doesn't: tops of piles, tokens (A1.1, A1.2)."""

    name = "refill"

    def ask(self, state: State) -> Ask | None:
        slots = [pile.slots[0] for pile in _bare(state)]
        slots += _next_tokens(state)
        return TurnUp(tuple(slots)) if slots else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        bare = _bare(state)
        for pile, face in zip(bare, answer.faces, strict=False):
            news = Revealed(pile.name, face)
            piles = state.piles_with(pile.turned(face))
            state = evolve(state, piles=piles, news=(*state.news, news))
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
    """Mix what was looked through into its pile again (A3.4)."""

    name = "remix"

    def ask(self, state: State) -> Ask | None:
        for pile in _searched(state):
            label = state.label(pile.name, again=1)
            return Shuffle((Deck(label, pile.hidden, tuple(sorted(pile.faces))),))
        return None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, Mixed)  # noqa: S101  as it was asked
        state = evolve(state, mixes=state.mixes + 1)
        for pile, slots in zip(_searched(state), answer.slots, strict=True):
            state = state.with_pile(evolve(pile, slots=slots, faces=()))
            state = state.with_news(Remixed(pile.name))
        return state.next_task()


def _searched(state: State) -> list[Pile]:
    """Give the pile that was looked through, if there is one."""
    return [pile for pile in state.piles if pile.is_searched]


@dataclass(frozen=True, slots=True)
class Mend(Task):
    """
    Make what lies face down again, where somebody left without whom it can't be opened:
    everybody knows which cards those are (G6).
    """

    name = "mend"

    def ask(self, state: State) -> Ask | None:
        short = _short(state)
        decks = (Deck(state.label(it.name, again=1), (), it.unseen) for it in short)
        return Shuffle(tuple(decks)) if short else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, Mixed)  # noqa: S101  as it was asked
        state = evolve(state, mixes=state.mixes + 1)
        for pile, slots in zip(_short(state), answer.slots, strict=True):
            face_up = pile.slots[: len(pile.faces)]
            state = state.with_pile(evolve(pile, slots=face_up + slots))
            state = state.with_news(Remixed(pile.name))
            if pile.name == CENTRAL:
                state = evolve(state, saw=())
        return state.next_task()


def _short(state: State) -> list[Pile]:
    return [pile for pile in (*state.around, state.tokens) if pile.is_short]


def took(state: State, pile: Pile, card: Card, by: str) -> State:
    """
    Lay a card before whoever's turn it is (A2.1, A2.2), and take the next task.

    Args:
        pile: where it lies face up.
        by: the token or the wonder that allows it.
    """
    kind = catalog().kind(card)
    horns = min(kind.horns, state.conflicts - state.horns)
    comes = kind.cat and state.cat != state.seat
    news = Taken(state.turn, state.seat, pile.name, card, by, comes, horns)
    left = pile.without(card)
    place: dict[str, object] = {"piles": state.piles_with(left)}
    if pile.name == CENTRAL:
        place = {"central": left, "saw": ()}
    return state.next_task(
        cities=state.cities_with(with_card(state.city, card)),
        horns=state.horns + horns,
        cat=state.seat if kind.cat else state.cat,
        due=due(state, kind.id),
        news=(*state.news, news),
        **place,
    )


def due(state: State, what: str) -> tuple[str, ...]:
    """Give the tokens that allow one more card, after a kind was taken, or a stage."""
    if not state.city.tokens:
        return state.due
    more = tuple(
        token
        for token in state.city.extras(what)
        if token not in state.used and token not in state.due
    )
    return state.due + more


def by_kind(cards: tuple[Card, ...]) -> dict[Kind, Card]:
    """Give one card of each kind among some, by kind: the lowest."""
    return {catalog().kind(card): card for card in sorted(cards, reverse=True)}
