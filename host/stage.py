"""
The states of a table, and the interface that its two stages have in common.

A table is a lobby first and a game afterwards. Both are a `TableStage`: the table
delegates the actions of people and the passing of time to its stage, and itself keeps
only the state.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, Protocol

from sealed_wonders.host.news import TableNews
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromHost

Tell = Callable[[TableNews], None]
"""Receives news of one table."""


class TableState(enum.Enum):
    """State of a table."""

    LOBBY = enum.auto()
    PLAYING = enum.auto()
    FULL = enum.auto()
    """The log is complete, but may still have to be checked."""
    OVER = enum.auto()
    """All have signed the end, and everything was found valid."""
    STOPPED = enum.auto()
    """The table was closed, or can't go on."""

    @property
    def is_live(self) -> bool:
        """Whether people can still act at the table."""
        return self in (TableState.LOBBY, TableState.PLAYING)

    @property
    def is_done(self) -> bool:
        """Whether nothing happens at the table any more."""
        return self in (TableState.OVER, TableState.STOPPED)


class TableEvent(enum.Enum):
    """An event that changes the state of a table."""

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

WIRE_STATES: Mapping[TableState, Literal["lobby", "playing", "over"]] = {
    TableState.LOBBY: "lobby",
    TableState.PLAYING: "playing",
    TableState.FULL: "over",
    TableState.OVER: "over",
    TableState.STOPPED: "over",
}
"""The states as clients are told."""


class TableStage(Protocol):
    """
    A lobby or a game, as its table sees it.

    A stage sends its news to its creator. After `close`, it accepts nothing more, but
    still answers who has a seat.
    """

    initial: ClassVar[TableState]
    """State of a table that starts with this stage."""
    completed: ClassVar[TableEvent]
    """Event for the table when this stage is complete."""

    # Public facts.

    @property
    def names(self) -> tuple[str, ...]:
        """The names of people with a seat, and of bots with a reservation."""

    @property
    def options(self) -> Options:
        """The options of the game, or those on offer."""

    @property
    def wanted(self) -> int:
        """Number of players wanted; 0 for any number that the game allows."""

    def seats(self, identity: bytes) -> bool:
        """Return whether somebody has a seat."""

    def has_sat(self, identity: bytes) -> bool:
        """Return whether somebody has a seat, or has handed one over."""

    def notices(self) -> tuple[FromHost, ...]:
        """
        Return the state besides the log and the clock, for everybody at the table.
        """

    # Actions of people.

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Seat somebody.

        Raises:
            Denied: they get no seat.
        """

    def leave(self, identity: bytes) -> None:
        """
        Free somebody's seat.

        Raises:
            Denied: they have none, or it can't be freed now.
        """

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Record whether somebody is ready.

        Args:
            identity: who.
            ready: whether they are.
            options: the hash of the options they were shown.

        Raises:
            Denied: they have no seat, were shown other options, or it is too late.
        """

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Post an envelope.

        Returns:
            The proof, if it shows that its author signed another envelope for its
            place.

        Raises:
            Denied, WireRefused: it isn't accepted.
        """

    # Presence.

    def came(self, identity: bytes) -> None:
        """
        Note that somebody with a seat is connected; in a game, spectators as well.
        """

    def went(self, identity: bytes) -> None:
        """Note that one of their connections is lost."""

    def release(self, identity: bytes) -> None:
        """Stop reserving a seat for somebody who played here before."""

    def lost_bot(self, name: str, *, again: bool) -> None:
        """
        Note that one of the host's bots has ended.

        Args:
            name: the bot's name.
            again: whether it is being restarted.
        """

    # Time.

    @property
    def deadline(self) -> float | None:
        """Time of the next call of `expire`."""

    def expire(self) -> None:
        """Apply what is due."""

    # The next stage.

    @property
    def is_complete(self) -> bool:
        """Whether the stage has come to its regular end."""

    def successor(self) -> TableStage:
        """Return the next stage if this one is complete, or this one."""

    def close(self) -> None:
        """Accept no more changes, because the table is no longer live."""
