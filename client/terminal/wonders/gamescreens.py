"""
The screens of 7 Wonders: which one belongs to each choice, and what it can open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.terminal.gamescreens import GameScreens
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.wonders.screens import act
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.client.terminal.wonders.screens.replay import GameReplay
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.client.words.wonders.sight import wonders
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides

BOARDS, SIDES, TABLE, DISCARD = "boards", "sides", "table", "discard"

SCREENS_BY_KIND: Mapping[str, Callable[[Stack], Screen]] = {
    BOARDS: Boards,
    SIDES: Sides,
    TABLE: GameTable,
    DISCARD: Discard,
}


class WondersScreens(GameScreens):
    actions = act.ACTIONS

    def kind(self, known: TableModel) -> str:
        if known.sight is None:
            return TABLE
        task = known.sight.state.task
        if isinstance(task, ChooseBoards):
            return BOARDS
        if isinstance(task, ChooseSides):
            return SIDES
        if known.menu is not None and known.asked:
            asked = wonders(known.menu.question.state).task
            if isinstance(asked, FromDiscard):
                return DISCARD
        return TABLE

    def screen(self, kind: str, stack: Stack) -> Screen:
        return SCREENS_BY_KIND[kind](stack)

    def end(self, stack: Stack) -> Screen:
        return EndScreen(stack)

    def replay(
        self,
        stack: Stack,
        replay: replaying.Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        return GameReplay(stack, replay, index, seat)

    def offered(self, stack: Stack) -> Iterable[str]:
        return act.offered(stack)

    def act(self, stack: Stack, action: str) -> bool:
        return act.act(stack, action)


SCREENS = WondersScreens()
