"""
The catalogue: every kind of card, pile, wonder and progress token, from data.

Logs contain cards and tokens by number, so the order of the data files can't change
(docs/PROTOCOL.md, Cards; held by tests/test_protocol_page.py).
"""

from __future__ import annotations

import enum
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from sealed_wonders.core.architects.abilities import Ability, ability
from sealed_wonders.core.facts import without
from sealed_wonders.core.game import Card

VERSION = "2"
"""
The ruleset's version. Change it whenever the same moves could have another result.
"""

CENTRAL = "central"
"""The name of the pile in the middle; the others are named by their wonders."""

TOKENS = "tokens"
"""The name of the pile of progress tokens."""

WONDERS = "wonders"
"""The name of the deck that wonders are drawn from."""

COIN = "coin"
"""The kind of the yellow cards."""


class Colour(enum.IntEnum):
    GREY = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    RED = 4


# Compared by identity: the catalogue is read only once.
@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of cards."""

    id: str
    number: int
    """Its index in the catalogue."""
    names: Mapping[str, str]
    """By language."""
    colour: Colour
    points: int
    cat: bool
    horns: int

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A stage of a wonder."""

    number: int
    """From 1, as in the notation and in records."""
    on: frozenset[int]
    """The stages that it rests on (A3.1)."""
    cost: int
    """The number of resources."""
    same: bool
    """Whether the resources must all be equal, rather than all different (A3.2)."""
    points: int
    effect: bool
    """Whether building it triggers its wonder's effect (A3.3)."""

    def __repr__(self) -> str:
        return f"<stage {self.number}: {self.cost}{'=' if self.same else '≠'}>"


@dataclass(frozen=True, slots=True, eq=False)
class Wonder:
    """A wonder, which has a pile of its name."""

    id: str
    names: Mapping[str, str]
    monuments: Mapping[str, str]
    effect: str
    """A key of `effects.EFFECTS`, such as ``"none"``."""
    stages: tuple[Stage, ...]

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def stage(self, number: int) -> Stage:
        """Return a stage by its number, counted from 1."""
        return self.stages[number - 1]


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A kind of progress token; one kind has two copies."""

    id: str
    names: Mapping[str, str]
    copies: int
    ability: Ability

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, eq=False)
class Catalog:
    """All cards, tokens and wonders of the game."""

    kinds: tuple[Kind, ...]
    wonders: tuple[Wonder, ...]
    tokens: tuple[Token, ...]
    names: Mapping[str, Mapping[str, str]]
    """The names of the piles by language, by pile."""
    cards: tuple[Kind | Token | Wonder, ...]
    """The physical cards, tokens and wonders, by number."""
    piles: Mapping[str, tuple[Card, ...]]
    """
    The cards in each pile, ascending: `CENTRAL`, a wonder's id, `TOKENS`, `WONDERS`.
    """
    facts: object
    """All data without names, in JSON's types."""

    def __post_init__(self) -> None:
        ids = [kind.id for kind in self.kinds]
        ids += [wonder.id for wonder in self.wonders]
        ids += [token.id for token in self.tokens]
        if len(set(ids)) < len(ids):
            raise ValueError("an id twice")

    def kind(self, card: Card) -> Kind:
        """
        Return the kind of a card.

        Raises:
            TypeError: it is a token or a wonder.
        """
        found = self.cards[card]
        if not isinstance(found, Kind):
            raise TypeError(f"not a card of a pile: {found!r}")
        return found

    def token(self, card: Card) -> Token:
        """
        Return the token with a number.

        Raises:
            TypeError: it isn't a token.
        """
        found = self.cards[card]
        if not isinstance(found, Token):
            raise TypeError(f"not a token: {found!r}")
        return found

    def wonder(self, card: Card) -> Wonder:
        """
        Return the wonder with a number.

        Raises:
            TypeError: it isn't a wonder.
        """
        found = self.cards[card]
        if not isinstance(found, Wonder):
            raise TypeError(f"not a wonder: {found!r}")
        return found

    @cached_property
    def kinds_by_id(self) -> Mapping[str, Kind]:
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def wonders_by_id(self) -> Mapping[str, Wonder]:
        return {wonder.id: wonder for wonder in self.wonders}

    @cached_property
    def tokens_by_id(self) -> Mapping[str, Token]:
        """Each kind of token once, whatever its number of copies."""
        return {token.id: token for token in self.tokens}


@cache
def catalog() -> Catalog:
    """Return the catalogue, read once per process."""
    text = resources.files(__package__).joinpath("data/architects.toml").read_bytes()
    return read(tomllib.loads(text.decode()))


def read(data: Mapping[str, Any]) -> Catalog:
    """
    Return the catalogue for the data of a file.

    Raises:
        ValueError, KeyError: the data hasn't the form that the file describes.
    """
    kinds = tuple(_kind(number, it) for number, it in enumerate(data["kind"]))
    wonders = tuple(_wonder(it) for it in data["wonder"])
    tokens = tuple(_token(it) for it in data["token"])
    counts = {CENTRAL: data["central"]["pile"]}
    counts |= {it["id"]: it["pile"] for it in data["wonder"]}
    contents: dict[str, Sequence[Kind | Token | Wonder]] = {
        name: _pile(kinds, count) for name, count in counts.items()
    }
    contents[TOKENS] = [token for token in tokens for _ in range(token.copies)]
    contents[WONDERS] = wonders
    cards: list[Kind | Token | Wonder] = []
    piles: dict[str, tuple[Card, ...]] = {}
    for name, content in contents.items():
        first = len(cards)
        cards += content
        piles[name] = tuple(range(first, len(cards)))
    names = {CENTRAL: data["central"]["name"]} | {it.id: it.names for it in wonders}
    facts = without(("name", "monument"), data)
    return Catalog(kinds, wonders, tokens, names, tuple(cards), piles, facts)


def _pile(kinds: Iterable[Kind], count: Mapping[str, int]) -> list[Kind]:
    cards = [kind for kind in kinds for _ in range(count.get(kind.id, 0))]
    if len(cards) != sum(count.values()):
        raise ValueError(f"kinds of cards that there aren't: {count!r}")
    return cards


def _kind(number: int, record: Mapping[str, Any]) -> Kind:
    return Kind(
        record["id"],
        number,
        record["name"],
        Colour[record["colour"].upper()],
        record.get("points", 0),
        record.get("cat", False),
        record.get("horns", 0),
    )


def _wonder(record: Mapping[str, Any]) -> Wonder:
    stages = tuple(_stage(n, it) for n, it in enumerate(record["stages"], 1))
    return Wonder(
        record["id"], record["name"], record["monument"], record["effect"], stages
    )


def _stage(number: int, record: Mapping[str, Any]) -> Stage:
    if record["of"] not in ("identical", "different"):
        raise ValueError(f"neither identical nor different: {record!r}")
    return Stage(
        number,
        frozenset(record["on"]),
        record["cost"],
        record["of"] == "identical",
        record["points"],
        record.get("effect", False),
    )


def _token(record: Mapping[str, Any]) -> Token:
    return Token(
        record["id"],
        record["name"],
        record.get("copies", 1),
        ability(record["effect"]),
    )
