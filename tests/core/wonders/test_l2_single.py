"""
L2: what single leaders do; see the cases, too.

Each of those that are ever dealt does it in the games of `test_random_games`.
"""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Chosen,
    Gone,
    IllegalMove,
)
from sealed_wonders.core.wonders.events import TokenDropped
from sealed_wonders.core.wonders.leaders.tasks import Victims
from tests.support.wonders import Table


@pytest.mark.parametrize(
    ("gone", "dropped"), [((0,), []), ((0, 2), []), ((2,), [(1, 3), (3, 5)])]
)
def test_telesillas_victims_drop_nothing_when_she_is_gone(
    gone: tuple[int, ...], dropped: list[tuple[int, int]]
) -> None:
    """Nor do those who left with one kind, whom nobody asked; the last may be told then."""
    game = Table(
        "gizah 3 tokens=-1+1+-1, rhodos tokens=1+3, ephesos tokens=3, olympia tokens=3+5",
        expansions="leaders",
        age=3,
        turn=0,
        leaders=["telesilla"],
    )
    game.play("recruit telesilla bank=3")
    state = game.state.tell(Chosen(1, "drop 3"))
    left = state.tell(Gone(gone, (), Chosen(3, "drop 5")))
    assert dropped == [
        (event.seat, event.value)
        for event in left.news
        if isinstance(event, TokenDropped)
    ]
    assert Victims.name != left.task.name
    with pytest.raises(IllegalMove):
        state.tell(Gone(gone, (), Chosen(3, "drop 1")))
    with pytest.raises(IllegalMove):
        state.tell(Gone(gone, (), Chosen(1, "drop 1")))
