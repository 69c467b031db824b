"""Taking cards from piles, and keeping piles complete (A2, A5, A6)."""

from __future__ import annotations

from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, catalog
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
"""The number of face-up progress tokens (A1.2)."""


@dataclass(frozen=True, slots=True)
class TakeCard(Task):
    """Take the top card of a pile, or one below it; skipped if the pile is empty."""

    name = "draw"
    pile: str
    by: str = ""
    """The id of the token or wonder that allows it."""
    at: int = 0
    """The number of cards above it."""

    def ask(self, state: State) -> Ask | None:
        slots = state.pile(self.pile).slots[self.at : self.at + 1]
        return TurnUp(slots) if slots and not self._lies_open(state) else None

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, TurnedUp)  # noqa: S101  as it was asked
        (face,) = answer.faces
        return self._take(state, face)

    def run(self, state: State) -> State:
        top = state.pile(self.pile).top
        return state.next_task() if top is None else self._take(state, top)

    def _lies_open(self, state: State) -> bool:
        return not self.at and state.pile(self.pile).top is not None

    def _take(self, state: State, card: Card) -> State:
        """
        Move a card to the city whose turn it is (A2.1, A2.2), and go to the next task.
        """
        pile = state.pile(self.pile)
        left, kind = pile.without(card, self.at), catalog().kind(card)
        horns = min(kind.horns, state.conflicts - state.horns)
        comes = kind.cat and state.cat != state.seat
        news = Taken(state.turn, state.seat, pile.name, card, self.by, comes, horns)
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


@dataclass(frozen=True, slots=True)
class Refill(Task):
    """Turn up missing face-up cards: tops of piles, tokens (A1.1, A1.2)."""

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
            tokens = state.tokens.without(token)
            state = evolve(state, tokens=tokens, open=(*state.open, token))
            state = state.with_news(Opened(token))
        return state.next_task()


def _bare(state: State) -> list[Pile]:
    """Return the piles whose top card must still be turned up."""
    return [pile for pile in state.piles if pile.slots and pile.top is None]


def _next_tokens(state: State) -> tuple[Slot, ...]:
    return state.tokens.slots[: OPEN - len(state.open)]


@dataclass(frozen=True, slots=True)
class Remix(Task):
    """Shuffle a pile after a search; a single card stays as it is (A3.4)."""

    name = "remix"
    pile: str

    def ask(self, state: State) -> Ask | None:
        pile = state.pile(self.pile)
        if len(pile.cards) < 2:
            return None
        face_up = () if pile.top is None else (pile.top,)
        label = state.label(pile.name, again=1)
        return Shuffle((Deck(label, pile.hidden, face_up),))

    def done(self, state: State, answer: Mixed | Dealt | TurnedUp) -> State:
        assert isinstance(answer, Mixed)  # noqa: S101  as it was asked
        (slots,) = answer.slots
        state = evolve(state, mixes=state.mixes + 1)
        state = state.with_pile(evolve(state.pile(self.pile), slots=slots, top=None))
        return state.with_news(Remixed(self.pile)).next_task()


@dataclass(frozen=True, slots=True)
class Mend(Task):
    """
    Shuffle face-down cards again that can't be opened after a seat has left.

    This is possible because everybody knows which cards they are (G6).
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
            state = state.with_pile(evolve(pile, slots=pile.face_up + slots))
            state = state.with_news(Remixed(pile.name))
            if pile.name == CENTRAL:
                state = evolve(state, saw=())
        return state.next_task()


def _short(state: State) -> list[Pile]:
    return [pile for pile in (*state.around, state.tokens) if pile.is_short]


def due(state: State, what: str) -> tuple[str, ...]:
    """
    Return the tokens that allow an extra card, after taking a kind or building a stage.
    """
    if not state.city.tokens:
        return state.due
    more = tuple(
        token
        for token in state.city.extras(what)
        if token not in state.used and token not in state.due
    )
    return state.due + more
