"""
The printed cards, wonders and tokens as integers: the part of an engine's game that
moves don't change.

`encode` creates a `CardTable` from the catalogue, and each `table.EngineTable` refers to
one as its `book`. Compiled code reads its arrays by position, with the meanings in
`kinds`. Payments come in the order of `core`, since games must be equal.
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
"""Maximum number of keys of `CardTable.ways` whose payments are remembered."""


class CardTable:
    """
    The printed data for one number of players.

    Attributes:
        wonders, kinds, tokens: their names.
        piles: for each wonder, then the centre: the number of cards of each kind.
        supply: the tokens of the game, by kind.
        on: for each stage, five per wonder: the stages that it rests on, as bits.
        allows: for each kind of card, then for a stage: the tokens that allow an extra
            card after it, as bits.
        first, allowing: for each token: the index of its first kind in `allowing`,
            which lists the kinds that it allows an extra card after.
        known: the payments computed so far, by key: a cache.
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
        # By kind of card.
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
        # By wonder and by stage.
        self.effect = _array(columns["effect"])
        self.stages = _array(columns["stages"])
        self.on = _array(columns["on"])
        self.cost = _array(columns["cost"])
        self.same = _array(columns["same"])
        self.stage_points = _array(columns["stage_points"])
        self.stage_acts = _array(columns["stage_acts"])
        # By token.
        self.ability = _array(columns["ability"])
        self.a = _array(columns["a"])
        self.b = _array(columns["b"])
        self.copies = _array(columns["copies"])

    def ways(self, key: int) -> tuple[int, ...]:
        """
        Return all payments, in the order of `core`, each packed in a number.

        Args:
            key: four bits each for every grey kind, the coins and the cost, then one
                bit each for whether the resources must be equal, may be any, and
                whether a coin counts twice.
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
