"""E2: Ur, and what else its board brings; Carthage."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Gone, Refusal
from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.events import (
    EdificeEnded,
    Penalised,
    Played,
    TokenDropped,
)
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.options import EXPANSIONS
from tests.support.wonders import Table, city, edifice

DAY = city("ur", built="quarry brickyard", stages=1)
"""Its next stage brings a pawn of any age."""

NIGHT = city("ur night", built="stone_pit glassworks_1")
"""Its first stage brings one of age I."""


def table(
    first: City, projects: str, *others: City, age: int = 1, turn: int = 1
) -> Table:
    """Lay out Ur between two cities that can take part in nothing."""
    return Table(
        first,
        *(others or (city("ephesos"), city("rhodos"))),
        age=age,
        turn=turn,
        expansions="edifice",
        projects=projects,
    )


# E2.1: Ur's pawn.


def test_ur_takes_a_pawn_of_the_age_its_player_names() -> None:
    """From the box, for nothing: those on the edifice stay there (E2.1)."""
    for age in (1, 2, 3):
        laid = table(DAY, "outpost factory agora")
        assert [f"stage pawn={n}" for n in (1, 2, 3)] == [
            move for move in laid.moves(0) if "pawn=" in move and "join" not in move
        ]
        news = laid.play(f"stage pawn={age}")
        assert (age,) == laid.state.cities[0].pawns
        assert [(2, ())] * 3 == [(it.pawns, it.takers) for it in laid.state.projects]
        assert 3 == laid.coins[0]
        assert [age, 0, 0] == [e.pawn for e in news if isinstance(e, Played)]


def test_an_age_is_named_where_there_is_a_choice_and_only_there() -> None:
    """By day, for the second stage (E2.1)."""
    day = table(DAY, "outpost")
    assert Refusal.WRONG_WAY is day.refusal(0, "stage")
    first = table(city("ur", built="mine stone_pit"), "outpost")
    assert Refusal.WRONG_WAY is first.refusal(0, "stage pawn=1")
    night = table(NIGHT, "outpost")
    assert Refusal.WRONG_WAY is night.refusal(0, "stage pawn=1")
    assert night.refusal(0, "stage") is None


@pytest.mark.parametrize(
    ("stages", "goods"),
    [
        (0, "stone_pit glassworks_1"),
        (1, "stone_pit foundry"),
        (2, "stone_pit brickyard loom_1"),
    ],
)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_stages_of_the_night_side_have_their_ages(
    age: int, stages: int, goods: str
) -> None:
    """Whatever age it is built in (E2.1)."""
    laid = table(city("ur night", built=goods, stages=stages), "outpost", age=age)
    laid.play("stage")
    assert (stages + 1,) == laid.state.cities[0].pawns
    assert [2, 2, 2] == [project.pawns for project in laid.state.projects]


def test_an_edifice_that_is_built_rewards_ur_at_once() -> None:
    """Before the turn is over; who has its reward has it once (E2.1)."""
    laid = table(
        DAY,
        "money_changer:0:1+2:built auction_house",
        city("ephesos", pawns=(1,), edifices="money_changer"),
        city("rhodos", pawns=(1,), edifices="money_changer"),
        age=2,
    )
    laid.tell(1)
    laid.tell(2)
    laid.tell(0, "stage pawn=1")
    assert (3 + 4, 6, 6) == laid.coins
    assert (edifice("money_changer"),) == laid.state.cities[0].edifices


def test_an_edifice_that_failed_has_nothing_for_ur() -> None:
    """No reward, and no debt is forgiven (E2.1)."""
    late = city("ur", built="quarry brickyard", stages=1, debts=(-2,))
    laid = table(late, "outpost:1:1:failed factory", age=2)
    laid.play("stage pawn=1")
    assert (1,) == laid.state.cities[0].pawns
    assert () == laid.tokens(0)
    assert (-2,) == laid.state.cities[0].debts
    assert "failed" == laid.state.projects[0].fate


def test_urs_pawn_protects_like_any_other() -> None:
    """Though it was taken on the last turn of the age (E2.1, E1.5)."""
    laid = table(NIGHT, "money_changer", turn=6)
    news = laid.play("stage")
    assert EdificeEnded(1, False, (1, 2)) in news
    assert (3, 4, 4) == laid.coins
    assert Penalised(1, 1, coins=2) in news


def test_urs_pawn_shares_like_any_other() -> None:
    """Taken ages before, or on the very turn the edifice is built (E2.1, E1.4)."""
    rhodos = city("rhodos", built="sawmill")
    before = table(
        city("ur", pawns=(2,)),
        "outpost auction_house:1:1",
        city("ephesos"),
        rhodos,
        age=2,
    )
    before.play("", "", "stage join=1 bank=2")
    assert 3 + 3 + 7 == before.coins[0]
    same = table(NIGHT, "outpost:1:1", city("ephesos"), rhodos)
    news = same.play("stage", "", "stage join=1 bank=1")
    assert EdificeEnded(1, True, (0, 2)) in news
    assert [(3,), (), (3,)] == [same.tokens(seat) for seat in range(3)]


def test_two_pawns_of_one_age_reward_once() -> None:
    """At once (E2.1), or when the edifice is built."""
    twice = city(
        "ur", built="quarry brickyard", stages=1, pawns=(1,), edifices="outpost"
    )
    laid = table(twice, "outpost:0:0+1:built")
    laid.play("stage pawn=1")
    assert (1, 1) == laid.state.cities[0].pawns
    assert () == laid.tokens(0)
    later = table(
        city("ur", pawns=(2, 2)),
        "outpost staging_camp:1:1",
        city("ephesos"),
        city("rhodos", built="sawmill"),
        age=2,
    )
    later.play("", "", "stage join=1 bank=2")
    assert (5,) == later.tokens(0)


def test_tokens_of_urs_reward_are_there_for_telesillas_victims() -> None:
    """And so is that of an edifice built just now (E2.1, E1.4, W4.3)."""
    for projects, line, token in (
        ("outpost:0:1+2:built", "stage", 3),
        ("outpost staging_camp:1:1", "stage join=1 bank=2", 5),
    ):
        laid = Table(
            NIGHT,
            "ephesos 9, rhodos",
            age=2,
            turn=0,
            expansions="leaders edifice",
            leaders=("", "telesilla"),
            projects=projects,
        )
        news = laid.play(line, "recruit telesilla bank=3")
        dropped = [e for e in news if isinstance(e, TokenDropped)]
        assert [TokenDropped(2, 0, 0, token)] == dropped
        assert () == laid.tokens(0)


def test_an_ur_that_left_is_not_rewarded() -> None:
    """Its pawn stays where it is (G1)."""
    laid = table(
        city("ur", pawns=(2,)),
        "outpost auction_house:1:1",
        city("ephesos"),
        city("rhodos", built="sawmill"),
        age=2,
    )
    laid.state = laid.state.tell(Gone((0,)))
    news = laid.play("", "stage join=1 bank=2")
    assert EdificeEnded(2, True, (2,)) in news
    assert 3 == laid.coins[0]


# E2.2: and taking part.


def test_ur_may_take_a_pawn_and_take_part_in_one_build() -> None:
    """In the same edifice, or in another one (E2.2)."""
    for age in (1, 2):
        laid = table(DAY, "money_changer factory")
        laid.play(f"stage pawn={age} join=1 bank=1")
        assert [1, age] == sorted(laid.state.cities[0].pawns)
        assert (1, (0,)) == laid.state.projects[0][1:3]
        assert 2 == laid.coins[0]


def test_ur_may_take_part_after_it_took_a_pawn_of_the_age() -> None:
    """That was no taking part (E2.2, E1.2)."""
    late = city("ur night", built="stone_pit foundry", stages=1, pawns=(1,))
    laid = table(late, "outpost", age=1)
    assert "stage join=1 bank=1" in laid.moves(0)


def test_ur_takes_the_last_pawn_and_one_of_the_box() -> None:
    """The edifice is built, and rewards it once (E2.2, E2.1)."""
    laid = table(NIGHT, "money_changer:1:1")
    news = laid.play("stage join=1 bank=1")
    assert EdificeEnded(1, True, (0,)) in news
    assert (1, 1) == laid.state.cities[0].pawns
    assert 3 - 1 + 4 == laid.coins[0]


# E2.3: Carthage.


@pytest.mark.parametrize("expansions", [(), ("leaders",), ("edifice",), EXPANSIONS])
def test_carthage_can_be_played_always_and_ur_with_edifices(
    expansions: tuple[str, ...],
) -> None:
    """A board needs the expansion it means something in (E2.3)."""
    boards = [board.id for board in possible_boards(expansions)]
    assert "carthage" in boards
    assert ("edifice" in expansions) == ("ur" in boards)


def test_carthage_takes_part_with_either_half() -> None:
    """The cost of the stage and of taking part is the same (E2.3, E1.2)."""
    carthage = city("carthage", built="foundry press_1", stages=1)
    laid = table(carthage, "outpost")
    assert {
        f"stage half={half}{joins}"
        for half in ("left", "right")
        for joins in ("", " join=1 bank=1")
    } == {move for move in laid.moves(0) if move.startswith("stage")}
    laid.play("stage half=left join=1 bank=1")
    assert 3 - 1 + 7 == laid.coins[0]
    assert (1,) == laid.state.cities[0].pawns
