"""
How far a table is, and what its two stages have in common.

A table is a lobby first and a game afterwards. Both are a `TableStage`: the table passes
on what people do and what time does, and keeps only the state it is in.
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
"""Takes news of one table."""


class TableState(enum.Enum):
    """How far a table is."""

    LOBBY = enum.auto()
    PLAYING = enum.auto()
    FULL = enum.auto()
    """Nothing more is logged; what is logged may still have to be checked."""
    OVER = enum.auto()
    """All have signed the end, and nothing was found to be wrong."""
    STOPPED = enum.auto()
    """It was closed, or can't go on."""

    @property
    def is_live(self) -> bool:
        """People may still do something at the table."""
        return self in (TableState.LOBBY, TableState.PLAYING)

    @property
    def is_done(self) -> bool:
        """Nothing happens at the table any more."""
        return self in (TableState.OVER, TableState.STOPPED)


class TableEvent(enum.Enum):
    """What happens to a table."""

    DRAWN = enum.auto()
    """All have revealed: there is a game."""
    FILLED = enum.auto()
    """All have signed its end."""
    APPROVED = enum.auto()
    """All that was signed has been checked, as far as it is."""
    BROKEN = enum.auto()
    """Frauds of too many seats, or a fault of this program."""
    CLOSED = enum.auto()
    """Nobody wants it any more."""


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
"""What clients are told."""


class TableStage(Protocol):
    """
    A lobby or a game, as the table sees it.

    Its news goes to whoever made it. A stage is told when the table's state is no longer
    live; it then takes nothing more, but still answers who sits here.
    """

    initial: ClassVar[TableState]
    """The state of a table that begins with this stage."""
    completed: ClassVar[TableEvent]
    """What happens to the table when this stage is complete."""

    # What everybody may know.

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have a seat, and of bots for which one is kept."""

    @property
    def options(self) -> Options:
        """What is played, or offered."""

    @property
    def wanted(self) -> int:
        """How many a game here begins with; 0 is any number the game is for."""

    def seats(self, identity: bytes) -> bool:
        """Tell whether somebody has a seat."""

    def has_sat(self, identity: bytes) -> bool:
        """Tell whether somebody has a seat, or has handed it over to another."""

    def notices(self) -> tuple[FromHost, ...]:
        """Return how it stands, besides the log and the clock, for all who look on."""

    # What people do.

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
        Note that somebody is ready, or isn't any more.

        Args:
            options: the hash of those they were shown.

        Raises:
            Denied: they have no seat, were shown something else, or it is too late.
        """

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Take an envelope.

        Returns:
            The proof, if it shows that its author signed another one for its place.

        Raises:
            Denied, Refused: it isn't taken.
        """

    # Who is here.

    def came(self, identity: bytes) -> None:
        """Note that somebody who has a seat is connected; of a game, who looks on, too."""

    def went(self, identity: bytes) -> None:
        """Note that the connection of one of them broke."""

    def release(self, identity: bytes) -> None:
        """Reserve no seat any longer for somebody who played here before."""

    def lost_bot(self, name: str, *, again: bool) -> None:
        """
        Note that one of the host's bots has ended.

        Args:
            again: it is started again.
        """

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""

    def expire(self) -> None:
        """Do what is due."""

    # What comes next.

    @property
    def is_complete(self) -> bool:
        """It has come to its regular end."""

    def successor(self) -> TableStage:
        """Return the stage that follows when this one is complete, or itself."""

    def close(self) -> None:
        """Take nothing more: the table's state is no longer live."""
