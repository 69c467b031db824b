"""L3: Roma; see the cases, too."""

from __future__ import annotations

from sealed_wonders.core.game import Deal, Gone
from sealed_wonders.core.wonders.play import Turn
from tests.support.wonders import Table, city


def roma(leaders: str = "", box: str = "") -> Table:
    """Lay out Roma with what its first stage takes, and leaders in its hand."""
    return Table(
        city("roma night", 0, "lumber_yard clay_pool"),
        *("gizah", "ephesos"),
        expansions="leaders",
        leaders=(leaders,),
        box=box,
    )


def test_a_box_lost_with_a_player() -> None:
    """Before it is drawn from, or just then: nothing comes, and all go on (L3.2, G2)."""
    for early in (True, False):
        game = roma(leaders="nero", box="plato")
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
    game = roma(box="plato midas")
    game.tell(0, "stage")
    game.tell(1)
    game.state = game.state.tell(game.answer(2))
    game.state = game.state.tell(Gone((0,)))
    assert ("midas", "plato") == game.named(game.state.box)
    assert (Turn(1, 2), (1, 2)) == (game.state.task, game.asked)
