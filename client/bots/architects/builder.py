"""
The bot ``builder`` of Architects: it plays the move that is worth most to the city now.

It looks one turn ahead, and knows only what a player in its seat sees: all face-up
cards, the contents of each pile, and what it was shown in secret.
`client/engine/architects/policy.py` evaluates its moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.reading import text_of
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.architects.weights import builders
from sealed_wonders.core import game
from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.notation import SEARCHED
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.local import Player

WONDERS = {
    "alexandria": 39.0,
    "rhodes": 37.5,
    "giza": 36.6,
    "halicarnassus": 36.6,
    "babylon": 35.4,
    "olympia": 35.1,
    "ephesus": 33.4,
}
"""Mean points of builders by wonder, in 150 games of seven."""


def player(seed: str) -> Player:
    """Return a player; it makes no random choices, so the seed is ignored."""
    return Builder()


class Builder:
    """Chooses for any seat. Not thread-safe: each thread needs its own."""

    def __init__(self) -> None:
        self._policies: dict[CardTable, Policy] = {}

    def __call__(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        """Return the best move of a seat, the first one of equals."""
        moves = state.moves(seat, faces)
        if not isinstance(state, State) or len(moves) < 2:
            return state.default(seat, faces)
        if isinstance(state.task, ChooseWonders):
            return max(moves, key=lambda it: WONDERS[notation.parse(it.text).wonder])
        table = Dealing(state, faces).root
        book = table.book
        policy = self._policies.get(book)
        if policy is None:
            policy = Policy(book, builders(), needs_of(book), exact=True)
            self._policies[book] = policy
        choice = _Choice(state, seat, faces, table, policy)
        return max(moves, key=choice.worth)


class _Choice:
    """One choice of a seat. Unknown cards have the average value."""

    def __init__(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Slot, Card],
        table: EngineTable,
        policy: Policy,
    ) -> None:
        self._state = state
        self._seat = seat
        self._faces = faces
        self._table = table
        self._policy = policy
        self._numbers = {text_of(state, number): number for number in table.options}
        policy.prepare(table, seat)

    def worth(self, move: Move) -> float:
        state, said = self._state, notation.parse(move.text)
        match said.verb:
            case "take" | "extra":
                pile = state.pile(said.pile)
                if pile.top is None and not self._faces.keys() & pile.slots[:1]:
                    return self._average(pile.cards)
            case "search":
                return self._searched(state.pile(said.pile))
            case "keep" if isinstance(state.task, Keep):
                return self._kept(state.task, said.place)
        return self._policy.worth(self._table, self._seat, self._numbers[move.text])

    def _card(self, card: Card) -> float:
        kind = catalog().kind(card).number
        return self._policy.card(self._table, self._seat, kind)

    def _average(self, cards: Sequence[Card]) -> float:
        return sum(map(self._card, cards)) / len(cards) if cards else 0.0

    def _searched(self, pile: Pile) -> float:
        """Return the expected value of the best among the first cards of a pile."""
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
        """Return the value of a card of a search."""
        card = task.cards(self._state, self._faces)[place - 1]
        if card is None:
            return self._average(self._state.pile(task.pile).unseen)
        return self._card(card)
