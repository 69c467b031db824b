"""
Scoring: the sheet of W7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.core.wonders.city import Colour
from sealed_wonders.core.wonders.effects import Around
from sealed_wonders.core.wonders.science import best

if TYPE_CHECKING:
    from sealed_wonders.core.wonders.city import City

LINES = (
    "military",
    "treasury",
    "wonder",
    "blue",
    "yellow",
    "green",
    "guilds",
    "total",
)

CARD_LINES = ((Colour.BLUE, 3), (Colour.YELLOW, 4), (Colour.PURPLE, 6))
"""On which line of the sheet the points of a card's effects stand."""

_LINE = dict(CARD_LINES)


def points(around: Around) -> tuple[int, ...]:
    """Count the points of a city, a number for each of `LINES` (W7.1, W7.2)."""
    city = around.city
    row = [0] * len(LINES)
    row[0] = sum(city.tokens)
    row[1] = city.coins // 3
    for index, stage in enumerate(city.stages):
        for effect in city.side.stages[index].effects(stage.half):
            row[2] += effect.points(around)
    for building in city.buildings:
        line = _LINE.get(building.colour)
        if line is not None:
            for effect in building.effects:
                row[line] += effect.points(around)
    row[5] = best(city.works.symbols, city.works.wild)
    row[-1] = sum(row[:-1])
    return tuple(row)


def blank(players: int, gone: tuple[Seat, ...]) -> Sheet:
    """Give the sheet of a table where no city is founded yet: all lead who play."""
    active = tuple(seat for seat in range(players) if seat not in gone)
    return Sheet(LINES, ((0,) * len(LINES),) * players, active)


def sheet(cities: tuple[City, ...], gone: tuple[Seat, ...]) -> Sheet:
    """
    Give the score sheet.

    The victory goes to the highest total, then to the most coins, and is shared
    where those are equal too (W7.4); a seat that left can't win.
    """
    rows = tuple(
        points(Around(city, cities[(seat + 1) % len(cities)], cities[seat - 1]))
        for seat, city in enumerate(cities)
    )
    ranks = {
        seat: (row[-1], cities[seat].coins)
        for seat, row in enumerate(rows)
        if seat not in gone
    }
    top = max(ranks.values(), default=None)
    return Sheet(LINES, rows, tuple(seat for seat in ranks if ranks[seat] == top))
