"""L3: Roma and Abu Simbel; see the cases, too."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Deal, Gone
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.city import with_buried, with_leader
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.options import LEADER_SETS
from sealed_wonders.core.wonders.play import Turn
from tests.support.wonders import Table, city, leader

PLAIN = (city("gizah"), city("ephesos"))

DEALT = [it.id for it in everything().leaders if it.set in LEADER_SETS["expert"]]


def table(
    first: City,
    *others: City,
    leaders: str = "",
    box: str = "",
    age: int = 1,
    turn: int = 1,
    hands: tuple[str, ...] = (),
    discard: str = "",
) -> Table:
    """Lay out a city and others, with leaders in the hand of the first."""
    return Table(
        first,
        *(others or PLAIN),
        expansions="leaders",
        leaders=(leaders,),
        box=box,
        age=age,
        turn=turn,
        hands=hands,
        discard=discard,
    )


# L3.1: what leaders cost.


@pytest.mark.parametrize("side", ["roma", "roma night"])
def test_roma_produces_nothing_at_the_start(side: str) -> None:
    """Neither for itself nor for neighbours (L3.1)."""
    works = city(side).works
    assert (0, ()) == works.own == works.sells


# L3.2: Roma by night.


def test_a_box_lost_with_a_player() -> None:
    """Before it is drawn from, or just then: nothing comes, and all go on (L3.2, G2)."""
    for early in (True, False):
        game = table(
            city("roma night", 0, "lumber_yard clay_pool"), leaders="nero", box="plato"
        )
        box = game.state.box
        if early:
            game.state = game.state.tell(Gone((1,), box))
        game.tell(0, "stage")
        if not early:
            game.tell(1)
        game.state = game.state.tell(game.answer(2))
        if not early:
            assert isinstance(game.state.ask, Deal)
            game.state = game.state.tell(Gone((1,), box))
        assert (("nero",), ()) == (game.kept(0), game.state.rights)
        assert Turn(1, 2) == game.state.task


def test_roma_leaves_before_it_draws() -> None:
    """The box stays as it was (L3.2, G2)."""
    game = table(city("roma night", 0, "lumber_yard clay_pool"), box="plato midas")
    game.tell(0, "stage")
    game.tell(1)
    game.state = game.state.tell(game.answer(2))
    game.state = game.state.tell(Gone((0,)))
    assert ("midas", "plato") == game.named(game.state.box)
    assert (Turn(1, 2), (1, 2)) == (game.state.task, game.asked)


# L3.3: Abu Simbel.


def abu_simbel(
    leaders: str = "", coins: int = 3, stages: int = 0, more: str = ""
) -> City:
    """Give Abu Simbel by night, about to build a stage."""
    return city(
        "abu_simbel night",
        coins,
        f"brickyard loom_1 sawmill glassworks_1 {more}",
        stages,
        leaders=leaders,
    )


def test_abu_simbels_third_stage_by_day() -> None:
    """Turns one face down too (L3.3)."""
    led = city("abu_simbel", 0, "quarry glassworks_1 loom_1", 2, leaders="plato")
    game = table(led)
    game.play("stage bury=plato")
    assert 2 * 4 == game.points(0)["leaders"]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_leader_that_cost_what_the_age_did(age: int) -> None:
    """Scores twice the age it was recruited in, whenever it is turned (L3.3)."""
    game = table(abu_simbel(f"cynisca:{age}"), age=3)
    game.play("stage bury=cynisca")
    assert 2 * age == game.points(0)["leaders"]


def test_the_printed_cost_counts_not_what_was_paid() -> None:
    """Maecenas or Roma made it cheaper (L3.3)."""
    game = table(
        abu_simbel("maecenas"),
        city("roma night"),
        city("gizah"),
        leaders="caesar",
        turn=0,
    )
    game.play("recruit caesar")
    game.play("stage bury=caesar")
    assert 2 * 5 == game.points(0)["leaders"]


@pytest.mark.parametrize("name", DEALT)
def test_a_leader_face_down_does_nothing(name: str) -> None:
    """Production, shields, symbols, powers: all as if it had never come (L3.3)."""
    built = "tavern altar barracks scriptorium workshop apothecary forum marketplace"
    other = "caesar" if name == "hannibal" else "hannibal"
    plain = city(
        "abu_simbel night",
        built=built,
        stages=1,
        tokens=(1, 1, -1),
        leaders=other,
        edifices="factory curtain_wall",
    )
    buried = with_buried(with_leader(plain, leader(name), 1), name)
    assert plain.works == buried.works
    assert [False, True] == [one.buried for one in buried.leaders]
    assert (plain.coins, plain.tokens, plain.colours) == (
        buried.coins,
        buried.tokens,
        buried.colours,
    )
