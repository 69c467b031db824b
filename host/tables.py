"""
The registry of a host's tables: finding, opening and removing them.

The server's data for each table is in `tablerecord.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.lobby import ExpectedPlayers
from sealed_wonders.host.news import Suspended
from sealed_wonders.host.offer import Offered, fits
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.table import Table
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import notices
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.messages import TABLES_CAP, TableLine
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.tableoptions import BOTS, NO_PAGE, PRIVATE
from sealed_wonders.net.wishes import Wishes

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


class TableRegistry:
    """
    The tables of a host, by name, in the order in which they were opened.

    There are at most `policy.most` tables that aren't over, and `FINISHED_KEPT` others.

    Attributes:
        policy: the rules for opening tables from now on.
        is_closing: whether no more tables are opened.
        suspended: suspended games by the first digits of their ids, oldest first.
    """

    def __init__(
        self,
        host: Identity,
        policy: TablePolicy,
        seconds: Callable[[], float],
    ) -> None:
        """
        Start without tables.

        Args:
            host: the host's key.
            policy: the rules for opening tables.
            seconds: returns the time.

        Raises:
            ValueError: the maximum number of tables is out of range.
        """
        if not 1 <= policy.most <= TABLES_MOST:
            raise ValueError(
                f"a host can have 1 to {TABLES_MOST} tables, not {policy.most}"
            )
        self.policy = policy
        self.is_closing = False
        self._host = host
        self._seconds = seconds
        self._records: dict[str, TableRecord] = {}
        self.suspended: dict[str, SuspendedGame] = {}

    def __iter__(self) -> Iterator[TableRecord]:
        return iter(tuple(self._records.values()))

    # Finding.

    def find(self, name: str) -> TableRecord | None:
        """Return the table with this name."""
        return self._records.get(name_key(name))

    def of(self, identity: bytes) -> list[TableRecord]:
        """Return the tables at which somebody has a seat, in the order of opening."""
        return [record for record in self if record.table.seats(identity)]

    def playing(self, gid: bytes) -> TableRecord | None:
        """Return the table of a game."""
        for record in self._records.values():
            if record.table.game is not None and record.table.game.gid == gid:
                return record
        return None

    def with_free_seats(
        self, is_open: Callable[[PasswordLock | None], bool], wishes: Wishes
    ) -> TableRecord | None:
        """
        Return the first listed table at which somebody can sit down.

        Args:
            is_open: returns whether they may, given the table's lock.
            wishes: the options that the table must have.
        """
        for record in self:
            lobby = record.table.lobby
            if (
                record.table.state is TableState.LOBBY
                and lobby is not None
                and lobby.free_seats
                and not record.is_private
                and is_open(record.lock)
                and fits(lobby.terms, wishes)
            ):
                return record
        return None

    def in_state(self, state: TableState, identity: bytes) -> TableRecord | None:
        """Return the first table in a state at which somebody has a seat."""
        of = self.of(identity)
        return next((record for record in of if record.table.state is state), None)

    def lost_by(self, identity: bytes) -> TableRecord | None:
        """Return the first running game's table where somebody has lost their seat."""
        for record in self:
            game = record.table.game
            is_on = record.table.state is TableState.PLAYING
            if game is not None and is_on and game.has_lost(identity):
                return record
        return None

    def lobby_of(self, identity: bytes) -> TableRecord:
        """
        Return the lobby in which somebody has a seat.

        Raises:
            Denied: there is none.
        """
        record = self.in_state(TableState.LOBBY, identity)
        if record is None:
            raise Denied(
                "no-seat", "you have no seat at a table whose game hasn't begun"
            )
        return record

    def seat_of(self, identity: bytes) -> TableRecord:
        """
        Return the table where somebody has a seat, or else where they handed one over.

        A lobby has precedence over a running game, and a running game over a finished
        one.

        Raises:
            Denied: there is none.
        """
        records = self.of(identity)
        records = records or [it for it in self if it.table.has_sat(identity)]
        if not records:
            raise Denied("no-seat", "you have no seat at any table")
        return max(records, key=_precedence)

    def where_active(self, peer: Peer) -> TableRecord | None:
        """
        Return the latest lobby, or else running game, in which somebody takes part.

        A game whose log the client hasn't requested doesn't count: the player has left
        it, and may come back or not.
        """
        active = [
            record
            for record in reversed(self.of(peer.identity))
            if record.table.is_live
            and (subscription := record.subscriptions.get(peer.connection)) is not None
            and (record.table.lobby is not None or subscription.is_reading)
        ]
        return max(active, key=_precedence, default=None)

    def where_reserved(self, identity: bytes) -> TableRecord | None:
        """Return the lobby that reserves a seat for somebody who played there."""
        return next((record for record in self if record.reserves(identity)), None)

    def lines(self, identity: bytes, named: str = "") -> tuple[TableLine, ...]:
        """
        Describe the tables to somebody, except those where nothing was played.

        An unlisted table is included if they have or had a seat there, or give its
        name.
        """
        return tuple(
            record.line()
            for record in self
            if not record.table.came_to_nothing
            and (
                not record.is_private
                or record.table.has_sat(identity)
                or record.reserves(identity)
                or name_key(record.table.name) == name_key(named)
            )
        )

    @property
    def free(self) -> int:
        """How many more tables may be opened."""
        return self.policy.most - sum(not record.table.is_done for record in self)

    @property
    def is_full(self) -> bool:
        """Whether no more tables may be opened."""
        return self.free <= 0

    def suspended_of(self, identity: bytes) -> SuspendedGame | None:
        """Return a suspended game in which somebody plays."""
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
    ) -> TableRecord:
        """
        Open a table.

        Args:
            name: the table's name, not that of one that isn't over; empty for a free
                one.
            terms: the table's options.
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
        expected = ExpectedPlayers(BOT_NAMES[: terms[BOTS]], reserved)
        table = Table.opened(name, self._host, terms, expected, self._seconds)
        host = self._host.public
        record = TableRecord(table, host, permanent=permanent)
        record.lock, record.is_private = lock, terms[PRIVATE]
        record.is_off_page = terms[NO_PAGE]
        return self.add(record)

    def add(self, record: TableRecord) -> TableRecord:
        """Add an existing table, such as one of an earlier host."""
        record.lock = self.policy.lock or record.lock
        self._records[name_key(record.table.name)] = record
        return record

    def free_name(self) -> str:
        """Return a name that no table has here."""
        taken = {name_key(game.table) for game in self.suspended.values()}
        number = 1
        while self.find(f"table {number}") or f"table {number}" in taken:
            number += 1
        return f"table {number}"

    def _secret_name(self) -> str:
        """Return a name that nobody will guess by chance."""
        while self.find(name := words_of(secrets.token_bytes(2))):
            pass
        return name

    # Removing.

    def remove(self, record: TableRecord) -> None:
        """Remove a table; its files stay."""
        record.close()
        record.subscriptions.clear()
        self._records.pop(name_key(record.table.name), None)

    def suspend_one(self) -> Suspended | None:
        """
        Suspend the game that has been without people for the longest time.

        It is resumed when one of its players returns and there is room.

        Returns:
            The news to report; None if no game can be suspended.
        """
        latest = self._seconds() - ABANDONED_PATIENCE
        empty = [
            (since, path, record)
            for record in self
            if (since := record.empty_since) is not None
            and since <= latest
            and (path := record.journal_path) is not None
        ]
        if not empty:
            return None
        _, path, record = min(empty, key=lambda found: found[0])
        self.remove(record)
        if len(self.suspended) >= SUSPENDED_CAP:
            # forgotten until the next start of the host
            del self.suspended[next(iter(self.suspended))]
        self.suspended[path.stem] = SuspendedGame(
            record.table.name, frozenset(record.people)
        )
        return Suspended(record.table.name, path)

    def remove_old(self) -> None:
        """Remove finished tables that are too old or too many."""
        ended = [
            (record.ended_at, record) for record in self if record.ended_at is not None
        ]
        now = self._seconds()
        # First those where nothing was played, since they have no result to look at.
        ended.sort(key=lambda pair: (pair[1].table.came_to_nothing, -pair[0]))
        for number, (at, record) in enumerate(ended):
            if number >= FINISHED_KEPT or at + FINISHED_PATIENCE <= now:
                self.remove(record)

    @property
    def deadline(self) -> float | None:
        """Time at which a table has something to do."""
        times = [record.table.deadline for record in self]
        times += [record.retry_at for record in self]
        times += [
            record.ended_at + FINISHED_PATIENCE
            for record in self
            if record.ended_at is not None
        ]
        return min((time for time in times if time is not None), default=None)


_PRECEDENCE = (
    TableState.STOPPED,
    TableState.OVER,
    TableState.FULL,
    TableState.PLAYING,
    TableState.LOBBY,
)


def _precedence(record: TableRecord) -> int:
    """
    Return a sort key: the state in which somebody with several seats most likely is.
    """
    return _PRECEDENCE.index(record.table.state)
