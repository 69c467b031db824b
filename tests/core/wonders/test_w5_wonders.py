"""W5: what wonders can do."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Choose, Look, Refusal
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import LeftOver, Picked, Played, TurnEnded
from tests.support.wonders import Table, city

GIZAH_RHODOS = (city("gizah"), city("rhodos"))


def free(table: Table, line: str) -> str | None:
    """Let seat 0 play a card and tell what made it free."""
    for event in table.play(line):
        if isinstance(event, Played) and event.seat == 0:
            return event.free
    raise LookupError(line)


# W5.1, Babylon's night side.


def test_babylon_plays_its_seventh_card() -> None:
    """It alone is asked, once turn 6 is resolved, and may decline (W5.1)."""
    table = Table(
        "babylon night +1",
        *GIZAH_RHODOS,
        turn=6,
        hands=("altar well", "theater loom_1"),
    )
    news = table.play("build altar", "build theater")
    assert TurnEnded(1, 6, (3, 3, 6), (0, 0, 0)) == news[-1]
    assert (0,) == table.asked
    assert ("build well", "decline", "sell") == table.moves(0)
    news = table.play("build well")
    assert ("altar", "well") == table.built(0)
    assert [1, 2] == [event.seat for event in news if isinstance(event, LeftOver)]
    (played,) = (event for event in news if isinstance(event, Played))
    assert (7, "build") == (played.turn, played.use)
    assert TurnEnded(1, 7, (3, 3, 6), (0, 0, 0)) in news


def test_babylon_may_discard_its_seventh_card_like_anybody() -> None:
    """To decline is to leave it over, for no coins (W5.1, W2.3)."""
    table = Table("babylon night +1", *GIZAH_RHODOS, turn=6, hands=("altar well",))
    table.play("build altar")
    news = table.play("decline")
    assert 3 == table.coins[0]
    assert [0, 1, 2] == [event.seat for event in news if isinstance(event, LeftOver)]
    assert [] == [event for event in news if isinstance(event, Played)]
    assert "well" in table.named(table.state.discard)


def test_babylon_can_sell_its_seventh_card() -> None:
    """For 3 coins, into the discard (W5.1)."""
    table = Table("babylon night +1", *GIZAH_RHODOS, turn=6, hands=("altar well",))
    table.play("build altar")
    table.play("sell")
    assert 6 == table.coins[0]
    assert "well" == table.named(table.state.discard[2:3])[0]


def test_babylon_can_put_its_seventh_card_under_a_stage() -> None:
    """Even if it built a stage on turn 6 already: that was another step (W5.1, W3.8)."""
    table = Table(
        "babylon night: quarry brickyard clay_pool glassworks_1", *GIZAH_RHODOS, turn=6
    )
    table.play("stage")
    table.play("stage")
    assert 2 == len(table.state.cities[0].stages)


def test_the_stage_built_on_turn_six_counts_at_once() -> None:
    """The seventh card of that very age may be played (W5.1)."""
    table = Table("babylon night: quarry", *GIZAH_RHODOS, turn=6, hands=("altar well",))
    table.play("stage with altar")
    assert (0,) == table.asked
    table.play("build well")
    assert ("quarry", "well") == table.built(0)


def test_without_the_stage_there_is_no_seventh_card() -> None:
    """Nor with the day side (W5.1)."""
    for board in ("babylon night", "babylon"):
        table = Table(city(board, stages=0), *GIZAH_RHODOS, turn=6)
        table.play()
        assert not isinstance(table.state.ask, Choose)


def test_coins_of_turn_six_pay_for_the_seventh_card() -> None:
    """It is a step of its own: what was sold or received may be spent (W5.1, W3.3)."""
    table = Table("babylon night 0 +1", *GIZAH_RHODOS, turn=6, hands=("altar baths",))
    table.play("sell with altar")
    assert "build baths left=2" in table.moves(0)
    table.play("build baths left=2")
    assert (1, 3 + 3 + 2) == table.coins[:2]


def test_cards_of_turn_six_count_for_the_seventh_card() -> None:
    """One's own produce, neighbours' sell, and chains hold (W5.1)."""
    table = Table(
        "babylon night 2 +1",
        *GIZAH_RHODOS,
        age=2,
        turn=6,
        hands=("quarry aqueduct", "quarry"),
    )
    table.play("build quarry bank=1", "build quarry bank=1")
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build aqueduct left=2")
    table = Table(
        "babylon night +1",
        *GIZAH_RHODOS,
        age=2,
        turn=6,
        hands=("quarry aqueduct", "quarry"),
    )
    table.play("build quarry bank=1", "build quarry bank=1")
    table.play("build aqueduct left=2")
    assert "aqueduct" in table.built(0)


def test_a_seventh_card_is_never_a_second_one() -> None:
    """W3.7 holds for what was built on turn 6 (W5.1)."""
    table = Table("babylon night +1", *GIZAH_RHODOS, turn=6, hands=("altar altar",))
    table.play("build altar")
    assert Refusal.ALREADY_BUILT is table.refusal(0, "build altar")
    assert ("decline", "sell") == table.moves(0)


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


def test_a_card_sold_on_the_same_turn_can_be_built() -> None:
    """It lies in the discard when the turn ends (W5.2, W4.3)."""
    table = Table("halikarnassos night: brickyard", *GIZAH_RHODOS, hands=("", "altar"))
    table.play("stage", "sell with altar")
    assert "pick altar" in table.moves(0)


def test_no_second_building_from_the_discard() -> None:
    """W3.7 holds, for shared names of two ages as well (W5.2)."""
    table = looking(built="brickyard altar loom_1", discard="altar well loom_2 loom_1")
    assert ("decline", "pick well") == table.moves(0)
    assert Refusal.ALREADY_BUILT is table.refusal(0, "pick altar")
    assert Refusal.ALREADY_BUILT is table.refusal(0, "pick loom_1")


def test_coins_of_a_building_from_the_discard_come_at_once() -> None:
    """Its effects are those of any building (W5.2)."""
    table = looking(discard="tavern")
    table.play("pick tavern")
    assert 3 + 5 == table.coins[0]
    table = looking(discard="barracks")
    table.play("pick barracks")
    assert 1 == table.state.cities[0].works.shields


def test_with_an_empty_discard_nothing_happens() -> None:
    """Nobody is asked, and the right is gone for good (W5.2)."""
    table = looking(discard="")
    assert isinstance(table.state.ask, Choose)
    assert () == table.state.rights
    table.play("sell", "sell", "sell")
    assert isinstance(table.state.ask, Choose)


def test_each_night_stage_of_halikarnassos_builds_one() -> None:
    """Three stages, three looks; the day side's second stage, one (W5.2)."""
    for board, stages, built in (
        ("halikarnassos night", 0, "brickyard"),
        ("halikarnassos night", 1, "glassworks_1 press_1"),
        ("halikarnassos night", 2, "sawmill lumber_yard"),
        ("halikarnassos", 1, "glassworks_1 press_1"),
    ):
        table = Table(
            city(board, built=built, stages=stages), *GIZAH_RHODOS, discard="altar"
        )
        table.play("stage")
        assert isinstance(table.state.ask, Look)


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


# W5.3, Olympia's day side.


def test_the_first_building_of_a_colour_is_free() -> None:
    """Goods and coins are waived (W5.3)."""
    table = Table(
        "olympia 0 +2", *GIZAH_RHODOS, hands=("mine baths workshop", "workshop")
    )
    assert {"build mine", "build baths", "build workshop"} <= {*table.moves(0)}
    assert "build mine bank=1" not in table.moves(0)
    assert Refusal.MISSING_RESOURCES is table.refusal(1, "build workshop")
    assert "power" == free(table, "build mine")


def test_a_colour_is_first_once() -> None:
    """The second building of a colour costs what it costs (W5.3)."""
    table = Table("olympia 0 +2: lumber_yard", *GIZAH_RHODOS, hands=("mine",))
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build mine bank=1")


def test_a_colour_built_before_the_stage_is_not_new() -> None:
    """What counts is whether the city ever had it (W5.3)."""
    table = Table(
        "olympia 0 +1: sawmill theater", *GIZAH_RHODOS, hands=("", "", "baths")
    )
    table.play("stage")
    assert Refusal.MISSING_RESOURCES is not table.refusal(0, "build baths left=2")
    assert "build baths" not in table.moves(0)


def test_a_colour_power_works_from_the_next_turn() -> None:
    """The turn the stage is built uses a card for the stage (W5.3)."""
    table = Table("olympia 0 +1: sawmill", *GIZAH_RHODOS, hands=("", "", "baths"))
    assert "build baths" not in table.moves(0)
    table.play("stage")
    assert "power" == free(table, "build baths")


def test_a_colour_power_is_for_buildings_only() -> None:
    """Stages are paid (W5.3)."""
    table = Table("olympia 0 +2", *GIZAH_RHODOS)
    assert not [move for move in table.moves(0) if "stage" in move]


def test_a_first_building_without_cost_uses_the_colour_up() -> None:
    """There was nothing to waive, and the next one isn't first (W5.3, F2)."""
    table = Table("olympia 0 +2", *GIZAH_RHODOS, hands=("altar", "", "baths"))
    assert None is free(table, "build altar")
    assert "build baths" not in table.moves(0)


def test_a_colour_from_the_discard_or_by_chain_is_used_up() -> None:
    """However the first one came (W5.3)."""
    table = Table(
        "olympia 0 +2: scriptorium",
        *GIZAH_RHODOS,
        age=2,
        hands=("courthouse", "", "statue"),
    )
    assert "chain" == free(table, "build courthouse")
    assert "build statue" not in table.moves(0)


# W5.4, Olympia's night side.


def test_the_first_card_of_an_age_is_free() -> None:
    """On turn 1 with the first stage, if it is built (W5.4)."""
    table = Table("olympia night 0 +1", *GIZAH_RHODOS, hands=("mine", "", "mine"))
    assert "power" == free(table, "build mine")
    table = Table("olympia night 0 +1", *GIZAH_RHODOS, turn=2, hands=("mine",))
    assert Refusal.TOO_FEW_COINS is table.refusal(0, "build mine bank=1")


def test_the_first_stage_is_too_late_for_its_own_age() -> None:
    """Built on turn 1 it waives nothing on turn 2, nor anything on turn 6 (W5.4)."""
    table = Table("olympia night 0: foundry", *GIZAH_RHODOS, hands=("", "", "baths"))
    table.play("stage")
    assert "build baths" not in table.moves(0)
    table = Table("olympia night 0 +1", *GIZAH_RHODOS, turn=6, hands=("baths",))
    assert "build baths" not in table.moves(0)


def test_the_last_card_of_an_age_is_free() -> None:
    """On turn 6 with the second stage, if it is built; turn 1 stays free (W5.4)."""
    for turn, expected in ((1, "power"), (6, "power")):
        table = Table(
            "olympia night 0 +2", *GIZAH_RHODOS, age=2, turn=turn, hands=("aqueduct",)
        )
        assert expected == free(table, "build aqueduct")
    table = Table(
        "olympia night 0 +2", *GIZAH_RHODOS, age=2, turn=5, hands=("aqueduct",)
    )
    assert Refusal.MISSING_RESOURCES is table.refusal(0, "build aqueduct")


def test_the_second_stage_built_on_turn_five_waives_on_turn_six() -> None:
    """From the turn after it is built (W5.4)."""
    table = Table(
        "olympia night 0 +1: brickyard",
        *GIZAH_RHODOS,
        turn=5,
        hands=("", "", "barracks baths"),
    )
    table.play("stage")
    assert "power" == free(table, "build baths")


def test_a_first_card_used_otherwise_is_forgone() -> None:
    """Sold or put under a stage, the age's free card is lost (W5.4)."""
    for line in ("sell", "stage"):
        table = Table(
            "olympia night 0 +1: brickyard", *GIZAH_RHODOS, hands=("", "", "barracks")
        )
        table.play(line)
        assert "build barracks" not in table.moves(0)


def test_a_free_first_card_is_not_a_second_one() -> None:
    """W3.7 holds (W5.4)."""
    table = Table("olympia night 0 +2: altar", *GIZAH_RHODOS, hands=("altar",))
    assert Refusal.ALREADY_BUILT is table.refusal(0, "build altar")


# W5.5 to W5.7, E2.3.


@pytest.mark.parametrize(
    ("board", "stages", "built", "green"),
    [
        ("babylon", 2, "scriptorium apothecary", 3 + 7),
        ("babylon", 2, "scriptorium library school", 16),
        ("babylon night", 2, "scriptorium apothecary scientists_guild", 1 + 4 + 1 + 7),
        ("babylon night", 2, "scriptorium library school scientists_guild", 25),
        ("carthage night", ("left", "right"), "scriptorium apothecary", 10),
        ("gizah", 0, "scientists_guild", 1),
    ],
)
def test_symbols_of_choice_are_chosen_for_the_best_total(
    board: str, stages: int | tuple[str, ...], built: str, green: int
) -> None:
    """Each by itself, when points are counted (W5.5)."""
    table = Table(city(board, built=built, stages=stages), *GIZAH_RHODOS)
    assert green == table.points(0)["green"]


def test_goods_of_choice_of_a_stage_are_its_owners() -> None:
    """One unit of one good a turn, for nobody else (W5.6, W3.2)."""
    table = Table(
        "alexandria night 0 +2, gizah 9, rhodos 9",
        age=2,
        hands=("school dispensary", "school", "school"),  # wood and papyrus
    )
    assert "build school" in table.moves(0)
    assert "build dispensary" not in table.moves(0)
    assert Refusal.MISSING_RESOURCES is table.refusal(2, "build school left=4")
    assert Refusal.MISSING_RESOURCES is table.refusal(1, "build school right=4")


def test_coins_of_a_stage_come_once() -> None:
    """When it is built (W5.6)."""
    table = Table("ephesos night 0: quarry", *GIZAH_RHODOS)
    table.play("stage")
    assert 4 == table.coins[0]
    table.play()
    assert 4 + 3 == table.coins[0]
    assert 2 == table.points(0)["wonder"]


def test_shields_of_a_stage_count_in_every_later_conflict() -> None:
    """In the age it was built, and after (W5.6)."""
    for age, token in ((1, 1), (2, 3), (3, 5)):
        table = Table("rhodos +2, gizah, ephesos", age=age, turn=6)
        table.play()
        assert (token, token) == table.state.cities[0].tokens


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
