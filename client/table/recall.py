"""
Finding a seat again by its twelve words.

A `SeatFinder` logs in to the host with a new identity and reads how each game began. It
asks for the backup that belongs to that game and these words. While it does, it takes
the place of a `Session` on a link. `sealed_wonders.client.table.backup` leaves such
backups.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.client.reasons import refused
from sealed_wonders.client.table.arrival import Visit
from sealed_wonders.client.table.doors import TURNED_AWAY, Doors
from sealed_wonders.client.table.inquiry import Inquirer
from sealed_wonders.client.table.quorum import Followed
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.backups import KeptBackup, unseal
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import (
    LOBBY_CAP,
    Charter,
    is_whole_lobby,
    name_key,
    open_charter,
)
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.phases import parse_offered
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Log,
    Read,
    Recall,
    Recalled,
    Refused,
    TableLine,
    Welcome,
)
from sealed_wonders.net.rollcall import Answer
from sealed_wonders.net.seed import Seed


class FoundSeat(NamedTuple):
    table: str
    """Name of the table, as the host spells it."""
    charter: Charter
    kept: KeptBackup


class SeatFinder:
    """
    Searches the tables of one host for a seat.

    Attributes:
        found: the seat, once it is found.
        is_done: whether the search has ended.
        is_arriving, followed: constant, as there is no game that could move to another
            host.
        stopped, arrived, unwritten: set by a link, never called.
        at, is_invited: set by a link, not used.
    """

    def __init__(
        self,
        identity: Identity,
        seed: Seed,
        send: Callable[[FromClient], None],
        *,
        password: str = "",
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """
        Create a finder that hasn't connected.

        Args:
            identity: the identity that the link logs in with.
            seed: the seed that the words encode.
            send: sends a message.
            password: the password of the table, if it has one.
        """
        self.found: FoundSeat | None = None
        self.is_done = False
        self.stopped: Callable[[Exception | None], None] = lambda error: None
        self.arrived: Callable[[str], None] = lambda host: None
        self.unwritten: Callable[[], None] = lambda: None
        self.at: Address | None = None
        self.is_invited = self.is_arriving = False
        self.followed: Followed | None = None
        self._seed = seed
        self._send = send
        self._doors = Doors(identity.public, password, entropy)
        self._tables: Iterator[TableLine] = iter(())
        self._table = ""
        self._early: list[Entry] = []
        """Entries of the current table's log read so far."""
        self._charter: Charter | None = None
        """The charter of its game, once all of the lobby has been read."""
        self._closed = 0
        """Number of tables that wanted a password."""
        self._games = 0

    def why_not(self) -> Sentence:
        """Return the reason why no seat was found."""
        if not self._games:
            return Sentence("no game is in progress on this host")
        if self._closed:
            return Sentence("some games on this host need a password: use --password")
        return Sentence(
            "no game on this host matches these words, or the host hasn't kept your "
            "program's backup"
        )

    # Calls from the link. There is no game, so most of them do nothing.

    def sets_out(self) -> None: ...

    def denies_our_game(self, message: FromHost) -> bool:
        return False

    def connection_lost(self) -> None: ...

    def turn_away(self) -> None: ...

    def visit(self, *, for_news: bool) -> Visit | None:
        return None

    @property
    def recollects(self) -> Inquirer | None:
        return None

    def recollect(self, answers: Mapping[bytes, Answer]) -> None: ...

    def departing(self, host: bytes, name: str) -> FromClient | None:
        return None

    def crossed(self, visit: Visit) -> None: ...

    def hosts_found(self, hosts: Sequence[Nearby]) -> None: ...

    def displaced(self, ago: float = 0) -> bool:
        return False

    def connection_failed(self, why: Sentence) -> None: ...

    def close(self) -> None: ...

    def welcomed(self, welcome: Welcome) -> None:
        """Start searching."""
        self._doors.welcomed(welcome.identity, welcome.tables, welcome.salt)
        games = [line for line in welcome.tables if line.state == "playing"]
        self._tables, self._games, self._closed = iter(games), len(games), 0
        self._go_on()

    def receive(self, message: FromHost) -> None:
        """
        Take a message.

        Raises:
            RemoteProtocolError: the host sends what no honest host sends.
            LocalProtocolError: the host allows no more requests for now.
        """
        match message:
            case Log(table) if self._is_here(table) and self._charter is None:
                self._read(message)
            case Recalled(table, box) if self._is_here(table):
                self._take(box)
            case Refused("too-fast", detail):
                why = refused("too-fast", detail)
                said = Sentence("the host refused the login: {why}", why=why)
                raise LocalProtocolError(said)
            case Refused() if self._table and self._charter is None:
                self._closed += message.reason in TURNED_AWAY
                self._go_on()

    # One table after another.

    def _is_here(self, table: str) -> bool:
        return bool(self._table) and name_key(table) == name_key(self._table)

    def _go_on(self) -> None:
        """Continue with the next table, if there is one."""
        line = next(self._tables, None)
        self._early, self._charter = [], None
        self._table = "" if line is None else line.name
        if line is None:
            self.is_done = True
            return
        for message in self._doors.proof(line.name) if line.salt else ():
            self._send(message)
        self._send(Read(line.name, 0))

    def _read(self, log: Log) -> None:
        if log.entry != len(self._early):
            return  # part of an earlier log that is still arriving
        self._early += map(parse_offered, log.wires)
        if is_whole_lobby(self._early):
            self._charter = open_charter(self._early)
            tag = self._seed.backup_tag(self._charter.gid)
            self._send(Recall(self._table, tag))
        elif len(self._early) >= LOBBY_CAP:
            raise RemoteProtocolError(
                Sentence("the log doesn't say how the lobby closed")
            )

    def _take(self, box: bytes | None) -> None:
        if box is not None and self._charter is not None:
            try:
                kept = unseal(box, self._seed, self._charter.gid)
            except RemoteProtocolError:
                pass  # treated as missing
            else:
                self.found = FoundSeat(self._table, self._charter, kept)
                self.is_done = True
                return
        self._go_on()
