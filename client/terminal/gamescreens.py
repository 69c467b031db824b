"""
The screens of a game: which there are, and what can be opened at them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.logs.replaying import Replay


@runtime_checkable
class GameScreens(Protocol):
    """
    Makes the screens of one game.

    Attributes:
        actions: what can be done at screens besides what is the same in all games, as
            `keys.ACTIONS` names it, in the order in which it is offered.
    """

    actions: ClassVar[tuple[str, ...]]

    def kind(self, known: TableModel) -> str:
        """Name the screen that lies at the bottom while a game goes on."""

    def screen(self, kind: str, stack: Stack) -> Screen:
        """Make that screen."""

    def end(self, stack: Stack) -> Screen:
        """Make the last screen of a game."""

    def replay(
        self,
        stack: Stack,
        replay: Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        """
        Make the screen on which a log is looked through.

        Args:
            index, seat: the moment to begin at, and whose city is in the middle:
                without it, our own or the first.
        """

    def offered(self, stack: Stack) -> Iterable[str]:
        """Return those of `actions` that mean something just now."""

    def absent(self, known: TableModel) -> Iterable[str]:
        """Return those that can't mean anything in this very game."""

    def act(self, stack: Stack, action: str) -> bool:
        """Do one of `actions`, with what stands behind it; tells whether it is one."""
