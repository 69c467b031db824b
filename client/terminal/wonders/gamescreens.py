"""
The screens of 7 Wonders: which there are, and what can be opened at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.terminal.gamescreens import GameScreens
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.wonders.screens import act
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.client.terminal.wonders.screens.end import End
from sealed_wonders.client.terminal.wonders.screens.replay import Replay
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.terminal.wonders.screens.table import Table
from sealed_wonders.client.terminal.wonders.sight import sight_of, wonders
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides

BOARDS, SIDES, TABLE, DISCARD = "boards", "sides", "table", "discard"

SCREENS_BY_KIND: Mapping[str, Callable[[Stack], Screen]] = {
    BOARDS: Boards,
    SIDES: Sides,
    TABLE: Table,
    DISCARD: Discard,
}


class WondersScreens(GameScreens):
    """Makes the screens of 7 Wonders."""

    actions = act.ACTIONS

    def kind(self, known: TableModel) -> str:
        """Name the screen for what is chosen just now."""
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
        """Make it."""
        return SCREENS_BY_KIND[kind](stack)

    def end(self, stack: Stack) -> Screen:
        """Make the last screen."""
        return End(stack)

    def replay(
        self,
        stack: Stack,
        replay: replaying.Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        """Make the screen on which a log is looked through."""
        return Replay(stack, replay, index, seat)

    def offered(self, stack: Stack) -> Iterable[str]:
        """Return what means something: little before cities stand."""
        return act.offered(stack)

    def absent(self, known: TableModel) -> Iterable[str]:
        """Leave edifices out where there are none, and cards before there are any."""
        sight = sight_of(known)
        lie = sight is not None and bool(sight.state.projects)
        begun = sight is None or bool(sight.state.cities)
        return (*(() if lie else ("edifices",)), *(() if begun else ("details",)))

    def act(self, stack: Stack, action: str) -> bool:
        """Open a box, or say why there is nothing in it."""
        return act.act(stack, action)


SCREENS = WondersScreens()
