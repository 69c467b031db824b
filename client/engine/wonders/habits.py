"""
What the players of a rollout go by: guesses at costs to come, and at what comes to a city.

The numbers are those of `client.bots.wonders` where there are such; they can be others, to
be tried against each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache

from sealed_wonders.client.engine.wonders.book import Book

WEIGHTS: Sequence[tuple[str, float]] = (
    ("coin", 1 / 3),
    ("ready", 0.12),
    ("enough", 4.0),
    ("given", 0.15),
    ("chain", 0.25),
    ("wanted", 0.75),
    ("stage", 1.2),
    ("unmade", 2.1),
    ("of best", 1.5),
    ("of all", 0.15),
    ("believed", 0.5),
    ("free", 2.0),
    ("free at will", 3.0),
    ("copied", 5.0),
    ("extra", 2.5),
    ("from discard", 4.0),
    ("later", 0.4),
    ("unit less", 1.2),
    ("colour free", 4.0),
    ("any good", 2.0),
    ("replaced", 0.7),
    ("recruit", 2.7),
    ("drawn", 0.8),
    ("recruited", 3.0),
    ("drift", 0.5),
    ("guild", 4.0),
    ("sets", 0.5),
    ("growing", 1.0),
    ("joins", 0.18),
    ("shared", 0.7),
    ("spared", 0.6),
    ("hold", 2.5),
    ("denied", 0.12),
    ("spent", 3.0),
)
"""What each number is, and how much."""

USUAL: Sequence[tuple[float, float, float]] = (
    (1.75, 0.55, 0.0),
    (0.65, 0.25, 0.0),
    (0.85, 0.85, 1.4),
    (0.65, 0.8, 1.0),
    (0.9, 0.95, 0.95),
    (0.7, 1.0, 0.95),
    (0.0, 0.0, 1.0),
    (0.5, 1.2, 0.45),
    (0.35, 0.45, 0.5),
    (1.0, 0.5, 0.1),
    (0.0, 0.0, 4.0),
    (0.0, 1.1, 1.45),
    (0.8, 2.6, 3.8),
    (0.6, 0.9, 1.1),
)
"""
How much comes to a city in each age: cards by colour, stages, victory tokens, colours,
coins, buildings free by a chain, purchases, sales.
"""


def weights() -> array[float]:
    """Return all numbers as one vector."""
    usual = (number for row in USUAL for number in row)
    return array("d", [*(number for _, number in WEIGHTS), *usual])


def names() -> list[str]:
    """Return what each number of the vector is."""
    usual = (
        f"thing {thing} in age {age}"
        for thing in range(len(USUAL))
        for age in (1, 2, 3)
    )
    return [*(name for name, _ in WEIGHTS), *usual]


@cache
def costs(book: Book) -> array[float]:
    """
    Count the cards of each age for each player that cost so many units of a good.

    By age, good and units, of which there are eight each time.
    """
    counts = array("d", [0.0] * (3 * 7 * 8))
    for age, block, share in _dealt(book):
        for good in range(7):
            for units in range(1, (book.goods[block] >> 4 * good & 15) + 1):
                counts[((age - 1) * 7 + good) * 8 + units] += share
    return counts


@cache
def savings(book: Book) -> array[float]:
    """Count the units of goods that each chain symbol saves after an age: by age, symbol."""
    saved = array("d", [0.0] * (3 * 64))
    for age, block, share in _dealt(book):
        if book.free[block] >= 0:
            units = sum(book.goods[block] >> 4 * good & 15 for good in range(7))
            for before in range(1, age):
                saved[(before - 1) * 64 + book.free[block]] += units * min(
                    1.0, share * book.players / 2
                )
    return saved


def _dealt(book: Book) -> list[tuple[int, int, float]]:
    """Return each card's age and block, and how many each player would get of it."""
    players = book.players
    dealt = [
        (age, block, 1 / players) for age in (1, 2, 3) for block in book.decks[age - 1]
    ]
    guilds = book.decks[3]
    chance = (players + 2) / len(guilds) / players
    return dealt + [(3, block, chance) for block in guilds]
