"""
The catalogue: every board, building and physical card of the base game, from data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from sealed_wonders.core.game import Card
from sealed_wonders.core.wonders.city import Colour
from sealed_wonders.core.wonders.effects import Effect, effect
from sealed_wonders.core.wonders.goods import pack

VERSION = "1"
"""The ruleset's version: changes when the same moves could lead elsewhere."""


# Identity is equality: the catalogue is read once, and its records are hashed and
# compared in every payment search.
@dataclass(frozen=True, slots=True, eq=False)
class Building:
    """A kind of age card."""

    id: str
    names: Mapping[str, str]
    """By language."""
    building: str
    """What no city has twice: the id, or a name shared by several cards (W3.7)."""
    age: int
    colour: Colour
    goods: int
    """Cost in goods, packed."""
    bank: int
    """Cost in coins, to the bank."""
    copies: tuple[int, ...]
    """Printed player numbers; empty for guilds (W1.1, W1.2)."""
    effects: tuple[Effect, ...]
    chain: frozenset[str]
    free_with: str | None

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A stage of a wonder: one effect list, or a left and a right half."""

    goods: int
    bank: int
    whole: tuple[Effect, ...]
    halves: Mapping[str, tuple[Effect, ...]]
    """By ``"left"`` and ``"right"``; empty if the stage is not split (E2.3)."""

    def effects(self, half: str) -> tuple[Effect, ...]:
        """Give the effects of the stage as it was built."""
        return self.halves[half] if self.halves else self.whole


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a board."""

    name: str
    """``"day"`` or ``"night"``."""
    start: Effect
    stages: tuple[Stage, ...]

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A wonder board."""

    id: str
    names: Mapping[str, str]
    sides: Mapping[str, Side]

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True, eq=False)
class Catalog:
    """All there is to a game."""

    boards: tuple[Board, ...]
    buildings: tuple[Building, ...]
    facts: object
    """The data without names: what two tables must agree on."""

    @cached_property
    def cards(self) -> tuple[Board | Building, ...]:
        """Every physical card by number: boards, ages I to III, guilds, copies."""
        physical: list[Board | Building] = list(self.boards)
        for building in self.buildings:
            physical += [building] * max(1, len(building.copies))
        return tuple(physical)

    @cached_property
    def buildings_by_id(self) -> Mapping[str, Building]:
        return {building.id: building for building in self.buildings}

    @cached_property
    def boards_by_id(self) -> Mapping[str, Board]:
        return {board.id: board for board in self.boards}

    def building(self, card: Card) -> Building | None:
        """Give the building a physical card shows; None for a number that has none."""
        if 0 <= card < len(self.cards):
            face = self.cards[card]
            if isinstance(face, Building):
                return face
        return None

    def numbers(self, face: Board | Building) -> tuple[Card, ...]:
        """Give the numbers of all copies of a card, ascending."""
        return self._numbers[face]

    @cached_property
    def _numbers(self) -> Mapping[Board | Building, tuple[Card, ...]]:
        numbers: dict[Board | Building, tuple[Card, ...]] = {}
        for number, face in enumerate(self.cards):
            numbers[face] = (*numbers.get(face, ()), number)
        return numbers

    @cache  # noqa: B019  the catalogue lives as long as the program
    def age_deck(self, age: int, players: int) -> tuple[Card, ...]:
        """Give the cards of an age for so many players, without guilds (W1.1)."""
        return tuple(
            number
            for building in self.buildings
            if building.age == age and building.copies
            for number, printed in zip(
                self.numbers(building), building.copies, strict=True
            )
            if printed <= players
        )

    @cached_property
    def guilds(self) -> tuple[Card, ...]:
        """The guilds, of which some join age III (W1.2)."""
        return tuple(
            number
            for building in self.buildings
            if building.colour is Colour.PURPLE
            for number in self.numbers(building)
        )

    @cached_property
    def board_cards(self) -> tuple[Card, ...]:
        """The boards, as cards."""
        return tuple(range(len(self.boards)))


def _cost(record: Mapping[str, int]) -> tuple[int, int]:
    goods = {good: n for good, n in record.items() if good != "coins"}
    return pack(goods), record.get("coins", 0)


def _effects(records: Sequence[Mapping[str, object]]) -> tuple[Effect, ...]:
    return tuple(effect(record) for record in records)


def _building(record: Mapping[str, Any]) -> Building:
    goods, bank = _cost(record.get("cost", {}))
    return Building(
        id=record["id"],
        names=record["name"],
        building=record.get("building", record["id"]),
        age=record["age"],
        colour=Colour[record["colour"].upper()],
        goods=goods,
        bank=bank,
        copies=tuple(record.get("copies", ())),
        effects=_effects(record["effects"]),
        chain=frozenset(record.get("chain", ())),
        free_with=record.get("free_with"),
    )


def _stage(record: Mapping[str, Any]) -> Stage:
    goods, bank = _cost(record["cost"])
    halves = [_effects(half) for half in record.get("halves", ())]
    return Stage(
        goods=goods,
        bank=bank,
        whole=_effects(record.get("effects", ())),
        halves=dict(zip(("left", "right"), halves, strict=True)) if halves else {},
    )


def _side(name: str, record: Mapping[str, Any]) -> Side:
    stages = tuple(_stage(stage) for stage in record["stages"])
    return Side(name, effect(record["start"]), stages)


def _board(record: Mapping[str, Any]) -> Board:
    sides = {name: _side(name, record[name]) for name in ("day", "night")}
    return Board(record["id"], record["name"], sides)


def _without_names(records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    words = ("name", "title")
    return [
        {key: value for key, value in record.items() if key not in words}
        for record in records
    ]


@cache
def catalog() -> Catalog:
    """Read the catalogue of the base game; once in a process."""
    folder = resources.files("sealed_wonders.core.wonders") / "data"
    cards = tomllib.loads((folder / "cards.toml").read_text("utf-8"))["card"]
    boards = tomllib.loads((folder / "boards.toml").read_text("utf-8"))["board"]
    return Catalog(
        boards=tuple(_board(record) for record in boards),
        buildings=tuple(_building(record) for record in cards),
        facts={"boards": _without_names(boards), "cards": _without_names(cards)},
    )
