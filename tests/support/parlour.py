"""A host's house and clients' sessions in one process, with the wires between them cut."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace

from twisted.internet.task import Clock

from sealed_wonders.client.table.memory import InMemory, Store
from sealed_wonders.client.table.players import LobbyNews, Player, Question
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot, State
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import News
from sealed_wonders.host.server import Server
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.ending import End, Why
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Refused,
    TableLine,
    Welcome,
    decode,
    encode,
)
from sealed_wonders.net.suites import SUITES
from sealed_wonders.net.verification import Work, at_once
from tests.support.inprocess.players import any_move
from tests.support.lobbies import HOST, named


class Notebook(Player):
    """
    A player that is ready, answers as it is told to, and writes everything down.

    Attributes:
        told: what it was told, a short word for each.
        pick: how it answers; None: it doesn't.
    """

    def __init__(self) -> None:
        self.told: list[str] = []
        self.lines: Sequence[TableLine] = ()
        self.states: list[State] = []
        self.faces: Mapping[Slot, Card] = {}
        self.lobbies: list[LobbyNews] = []
        self.sheet: Sheet | None = None
        self.reason = ""
        self.be_ready: Callable[[], None] | None = None
        self.pick: Callable[[Question], Move] | None = any_move
        self.answer: Callable[[Move], None] | None = None
        self.question: Question | None = None

    def tables(self, host: str, tables: Sequence[TableLine]) -> None:
        self.lines = tables
        self.told.append("tables")

    def lobby(self, news: LobbyNews) -> None:
        self.lobbies.append(news)
        self.told.append("lobby")
        if self.be_ready is not None:
            self.be_ready()

    def began(self, charter: Charter, seat: Seat) -> None:
        self.told.append(f"began {seat}")

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        self.states.append(state)
        self.faces = faces

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        self.question, self.answer = question, answer
        if self.pick is not None:
            answer(self.pick(question))

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        self.told.append("sealed late" if late else "sealed")

    def clock(self, seconds: int | None) -> None:
        self.told.append(f"clock {seconds}")

    def presence(self, here: Sequence[bool]) -> None:
        self.told.append(f"here {sum(here)}")

    def chat(self, name: str, text: str) -> None:
        self.told.append(f"{name}: {text}")

    def refused(self, reason: str, detail: str) -> None:
        self.told.append(f"refused {reason}")

    def online(self, connected: bool) -> None:
        self.told.append("online" if connected else "offline")

    def fraud(self, fraud: Fraud) -> None:
        self.told.append(f"fraud {fraud.seat}")

    def ended(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.told.append("ended")

    def closed(self, reason: str) -> None:
        self.reason = reason
        self.told.append("closed")


class Line:
    """The host's end of a client's connection; what is sent waits until it is pumped."""

    def __init__(self, exporter: bytes) -> None:
        self.exporter = exporter
        self.to_client: list[FromHost] = []
        self.hung_up = False
        peer = SimpleNamespace(host="127.0.0.1")
        self.transport = SimpleNamespace(getHost=lambda: peer, getPeer=lambda: peer)

    def send(self, message: FromHost) -> None:
        if not self.hung_up:
            self.to_client.append(decode(encode(message), from_client=False))

    def refuse(self, reason: str, detail: str) -> None:
        self.send(Refused(reason, detail))
        self.close()

    def close(self) -> None:
        self.hung_up = True


class Client:
    """
    One program of a player's: a session, and its connection if it has one.

    Attributes:
        tamper: changes or drops what it sends: a modified client.
        failures: why its session couldn't go on, found out while nothing was received.
    """

    def __init__(
        self,
        parlour: Parlour,
        name: str,
        *,
        table: str = "",
        sits: bool = True,
        owner: bytes | None = None,
        store: Store | None = None,
        identity: Identity | None = None,
        work: Work = at_once,
    ) -> None:
        self.parlour = parlour
        self.name = name
        self.identity = identity or named(name)
        self.player = Notebook()
        self.store = InMemory() if store is None else store
        self.tamper: Callable[[FromClient], FromClient | None] = lambda message: message
        self.line: Line | None = None
        self.to_host: list[FromClient] = []
        self.work = work
        self.failures: list[Exception] = []
        self.session = Session(
            self.identity,
            name,
            self.player,
            self.send,
            table=table,
            sits=sits,
            owner=owner,
            store_of=lambda gid: self.store,
            entropy=lambda n: parlour.entropy(name, n),
            work=work,
            suites=SUITES,
        )
        self.session.stopped = self.stopped
        self.player.be_ready = self._ready

    def _ready(self) -> None:
        mine = [
            person
            for person in self.player.lobbies[-1].people
            if person.identity == self.identity.public
        ]
        if mine and not mine[0].ready:
            self.session.ready()

    def stopped(self, error: Exception | None) -> None:
        """Take note of why the session doesn't go on."""
        if error is not None:
            self.failures.append(error)

    def send(self, message: FromClient) -> None:
        """Send a message, if there is a connection."""
        changed = self.tamper(message)
        if self.line is not None and changed is not None:
            self.to_host.append(decode(encode(changed), from_client=True))

    def connect(self) -> None:
        """Connect and log in."""
        exporter = self.parlour.entropy("exporter", 32)
        self.line = Line(exporter)
        self.parlour.server.connected(self.line)  # type: ignore[arg-type]
        self.to_host = [make_hello(self.identity, self.name, exporter)]

    def cut(self) -> None:
        """Let the connection break: what was under way is lost."""
        line, self.line, self.to_host = self.line, None, []
        if line is not None:
            self.parlour.server.lost(line, End(Why.BROKEN, ""))  # type: ignore[arg-type]
            self.session.lost()

    def pump(self) -> bool:
        """Deliver what is under way, both ways; tells whether there was anything."""
        line = self.line
        if line is None:
            return False
        heard, line.to_client = line.to_client, []
        said, self.to_host = self.to_host, []
        for message in heard:
            if isinstance(message, Welcome):
                self.session.welcomed(message)
            else:
                self.session.receive(message)
        for saying in said:
            self.parlour.server.received(line, saying)  # type: ignore[arg-type]
        if line.hung_up and self.line is line:
            self.cut()
        return bool(heard or said)


class Parlour:
    """
    A host, its clock, and clients.

    Attributes:
        news: what the host told whoever runs it.
    """

    def __init__(
        self, folder: Path, terms: Terms, tables: int = 16, seed: str = ""
    ) -> None:
        """Set up; another *seed* is another game."""
        self.seed = seed
        self.clock = Clock()
        self.folder = folder
        self.terms = terms
        self.news: list[News] = []
        self.clients: list[Client] = []
        self._drawn = 0
        self._tables = tables
        self.server = self._build()

    def _build(self) -> Server:
        return Server(
            HOST,
            "the house",
            self.terms,
            self.clock,
            Archive(self.folder),
            self.news.append,
            tables=self._tables,
        )

    def entropy(self, what: str, n: int) -> bytes:
        """Give bytes that look random and are the same every time."""
        self._drawn += 1
        return hashlib.sha512(f"{self.seed}{what}/{self._drawn}".encode()).digest()[:n]

    def client(self, name: str, **others: object) -> Client:
        """Let somebody come in."""
        client = Client(self, name, **others)  # type: ignore[arg-type]
        self.clients.append(client)
        client.connect()
        return client

    def pump(self) -> None:
        """Go on until nothing more happens by itself."""
        self.clock.advance(0)
        while sum(client.pump() for client in self.clients):
            self.clock.advance(0)

    def close(self) -> None:
        """Let go of the host's files, as when its process ends."""
        for record in self.server.registry:
            record.close()

    def restart_host(self) -> None:
        """Kill the host; another takes up the games it finds."""
        for client in self.clients:
            client.cut()
        self.close()
        self.server = self._build()
        self.server.resume_all()
        self.clock.advance(0)
