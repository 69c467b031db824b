"""
How much of a game is left, and what may still happen in it: guesses from what is open.
"""

from __future__ import annotations

from functools import lru_cache

from sealed_wonders.client.bots.architects.needs import cost_of, open_places
from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import COIN, Stage, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.paying import goods
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Seat

# All below are guesses. They were tried against each other in whole games.

PACE = 0.6
"""Cards a turn that are of use to a wonder."""

HORNS = 0.17
"""Horns that are taken in a turn."""

USEFUL = 0.4
"""The part of the turns left in which a city gets the card it needs."""


class Forecast:
    """
    What is to be expected at a table.

    Attributes:
        turns: those that a player still has, more or less.
        battles: those that will still be fought.
        patience: what a stage is worth that lacks one card more, as a part of its worth.
    """

    def __init__(self, state: State) -> None:
        shortest = min(map(missing_to_finish, state.cities), default=0)
        cards = sum(len(pile.cards) for pile in state.around)
        players = max(1, len(state.active))
        self.turns = min(max(1.0, shortest / PACE), max(1.0, cards / players))
        horns = state.horns + HORNS * self.turns * players
        self.battles = horns / state.conflicts
        useful = USEFUL * self.turns
        self.patience = useful / (useful + 1)


def missing_to_finish(city: City) -> int:
    """Count the cards that a city lacks for all its stages."""
    rest = tuple(s for s in city.wonder.stages if s.number not in city.built)
    return missing(city, rest)


def missing(city: City, stages: tuple[Stage, ...]) -> int:
    """Count the cards that a city lacks for some stages, if all goes well."""
    kinds, cards = _payers()
    grey = tuple(len(city.cards[number]) for number in kinds)
    coins = len(city.cards[cards])
    if coins and city.tokens and city.has(DoubleCoin):
        coins += min(coins, len(stages))
    free = bool(city.tokens and city.has(AnyResources))
    places = open_places(grey, cost_of(stages), any_resources=free)
    return max(0, places - coins)


@lru_cache(maxsize=1)
def _payers() -> tuple[tuple[int, ...], int]:
    """Return the numbers of the grey kinds, and that of coins."""
    known = catalog()
    return tuple(kind.number for kind in goods()), known.kinds_by_id[COIN].number


def neighbours(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return those a seat fights with."""
    n = state.players
    return tuple(dict.fromkeys(((seat + 1) % n, (seat - 1) % n)))
