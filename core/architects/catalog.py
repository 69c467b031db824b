"""
The catalogue: every kind of card, pile, wonder and progress token, from data.
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
"""The ruleset's version: changes when the same moves could lead elsewhere."""

CENTRAL = "central"
"""The name of the pile in the middle; the others are named by their wonders."""

TOKENS = "tokens"
"""The name of the pile of progress tokens."""

WONDERS = "wonders"
"""The name of the deck from which wonders are drawn."""

COIN = "coin"
"""The kind of the yellow cards."""


class Colour(enum.IntEnum):
    """The colour of a card."""

    GREY = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    RED = 4


# Identity is equality: the catalogue is read once.
@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of cards."""

    id: str
    number: int
    """Its place in the catalogue."""
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
    """From 1 on; what notation and records call it."""
    on: frozenset[int]
    """The stages it rests on (A3.1)."""
    cost: int
    """So many resources."""
    same: bool
    """Whether they are all of one kind, or all different (A3.2)."""
    points: int
    effect: bool
    """Whether its wonder's effect happens when it is built (A3.3)."""

    def __repr__(self) -> str:
        return f"<stage {self.number}: {self.cost}{'=' if self.same else '≠'}>"


@dataclass(frozen=True, slots=True, eq=False)
class Wonder:
    """A wonder, with its pile."""

    id: str
    names: Mapping[str, str]
    monuments: Mapping[str, str]
    effect: str
    """Of `effects.EFFECTS`, or ``"none"``."""
    stages: tuple[Stage, ...]

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def stage(self, number: int) -> Stage:
        """Return a stage by its number."""
        return self.stages[number - 1]


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A progress token; of one there are two."""

    id: str
    names: Mapping[str, str]
    copies: int
    ability: Ability

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, eq=False)
class Catalog:
    """All there is to the game."""

    kinds: tuple[Kind, ...]
    wonders: tuple[Wonder, ...]
    tokens: tuple[Token, ...]
    names: Mapping[str, Mapping[str, str]]
    """Of the piles, by their own name and by language."""
    cards: tuple[Kind | Token | Wonder, ...]
    """The physical cards, tokens and wonders, by number."""
    piles: Mapping[str, tuple[Card, ...]]
    """What is in each pile, ascending: `CENTRAL`, a wonder's id, `TOKENS`, `WONDERS`."""
    facts: object
    """Everything but the names, as JSON data."""

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
            TypeError: it is no card of a pile.
        """
        found = self.cards[card]
        if not isinstance(found, Kind):
            raise TypeError(f"not a card of a pile: {found!r}")
        return found

    def token(self, card: Card) -> Token:
        """
        Return the token of a number.

        Raises:
            TypeError: it is no token.
        """
        found = self.cards[card]
        if not isinstance(found, Token):
            raise TypeError(f"not a token: {found!r}")
        return found

    def wonder(self, card: Card) -> Wonder:
        """
        Return the wonder of a number.

        Raises:
            TypeError: it is no wonder.
        """
        found = self.cards[card]
        if not isinstance(found, Wonder):
            raise TypeError(f"not a wonder: {found!r}")
        return found

    @cached_property
    def kinds_by_id(self) -> Mapping[str, Kind]:
        """The kinds of cards."""
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def wonders_by_id(self) -> Mapping[str, Wonder]:
        """The wonders."""
        return {wonder.id: wonder for wonder in self.wonders}

    @cached_property
    def tokens_by_id(self) -> Mapping[str, Token]:
        """The tokens, each once."""
        return {token.id: token for token in self.tokens}


@cache
def catalog() -> Catalog:
    """Read the data; once."""
    text = resources.files(__package__).joinpath("data/architects.toml").read_bytes()
    return read(tomllib.loads(text.decode()))


def read(data: Mapping[str, Any]) -> Catalog:
    """
    Make a catalogue of data.

    Raises:
        ValueError, KeyError: it is not of the form that the file describes.
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
