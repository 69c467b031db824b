"""W5: what wonders can do."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Choose, Look, Refusal
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import Picked, Played
from tests.support.wonders import Table, city

GIZAH_RHODOS = (city("gizah"), city("rhodos"))


# W5.2, building from the discard.


def looking(
    board: str = "halikarnassos night",
    built: str = "brickyard",
    discard: str = "altar well",
) -> Table:
    """Bring seat 0 before the discard."""
    halves = [] if "halikarnassos" in board else ["left"]
    table = Table(
        city(board, built=built, stages=halves),
        *GIZAH_RHODOS,
        hands=("", "tavern", "tavern"),
        discard=discard,
    )
    half = " half=left" if halves else ""
    table.play(f"stage{half}", "build tavern", "build tavern")
    return table


def test_one_building_from_the_discard_for_nothing() -> None:
    """The whole discard is seen by one seat, which builds one card (W5.2)."""
    table = looking(discard="pantheon altar well")
    assert Look(0, table.state.discard) == table.state.ask
    assert ("decline", "pick altar", "pick pantheon", "pick well") == table.moves(0)
    assert () == table.state.moves(1, {})
    assert Refusal.NOT_IN_HAND is table.refusal(0, "pick pantheon")  # of a later age
    news = table.play("pick well")
    assert (
        Picked(
            1,
            1,
            0,
            catalog().numbers(catalog().buildings_by_id["well"])[0],
            "halikarnassos",
        )
        == news[0]
    )
    assert ("brickyard", "well") == table.built(0)
    assert 3 == table.coins[0]
    assert ("altar", "pantheon") == table.named(table.state.discard)


def test_building_from_the_discard_may_be_declined() -> None:
    """Then the discard stays as it was (W5.2)."""
    table = looking()
    assert Picked(1, 1, 0, None, "halikarnassos") == table.play("decline")[0]
    assert ("altar", "well") == table.named(table.state.discard)
    assert isinstance(table.state.ask, Choose)


def test_with_an_empty_discard_nothing_happens() -> None:
    """Nobody is asked, and the right is gone for good (W5.2)."""
    table = looking(discard="")
    assert isinstance(table.state.ask, Choose)
    assert () == table.state.rights
    table.play("sell", "sell", "sell")
    assert isinstance(table.state.ask, Choose)


def test_carthage_looks_through_the_discard_with_its_left_half_only() -> None:
    """The right half of its second night stage is a science symbol (W5.2, E2.3)."""
    rich = "sawmill lumber_yard loom_1"
    table = looking("carthage night", built=rich)
    assert isinstance(table.state.ask, Look)
    table.play("pick altar")
    table = Table(
        city("carthage night", built=rich, stages=["left"]),
        *GIZAH_RHODOS,
        discard="altar",
    )
    table.play("stage half=right")
    assert isinstance(table.state.ask, Choose)
    assert 1 == table.points(0)["green"]


# W5.7, E2.3.


def test_a_card_under_a_stage_is_out_of_the_game() -> None:
    """No news names it, it counts for nothing and never comes back (W5.7)."""
    table = Table(
        "halikarnassos night: brickyard",
        *GIZAH_RHODOS,
        hands=("tavern", "altar", "well"),
    )
    news = table.play("stage with tavern", "sell with altar", "build well")
    assert [None] == [
        event.card
        for event in news
        if isinstance(event, Played) and event.use == "stage"
    ]
    assert ("decline", "pick altar") == table.moves(0)
    (under,) = table.state.cities[0].stages
    assert ("tavern",) == table.named([under.slot])
    assert 3 == table.coins[0]


@pytest.mark.parametrize(
    ("board", "stages", "built", "half", "gained"),
    [
        ("carthage", [""], "foundry press_1", "left", (7, 0, 2)),
        ("carthage", [""], "foundry press_1", "right", (0, 1, 2)),
        ("carthage night", [], "foundry press_1", "left", (7, 0, 4)),
        ("carthage night", [], "foundry press_1", "right", (0, 2, 0)),
    ],
)
def test_one_half_of_a_split_stage_is_built(
    board: str, stages: list[str], built: str, half: str, gained: tuple[int, int, int]
) -> None:
    """Its coins, shields and points are that half's; the cost is one (E2.3)."""
    table = Table(city(board, 0, built=built, stages=stages), *GIZAH_RHODOS)
    before = table.points(0)["wonder"]
    assert {"stage half=left", "stage half=right"} <= {*table.moves(0)}
    news = table.play(f"stage half={half}")
    city_now = table.state.cities[0]
    points = table.points(0)["wonder"] - before
    assert gained == (city_now.coins, city_now.works.shields, points)
    assert half == city_now.stages[-1].half
    assert half in [event.half for event in news if isinstance(event, Played)]


def test_a_half_is_named_where_there_are_halves_and_nowhere_else() -> None:
    """For good: a stage built is not built again (E2.3)."""
    table = Table("carthage: foundry press_1 quarry", *GIZAH_RHODOS)
    assert Refusal.WRONG_HALF is table.refusal(0, "stage half=left")
    table.play("stage")
    assert Refusal.WRONG_HALF is table.refusal(0, "stage")
    table.play("stage half=right")
    assert Refusal.WRONG_HALF is table.refusal(0, "stage half=left")
