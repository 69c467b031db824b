"""Choosing from what is left: a board of 7 Wonders, or a wonder of Architects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.words.architects import describe as wonders
from sealed_wonders.client.words.wonders import describe as boards
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.architects_stacks import SeatedAtArchitects
from tests.support.stacks import Seated, Sit


def at_boards(sit: Sit, players: int, **others: Any) -> Seated:
    terms = Terms.of(
        suite=OPEN, players=players, own=agreed(sides="choose", draw="chosen")
    )
    return sit(players, terms=terms, **others)


def at_wonders(sit: Sit, players: int, **others: Any) -> Seated:
    return sit(players, SeatedAtArchitects, draw="chosen", **others)


class Pool:
    """Ann, before what is left to be chosen."""

    def __init__(
        self, sit: Sit, game: str, players: int = 3, *, thinks: bool = False, **how: Any
    ) -> None:
        self.of_boards = game == "wonders"
        self.seated = (at_boards if self.of_boards else at_wonders)(sit, players, **how)
        for other in self.seated.others if thinks else ():
            other.player.pick = None
        self.stack = self.seated.stack
        self.seated.begin()
        self.screen: Callable[..., Any] = Boards if self.of_boards else WonderPool
        self.stack.base = self.screen(self.stack)

    @property
    def left(self) -> Sequence[str]:
        """What nobody has."""
        if self.of_boards:
            return [boards.name(it) for it in self.seated.view.pool]
        assert isinstance(self.seated, SeatedAtArchitects)
        task = self.seated.state.task
        assert isinstance(task, ChooseWonders)
        return [
            wonders.wonder(it) for it in catalog().wonders if it.id not in task.taken
        ]

    @property
    def mine(self) -> str:
        """What ann has."""
        me = self.stack.known.viewpoint
        if self.of_boards:
            return boards.name(self.seated.view.boards[me])
        assert isinstance(self.seated, SeatedAtArchitects)
        return wonders.wonder(self.seated.state.cities[me].wonder)

    def act(self, *actions: str) -> None:
        for action in actions:
            self.seated.look()
            assert self.stack.act(action)


games = pytest.mark.parametrize("game", ["wonders", "architects"])


@games
@pytest.mark.parametrize(
    ("actions", "nth"),
    [
        (["enter", "enter"], 0),
        (["down", "enter", "enter"], 1),
        (["down", "down", "up", "enter", "enter"], 1),
        (["digit 3", "enter", "enter"], 2),
        (["enter", "down", "enter", "enter"], 1),
        (["enter", "back", "down", "enter", "enter"], 1),
        (["entry 2", "entry 2", "enter"], 1),
    ],
)
def test_it_is_laid_down_then_taken(
    sit: Sit, game: str, actions: list[str], nth: int
) -> None:
    """What lies there is named, and nothing is sent before it is sealed."""
    pool = Pool(sit, game)
    wanted = pool.left[nth]
    pool.act(*actions[:-1])
    said = f"The {wanted} board" if pool.of_boards else f"The wonder of {wanted}"
    assert f"▷ {said}" in pool.seated.look()
    assert pool.stack.known.asked
    pool.act(actions[-1])
    pool.seated.host.settle()
    assert wanted == pool.mine


@games
def test_the_screen_goes_on_by_itself(sit: Sit, game: str) -> None:
    pool = Pool(sit, game)
    root = RootScreen(pool.stack, lambda: pytest.fail("somebody left"))
    root.put()
    assert type(pool.stack.base) is pool.screen
    pool.act("enter", "enter")
    pool.seated.host.settle()
    root.put()
    assert type(pool.stack.base) is (Sides if pool.of_boards else GameTable)


@games
def test_while_others_choose_one_can_look(sit: Sit, game: str) -> None:
    """It is said who does; Enter says that it isn't our turn, and sends nothing."""
    waiting = (Pool(sit, game, players, thinks=True) for players in range(3, 8))
    pool = next(it for it in waiting if it.stack.known.viewpoint != 0)
    what = "a board" if pool.of_boards else "a wonder"
    before = pool.left
    assert f"{pool.stack.known.names[0]} chooses {what}" in pool.seated.look()
    pool.act("down", "enter")
    assert f"▸ 2 {before[1]}" in pool.seated.look()
    assert "It isn't your turn to choose." in pool.seated.look()
    assert before == pool.left


@games
@pytest.mark.parametrize("confirm", [True, False])
def test_help_says_how_often_enter_is_pressed(
    sit: Sit, game: str, confirm: bool
) -> None:
    """And names no key that does nothing before there are cards."""
    pool = Pool(sit, game, settings=Settings(confirm=confirm))
    said = " ".join(pool.stack.base.help)
    assert confirm == ("down, and Enter again makes it final." in said)
    assert confirm != ("Down; Enter makes your choice final." in said)
    assert "details" not in pool.stack.base.actions
