"""
``builder`` of Architects: what is worth most to the city just now.

It looks one turn ahead and no further, and knows what a player at its seat sees: all
that lies open, what is left in each pile, and what it has been shown in secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.bots.architects.worth import Worth
from sealed_wonders.core import game
from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.city import without_cards
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.notation import SEARCHED, TOP, ParsedMove
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.values import evolve

WONDERS = {
    "alexandria": 39.0,
    "rhodes": 37.5,
    "giza": 36.6,
    "halicarnassus": 36.6,
    "babylon": 35.4,
    "olympia": 35.1,
    "ephesus": 33.4,
}
"""What builders came to with a wonder, on average, in 150 games of seven."""

DENIED = 0.12
"""What it is worth that the next player doesn't get a card, as a part of its worth."""

FIRST = 0.5
"""What it is worth to have a token before something else is done, in points."""


def player(seed: str) -> Player:
    """Make a player; it leaves nothing to chance."""
    return choose


def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """Choose the best move of a seat, the first one if several are."""
    moves = state.moves(seat, faces)
    if not isinstance(state, State) or len(moves) < 2:
        return state.default(seat, faces)
    options = [(notation.parse(move.text), move) for move in moves]
    if isinstance(state.task, ChooseWonders):
        return max(options, key=lambda option: WONDERS[option[0].wonder])[1]
    choice = _Choice(state, seat, faces)
    return max(options, key=lambda option: choice.worth(option[0]))[1]


class _Choice:
    """One choice of a seat."""

    def __init__(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> None:
        self._state = state
        self._seat = seat
        self._faces = faces
        self._worth = Worth(state, seat)
        self._next: Worth | None = None

    def worth(self, said: ParsedMove) -> float:
        """Return what a move is worth."""
        match said.verb:
            case "take" | "extra":
                return self._taken(said.pile)
            case "build":
                return self._built(said)
            case "science":
                return self._studied(said)
            case "token":
                return self._token(said)
            case "search":
                return self._searched(self._state.pile(said.pile))
            case "keep" if isinstance(self._state.task, Keep):
                return self._kept(self._state.task, said.place)
        return 0.0

    # Cards.

    def _taken(self, name: str) -> float:
        """Return what the top card of a pile is worth: to us, and to whoever follows."""
        state, pile = self._state, self._state.pile(name)
        if name == CENTRAL:
            slot = pile.slots[0]
            if slot in self._faces:
                return self._card(self._faces[slot])
            return self._average(pile.cards)
        if pile.top is None:
            return self._average(pile.cards)
        worth = self._card(pile.top)
        follower = (self._seat + 1) % state.players
        if follower in state.gone or pile not in (
            state.left(follower),
            state.right(follower),
        ):
            return worth
        if self._next is None:
            self._next = Worth(state, follower)
        loss = self._next.card(catalog().kind(pile.top))
        loss -= self._average(pile.unseen, self._next)
        return worth + DENIED * loss

    def _card(self, card: Card) -> float:
        """Return what a card is worth."""
        return self._worth.card(catalog().kind(card))

    def _average(self, cards: Sequence[Card], worth: Worth | None = None) -> float:
        """Return what one of some cards is worth on average."""
        worth = worth or self._worth
        kinds = [catalog().kind(card) for card in cards]
        return sum(map(worth.card, kinds)) / len(kinds) if kinds else 0.0

    def _searched(self, pile: Pile) -> float:
        """Estimate what the best of the first cards of a pile is worth."""
        top = [pile.top] if pile.top is not None else []
        seen = max((self._card(card) for card in top), default=0.0)
        rest = sorted((self._card(card) for card in pile.unseen), reverse=True)
        drawn, total, none_better = SEARCHED - len(top), 0.0, 1.0
        for at, worth in enumerate(rest):
            chance = drawn / max(drawn, len(rest) - at)
            total += none_better * chance * max(worth, seen)
            none_better *= 1 - chance
        return total + none_better * seen

    def _kept(self, task: Keep, place: int) -> float:
        """Return what a card is worth that we look at; one we don't see, on average."""
        card = task.cards(self._state, self._faces)[place - 1]
        if card is None:
            return self._average(self._state.pile(task.pile).unseen)
        return self._card(card)

    # What comes of cards.

    def _built(self, said: ParsedMove) -> float:
        """Return what a stage is worth, with what is left."""
        city = self._state.cities[self._seat]
        stage = city.wonder.stage(said.stage)
        city, _ = without_cards(city, said.cards)
        city = evolve(city, built=(*city.built, stage.number))
        effect = self._worth.stage(city, stage) - stage.points
        return self._worth.gain(city) + effect

    def _studied(self, said: ParsedMove) -> float:
        """Return what it is worth to turn symbols in."""
        city, _ = without_cards(self._state.cities[self._seat], said.cards)
        return self._worth.gain(city) + self._worth.tokens.best + FIRST

    def _token(self, said: ParsedMove) -> float:
        tokens = self._worth.tokens
        if said.token == TOP:
            return tokens.top
        return tokens.worth(catalog().tokens_by_id[said.token])
