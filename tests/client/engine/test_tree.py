"""
The search tree over a seat's later turns: it finds better moves than the quick policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean

from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of, read
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.tree import Tree, reward
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import wonders

PLAYOUTS = 60
"""Playouts from each table."""


def _late_table(seed: str) -> EngineTable:
    """Return a table among builders with two turns to go."""
    rules = Wonders(3)
    dealer = Dealer(rules, seeded(seed))
    block = book_of(rules).block_of_card
    found: list[EngineTable] = []

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now = wonders(state)
        task = now.task
        when = task.name, getattr(task, "age", 0), getattr(task, "turn", 0)
        if when == ("turn", 3, 5):
            table = read(now)
            for city, hand in zip(table.cities, now.hands, strict=True):
                city.lay_hand([block[dealer.faces[slot]] for slot in hand])
            table.lay_discard([block[dealer.faces[slot]] for slot in now.discard])
            table.again()
            found.append(table)
        return builder.player("")(state, seat, faces)

    for _answer in dealer.steps([choose] * 3):
        if found:
            break
    return found[0]


def _all_leads(table: EngineTable, policy: Policy) -> Iterator[float]:
    """
    Yield the lead for each of the first seat's move sequences, if the others play
    quickly.
    """
    while table.asked and not table.asked & 1:
        for seat in range(1, table.n):
            if table.asked >> seat & 1:
                table.choose(seat, policy.choose(table, seat))
        table.resolve()
    if not table.asked:
        yield table.lead(0)
        return
    for seat in range(1, table.n):
        if table.asked >> seat & 1:
            table.choose(seat, policy.choose(table, seat))
    for move in table.moves(0):
        after = EngineTable(table.book, table.prices)
        after.copy_from(table)
        after.choose(0, move)
        after.resolve()
        yield from _all_leads(after, policy)


def test_the_tree_finds_better_moves_than_the_first_one_tried() -> None:
    """It never exceeds the best result, and later playouts use what was better."""
    better = 0
    at_first = later = 0.0
    for number in range(8):
        root = _late_table(f"tree:{number}")
        policy = Policy(root.book, weights())
        tree = Tree(0, policy)
        node = tree.plant()
        leads = []
        for _ in range(PLAYOUTS):
            table = EngineTable(root.book, root.prices)
            table.copy_from(root)
            leads.append(tree.play(table, node))
        first = leads[0]
        most = max(_all_leads(root, policy))
        assert tree.tries(node) == PLAYOUTS
        assert first <= max(leads) <= most
        better += max(leads) > first
        at_first += reward(first)
        later += fmean(map(reward, leads[-PLAYOUTS // 2 :]))
    assert better >= 3
    assert later > at_first
