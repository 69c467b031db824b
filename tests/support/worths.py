"""What the engine's policy estimates things to be worth to a city."""

from __future__ import annotations

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.kinds import MOST_STAGES
from sealed_wonders.client.engine.wonders.reading import HALVES, read
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.client.engine.wonders.worth import Worth
from sealed_wonders.core.wonders.model import City
from tests.support.wonders import Table


class Worths:
    """
    What things are worth to the first of some cities.

    Args:
        turn: the turn, or 0 before the first turn of the age.
    """

    def __init__(self, *cities: City, age: int, turn: int) -> None:
        self._table = read(Table(*cities).state)
        self.worth = Worth(self._book, weights())
        self.worth.aim(self._table, 0, age, turn)

    @property
    def _book(self) -> CardTable:
        return self._table.book

    def building(self, name: str) -> float:
        return self.worth.building(self._book.by_name[name], 0)

    def stage(self, half: str = "") -> float:
        city = self._table.city(0)
        row = 3 * (MOST_STAGES * city.side + city.stages)
        return self.worth.stage(self._book.stage_block[row + HALVES.index(half)])

    def price(self, left: int = 0, right: int = 0, bank: int = 0) -> float:
        return self.worth.price(left | right << 7 | bank << 14)
