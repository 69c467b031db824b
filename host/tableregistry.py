"""The registry of a host's tables: finding, opening and removing them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.lobby import ExpectedPlayers, OpenLobby
from sealed_wonders.host.news import Suspended, TableNews
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import notices
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.messages import TABLES_CAP, TableLine
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.tableoptions import BOTS, NO_PAGE, PRIVATE

TABLES = 16
"""Default maximum number of tables that aren't over."""

FINISHED_KEPT = 8
"""Number of finished tables that can still be read; their logs stay in the folder."""

FINISHED_PATIENCE = 600.0
"""Seconds for which finished tables can be read."""

TABLES_MOST = TABLES_CAP - FINISHED_KEPT
"""Maximum number of tables, so that the list fits into one message."""

ABANDONED_PATIENCE = 300.0
"""
Seconds without any person at a game after which it may be suspended to make room.

A network may be down that long, or a machine take that long to restart.
"""

BOT_NAMES = ("Atossa", "Brennus", "Cadmus", "Dido", "Enkidu", "Faunus", "Gilgamesh")
"""
Names of the host's bots at each table.

They are reserved for bots, so they are neither names of real people nor of leaders in
the game.
"""


SUSPENDED_CAP = 64
"""Maximum number of suspended games that are remembered for their players' return."""


class SuspendedGame(NamedTuple):
    """A game that made room for others, and waits for its players and for a table."""

    table: str
    people: frozenset[bytes]
    """The identities of those who play there, without the host's bots."""


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """Rules for opening tables."""

    offered: Offered
    """The options of tables, and which of them their openers may choose."""
    most: int = TABLES
    """Maximum number of tables that aren't over."""
    lock: PasswordLock | None = None
    """The lock of all tables; None to let their openers decide."""


@dataclass(eq=False, repr=False)
class TableRegistry:
    """
    The tables of a host, by name, in the order in which they were opened.

    There are at most `policy.most` tables that aren't over, and `FINISHED_KEPT` others.

    Raises:
        ValueError: the maximum number of tables is out of range.
    """

    host: Identity
    policy: TablePolicy
    """The rules for opening tables from now on."""
    seconds: Callable[[], float]
    archive: Archive
    is_closing: bool = False
    """Whether no more tables are opened."""
    suspended: dict[str, SuspendedGame] = field(default_factory=dict)
    """Suspended games by the first digits of their ids, oldest first."""
    _tables: dict[str, TableEntry] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        most = self.policy.most
        if not 1 <= most <= TABLES_MOST:
            raise ValueError(f"a host can have 1 to {TABLES_MOST} tables, not {most}")

    def __iter__(self) -> Iterator[TableEntry]:
        return iter(tuple(self._tables.values()))

    # Finding.

    def find(self, name: str) -> TableEntry | None:
        return self._tables.get(name_key(name))

    def of(self, identity: bytes) -> list[TableEntry]:
        """Return the tables at which somebody has a seat, in the order of opening."""
        return [table for table in self if table.phase.seats(identity)]

    def playing(self, gid: bytes) -> TableEntry | None:
        return next((it for it in self if it.game and it.game.gid == gid), None)

    def in_state(self, state: TableState, identity: bytes) -> TableEntry | None:
        """Return the first table in a state at which somebody has a seat."""
        of = self.of(identity)
        return next((table for table in of if table.state is state), None)

    def lost_by(self, identity: bytes) -> TableEntry | None:
        """Return the first running game's table where somebody has lost their seat."""
        on = (it for it in self if it.state is TableState.PLAYING)
        return next((it for it in on if it.game and it.game.has_lost(identity)), None)

    def lobby_of(self, identity: bytes) -> TableEntry:
        """Return the lobby in which somebody has a seat, or raise `Denied`."""
        table = self.in_state(TableState.LOBBY, identity)
        if table is None:
            raise Denied(
                "no-seat", "you have no seat at a table whose game hasn't begun"
            )
        return table

    def seat_of(self, identity: bytes) -> TableEntry:
        """
        Return the table where somebody has a seat, or else where they handed one over.

        A lobby has precedence over a running game, and a running game over a finished
        one.

        Raises:
            Denied: there is none.
        """
        tables = self.of(identity)
        tables = tables or [it for it in self if it.phase.has_sat(identity)]
        if not tables:
            raise Denied("no-seat", "you have no seat at any table")
        return min(tables, key=_precedence)

    def where_active(self, peer: Peer) -> TableEntry | None:
        """
        Return the latest lobby, or else running game, in which somebody takes part.

        A game whose log the client hasn't requested doesn't count: the player has left
        it, and may come back or not.
        """
        active = [
            table
            for table in reversed(self.of(peer.identity))
            if table.is_live
            and (subscription := table.subscriptions.get(peer.connection)) is not None
            and (table.lobby is not None or subscription.is_reading)
        ]
        return min(active, key=_precedence, default=None)

    def lines(self, identity: bytes, named: str = "") -> tuple[TableLine, ...]:
        """
        Describe the tables to somebody, except those where nothing was played.

        An unlisted table is included if they have or had a seat there, or give its
        name.
        """
        return tuple(
            table.line()
            for table in self
            if not table.came_to_nothing
            and (
                not table.is_private
                or table.phase.has_sat(identity)
                or table.reserves(identity)
                or name_key(table.name) == name_key(named)
            )
        )

    @property
    def free(self) -> int:
        return self.policy.most - sum(not table.is_done for table in self)

    @property
    def is_full(self) -> bool:
        return self.free <= 0

    def suspended_of(self, identity: bytes) -> SuspendedGame | None:
        games = self.suspended.values()
        return next((game for game in games if identity in game.people), None)

    # Opening.

    def open(
        self,
        name: str,
        terms: Terms,
        *,
        permanent: bool = False,
        reserved: Mapping[bytes, str] = MappingProxyType({}),
        lock: PasswordLock | None = None,
    ) -> TableEntry:
        """
        Open a table.

        Args:
            name: the table's name, not that of one that isn't over; empty for a free
                one.
            permanent: whether the lobby stays open when it is empty.
            reserved: people for whom seats are reserved for a while, by identity, with
                names.
            lock: the lock of its password, if the host's tables don't have a common
                one.

        Raises:
            Denied: there are too many tables, or the host is about to end.
        """
        if self.is_closing:
            raise Denied("closing", str(notices.CLOSING()))
        if self.is_full:
            raise Denied("no-room", f"this host has {self.policy.most} tables already")
        name = name or (self._secret_name() if terms[PRIVATE] else self.free_name())
        before = self.find(name)
        if before is not None:
            self.remove(before)
        news: list[TableNews] = []
        expected = ExpectedPlayers(BOT_NAMES[: terms[BOTS]], reserved)
        table = TableEntry(
            name,
            OpenLobby(name, self.host, terms, expected, self.seconds, news.append),
            news,
            self.host.public,
            self.archive,
            permanent=permanent,
            lock=lock,
            is_private=terms[PRIVATE],
            is_off_page=terms[NO_PAGE],
        )
        return self.add(table)

    def add(self, table: TableEntry) -> TableEntry:
        """Add an existing table, such as one of an earlier host."""
        table.lock = self.policy.lock or table.lock
        self._tables[name_key(table.name)] = table
        return table

    def free_name(self) -> str:
        taken = {name_key(game.table) for game in self.suspended.values()}
        number = 1
        while self.find(f"table {number}") or f"table {number}" in taken:
            number += 1
        return f"table {number}"

    def _secret_name(self) -> str:
        while self.find(name := words_of(secrets.token_bytes(2))):
            pass
        return name

    # Removing.

    def remove(self, table: TableEntry) -> None:
        """Remove a table; its files stay."""
        table.remove()
        table.subscriptions.clear()
        self._tables.pop(name_key(table.name), None)

    def suspend_one(self) -> Suspended | None:
        """
        Suspend the game that has been without people for the longest time.

        It is resumed when one of its players returns and there is room.

        Returns:
            The news to report; None if no game can be suspended.
        """
        latest = self.seconds() - ABANDONED_PATIENCE
        empty = [
            (since, journal.path, table)
            for table in self
            if (since := table.empty_since) is not None
            and since <= latest
            and (journal := table.files.journal) is not None
        ]
        if not empty:
            return None
        _, path, table = min(empty, key=lambda found: found[0])
        self.remove(table)
        if len(self.suspended) >= SUSPENDED_CAP:
            # forgotten until the next start of the host
            del self.suspended[next(iter(self.suspended))]
        self.suspended[path.stem] = SuspendedGame(table.name, frozenset(table.people))
        return Suspended(table.name, path)

    def remove_old(self) -> None:
        """Remove finished tables that are too old or too many."""
        ended = self._ended()
        now = self.seconds()
        # First those where nothing was played, since they have no result to look at.
        ended.sort(key=lambda pair: (pair[1].came_to_nothing, -pair[0]))
        for number, (until, table) in enumerate(ended):
            if number >= FINISHED_KEPT or until <= now:
                self.remove(table)

    @property
    def deadline(self) -> float | None:
        times = [table.deadline for table in self]
        times += [table.settle_at for table in self]
        times += [until for until, _ in self._ended()]
        return min((time for time in times if time is not None), default=None)

    def _ended(self) -> list[tuple[float, TableEntry]]:
        """Return the finished tables, each with the time until which it can be read."""
        return [
            (table.ended_at + FINISHED_PATIENCE, table)
            for table in self
            if table.ended_at is not None
        ]


def _precedence(table: TableEntry) -> int:
    return table.state.value
