"""W4: the order of things inside a turn."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Choose, Look
from sealed_wonders.core.wonders import public
from sealed_wonders.core.wonders.events import (
    EdificeEnded,
    Enlisted,
    Fought,
    LeftOver,
    Picked,
    Played,
    TurnEnded,
)
from tests.support.wonders import Table, city


def test_costs_are_paid_before_money_comes_in() -> None:
    """A city may spend its last coin and end the turn richer than it began (W4.1)."""
    table = Table(
        "alexandria 2, gizah 2, rhodos 1", hands=("baths", "barracks", "tavern")
    )
    table.play("build baths left=2", "build barracks left=2", "build tavern")
    assert (0, 2 - 2 + 2, 1 + 2 + 5) == table.coins


def test_each_play_says_what_it_took_from_the_bank() -> None:
    """Coins from neighbours are told with their payments."""
    table = Table("alexandria 2, gizah 2, rhodos 1", hands=("baths", "tavern", "altar"))
    table.play("build baths left=2", "build tavern", "sell")
    told = [facts for _, facts in public.happened(table.state)]
    assert [0, 5, 3] == [it.get("gains", 0) for it in told if it["is"] == "played"]


def test_a_building_from_the_discard_says_what_it_took_from_the_bank() -> None:
    table = Table("halikarnassos night: brickyard, gizah, rhodos", discard="tavern")
    table.play("stage")
    (picked, *_) = table.play("pick tavern")
    assert isinstance(picked, Picked)
    assert picked.gains == 5


def test_coins_of_what_was_built_come_after_trade() -> None:
    """The Tavern's coins pay for nothing on the turn it is built (W4.1)."""
    table = Table(
        city("ephesos", 0, stages=1),  # two wood: nine coins at once
        city("gizah", built="lumber_yard"),
        city("rhodos", built="lumber_yard"),
    )
    assert not [move for move in table.moves(0) if "stage" in move]
    table = Table("ephesos 4 +1, gizah 0: lumber_yard, rhodos 0: lumber_yard")
    table.play("stage left=2 right=2")
    assert (9, 5, 5) == table.coins


def test_hands_pass_at_the_very_end() -> None:
    """Whoever looks through the discard does so before the next turn (W4.1)."""
    table = Table("halikarnassos night: brickyard, gizah, rhodos", discard="altar")
    news = table.play("stage")
    assert Look(0, table.state.discard) == table.state.ask
    assert not [event for event in news if isinstance(event, TurnEnded)]
    news = table.play("pick altar")
    assert [Picked, TurnEnded] == [type(event) for event in news]
    assert isinstance(table.state.ask, Choose)


@pytest.mark.parametrize(
    ("card", "age", "built", "coins"),
    [
        ("haven", 3, "lumber_yard ore_vein loom_1", 2),
        ("lighthouse", 3, "stone_pit glassworks_1 tavern", 2),
        ("chamber_of_commerce", 3, "brickyard press_1", 2),
        ("ludus", 3, "stone_pit ore_vein walls barracks", 6),
        ("arena", 3, "quarry ore_vein", 0),
    ],
)
def test_coins_per_card_of_ones_own(
    card: str, age: int, built: str, coins: int
) -> None:
    """Counted in one's own city only, the Lighthouse itself included (W4.2)."""
    table = Table(
        city("babylon", 0, built=built),
        "gizah +2: sawmill loom_1 tavern barracks",
        "rhodos +2: sawmill loom_1 tavern barracks",
        age=age,
        hands=(card,),
    )
    table.play(f"build {card}")
    assert coins == table.coins[0]


def test_an_arena_counts_the_stages_of_its_city() -> None:
    """Three coins for each (W4.2)."""
    table = Table("rhodos 0 +2: quarry, gizah +3, ephesos", age=3, hands=("arena",))
    table.play("build arena")
    assert 6 == table.coins[0]


def test_a_vineyard_counts_what_neighbours_build_on_the_same_turn() -> None:
    """Brown cards in three cities, when all cards of the turn lie in place (W4.2)."""
    table = Table(
        "ephesos 0: lumber_yard, gizah: clay_pool, babylon",
        "olympia: clay_pool stone_pit",
        age=2,
        hands=("vineyard", "sawmill", "quarry", "foundry"),
    )
    table.play(
        "build vineyard",
        "build sawmill bank=1",
        "build quarry bank=1",
        "build foundry bank=1",
    )
    assert (1 + 2 + 3, 2, 2, 2) == table.coins


def test_a_bazaar_counts_grey_cards_of_this_turn() -> None:
    """Two coins for each in three cities (W4.2)."""
    table = Table(
        "ephesos 0: loom_1, gizah: glassworks_1, babylon",
        age=2,
        hands=("bazaar", "press_2", "loom_2"),
    )
    table.play("build bazaar", "build press_2", "build loom_2")
    assert 2 * 4 == table.coins[0]


def test_two_cities_count_each_others_cards_of_the_turn() -> None:
    """Nobody's coins depend on who is asked first (W4.2)."""
    coins = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        table = Table(
            "ephesos 0, gizah 0: clay_pool, babylon",
            age=2,
            hands=("vineyard", "vineyard", "sawmill"),
        )
        lines = ("build vineyard", "build vineyard", "build sawmill bank=1")
        for seat in order:
            table.tell(seat, lines[seat])
        coins.append(table.coins)
    assert [(2, 2, 2)] * 3 == coins


def test_a_building_from_the_discard_is_not_counted_by_cards_of_the_turn() -> None:
    """It comes when the turn's coins have been handed out (W4.1, W4.3)."""
    table = Table(
        "halikarnassos night 0: brickyard, gizah 0, babylon",
        age=2,
        hands=("", "vineyard"),
        discard="quarry",
    )
    table.play("stage", "build vineyard")
    table.play("pick quarry")
    assert 1 == table.coins[1]


def test_the_end_of_turn_six_in_order() -> None:
    """The extra card, leftovers, building from the discard, conflicts (W4.3)."""
    table = Table(
        "babylon night 0 +1, halikarnassos night: brickyard, rhodos: barracks",
        turn=6,
        hands=("altar well", "baths loom_1", "stockade press_1"),
    )
    news = table.play("sell with altar", "stage with baths", "sell with stockade")
    assert [Played] * 3 + [TurnEnded] == [type(event) for event in news]
    assert isinstance(table.state.ask, Choose)
    assert (0,) == table.asked
    news = table.play("sell with well")
    assert [Played, LeftOver, LeftOver] == [type(event) for event in news]
    assert isinstance(table.state.ask, Look)
    names = [table.named([slot])[0] for slot in table.state.discard]
    assert ["altar", "stockade", "well", "loom_1", "press_1"] == names
    news = table.play("pick stockade")
    assert [Picked, TurnEnded, Fought] == [type(event) for event in news]


def test_a_reward_pays_for_romas_extra_leader() -> None:
    """An edifice is built before the leader of that turn comes (W4.3, L3.2, E1.4)."""
    table = Table(
        "roma night 1 +1: stone_pit clay_pool glassworks_1, gizah, rhodos",
        expansions="leaders edifice",
        leaders=("solomon",),
        projects="money_changer:1:1",
    )
    news = table.play("stage join=1 bank=1")
    assert [Played] * 3 + [EdificeEnded] == [type(event) for event in news]
    assert 4 == table.coins[0]
    assert ("decline", "recruit solomon bank=1") == table.moves(0)
    news = table.play("recruit solomon bank=1")
    assert Enlisted is type(news[0])
    assert 3 == table.coins[0]


def test_a_penalty_comes_after_solomon_and_a_lost_card_waits_for_the_next() -> None:
    """Who looks on turn 6 can't find what is lost after it (W4.3, E1.7)."""
    table = Table(
        "halikarnassos night: brickyard, gizah: stockade, roma",
        expansions="leaders edifice",
        turn=6,
        leaders=("", "", "solomon"),
        projects="outpost:2",
    )
    table.play("stage", "sell", "sell")
    assert (0,) == table.asked
    assert "stockade" not in table.named(table.state.discard)
    table.play("decline")
    assert "stockade" in table.named(table.state.discard)
    table.play("recruit solomon")
    assert (2,) == table.asked
    table.play("pick stockade")
    assert ("stockade",) == table.built(2)
    assert 1 == table.state.cities[2].works.shields


def test_a_shield_from_the_discard_counts_in_the_conflict() -> None:
    """On turn 6 the conflicts come after it (W4.3)."""
    table = Table(
        "halikarnassos night: brickyard, gizah: barracks, ephesos",
        turn=6,
        discard="stockade",
    )
    table.play("stage")
    table.play("pick stockade")
    assert [(1,), (1,), (-1, -1)] == [city.tokens for city in table.state.cities]


@pytest.mark.parametrize("halikarnassos", [0, 1, 2])
def test_halikarnassos_builds_from_the_discard_before_carthage(
    halikarnassos: int,
) -> None:
    """Wherever they sit; Carthage sees what is left (W4.4)."""
    carthage = (halikarnassos + 1) % 3
    cities = [city("gizah")] * 3
    cities[halikarnassos] = city("halikarnassos night", built="brickyard")
    cities[carthage] = city(
        "carthage night", built="sawmill lumber_yard loom_1", stages=["left"]
    )
    table = Table(*cities, discard="altar well")
    lines = [""] * 3
    lines[halikarnassos] = "stage"
    lines[carthage] = "stage half=left"
    table.play(*lines)
    assert (halikarnassos,) == table.asked
    assert ("decline", "pick altar", "pick theater", "pick well") == table.moves(
        halikarnassos
    )
    table.play("pick altar")
    assert (carthage,) == table.asked
    assert ("decline", "pick theater", "pick well") == table.moves(carthage)
    table.play("pick well")
    assert ("altar",) == table.built(halikarnassos)[1:]
    assert ("well",) == table.built(carthage)[3:]
    assert ("theater",) == table.named(table.state.discard)
    assert ((), ()) == (table.state.rights, table.state.chosen)


def test_nothing_is_left_for_the_second() -> None:
    """Then it isn't even asked (W4.4, W5.2)."""
    table = Table(
        "halikarnassos night: brickyard",
        city("carthage night", built="sawmill lumber_yard loom_1", stages=["left"]),
        "gizah",
        hands=("", "", "altar"),
        discard="well",
    )
    table.play("stage", "stage half=left", "build altar")
    table.play("pick well")
    assert isinstance(table.state.ask, Choose)
    assert () == table.state.rights
