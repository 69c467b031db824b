"""Cities: the wonder that a player builds, and the cards and tokens in front of it."""

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
"""The effect of stages that provide a permanent shield (A3.4)."""


@dataclass(frozen=True, slots=True)
class City:
    """Everything that a player has; it is all public."""

    wonder: Wonder
    cards: tuple[tuple[Card, ...], ...]
    """By kind; the cards of a kind are in ascending order."""
    built: tuple[int, ...] = ()
    """The numbers of the built stages, in the order of building."""
    tokens: tuple[Card, ...] = ()
    """The progress tokens, in the order in which they were taken."""
    victories: int = 0
    """The number of military tokens."""

    def count(self, kind: Kind) -> int:
        return len(self.cards[kind.number])

    @property
    def progress(self) -> tuple[Token, ...]:
        return tuple(map(catalog().token, self.tokens))

    @property
    def is_finished(self) -> bool:
        return len(self.built) == len(self.wonder.stages)

    @property
    def available(self) -> tuple[Stage, ...]:
        """
        The stages that could be built next, because those they rest on are built
        (A3.1).
        """
        return tuple(
            stage
            for stage in self.wonder.stages
            if stage.number not in self.built and stage.on.issubset(self.built)
        )

    @property
    def cats(self) -> int:
        """The number of cats on the blue cards."""
        return sum(self.count(kind) for kind in catalog().kinds if kind.cat)

    @property
    def blue(self) -> int:
        """The points of the blue cards."""
        return sum(self.count(kind) * kind.points for kind in catalog().kinds)

    @property
    def shields(self) -> int:
        """The city's strength in battle (A6.1, A3.4, A4.4)."""
        total = sum(self.count(kind) for kind in catalog().kinds if is_red(kind))
        if self.wonder.effect == SHIELD_EFFECT:
            total += sum(self.wonder.stage(number).effect for number in self.built)
        for token in self.progress:
            if isinstance(token.ability, Shields):
                total += token.ability.shields
        return total

    def has(self, kind: type[Ability]) -> str:
        """
        Return the id of a token with this kind of ability; empty if there is none.
        """
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
        """
        Return the tokens that allow an extra card after taking a kind, or after a
        stage.
        """
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
    """Return the city with one more card."""
    number = catalog().kind(card).number
    cards = list(city.cards)
    cards[number] = tuple(sorted((*cards[number], card)))
    return evolve(city, cards=tuple(cards))


def without_cards(city: City, kinds: Iterable[Kind]) -> tuple[City, tuple[Card, ...]]:
    """
    Return the city without a card of each kind, lowest numbers first, and those cards.
    """
    cards: list[Sequence[Card]] = list(city.cards)
    used = []
    for kind in kinds:
        card, *left = cards[kind.number]
        cards[kind.number] = tuple(left)
        used.append(card)
    return evolve(city, cards=tuple(cards)), tuple(used)
