"""
The printed cards and boards as numbers: the part of an engine's game that moves don't
change.

`encode` creates a `CardTable` from the catalogue, and each `table.EngineTable` refers to
one as its `book`. Compiled code reads its arrays by position, with the meanings in `kinds`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from sealed_wonders.client.engine.wonders.kinds import BITS


class CardTable:
    """
    All cards and boards for one number of players and set of expansions.

    Attributes:
        names: the name of each block in moves; empty if moves never name it.
        masks: for each kind of symbol that stands for one of several goods, their mask.
        mask: the same, for C.
        first, last: the range of rows of each block.
        kind, a, b, c: the rows.
        buildings: the number of buildings, which are the first blocks.
        symbols: by the mask of the wanted goods, the bits of the kinds of symbols that
            give some of them.
    """

    def __init__(
        self,
        players: int,
        expansions: Sequence[str],
        names: list[str],
        masks: list[int],
        sides: list[tuple[str, str]],
        columns: Mapping[str, Sequence[int]],
        wide: Mapping[str, Sequence[int]],
        decks: list[list[int]],
    ) -> None:
        self.players = players
        self.with_leaders = int("leaders" in expansions)
        self.with_edifice = int("edifice" in expansions)
        self.n_masks = len(masks)
        self.mask = _array(masks)
        self.names = names
        self.masks = masks
        self.sides = sides
        self.decks = decks
        self.buildings = len(columns["colour"])
        self.first_leader = self.buildings
        self.first_edifice = self.buildings + len(columns["leader_cost"])
        self.by_name = {name: i for i, name in enumerate(names) if name}
        self.by_side = {side: i for i, side in enumerate(sides)}
        self.bits = array("q", [1 << bit for bit in range(BITS)])
        # Buildings.
        self.colour = _array(columns["colour"])
        self.goods = _array(columns["goods"])
        self.bank = _array(columns["bank"])
        self.twin = _array(columns["twin"])
        self.free = _array(columns["free"])
        self.age = _array(columns["age"])
        self.chain = array("q", wide["chain"])
        # Leaders and edifices.
        self.leader_cost = _array(columns["leader_cost"])
        self.edifice_cost = _array(columns["edifice_cost"])
        self.penalty = _array(columns["penalty"])
        self.amount = _array(columns["amount"])
        self.debt = _array(columns["debt"])
        # Sides of boards, and their stages.
        self.start = _array(columns["start"])
        self.stages = _array(columns["stages"])
        self.stage_goods = _array(columns["stage_goods"])
        self.stage_bank = _array(columns["stage_bank"])
        self.stage_block = _array(columns["stage_block"])
        self.keeps_leaders = _array(columns["keeps_leaders"])
        # Blocks, and their rows.
        self.first = _array(columns["first"])
        self.last = _array(columns["last"])
        self.kind = _array(columns["kind"])
        self.a = _array(columns["a"])
        self.b = _array(columns["b"])
        self.c = _array(columns["c"])
        self.is_open = _array(columns["is_open"])
        self.symbols = array("q", wide["symbols"])
        # Physical cards.
        self.block_of_card = _array(columns["block_of_card"])


def _array(numbers: Sequence[int]) -> array[int]:
    # One element more, since C has no empty arrays.
    return array("q", [*numbers, 0])
