"""Payments at a table, with discounts and with the bank."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.model import City
from tests.support.wonders import Table, city

LOOM = city("halikarnassos", 0)
"""The neighbour to the left, where there is a loom to buy."""
CLAY = city("olympia", 0, "clay_pool")
"""The one to the right has two clays, and the second stage takes two and a loom."""


def table(mine: City, *, lenient: bool = False) -> Table:
    """Lay out a table where taking part in the edifice of age III costs a lot."""
    return Table(
        mine,
        LOOM,
        CLAY,
        age=3,
        expansions="leaders edifice",
        projects="gold_reserves",
        lenient=lenient,
    )


def stages(game: Table) -> list[str]:
    """List the ways to pay for the stage, sorted."""
    return [text for text in game.moves(0) if text.startswith("stage")]


def test_three_units_of_two_neighbours() -> None:
    """Two coins each; three more for the edifice (W3.2, E1.2)."""
    game = table(city("gizah", 9, stages=1))
    assert ["stage join=1 left=2 right=4 bank=3", "stage left=2 right=4"] == stages(
        game
    )


def test_leaving_out_a_unit_of_either_neighbour() -> None:
    """They would be paid different sums, so it is the owner's choice (L2.2, W3.4)."""
    game = table(city("gizah", 6, stages=1, leaders="imhotep"))
    assert ["stage left=2 right=2", "stage right=4"] == stages(game)
    assert Refusal.NOT_CHEAPEST is game.refusal(0, "stage left=2 right=4")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage left=2")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage right=4 bank=1")
    assert Refusal.TOO_FEW_COINS is game.refusal(
        0, "stage join=1 left=2 right=2 bank=3"
    )


def test_at_a_lenient_table_nobody_has_to_leave_a_unit_out() -> None:
    """For people may forget what their leaders do for them (W3.4)."""
    game = table(city("gizah", 6, stages=1, leaders="imhotep"), lenient=True)
    assert game.refusal(0, "stage left=2 right=4") is None
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage left=2")


def test_the_banks_coin_stands_beside_a_neighbours_two() -> None:
    """Both may be paid: they cost different parties (L2.5, W3.4)."""
    game = table(city("gizah", 6, stages=1, leaders="bilkis"))
    expected = ["stage left=2 right=2 bank=1", "stage left=2 right=4"]
    assert [*expected, "stage right=4 bank=1"] == stages(game)
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage right=2 bank=2")


def test_one_left_out_and_one_from_the_bank() -> None:
    """Of three units, one is bought; the bank is never paid for two (L2.2, L2.5)."""
    game = table(city("gizah", 4, stages=1, leaders="bilkis imhotep"))
    assert [
        "stage left=2 bank=1",
        "stage left=2 right=2",
        "stage right=2 bank=1",
        "stage right=4",
    ] == stages(game)
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage bank=2")
    assert Refusal.TOO_FEW_COINS is game.refusal(0, "stage left=2 right=2 bank=1")
    assert Refusal.TOO_FEW_COINS is game.refusal(0, "stage join=1 right=2 bank=4")


def test_the_price_of_the_edifice_is_never_less() -> None:
    """What is left out is goods, never coins, also where all goods are there (E1.3)."""
    mine = city("gizah", 9, "brickyard loom_1", stages=1, leaders="bilkis imhotep")
    game = table(mine)
    assert ["stage", "stage join=1 bank=3"] == stages(game)
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage join=1")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage join=1 bank=2")
    assert Refusal.NOT_CHEAPEST is game.refusal(0, "stage join=1 bank=4")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "stage join=1 bank=5")


def test_the_bank_gets_the_edifices_price_and_its_own_in_one() -> None:
    """Four coins: one for a unit, three for taking part (L2.5, E1.2)."""
    mine = city("gizah", 4, "brickyard", stages=1, leaders="bilkis")
    game = table(mine)
    assert ["stage bank=1", "stage join=1 bank=4", "stage left=2"] == stages(game)
    game.play("stage join=1 bank=4")
    assert 0 == game.coins[0]


@pytest.mark.parametrize(
    ("card", "leaders", "moves"),
    [
        ("courthouse", "imhotep leonidas archimedes", ["left=2 right=4"]),
        ("courthouse", "hammurabi", ["left=2 right=2", "right=4"]),
        ("courthouse", "hammurabi ramses", ["left=2 right=2", "right=4"]),
    ],
)
def test_a_unit_is_left_out_of_its_own_colour_only(
    card: str, leaders: str, moves: list[str]
) -> None:
    """Two clays and a loom, for a blue card (L2.2)."""
    game = Table(
        city("gizah", 9, leaders=leaders),
        LOOM,
        CLAY,
        age=2,
        hands=(card,),
        expansions="leaders",
    )
    expected = [f"build {card} {paid}" for paid in moves]
    assert expected == [it for it in game.moves(0) if it.startswith("build courthouse")]


def test_a_price_in_coins_is_no_less_for_any_leader() -> None:
    """Coins are no resource (L2.2), and the bank sells none (L2.5)."""
    leaders = "imhotep hammurabi leonidas archimedes bilkis"
    game = Table(
        city("gizah", 2, leaders=leaders),
        LOOM,
        CLAY,
        age=2,
        hands=("sawmill",),
        expansions="leaders",
    )
    assert "build sawmill bank=1" in game.moves(0)
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "build sawmill")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "build sawmill bank=2")
