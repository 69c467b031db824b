"""
A city: the wonder a player builds, and what lies before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sealed_wonders.core.architects.abilities import Ability, ExtraCard, Shields
from sealed_wonders.core.architects.catalog import (
    Colour,
    Kind,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.core.game import Card
from sealed_wonders.core.values import evolve

SHIELD_EFFECT = "shield_plus_1"
"""The effect of stages that are a shield for good (A3.4)."""


@dataclass(frozen=True, slots=True)
class City:
    """What one player has; all of it is public."""

    wonder: Wonder
    cards: tuple[tuple[Card, ...], ...]
    """By kind, ascending."""
    built: tuple[int, ...] = ()
    """The stages that are built, in the order in which they were."""
    tokens: tuple[Card, ...] = ()
    """The progress tokens, in the order in which they came."""
    victories: int = 0
    """Military tokens."""

    def count(self, kind: Kind) -> int:
        """Count the cards of a kind."""
        return len(self.cards[kind.number])

    @property
    def progress(self) -> tuple[Token, ...]:
        """The progress tokens."""
        return tuple(map(catalog().token, self.tokens))

    @property
    def is_finished(self) -> bool:
        """Whether all stages are built."""
        return len(self.built) == len(self.wonder.stages)

    @property
    def available(self) -> tuple[Stage, ...]:
        """The stages that could be built next: what they rest on is built (A3.1)."""
        return tuple(
            stage
            for stage in self.wonder.stages
            if stage.number not in self.built and stage.on.issubset(self.built)
        )

    @property
    def cats(self) -> int:
        """How many cats there are on the blue cards."""
        return sum(self.count(kind) for kind in catalog().kinds if kind.cat)

    @property
    def blue(self) -> int:
        """What the blue cards are worth."""
        return sum(self.count(kind) * kind.points for kind in catalog().kinds)

    @property
    def shields(self) -> int:
        """How strong the city is (A6.1, A3.4, A4.4)."""
        total = sum(self.count(kind) for kind in catalog().kinds if is_red(kind))
        if self.wonder.effect == SHIELD_EFFECT:
            total += sum(self.wonder.stage(number).effect for number in self.built)
        for token in self.progress:
            if isinstance(token.ability, Shields):
                total += token.ability.shields
        return total

    def has(self, kind: type[Ability]) -> str:
        """Return the id of a token with a kind of ability; empty if there is none."""
        if not self.tokens:
            return ""
        for token in self.progress:
            if isinstance(token.ability, kind):
                return token.id
        return ""

    def copies(self, ability: Ability) -> int:
        """Return how many of its tokens have this ability."""
        return sum(token.ability is ability for token in self.progress)

    def extras(self, what: str) -> tuple[str, ...]:
        """Return the tokens that allow one more card for a kind taken, or a stage."""
        return tuple(
            token.id
            for token in self.progress
            if isinstance(token.ability, ExtraCard) and what in token.ability.on
        )


def is_red(kind: Kind) -> bool:
    """Return whether a kind of cards is military."""
    return kind.colour is Colour.RED


def found(wonder: Wonder) -> City:
    """Return a city before its first turn."""
    return City(wonder, ((),) * len(catalog().kinds))


def with_card(city: City, card: Card) -> City:
    """Lay a card before a city."""
    number = catalog().kind(card).number
    cards = list(city.cards)
    cards[number] = tuple(sorted((*cards[number], card)))
    return evolve(city, cards=tuple(cards))


def without_cards(city: City, kinds: Iterable[Kind]) -> tuple[City, tuple[Card, ...]]:
    """Use a card of each kind named, the lowest first; return the cards as well."""
    cards: list[Sequence[Card]] = list(city.cards)
    used = []
    for kind in kinds:
        card, *left = cards[kind.number]
        cards[kind.number] = tuple(left)
        used.append(card)
    return evolve(city, cards=tuple(cards)), tuple(used)
