"""
What progress tokens are worth to a city, by what they do.
"""

from __future__ import annotations

from sealed_wonders.client.bots.architects.outlook import Outlook, missing_to_finish
from sealed_wonders.core.architects.abilities import (
    BUILD,
    Ability,
    AnyResources,
    DoubleCoin,
    ExtraCard,
    PointsForCopies,
    PointsForWonder,
    PointsPerCat,
    PointsPerToken,
    PointsPerVictory,
    Shields,
)
from sealed_wonders.core.architects.catalog import Token, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Seat

# All below are guesses. They were tried against each other in whole games.

EXTRA = 2.6
"""What one more card is worth, in points."""

CHOSEN = 1.8
"""How much more often than by chance a card is taken that brings another."""

SAVED = 0.45
"""What a turn is worth in which a coin counts twice, in points."""

FREED = 0.1
"""What a turn is worth in which any resources pay, in points."""

SHIELD = 2.1
"""What a shield for good is worth for each battle to come, in points."""

CATS = 0.1
"""Cats on blue cards that are taken in a turn."""

GAINED = 0.11
"""Progress tokens that are gained in a turn."""

BEATEN = 1.0
"""Neighbours that are beaten in a battle."""


class Tokens:
    """What tokens are worth to a seat just now."""

    def __init__(self, state: State, seat: Seat, outlook: Outlook) -> None:
        self._state = state
        self._city = state.cities[seat]
        self._outlook = outlook
        self._known: dict[Token, float] = {}

    @property
    def best(self) -> float:
        """What the token is worth that one would take; nothing where none is left."""
        state, cards = self._state, catalog()
        each = [self.worth(cards.token(card)) for card in state.open]
        return max(*each, self.top, 0.0) if each else self.top

    @property
    def top(self) -> float:
        """What the one that nobody has seen is worth, on average."""
        unseen = self._state.tokens.cards
        if not unseen:
            return 0.0
        cards = catalog()
        return sum(self.worth(cards.token(card)) for card in unseen) / len(unseen)

    def worth(self, token: Token) -> float:
        """Say what one more token is worth."""
        if token not in self._known:
            self._known[token] = self._gain(token.ability, self._city)
        return self._known[token]

    def _gain(self, ability: Ability, city: City) -> float:
        turns = self._outlook.turns
        # It may bring more from other tokens, too: for each that counts them.
        more = sum(
            each.ability.each
            for each in city.progress
            if isinstance(each.ability, PointsPerToken)
        )
        return more + self._own(ability, city, turns)

    def _own(self, ability: Ability, city: City, turns: float) -> float:
        match ability:
            case ExtraCard(on):
                stages = 0.0
                if BUILD in on:
                    stages = min(turns, len(city.wonder.stages) - len(city.built)) * 0.7
                times = stages + turns * min(1.0, CHOSEN * self._share(on))
                return EXTRA * times
            case DoubleCoin():
                return SAVED * min(turns, missing_to_finish(city) + 1.0)
            case AnyResources():
                return FREED * min(turns, missing_to_finish(city) + 1.0)
            case Shields(shields):
                return SHIELD * shields / 2 * (0.5 + self._outlook.battles)
            case PointsForWonder(unfinished, finished):
                near = 1.0 - min(1.0, missing_to_finish(city) / (turns + 1.0))
                return unfinished + (finished - unfinished) * near
            case PointsPerCat(each):
                return each * (city.cats + CATS * turns)
            case PointsPerVictory(each):
                return each * (city.victories + BEATEN * self._outlook.battles)
            case PointsPerToken(each):
                return each * (len(city.tokens) + 1 + GAINED * turns)
            case PointsForCopies(one, both):
                return self._copies(ability, one, both)
        return 0.0

    def _copies(self, ability: Ability, one: int, both: int) -> float:
        """Count one of two; or the second, which makes both worth more."""
        cards, state = catalog(), self._state
        if any(token.ability is ability for token in self._city.progress):
            return both - one
        left = sum(
            cards.token(card).ability is ability
            for card in (*state.open, *state.tokens.cards)
        )
        return one + (0.25 * (both - one) if left > 1 else 0.0)

    def _share(self, kinds: tuple[str, ...]) -> float:
        """Tell which part of the cards that are left are of some kinds."""
        cards = catalog()
        ids = [
            cards.kind(card).id for pile in self._state.around for card in pile.cards
        ]
        return sum(map(ids.count, kinds)) / len(ids) if ids else 0.0
