"""
Traces messages between a host and its clients as news, for finding faults.

It reports only the kinds and sizes of messages: neither what people say in the chat,
nor the bodies of entries, which are in the log. A host has no secrets of players that
it could reveal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sealed_wonders.host.news import (
    Connected,
    Disconnected,
    LoggedIn,
    MessageHeard,
    MessageSent,
    News,
    PhaseComplete,
    PhaseOpened,
    RequestRefused,
)
from sealed_wonders.host.server import Server
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.envelopes import Wire, parse
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.messages import (
    Backup,
    FromClient,
    FromHost,
    Hello,
    Log,
    Open,
    Ping,
    Pong,
    Post,
    Read,
    Recall,
    Refused,
    Sit,
    Summon,
    Welcome,
    Whisper,
    Willing,
    tag_of,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.wire import ToClient


@dataclass(slots=True)
class _Client:
    number: int
    """Number of the connection, counted from 1; a name could be anybody's."""
    name: str = ""
    """Name from the login, once that is signed."""
    hello: Hello | None = None


@dataclass(slots=True)
class _Read:
    """How far a game's log has been reported."""

    entries: int
    fold: Fold
    opened: int = -1
    """The last phase that was reported as open."""


class Tracer:
    """
    Receives all connections in the host's place, reports them, and passes them on.

    Attributes:
        is_on: whether to report; may change at any time.
        messages: number of messages by type, counted even if `is_on` is false.
        refusals: number of refusals by code.
    """

    def __init__(self, host: Server, tell: Callable[[News], None]) -> None:
        self.is_on = True
        self.messages: Counter[type[FromClient | FromHost]] = Counter()
        self.refusals: Counter[str] = Counter()
        self._host = host
        self._say = tell
        self._clients: dict[ToClient, _Client] = {}
        self._count = 0
        self._games: dict[bytes, _Read] = {}

    def connected(self, connection: ToClient) -> None:
        client = self._enter(connection)
        connection.trace = lambda message, size: self._trace(client, message, size)
        self._host.connected(connection)
        self._tell_phases()

    def received(self, connection: ToClient, message: FromClient) -> None:
        try:
            self._host.received(connection, message)
        finally:
            self._tell_phases()

    def connection_lost(self, connection: ToClient, end: ConnectionEnd) -> None:
        # If the TLS handshake fails, `connected` was never called.
        client = self._clients.get(connection) or self._enter(connection)
        del self._clients[connection]
        self._tell(
            Disconnected(
                client.number, client.name, end.why.name.lower(), str(end.detail)
            )
        )
        self._host.connection_lost(connection, end)

    def _enter(self, connection: ToClient) -> _Client:
        self._count += 1
        client = self._clients[connection] = _Client(self._count)
        peer = connection.transport.getPeer()
        host, port = getattr(peer, "host", ""), getattr(peer, "port", 0)
        self._tell(Connected(client.number, host, port))
        return client

    def _tell(self, news: News) -> None:
        if self.is_on:
            self._say(news)

    # Messages.

    def _trace(
        self, client: _Client, message: FromClient | FromHost, size: int
    ) -> None:
        self.messages[type(message)] += 1
        match message:
            case Ping() | Pong():
                return  # too frequent to report
            case Hello():
                client.hello = message
            case Welcome() if client.hello is not None:
                client.name, key = client.hello.name, client.hello.identity
                self._tell(LoggedIn(client.number, client.name, fingerprint(key)))
            case Refused(reason, detail):
                self.refusals[reason] += 1
                news = RequestRefused(
                    client.number, client.name, reason, make_line(detail)
                )
                self._tell(news)
                return
        if not self.is_on:
            return
        kind = tag_of(type(message))
        told = (client.number, client.name, kind, size, _about(message))
        is_heard = isinstance(message, FromClient)
        self._tell(MessageHeard(*told) if is_heard else MessageSent(*told))

    # Phases.

    def _tell_phases(self) -> None:
        """Report the phases that were opened and completed since the last call."""
        if not self.is_on:
            self._games = {}
            return
        read: dict[bytes, _Read] = {}
        for table in self._host.registry:
            game = table.game
            if game is not None:
                # For a game that was resumed, only later entries are news.
                new = _Read(game.fold.position, game.fold)
                read[game.gid] = self._games.get(game.gid) or new
                self._follow(table.name, game.fold, read[game.gid])
        self._games = read

    def _follow(self, table: str, fold: Fold, read: _Read) -> None:
        current = fold.phase
        spoken = _spoken(fold, read.entries)
        read.entries = fold.position
        if fold is not read.fold:
            # The fold went back to a proof that was believed, so some phases never
            # existed.
            read.fold, read.opened = fold, min(read.opened, current.number - 1)
        for (number, kind), seats in spoken.items():
            if number > current.number:
                continue
            if read.opened < number:
                # One message opened and closed the phase, so all who added an entry did
                # so now.
                speaks = seats if number < current.number else current.seats
                self._tell(PhaseOpened(table, number, kind, tuple(sorted(speaks))))
                read.opened = number
            if fold.over or _is_complete(fold, number):
                self._tell(PhaseComplete(table, number, kind))
        if read.opened < current.number:
            opened = PhaseOpened(table, current.number, current.kind, current.seats)
            self._tell(opened)
            read.opened = current.number


def _spoken(fold: Fold, start: int) -> dict[tuple[int, str], list[int]]:
    """Return the seats that added an entry from a position on, by phase and kind."""
    spoken: dict[tuple[int, str], list[int]] = {}
    for entry in fold.entries(start):
        envelope = entry.envelope
        if envelope.lane == MAIN:  # entries for ballots open no phase
            place = envelope.phase, envelope.kind
            spoken.setdefault(place, []).append(envelope.seat)
    return spoken


def _is_complete(fold: Fold, number: int) -> bool:
    """Return whether all required seats have added an entry, without a ballot."""
    return number < fold.phase.number and fold.closed_phases[number].ballot is None


def _about(message: FromClient | FromHost) -> str:
    """Return the facts of a message that matter for the order of events."""
    match message:
        case Post(wires):
            return ", ".join(_kinds(wires))
        case Log(table, entry, wires):
            return f"{table}, {len(wires)} entries from {entry}"
        case Read(table, entry):
            return f"{table}, from entry {entry}"
        case (
            Sit(table)
            | Open(table)
            | Willing(table)
            | Summon(table)
            | Whisper(table)
            | Backup(table)
            | Recall(table)
        ):
            return table
    return ""


def _kinds(wires: Iterable[Wire]) -> Iterable[str]:
    for wire in wires:
        try:
            envelope = parse(wire.env)
        except RemoteProtocolError:
            yield "no envelope"
        else:
            yield f"{make_line(envelope.kind)} {envelope.phase}"
