"""
What progress tokens are worth to a city, by what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sealed_wonders.client.bots.architects.forecast import Forecast, missing_to_finish
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


class TokenWorth:
    """What tokens are worth to a seat just now."""

    def __init__(self, state: State, seat: Seat, forecast: Forecast) -> None:
        self._state = state
        self._city = state.cities[seat]
        self._forecast = forecast
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
        """Return what one more token is worth."""
        if token not in self._known:
            self._known[token] = self._gain(token.ability)
        return self._known[token]

    def _gain(self, ability: Ability) -> float:
        # It may bring more from other tokens, too: for each that counts them.
        more = sum(
            each.ability.each
            for each in self._city.progress
            if isinstance(each.ability, PointsPerToken)
        )
        return more + ABILITIES[type(ability)](self, ability)

    def _extra_card(self, ability: ExtraCard) -> float:
        turns, city = self._forecast.turns, self._city
        stages = 0.0
        if BUILD in ability.on:
            stages = min(turns, len(city.wonder.stages) - len(city.built)) * 0.7
        times = stages + turns * min(1.0, CHOSEN * self._share(ability.on))
        return EXTRA * times

    def _double_coin(self, ability: DoubleCoin) -> float:
        return SAVED * self._turns_building

    def _any_resources(self, ability: AnyResources) -> float:
        return FREED * self._turns_building

    @property
    def _turns_building(self) -> float:
        """The turns in which the wonder may still be built."""
        return min(self._forecast.turns, missing_to_finish(self._city) + 1.0)

    def _shields(self, ability: Shields) -> float:
        return SHIELD * ability.shields / 2 * (0.5 + self._forecast.battles)

    def _for_wonder(self, ability: PointsForWonder) -> float:
        lack = missing_to_finish(self._city) / (self._forecast.turns + 1.0)
        near = 1.0 - min(1.0, lack)
        return ability.unfinished + (ability.finished - ability.unfinished) * near

    def _per_cat(self, ability: PointsPerCat) -> float:
        return ability.each * (self._city.cats + CATS * self._forecast.turns)

    def _per_victory(self, ability: PointsPerVictory) -> float:
        return ability.each * (self._city.victories + BEATEN * self._forecast.battles)

    def _per_token(self, ability: PointsPerToken) -> float:
        tokens = len(self._city.tokens)
        return ability.each * (tokens + 1 + GAINED * self._forecast.turns)

    def _copies(self, ability: PointsForCopies) -> float:
        """Count one of two; or the second, which makes both worth more."""
        cards, state = catalog(), self._state
        one, both = ability.one, ability.both
        if self._city.copies(ability):
            return both - one
        left = sum(
            cards.token(card).ability is ability
            for card in (*state.open, *state.tokens.cards)
        )
        return one + (0.25 * (both - one) if left > 1 else 0.0)

    def _share(self, kinds: tuple[str, ...]) -> float:
        """Return which part of the cards that are left are of some kinds."""
        cards = catalog()
        ids = [
            cards.kind(card).id for pile in self._state.around for card in pile.cards
        ]
        return sum(map(ids.count, kinds)) / len(ids) if ids else 0.0


ABILITIES: Mapping[type[Ability], Callable[[TokenWorth, Any], float]] = {
    ExtraCard: TokenWorth._extra_card,
    DoubleCoin: TokenWorth._double_coin,
    AnyResources: TokenWorth._any_resources,
    Shields: TokenWorth._shields,
    PointsForWonder: TokenWorth._for_wonder,
    PointsPerCat: TokenWorth._per_cat,
    PointsPerVictory: TokenWorth._per_victory,
    PointsPerToken: TokenWorth._per_token,
    PointsForCopies: TokenWorth._copies,
}
"""What each kind of ability is worth by itself."""
