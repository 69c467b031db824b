"""The states of a table, and the events that lead from one to another."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Literal

from sealed_wonders.host.news import TableNews

Tell = Callable[[TableNews], None]
"""Receives news of one table."""


class TableState(enum.Enum):
    """The states of a table; of somebody's several seats, the first state goes first."""

    LOBBY = enum.auto()
    PLAYING = enum.auto()
    FULL = enum.auto()
    """The log is complete, but may still have to be checked."""
    OVER = enum.auto()
    """All have signed the end, and everything was found valid."""
    STOPPED = enum.auto()
    """The table was closed, or can't go on."""

    @property
    def on_wire(self) -> Literal["lobby", "playing", "over"]:
        """The name of the state in messages to clients."""
        match self:
            case TableState.LOBBY:
                return "lobby"
            case TableState.PLAYING:
                return "playing"
        return "over"

    @property
    def is_live(self) -> bool:
        """Whether people can still act at the table."""
        return self in (TableState.LOBBY, TableState.PLAYING)

    @property
    def is_done(self) -> bool:
        """Whether nothing happens at the table any more."""
        return self in (TableState.OVER, TableState.STOPPED)


class TableEvent(enum.Enum):
    DRAWN = enum.auto()
    """All have revealed, so there is a game."""
    FILLED = enum.auto()
    """All have signed the end of the game."""
    APPROVED = enum.auto()
    """Everything signed has been checked, as far as this host checks it."""
    BROKEN = enum.auto()
    """There are frauds of too many seats, or a fault of this program."""
    CLOSED = enum.auto()
    """Nobody needs the table any more."""


TRANSITIONS: Mapping[tuple[TableState, TableEvent], TableState] = {
    (TableState.LOBBY, TableEvent.DRAWN): TableState.PLAYING,
    (TableState.LOBBY, TableEvent.BROKEN): TableState.STOPPED,
    (TableState.LOBBY, TableEvent.CLOSED): TableState.STOPPED,
    (TableState.PLAYING, TableEvent.FILLED): TableState.FULL,
    (TableState.PLAYING, TableEvent.BROKEN): TableState.STOPPED,
    (TableState.PLAYING, TableEvent.CLOSED): TableState.STOPPED,
    (TableState.FULL, TableEvent.APPROVED): TableState.OVER,
    (TableState.FULL, TableEvent.BROKEN): TableState.STOPPED,
}
