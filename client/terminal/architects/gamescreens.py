"""The `GameScreens` of Architects: which screen belongs to each choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.terminal.architects.screens import act
from sealed_wonders.client.terminal.architects.screens.end import EndScreen
from sealed_wonders.client.terminal.architects.screens.replay import GameReplay
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.terminal.gamescreens import GameScreens
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.core.game import Seat

WONDERS, TABLE = "wonders", "table"

SCREENS_BY_KIND: Mapping[str, Callable[[Stack], Screen]] = {
    WONDERS: WonderPool,
    TABLE: GameTable,
}


class ArchitectsScreens(GameScreens):
    actions = act.ACTIONS

    def kind(self, known: TableModel) -> str:
        choosing = known.sight is not None and isinstance(
            known.sight.state.task, ChooseWonders
        )
        return WONDERS if choosing else TABLE

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


SCREENS = ArchitectsScreens()
