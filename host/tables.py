"""All tables of a host: finding one, opening one, removing old ones."""

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
from sealed_wonders.net.passwords import Lock
from sealed_wonders.net.tableoptions import BOTS, NO_PAGE, PRIVATE
from sealed_wonders.net.wishes import Wishes

TABLES = 16
"""Tables at once that aren't over, unless it is said otherwise."""

FINISHED_KEPT = 8
"""Tables that are over and can still be read; their logs stay in the folder."""

FINISHED_PATIENCE = 600.0
"""Seconds for which they can."""

TABLES_MOST = TABLES_CAP - FINISHED_KEPT
"""A host tells a peer of all of them in one message."""

ABANDONED_PATIENCE = 300.0
"""
Seconds without any of its people there after which a game makes room, if room is wanted.

So long may a network be down, or a machine take to start again.
"""

BOT_NAMES = ("Atossa", "Brennus", "Cadmus", "Dido", "Enkidu", "Faunus", "Gilgamesh")
"""
Of the host's bots, at each table.

Nobody may take the name of one, so they are names that people don't have; nor leaders
of the game.
"""


SUSPENDED_CAP = 64
"""Suspended games that are remembered for when their people come back."""


class SuspendedGame(NamedTuple):
    """A game that made room for others, and waits for its people and for room."""

    table: str
    people: frozenset[bytes]
    """The identities of those who play there, without the host's bots."""


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """Which tables may be opened."""

    offered: Offered
    """What they are like, and what of it whoever opens one may choose."""
    most: int = TABLES
    """How many there may be at once that aren't over."""
    lock: Lock | None = None
    """That of all tables opened here; None: whoever opens one decides."""


class TableRegistry:
    """
    The tables of a host, by name, in the order they were opened.

    At most as many that go on as it was made for, and `FINISHED_KEPT` others.

    Attributes:
        policy: how tables are opened from now on; those that are there stay as they are.
        is_closing: no table is opened any more.
        suspended: the last games that were, by the first digits of their ids.
    """

    def __init__(
        self,
        host: Identity,
        policy: TablePolicy,
        seconds: Callable[[], float],
    ) -> None:
        """
        Begin without tables.

        Raises:
            ValueError: nobody needs so many, or so few.
        """
        if not 1 <= policy.most <= TABLES_MOST:
            raise ValueError(f"{policy.most} tables: a host has 1 to {TABLES_MOST}")
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
        """Return the table of a name."""
        return self._records.get(name_key(name))

    def of(self, identity: bytes) -> list[TableRecord]:
        """Return the tables at which somebody has a seat, the latest last."""
        return [record for record in self if record.table.seats(identity)]

    def playing(self, gid: bytes) -> TableRecord | None:
        """Return the table of a game."""
        for record in self._records.values():
            if record.table.game is not None and record.table.game.gid == gid:
                return record
        return None

    def with_free_seats(
        self, is_open: Callable[[Lock | None], bool], wishes: Wishes
    ) -> TableRecord | None:
        """
        Return the first table in the list at which somebody can sit down.

        Args:
            is_open: tells of a table's lock whether they may.
            wishes: what it is to be like.
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
        """Return the first table whose game goes on, with somebody else in their seat."""
        for record in self:
            game = record.table.game
            is_on = record.table.state is TableState.PLAYING
            if game is not None and is_on and game.has_lost(identity):
                return record
        return None

    def lobby_of(self, identity: bytes) -> TableRecord:
        """
        Return the table at which somebody waits for a game.

        Raises:
            Denied: there is none.
        """
        record = self.in_state(TableState.LOBBY, identity)
        if record is None:
            raise Denied("no-seat", "you don't sit at a table that has yet to begin")
        return record

    def seat_of(self, identity: bytes) -> TableRecord:
        """
        Return the table at which somebody waits, or plays, or has played; if need be, the
        one at which they have handed their seat over.

        Raises:
            Denied: there is none.
        """
        records = self.of(identity)
        records = records or [it for it in self if it.table.has_sat(identity)]
        if not records:
            raise Denied("no-seat", "you don't sit at any table")
        return max(records, key=_precedence)

    def where_active(self, peer: Peer) -> TableRecord | None:
        """
        Return the table at which somebody waits for a game, or else plays one; the latest.

        Not where a game of theirs goes on whose log they haven't asked for: they have left
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
        """Return the table at which a seat is reserved for somebody who played there."""
        return next((record for record in self if record.reserves(identity)), None)

    def lines(self, identity: bytes, named: str = "") -> tuple[TableLine, ...]:
        """
        Describe the tables to somebody, but those at which nothing was played.

        Of those that aren't listed they are told where they sit, or have sat, and if they
        know the name.
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
        """How many tables there may be besides those that aren't over."""
        return self.policy.most - sum(not record.table.is_done for record in self)

    @property
    def is_full(self) -> bool:
        """There are as many tables as there may be."""
        return self.free <= 0

    def suspended_of(self, identity: bytes) -> SuspendedGame | None:
        """Return a game somebody plays in that is suspended."""
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
        lock: Lock | None = None,
    ) -> TableRecord:
        """
        Open a table.

        Args:
            name: not one that goes on; empty for any.
            permanent: it stays open when nobody sits there.
            reserved: the names of those for whom seats are reserved for a while, by
                identity.
            lock: that of its password, if tables here don't all have one.

        Raises:
            Denied: there are too many, or the host ends soon.
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
        """Add a table that is there already, as one of an earlier host's."""
        record.lock = self.policy.lock or record.lock
        self._records[name_key(record.table.name)] = record
        return record

    def free_name(self) -> str:
        """Return a name that no table here has."""
        taken = {name_key(game.table) for game in self.suspended.values()}
        number = 1
        while self.find(f"table {number}") or f"table {number}" in taken:
            number += 1
        return f"table {number}"

    def _secret_name(self) -> str:
        """Return a name that nobody comes across."""
        while self.find(name := words_of(secrets.token_bytes(2))):
            pass
        return name

    # Removing.

    def remove(self, record: TableRecord) -> None:
        """Forget a table; what was written down of it stays."""
        record.close()
        record.subscriptions.clear()
        self._records.pop(name_key(record.table.name), None)

    def suspend_one(self) -> Suspended | None:
        """
        Suspend the game that none of its people has been at for the longest time.

        It is resumed when one of them is there again and there is room.
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
            del self.suspended[next(iter(self.suspended))]  # the next start takes it up
        self.suspended[path.stem] = SuspendedGame(
            record.table.name, frozenset(record.people)
        )
        return Suspended(record.table.name, path)

    def remove_old(self) -> None:
        """Forget tables that have been over for long enough, or are too many."""
        ended = [
            (record.ended_at, record) for record in self if record.ended_at is not None
        ]
        now = self._seconds()
        # First go those at which nothing was played: nobody has a result to look at there.
        ended.sort(key=lambda pair: (pair[1].table.came_to_nothing, -pair[0]))
        for number, (at, record) in enumerate(ended):
            if number >= FINISHED_KEPT or at + FINISHED_PATIENCE <= now:
                self.remove(record)

    @property
    def deadline(self) -> float | None:
        """When there is something to do."""
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
    """Rank tables by where somebody who has seats at several most likely is."""
    return _PRECEDENCE.index(record.table.state)
