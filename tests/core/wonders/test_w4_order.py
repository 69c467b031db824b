"""W4: the order of things inside a turn."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Choose, Look
from sealed_wonders.core.wonders import public
from sealed_wonders.core.wonders.events import (
    Fought,
    LeftOver,
    Picked,
    Played,
    TurnEnded,
)
from tests.support.wonders import Table, city


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


def test_hands_pass_at_the_very_end() -> None:
    """Whoever looks through the discard does so before the next turn (W4.1)."""
    table = Table("halikarnassos night: brickyard, gizah, rhodos", discard="altar")
    news = table.play("stage")
    assert Look(0, table.state.discard) == table.state.ask
    assert not [event for event in news if isinstance(event, TurnEnded)]
    news = table.play("pick altar")
    assert [Picked, TurnEnded] == [type(event) for event in news]
    assert isinstance(table.state.ask, Choose)


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
