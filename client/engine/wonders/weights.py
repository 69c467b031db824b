"""
Parameters of ``builder`` and of the players in rollouts: estimates of future costs, and
of what a city will get.

They were tested against each other in whole games. `scripts/tune.py` searches for
better ones. `builder` makes other choices with other numbers; tests/records/builder.txt
holds those of today.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sealed_wonders.client.engine.wonders.book import CardTable

WEIGHTS: Sequence[tuple[str, float]] = (
    ("coin", 1 / 3),
    ("ready", 0.12),
    ("enough", 4.0),
    ("given", 0.15),
    ("chain", 0.25),
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
    ("alone", 2.0),
    ("treasury", 12.0),
    ("joins", 0.18),
    ("poor", 0.5),
    ("shared", 0.7),
    ("spared", 0.6),
    ("hold", 2.5),
)
"""The parameters of `worth`: name and value."""

MANNERS: Sequence[tuple[str, float]] = (
    ("wanted", 0.75),
    ("denied", 0.12),
    ("kept", 0.1),
    ("spent", 3.0),
    ("leader later", 0.75),
    ("leader spare", 0.05),
)
"""The parameters of `policy`: name and value."""

UNIT = 0.7
"""Points deducted from a board's value for each unit of goods in a stage's cost."""

UNDER = 2.5
"""Points deducted for the card that is put under a stage."""

BURIED = 4.0
"""The value of a board's effect that buries a leader, in points."""

EVEN = 0.5
"""The probability that an edifice is built, before any city is founded."""

USUAL: Sequence[tuple[float, float, float]] = (
    (1.75, 0.55, 0.0),
    (0.65, 0.25, 0.0),
    (0.85, 0.85, 1.4),
    (0.65, 0.8, 1.0),
    (0.9, 0.95, 0.95),
    (0.7, 1.0, 0.95),
    (0.0, 0.0, 1.0),
    (0.5, 1.2, 0.45),
    (0.0, 1.1, 1.45),
    (0.8, 2.6, 3.8),
    (0.6, 0.9, 1.1),
)
"""
How much a city gets in each age: cards by colour, stages, buildings free by chain,
purchases, sales.
"""

STAGE_THING, CHAIN_THING, PURCHASE_THING, SALE_THING = 7, 8, 9, 10
"""The rows of these numbers, after those for colours."""

COMING = len(USUAL)
SETS_AT_MOST = 4
"""Maximum number of sets that is considered."""


def weights() -> array[float]:
    """Return all parameters as one vector."""
    usual = (number for row in USUAL for number in row)
    some = (number for _, number in (*WEIGHTS, *MANNERS))
    return array("d", [*some, *usual])


def names() -> list[str]:
    """Return the name of each parameter in the vector."""
    usual = (
        f"thing {thing} in age {age}"
        for thing in range(len(USUAL))
        for age in (1, 2, 3)
    )
    return [*(name for name, _ in (*WEIGHTS, *MANNERS)), *usual]


class Guesses(NamedTuple):
    """
    Tables derived from a vector of parameters for one book, by moment (turn of an age).
    """

    weights: Sequence[float]
    manners: Sequence[float]
    needed: array[float]
    """
    By moment, good and units: how many future costs include this many units of the
    good.
    """
    coming: array[float]
    """By moment and thing: how much of it a city will still get."""
    at_least: array[float]
    """By moment, thing and number: the probability of getting at least this many."""
    saved: array[float]
    """
    By age, building and its chain symbol: the units of goods that the symbol saves.
    """
    symbol: array[int]
    """By building: its two chain symbols; -1 for none."""
    wilds: array[int]
    """By moment: the number of science symbols hoped for."""


MOMENTS = [(age, turn) for age in (1, 2, 3) for turn in range(7)]
"""The turns of each age; 0 is before the first turn."""


@lru_cache(maxsize=16)
def guesses(book: CardTable, vector: tuple[float, ...]) -> Guesses:
    """Return the tables derived from a vector of parameters."""
    own, more = len(WEIGHTS), len(MANNERS)
    manners = vector[own : own + more]
    usual = vector[own + more :]
    (wanted, *_) = manners
    costs, saved = _costs(book), _savings(book)
    needed, coming, at_least, wilds = [], [], [], []
    for age, turn in MOMENTS:
        left = (6 - turn) / 6
        for good in range(7):
            for units in range(8):
                cards = left * costs[age - 1][good][units]
                for later in range(age, 3):
                    cards += costs[later][good][units]
                needed.append(wanted * cards)
        for thing in range(COMING):
            each = usual[3 * thing : 3 * thing + 3]
            mean = left * each[age - 1] + sum(each[age:])
            coming.append(mean)
            for number in range(SETS_AT_MOST + 1):
                fewer = sum(mean**n / math.factorial(n) for n in range(number))
                at_least.append(1 - math.exp(-mean) * fewer)
        wilds.append(round(left + 3 - age))
    symbols = []
    for block in range(book.buildings):
        both = [nth for nth in range(60) if book.chain[block] >> nth & 1]
        symbols += [*both, -1, -1][:2]
    return Guesses(
        vector[:own],
        manners,
        array("d", needed),
        array("d", coming),
        array("d", at_least),
        array("d", [some[it] if it >= 0 else 0.0 for some in saved for it in symbols]),
        array("q", symbols),
        array("q", wilds),
    )


def _costs(book: CardTable) -> list[list[list[float]]]:
    """
    Return the number of cards per player with at least this many units of a good.

    The indexes are age, good and units (0 to 7).
    """
    counts = [[[0.0] * 8 for _ in range(7)] for _ in range(3)]
    for age, block, share in _dealt(book):
        for good in range(7):
            for units in range(1, (book.goods[block] >> 4 * good & 15) + 1):
                counts[age - 1][good][units] += share
    return counts


def _savings(book: CardTable) -> list[list[float]]:
    """
    Return the units of goods that each chain symbol saves after an age, by age and
    symbol.
    """
    saved = [[0.0] * 64 for _ in range(3)]
    for age, block, share in _dealt(book):
        if book.free[block] >= 0:
            units = sum(book.goods[block] >> 4 * good & 15 for good in range(7))
            for before in range(age - 1):
                saved[before][book.free[block]] += units * min(
                    1.0, share * book.players / 2
                )
    return saved


def _dealt(book: CardTable) -> list[tuple[int, int, float]]:
    """Return each card's age and block, and the number of copies per player."""
    players = book.players
    dealt = [
        (age, block, 1 / players) for age in (1, 2, 3) for block in book.decks[age - 1]
    ]
    guilds = book.decks[3]
    chance = (players + 2) / len(guilds) / players
    return dealt + [(3, block, chance) for block in guilds]
