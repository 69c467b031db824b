"""
Scoring: the score sheet of A7.2 (docs/RULES.md).

A sheet has a row for each seat, with a number for each category. All seats sign the
numbers in the order of the categories (docs/PROTOCOL.md, END), and records contain the
names (docs/RECORD.md), so neither can change.
"""

from __future__ import annotations

from sealed_wonders.core.architects.city import City
from sealed_wonders.core.game import Seat, Sheet

CATEGORIES = ("wonder", "cat", "blue", "military", "progress", "total")
"""The categories on the sheet."""

CAT = 2
"""Points for the cat (A5.1)."""

VICTORY = 3
"""Points for a military token (A6.2)."""


def points(city: City, has_cat: bool) -> tuple[int, ...]:
    """Return a city's points, a number for each of `CATEGORIES`."""
    row = (
        sum(city.wonder.stage(number).points for number in city.built),
        CAT if has_cat else 0,
        city.blue,
        VICTORY * city.victories,
        sum(token.ability.points(city) for token in city.progress),
    )
    return (*row, sum(row))


def blank(players: int, gone: tuple[Seat, ...]) -> Sheet:
    """Return the sheet before any wonder is known: all active seats share the lead."""
    active = tuple(seat for seat in range(players) if seat not in gone)
    return Sheet(CATEGORIES, ((0,) * len(CATEGORIES),) * players, active)


def sheet(cities: tuple[City, ...], cat: Seat | None, gone: tuple[Seat, ...]) -> Sheet:
    """
    Return the score sheet.

    The victory goes to the highest total, then to the most stages; if both are equal,
    it is shared. A seat that has left can't win.
    """
    rows = tuple(points(city, seat == cat) for seat, city in enumerate(cities))
    ranks = {
        seat: (row[-1], len(cities[seat].built))
        for seat, row in enumerate(rows)
        if seat not in gone
    }
    top = max(ranks.values(), default=None)
    return Sheet(CATEGORIES, rows, tuple(seat for seat in ranks if ranks[seat] == top))
