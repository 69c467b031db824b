"""W3: what things cost, and who is paid."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.events import Played
from tests.support.wonders import Table, city


def free(table: Table, *lines: str) -> list[str | None]:
    """Play a step and tell what made each card free."""
    return [event.free for event in table.play(*lines) if isinstance(event, Played)]


def test_a_card_without_cost_is_built_for_nothing() -> None:
    """No coin moves, and nothing is called free (W3.1, F2)."""
    table = Table("gizah 0, rhodos, ephesos", hands=("altar",))
    assert [None] * 3 == free(table, "build altar")
    assert ("altar",) == table.built(0)
    assert (0, 6, 6) == table.coins


def test_a_cost_in_coins_goes_to_the_bank() -> None:
    """No neighbour gets it, and without the coin there is no building (W3.1)."""
    table = Table("gizah 1, rhodos 0, ephesos", hands=["mine"] * 2)
    assert Refusal.TOO_FEW_COINS is table.refusal(1, "build mine bank=1")
    assert Refusal.WRONG_PAYMENT is table.refusal(0, "build mine")
    table.play("build mine bank=1")
    assert (0, 3, 6) == table.coins


def test_goods_are_not_used_up() -> None:
    """One stone builds the Baths on a turn and a stage on another (W3.1)."""
    table = Table("rhodos night 0: quarry stone_pit, gizah, ephesos", hands=("baths",))
    table.play("build baths")
    table.play("stage")
    assert ("baths",) == table.built(0)[2:]
    assert 3 == table.points(0)["wonder"]
    assert 3 == table.coins[0]  # the stage's own


def test_a_symbol_serves_once_a_turn() -> None:
    """One stone is not three, and a choice is one unit of one good (W3.1)."""
    cost_three = Table(
        "gizah: stone_pit, rhodos, ephesos", age=2, hands=("aqueduct walls",)
    )
    assert Refusal.MISSING_RESOURCES is cost_three.refusal(0, "build aqueduct")
    choice = Table(
        city("ephesos", built="clay_pit"),  # clay or ore
        *(city("rhodos", 0), city("gizah", 0)),
        age=2,
        hands=("stables",),  # wood, ore, clay
    )
    assert Refusal.MISSING_RESOURCES is choice.refusal(0, "build stables")


def test_missing_goods_are_bought_at_two_coins_each() -> None:
    """The owners get the coins, and can't refuse (W3.2)."""
    cities = (city("gizah", 0, built="stone_pit"), city("rhodos", 0))
    hands = ("arena",)  # two stone and an ore
    table = Table("alexandria 5", *cities, age=3, hands=hands)
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build arena left=4 right=2")
    table = Table("alexandria 6", *cities, age=3, hands=hands)
    table.play("build arena left=4 right=2")
    assert (0, 4 + 3, 2 + 3) == table.coins


def test_what_boards_and_brown_and_grey_cards_produce_is_for_sale() -> None:
    """A starting good, a brown card, a grey card: each from its owner (W3.2)."""
    table = Table(
        "alexandria 9, gizah: brickyard, rhodos: loom_1",
        age=2,
        hands=("courthouse aqueduct walls temple",),
    )
    assert "build courthouse left=4 right=2" in table.moves(0)


@pytest.mark.parametrize(
    ("board", "built", "stages", "hand", "missing"),
    [
        ("gizah", "caravansery", 0, "statue", "wood"),
        ("gizah", "forum", 0, "dispensary", "glass"),
        ("alexandria", "", 2, "stables", "clay"),
        ("alexandria night", "", 2, "courthouse", "loom"),
    ],
)
def test_yellow_cards_and_stages_sell_nothing(
    board: str, built: str, stages: int, hand: str, missing: str
) -> None:
    """What they produce is for their owner alone (W3.2, W5.6)."""
    table = Table(
        "ephesos 20: foundry brickyard",
        city(board, built=built, stages=stages),
        "olympia",
        age=2,
        hands=(hand,),
    )
    assert Refusal.MISSING_RESOURCES is table.refusal(0, f"build {hand} left=2"), (
        missing
    )


def test_the_buyer_picks_what_a_choice_symbol_sells() -> None:
    """One unit a turn, of either good (W3.2)."""
    table = Table(
        city("alexandria", 9),
        city("babylon", built="clay_pit"),  # clay or ore
        city("halikarnassos"),
        hands=("guard_tower barracks",),  # clay; ore
    )
    assert {"build guard_tower left=2", "build barracks left=2"} <= {*table.moves(0)}
    table = Table(
        "alexandria 9: foundry, babylon: clay_pit, halikarnassos",
        age=2,
        hands=("courthouse",),  # two clay and a loom
    )
    assert Refusal.MISSING_RESOURCES is table.refusal(
        0, "build courthouse left=4 right=2"
    )


def test_both_neighbours_may_buy_the_same_symbol() -> None:
    """Once a turn for each buyer: the seller is paid twice (W3.2)."""
    table = Table(
        "alexandria 2, gizah 0, babylon 2, halikarnassos 0",
        hands=("baths", "", "baths"),
    )
    table.play("build baths left=2", "", "build baths right=2")
    assert (0, 4 + 3, 0, 3) == table.coins
    assert ("baths",) == table.built(0) == table.built(2)


def test_a_symbol_sells_once_a_turn_to_one_buyer() -> None:
    """One stone next door is not two (W3.2)."""
    table = Table(
        "rhodos 9: foundry, gizah, halikarnassos",
        age=3,
        hands=("arena town_hall",),  # two stone and an ore
    )
    assert Refusal.MISSING_RESOURCES is table.refusal(0, "build arena left=4")


def test_coins_received_on_a_turn_cannot_be_spent_in_it() -> None:
    """Neither a sale to a neighbour nor what a card brings helps before it (W3.3)."""
    table = Table("alexandria 2, gizah 0, rhodos", hands=("baths", "mine"))
    table.tell(0, "build baths left=2")
    assert Refusal.TOO_FEW_COINS is table.refusal(1, "build mine bank=1")
    table.tell(1)
    table.tell(2)
    assert 2 + 3 == table.coins[1]


def test_what_is_built_on_a_turn_is_not_for_sale_in_it() -> None:
    """A neighbour's new quarry sells from the next turn (W3.3)."""
    table = Table(
        "alexandria 9, babylon, rhodos", hands=("baths", "stone_pit", "baths")
    )
    table.tell(1, "build stone_pit")
    assert Refusal.MISSING_RESOURCES is table.refusal(0, "build baths left=2")
    table.tell(0)
    table.tell(2)
    assert "build baths left=2" in table.moves(0)


def test_the_payments_offered_are_those_no_other_beats() -> None:
    """Both neighbours sell what is missing: one, the other, or both (W3.4)."""
    table = Table(
        "alexandria 4, gizah: stone_pit, babylon: stone_pit",
        age=3,
        hands=("academy",),  # three stone and a glass
    )
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build academy left=4 right=2")
    table = Table(
        "gizah 9: glassworks_1, rhodos: quarry, babylon: quarry",
        age=3,
        hands=("academy",),
    )
    assert (
        "build academy left=2 right=2",
        "build academy left=4",
        "build academy right=4",
        "sell",
    ) == tuple(move for move in table.moves(0) if "stage" not in move)


def test_nothing_is_bought_that_is_not_needed() -> None:
    """A good of one's own can't be left idle to pay a friend for it (W3.4)."""
    table = Table("gizah 9, rhodos: stone_pit, babylon", hands=("baths",))
    assert Refusal.NOT_CHEAPEST is table.refusal(0, "build baths left=2")
    assert None is table.refusal(0, "build baths")


def test_payments_that_differ_in_who_is_paid_are_all_offered() -> None:
    """What costs one neighbour less and the other more is not beaten (W3.4)."""
    table = Table(
        "alexandria 9: west_trading_post, gizah, babylon: stone_pit", hands=("baths",)
    )
    assert None is table.refusal(0, "build baths left=1")
    assert None is table.refusal(0, "build baths right=2")
    assert Refusal.WRONG_PAYMENT is table.refusal(0, "build baths left=2")
    assert Refusal.WRONG_PAYMENT is table.refusal(0, "build baths left=1 right=2")


def test_a_building_free_by_chain_cannot_be_paid() -> None:
    """Paying for it would be beaten by not paying (W3.4)."""
    table = Table(
        "alexandria 9: baths, gizah: quarry, babylon", age=2, hands=("aqueduct",)
    )
    assert Refusal.NOT_CHEAPEST is table.refusal(0, "build aqueduct left=6")
    assert "build aqueduct" in table.moves(0)


def test_chain_comes_before_power() -> None:
    """A building free both ways is free by chain (W3.4, F1)."""
    table = Table(
        "olympia 0 +2: scriptorium, gizah, babylon",
        age=2,
        hands=("courthouse",),  # the first blue one, and chained to the Scriptorium
    )
    assert ["chain", None, None] == free(table, "build courthouse")


def test_a_power_counts_though_the_cost_could_be_paid() -> None:
    """Whoever has the stone still builds by the power (F1)."""
    table = Table("olympia 0 +2: stone_pit, gizah, babylon", hands=("baths",))
    assert ["power", None, None] == free(table, "build baths")


def test_a_cost_covered_by_own_goods_is_not_called_free() -> None:
    """Nothing was waived (W3.1, F2)."""
    table = Table("gizah, rhodos, babylon", hands=("baths",))
    assert [None] * 3 == free(table, "build baths")


@pytest.mark.parametrize(
    ("post", "left", "right"),
    [("east_trading_post", 2, 1), ("west_trading_post", 1, 2)],
)
def test_a_trading_post_works_towards_one_side(
    post: str, left: int, right: int
) -> None:
    """East: brown goods from the right for 1; West: from the left (W3.5)."""
    table = Table(
        city("alexandria", built=post),
        "gizah, babylon: stone_pit",
        hands=("baths scriptorium",),
    )
    assert {f"build baths left={left}", f"build baths right={right}"} == {
        move for move in table.moves(0) if "baths" in move
    }


def test_a_marketplace_is_for_grey_goods_from_both_sides() -> None:
    """Papyrus for 1 from either neighbour; stone still costs 2 (W3.5)."""
    table = Table(
        "alexandria: marketplace, gizah: press_1, babylon: press_1",
        hands=("scriptorium baths",),
    )
    assert {
        "build scriptorium left=1",
        "build scriptorium right=1",
        "build baths left=2",
    } == {move for move in table.moves(0) if "scrip" in move or "baths" in move}


def test_a_trading_post_works_from_the_next_turn() -> None:
    """The turn it is built, prices are still the old ones (W3.3, W3.5)."""
    table = Table(
        "alexandria 2, gizah, babylon", hands=("west_trading_post", "", "baths")
    )
    table.play("build west_trading_post")
    assert "build baths left=1" in table.moves(0)
    assert "build baths left=2" not in table.moves(0)


def test_a_chain_builds_for_nothing() -> None:
    """With the Theater, the Gardens cost neither goods nor coins (W3.6)."""
    table = Table(
        "gizah 0: theater, rhodos, babylon", age=3, hands=("gardens", "gardens")
    )
    assert ["chain", None, None] == free(table, "build gardens")
    assert (0, 6, 6) == table.coins


def test_a_chain_needs_a_building_of_an_earlier_turn() -> None:
    """The Theater built this turn doesn't chain yet: only the next turn (W3.3, W3.6)."""
    table = Table(
        "gizah 0: marketplace, rhodos, ephesos",
        age=2,
        hands=("caravansery", "caravansery"),
    )
    assert None is table.refusal(0, "build caravansery")
    assert Refusal.MISSING_RESOURCES is table.refusal(1, "build caravansery")


def test_a_neighbours_building_does_not_chain() -> None:
    """The symbol must be in one's own city (W3.6)."""
    table = Table(
        "gizah 0, rhodos: marketplace, ephesos: marketplace",
        age=2,
        hands=("caravansery",),
    )
    assert Refusal.MISSING_RESOURCES is table.refusal(0, "build caravansery")


@pytest.mark.parametrize(
    ("first", "second", "age"),
    [
        ("altar", "altar", 1),
        ("loom_1", "loom_2", 2),
        ("glassworks_1", "glassworks_2", 2),
        ("press_1", "press_2", 2),
    ],
)
def test_no_building_stands_twice_in_a_city(first: str, second: str, age: int) -> None:
    """Not the same card, nor the one of that name from another age (W3.7)."""
    table = Table(
        city("gizah", 9, built=first), "rhodos, ephesos", age=age, hands=(second,)
    )
    assert Refusal.ALREADY_BUILT is table.refusal(0, f"build {second}")
    assert f"build {second}" not in table.moves(0)


def test_neither_chain_nor_power_builds_a_second_one() -> None:
    """Free or not, a building stands once (W3.6, W3.7)."""
    table = Table(
        "olympia +2: scriptorium courthouse, rhodos, ephesos",
        age=2,
        hands=("courthouse",),
    )
    assert Refusal.ALREADY_BUILT is table.refusal(0, "build courthouse")


def test_a_second_one_can_still_be_sold_or_put_under_a_stage() -> None:
    """Only building it is forbidden (W3.7)."""
    table = Table("gizah: altar sawmill, rhodos, ephesos", hands=("altar",))
    assert None is table.refusal(0, "sell with altar")
    assert None is table.refusal(0, "stage with altar")


def test_stages_are_built_from_left_to_right() -> None:
    """The next stage is the only one that can be built, at its own cost (W3.8)."""
    table = Table(
        city("rhodos night", built="quarry stone_pit"),  # three stone; then four ore
        *(city("alexandria"), city("ephesos")),
    )
    table.play("stage")
    assert 3 == table.points(0)["wonder"]
    assert Refusal.MISSING_RESOURCES is table.refusal(0, "stage")


def test_no_stage_comes_after_the_last() -> None:
    """A finished wonder stays finished (W3.8)."""
    table = Table("rhodos night 20 +2: quarry stone_pit, alexandria, ephesos")
    assert Refusal.NO_STAGE_LEFT is table.refusal(0, "stage")
    assert not [move for move in table.moves(0) if "stage" in move]


def test_a_record_from_a_table_may_hold_a_payment_that_others_beat() -> None:
    """A lenient state takes it, if the coins were there; a wrong one never (W3.4)."""
    cities = (city("rhodos", built="stone_pit"), city("babylon"))
    table = Table("gizah 2", *cities, hands=("baths",), lenient=True)
    assert Refusal.WRONG_PAYMENT is table.refusal(0, "build baths left=1")
    assert Refusal.WRONG_PAYMENT is table.refusal(0, "build baths right=2")
    assert ("build baths",) == tuple(m for m in table.moves(0) if "baths" in m)
    table.play("build baths left=2")
    assert (0, 3 + 2 + 3, 6) == table.coins
    table = Table("gizah 1", *cities, hands=("baths",), lenient=True)
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build baths left=2")
