"""
Scoring: the score sheet of W7 (docs/RULES.md).

A sheet has a row for each seat, with a number for each category. All seats sign the
numbers in the order of the categories (docs/PROTOCOL.md, END), and records contain the
names (docs/RECORD.md), so neither can change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.wonders.city import with_building
from sealed_wonders.core.wonders.model import Around, Building, City, Effect
from sealed_wonders.core.wonders.science import solve
from sealed_wonders.core.wonders.works import Colour

_GREEN = 5
"""Index in `CATEGORIES` for the points of science symbols."""

BURIED = 2
"""Points of a buried leader per coin of its cost (L3.3)."""

BASE = ("military", "treasury", "wonder", "blue", "yellow", "green", "guilds")
"""The categories of the game without expansions (W7.1)."""

BASE_CATEGORIES = (*BASE, "total")
"""The categories on a sheet without expansions."""

CATEGORIES = (*BASE, "leaders", "edifice", "total")
"""All categories; an expansion's category has its name (L1.8, E1.8)."""

_CARD_CATEGORIES = {Colour.BLUE: 3, Colour.YELLOW: 4, Colour.PURPLE: 6}
"""Indices in `CATEGORIES` for the points of cards, by colour; others have no points."""


def categories(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the categories on a table's sheet, ``"total"`` last."""
    return (*BASE, *expansions, "total")


def points(around: Around) -> tuple[int, ...]:
    """Return a city's points, a number for each of `CATEGORIES` (W7.1, W7.2)."""
    city = around.city
    row = [0] * len(CATEGORIES)
    row[0] = sum(city.tokens)
    row[1] = city.coins // 3
    for index, stage in enumerate(city.stages):
        row[2] += _worth(city.side.stages[index].effects(stage.half), around)
    for _building, category, worth in by_card(around):
        row[category] += worth
    # Second come the points of leaders that score sets of symbols.
    row[5], row[7] = solve(city.works.knowledge)
    for one in city.leaders:
        if one.buried:
            row[7] += BURIED * one.price
        else:
            row[7] += _worth(one.leader.effects, around)
    for edifice in city.edifices:
        row[8] += _worth(edifice.reward, around)
    row[8] += sum(city.debts)
    row[-1] = sum(row[:-1])
    return tuple(row)


class CardPoints(NamedTuple):
    """The points that a building scores by itself."""

    building: Building
    category: int
    """The index of its category in `CATEGORIES`."""
    points: int


def by_card(around: Around) -> Iterator[CardPoints]:
    """Yield the points of a city's blue, yellow and purple cards, in building order."""
    for building in around.city.buildings:
        category = _CARD_CATEGORIES.get(building.colour)
        if category is not None:
            worth = _worth(building.effects, around)
            yield CardPoints(building, category, worth)


class BuildingYield(NamedTuple):
    """Coins and points that a building would bring as the cities stand."""

    coins: int
    """Coins right away, before any payment."""
    points: int
    """Points at the end, without those for coins and conflicts."""
    others: int = 0
    """Those of the points that other cards, stages and leaders score for it."""


def gain(around: Around, building: Building) -> BuildingYield:
    """Return what a building would bring a city now."""
    after = around._replace(city=with_building(around.city, building))
    coins = sum(effect.coins(after) for effect in building.effects)
    before, now = points(around), points(after)
    own = now[_GREEN] - before[_GREEN]
    if building.colour in _CARD_CATEGORIES:
        own += _worth(building.effects, after)
    more = now[-1] - before[-1]
    return BuildingYield(coins, more, more - own)


def _worth(effects: Iterable[Effect], around: Around) -> int:
    return sum(effect.points(around) for effect in effects)


def blank(players: int, expansions: tuple[str, ...], gone: tuple[Seat, ...]) -> Sheet:
    """Return the sheet before any city is founded: all active seats share the lead."""
    active = tuple(seat for seat in range(players) if seat not in gone)
    names = categories(expansions)
    return Sheet(names, ((0,) * len(names),) * players, active)


def sheet(
    cities: tuple[City, ...], expansions: tuple[str, ...], gone: tuple[Seat, ...]
) -> Sheet:
    """
    Return the score sheet.

    The victory goes to the highest total, then to the most coins; if both are equal, it
    is shared (W7.4). A seat that has left can't win.
    """
    names = categories(expansions)
    wanted = [CATEGORIES.index(name) for name in names]
    counted = [
        points(Around(city, cities[(seat + 1) % len(cities)], cities[seat - 1]))
        for seat, city in enumerate(cities)
    ]
    rows = tuple(tuple(row[i] for i in wanted) for row in counted)
    ranks = {
        seat: (row[-1], cities[seat].coins)
        for seat, row in enumerate(rows)
        if seat not in gone
    }
    top = max(ranks.values(), default=None)
    return Sheet(names, rows, tuple(seat for seat in ranks if ranks[seat] == top))
