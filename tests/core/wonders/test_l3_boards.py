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
