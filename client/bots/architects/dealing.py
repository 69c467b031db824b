"""
Random deals that agree with everything a seat knows.

In this game, everybody knows which cards are in each pile, but not their order. Only
face-up cards are known, and those that a seat was shown because of the cat or in a
search.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from sealed_wonders.client.engine.architects.encode import token_number
from sealed_wonders.client.engine.architects.reading import read
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Card, Slot


class Dealing:
    """
    A seat's knowledge at one choice, prepared for dealing.

    Attributes:
        root: the table, with unknown cards in an arbitrary order.

    Raises:
        reading.Unread: the engine can't play on from such a state.
    """

    def __init__(self, state: State, faces: Mapping[Slot, Card]) -> None:
        self.root = read(state)
        known = catalog()
        self._seen: list[int] = []
        for nth, pile in enumerate(state.around):
            seen = seen_of(pile, faces)
            cards = [*seen, *(card for card in pile.cards if card not in seen)]
            self._seen.append(len(seen))
            self.root.lay_pile(nth, [known.kind(card).number for card in cards])
        tokens = [token_number(known.token(card)) for card in state.tokens.cards]
        self.root.lay_supply(tokens)
        self.root.settle()

    def deal_to(self, table: EngineTable, dice: random.Random) -> None:
        """Deal to a table in place: unknown cards are shuffled."""
        table.copy_from(self.root)
        table.dice = dice.getrandbits(31)
        for pile, seen in enumerate(self._seen):
            table.mix(pile, seen)
        table.mix_supply()


def seen_of(pile: Pile, faces: Mapping[Slot, Card]) -> list[Card]:
    """Return the first cards of a pile as far as a seat knows them."""
    seen = [] if pile.top is None else [pile.top]
    for slot in pile.hidden:
        if slot not in faces:
            break
        seen.append(faces[slot])
    return seen
