"""
What is printed on cards, wonders and tokens, in numbers: `printing` writes it down.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate

from sealed_wonders.client.engine.architects.kinds import (
    ANY_BIT,
    COIN_AT,
    DOUBLE_BIT,
    GOODS,
)
from sealed_wonders.core.architects.paying import ways

MOST_KNOWN = 1 << 16


class Book:
    """
    What there is to one number of players.

    Attributes:
        wonders, kinds, tokens: their names.
        piles: of each wonder, and then of the centre: how many cards of each kind.
        supply: the tokens of the game, by their kinds.
        on: of each stage, five for a wonder, those it rests on, as bits.
        allows: of each kind of cards, the tokens that bring one more for it, as bits;
            after all of them, for a stage.
        first, allowing: of each token, where the kinds begin for which it does.
    """

    def __init__(
        self,
        players: int,
        conflicts: int,
        names: Mapping[str, list[str]],
        piles: list[list[int]],
        supply: list[int],
        columns: Mapping[str, Sequence[int]],
    ) -> None:
        self.players = players
        self.conflicts = conflicts
        self.wonders = names["wonders"]
        self.kinds = names["kinds"]
        self.tokens = names["tokens"]
        self.piles = piles
        self.supply = supply
        self.known: dict[int, tuple[int, ...]] = {}
        self.n_kinds = len(self.kinds)
        self.n_tokens = len(self.tokens)
        (self.coin,) = columns["coin"]
        # Of kinds.
        self.goods = _array(columns["goods"])
        self.symbols = _array(columns["symbols"])
        self.is_red = _array(columns["is_red"])
        self.points = _array(columns["points"])
        self.cat = _array(columns["cat"])
        self.horns = _array(columns["horns"])
        self.allows = _array(columns["allows"])
        allowing = [
            [
                kind
                for kind in range(self.n_kinds)
                if columns["allows"][kind] >> token & 1
            ]
            for token in range(self.n_tokens)
        ]
        self.first = _array([0, *accumulate(map(len, allowing))])
        self.allowing = _array([*(kind for some in allowing for kind in some), 0])
        # Of wonders, and their stages.
        self.effect = _array(columns["effect"])
        self.stages = _array(columns["stages"])
        self.on = _array(columns["on"])
        self.cost = _array(columns["cost"])
        self.same = _array(columns["same"])
        self.stage_points = _array(columns["stage_points"])
        self.stage_acts = _array(columns["stage_acts"])
        # Of tokens.
        self.ability = _array(columns["ability"])
        self.a = _array(columns["a"])
        self.b = _array(columns["b"])
        self.copies = _array(columns["copies"])

    def ways(self, key: int) -> tuple[int, ...]:
        """
        Return all ways to pay, as `core` lists them, in numbers.

        Args:
            key: four bits for each grey kind and for coins, four for the cost, and one
                each for whether it is of equal resources, may be of any, and has a
                coin that counts twice.
        """
        found = self.known.get(key)
        if found is None:
            found = self._found(key)
        return found

    def _found(self, key: int) -> tuple[int, ...]:
        grey = tuple([key >> 4 * nth & 15 for nth in range(GOODS)])
        key_above = key >> 4 * GOODS
        payments = ways(
            grey,
            key_above & 15,
            key_above >> 4 & 15,
            bool(key_above >> 8 & 1),
            bool(key_above >> 9 & 1),
            bool(key_above >> 10 & 1),
        )
        found = []
        for payment in payments:
            *goods, coins = payment.cards
            paid = sum(n << 3 * nth for nth, n in enumerate(goods)) | coins << COIN_AT
            paid |= payment.any_resources << ANY_BIT
            found.append(paid | payment.double_coin << DOUBLE_BIT)
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[key] = tuple(found)
        return self.known[key]


def _array(numbers: Sequence[int]) -> array[int]:
    return array("q", numbers)
