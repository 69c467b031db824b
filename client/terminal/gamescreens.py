"""The interface through which shared code creates a game's screens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.logs.replaying import Replay


@runtime_checkable
class GameScreens(Protocol):
    """
    Creates the screens of one game.

    Attributes:
        actions: The game's own actions on screens, by their names in `keys.ACTIONS`,
            in the order in which they are offered.
    """

    actions: ClassVar[tuple[str, ...]]

    def kind(self, known: TableModel) -> str:
        """Return the kind of bottom screen for the current state of a game."""

    def screen(self, kind: str, stack: Stack) -> Screen:
        """Return a new bottom screen of a kind."""

    def end(self, stack: Stack) -> Screen:
        """Return the screen for the end of a game."""

    def replay(
        self,
        stack: Stack,
        replay: Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        """
        Return the screen that replays a log.

        Args:
            index: The moment to begin at.
            seat: The seat in the middle; by default our own seat or the first.
        """

    def offered(self, stack: Stack) -> Iterable[str]:
        """Return the `actions` that are useful now."""

    def act(self, stack: Stack, action: str) -> bool:
        """Carry out one of `actions` with its argument; return whether it is one."""
