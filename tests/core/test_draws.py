"""Boards and wonders that are chosen instead of drawn by lot, in both games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sealed_wonders.core.architects.events import WonderTaken
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Gone,
    Offer,
    Stay,
    seeded,
)
from sealed_wonders.core.wonders.events import BoardTaken
from sealed_wonders.core.wonders.ruleset import Wonders

Begin = Callable[[int], Any]
"""Begins a game for some players."""


def wonders(players: int) -> Any:
    return Wonders(players, "day", draw=CHOSEN).begin(seeded("chosen"))


def architects(players: int) -> Any:
    return Architects(players, CHOSEN).begin(seeded("chosen"))


either = pytest.mark.parametrize(
    ("begin", "taken"), [(wonders, BoardTaken), (architects, WonderTaken)]
)


def offered(state: Any, seat: int) -> list[str]:
    assert Choose({seat: Offer((), Stay())}) == state.ask
    return [move.text for move in state.moves(seat, {})]


def founded(state: Any) -> list[str]:
    """Return the boards or wonders of the cities, by seat."""
    word = "board" if isinstance(state.rules, Wonders) else "wonder"
    return [getattr(it, word).id for it in state.cities]


@either
def test_a_seat_that_left_takes_the_first_remaining_board(
    begin: Begin, taken: type[Any]
) -> None:
    """When it would be its turn; nobody has to wait (W1.7, A1.1, G1, G5)."""
    state = begin(4)
    first, second, third, fourth, *_ = (
        move.text.split()[1] for move in state.moves(0, {})
    )
    state = state.tell(Chosen(0, state.moves(0, {})[0].text)).tell(Gone((1,)))
    assert taken(1, second) == state.news[-1]
    state = state.tell(Gone((3,)))
    state = state.tell(Chosen(2, offered(state, 2)[1]))
    assert [taken(2, fourth), taken(3, third)] == [*state.news[:2]]
    assert [first, second, fourth, third] == founded(state)
