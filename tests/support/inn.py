"""A host and its guests in one process: everything real but the network and the time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.table.players import LobbyNews, Player, Question
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.game import Move, Sheet
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import Ended, News, Trouble
from sealed_wonders.host.server import Server
from sealed_wonders.host.table import Table
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.frames import FrameReader, frame_bytes
from sealed_wonders.net.log.envelopes import Body, Envelope, Wire, parse, sign
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Log,
    Ping,
    Post,
    Refused,
    Welcome,
    decode,
    encode,
)
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.wire import Listener, ToClient
from tests.support.connections import FakeTlsTransport
from tests.support.inprocess.players import any_move
from tests.support.lobbies import HOST, named

TOY = "toy"
"""The game of `tests.support.toy`, where a test has put it up."""

NAMES = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")


def open_terms(wanted: int = 0, **others: Any) -> Terms:
    """Give the terms of tables that deal openly: quick, where it isn't about cards."""
    return Terms(wanted=wanted, suite=OPEN, **others)


def sealed_terms(wanted: int = 3, **others: Any) -> Terms:
    """Give the terms of tables that seal their cards."""
    return Terms(wanted=wanted, suite=SEALED, **others)


Lie = Callable[[Envelope], Body | None]
"""Gives another body for what somebody says, if they lie there."""


class Mind(Player):
    """
    Who plays for a visitor: ready at once, and answers at once, unless told otherwise.

    Attributes:
        waits: questions are kept for the test to answer.
    """

    def __init__(self) -> None:
        self.be_ready: Callable[[], None] | None = None
        self.choose: Callable[[Question], Move] = any_move
        self.waits = False
        self.question: Question | None = None
        self.answer: Callable[[Move], None] | None = None
        self.news: LobbyNews | None = None
        self.left: list[int | None] = []
        """What the clock has said."""
        self.late: list[bool] = []
        self.heard: list[tuple[str, str]] = []
        self.sheet: Sheet | None = None
        self.reasons: list[str] = []
        self.closed_for = ""
        self.culprit: Fraud | None = None
        self.here: Sequence[bool] = ()
        self.others: list[list[str]] = []
        """Who wants another game, each time that is told."""

    def again(self, names: Sequence[str]) -> None:
        self.others.append(list(names))

    def lobby(self, news: LobbyNews) -> None:
        self.news = news
        if self.be_ready is not None:
            self.be_ready()

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        self.question, self.answer = question, answer
        if not self.waits:
            answer(self.choose(question))

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        self.late.append(late)

    def clock(self, seconds: int | None) -> None:
        self.left.append(seconds)

    def presence(self, here: Sequence[bool]) -> None:
        self.here = here

    def chat(self, name: str, text: str) -> None:
        self.heard.append((name, text))

    def refused(self, reason: str, detail: str) -> None:
        self.reasons.append(reason)

    def fraud(self, fraud: Fraud) -> None:
        self.culprit = fraud

    def ended(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def closed(self, reason: str) -> None:
        self.closed_for = reason


class Visitor:
    """
    Somebody with a connection: what a client program is, but for TLS and TCP.

    Attributes:
        said: what the host has said on this connection.
        broken: why the program ended by itself.
        away: nobody reads what the host says, and nothing is said.
        lie: what a modified program says instead of the truth, if it is one.
    """

    def __init__(
        self,
        inn: Inn,
        name: str,
        *,
        table: str = "",
        owner: bytes | None = None,
        near: bool = False,
        ready: bool = True,
    ) -> None:
        self.name = name
        self.identity = named(name)
        self.store = InMemory()
        self.away = False
        self.lie: Lie | None = None
        self.ready = ready
        self.broken = ""
        self.said: list[FromHost] = []
        self._inn = inn
        self._owner = owner
        self._near = near
        self._starts = 0
        self.start(table)

    def start(self, table: str = "") -> None:
        """Start the program, or start it again; what it kept on disk is there."""
        self._begin(table)
        self.end: ToClient | None = None

    def again(self, table: str = "") -> None:
        """Want another game, on the same connection; at that table, or the same one."""
        before = self.session
        before.table = table or before.table
        self.store = InMemory()
        self._begin(before.table)
        self.session.sit_again(before)

    def _begin(self, table: str) -> None:
        self._starts += 1
        self._draws = 0
        self.mind = Mind()
        self.session = Session(
            self.identity,
            self.name,
            self.mind,
            self.send,
            table=table,
            owner=self._owner,
            store_of=lambda gid: self.store,
            suites=(self._inn.terms.suite,),
            # Another process has other randomness.
            entropy=self._random,
            stays=True,
        )
        if self.ready:
            self.mind.be_ready = self.session.ready

    def _random(self, count: int) -> bytes:
        """Give bytes that look random and are the same every time."""
        self._draws += 1
        seed = f"{self.name}/{self._starts}/{self._draws}"
        return hashlib.shake_256(seed.encode()).digest(count)

    def connect(self) -> None:
        """Connect, and log in."""
        self.send(make_hello(self.identity, self.name, self.open_line().exporter))

    def open_line(self) -> ToClient:
        """Connect, and say nothing."""
        here = IPv4Address("TCP", "10.0.0.1", 7777)
        there = here if self._near else IPv4Address("TCP", "10.0.0.9", 50_000)
        self.transport = FakeTlsTransport()
        self.transport.hostAddr, self.transport.peerAddr = here, there
        self._reader = FrameReader()
        self.said = []
        listener = self._inn.listener or self._inn.server
        self.end = ToClient(listener, self._inn.clock)
        self.end.makeConnection(self.transport)
        self.end.handshakeCompleted()
        return self.end

    def drop(self) -> None:
        """Lose the connection."""
        if self.end is not None:
            end, self.end = self.end, None
            end.connectionLost(Failure(ConnectionLost()))
            self.session.lost()

    @property
    def is_cut_off(self) -> bool:
        """The host has hung up."""
        return self.transport.disconnecting or self.transport.disconnected

    def send(self, *messages: FromClient) -> None:
        """Say something to the host."""
        for message in messages:
            if isinstance(message, Post):
                message = Post(tuple(map(self._changed, message.wires)))
            self.send_bytes(frame_bytes(encode(message)))

    def _changed(self, wire: Wire) -> Wire:
        if self.lie is None:
            return wire
        envelope = parse(wire.env)
        body = self.lie(envelope)
        if body is None:
            return wire
        return sign(self.identity, replace(envelope, body=body)).wire

    def send_bytes(self, data: bytes) -> None:
        """Say anything."""
        if self.end is not None:
            self.end.dataReceived(data)

    def hear(self) -> bool:
        """Take what has come, and answer; tells whether anything has."""
        if self.end is None or self.away:
            return False
        data = self.transport.value()
        self.transport.clear()
        for payload in self._reader.receive(data):
            message = decode(payload, from_client=False)
            self.said.append(message)
            if not self.session.is_done:
                try:
                    self._take(message)
                except ProtocolError as error:
                    # A program that can't go on says so, and ends.
                    self.broken = str(error)
                    self.drop()
                    break
        return bool(data)

    def _take(self, message: FromHost) -> None:
        if isinstance(message, Welcome):
            self.session.welcomed(message)
        else:
            self.session.receive(message)

    @property
    def reasons(self) -> list[str]:
        """Why things were refused on this connection."""
        return [m.reason for m in self.said if isinstance(m, Refused)]

    def logged(self) -> int:
        """How many entries of logs came over this connection."""
        return sum(len(m.wires) for m in self.said if isinstance(m, Log))


class Inn:
    """A host, its clock, and all who come."""

    def __init__(
        self,
        folder: Path,
        terms: Terms | None = None,
        tables: int = 4,
        work: Work | None = at_once,
    ) -> None:
        self.folder = folder
        self.clock = Clock()
        self.news: list[News] = []
        self.called: list[tuple[str, tuple[str, ...]]] = []
        self.recalled: list[tuple[str, dict[str, bytes]]] = []
        self.forgotten: list[bytes] = []
        self.dismissed: list[str] = []
        self.sent_away: list[str] = []
        self.visitors: list[Visitor] = []
        self.terms = open_terms(3) if terms is None else terms
        self.tables = tables
        self.work = work
        self.listener: Listener[ToClient, FromClient] | None = None
        """What stands before the server, if anything does."""
        self.start_server()

    def start_server(self) -> None:
        """Start the host's program, or start it again."""
        self.archive = Archive(self.folder)
        self.server = Server(
            HOST,
            "inn",
            self.terms,
            self.clock,
            self.archive,
            self.news.append,
            tables=self.tables,
            bots=self,
            work=self.work,
        )

    def kill(self) -> None:
        """End the host's program without a word; what it had planned never happens."""
        for visitor in self.visitors:
            visitor.drop()
        for record in self.server.registry:
            if record.journal is not None:
                record.journal.close()
        now = self.clock.seconds()
        self.clock = Clock()
        self.clock.advance(now)

    # The bots.

    def start(self, table: str, names: Sequence[str]) -> None:
        self.called.append((table, tuple(names)))

    def restart(self, table: str, identities: Mapping[str, bytes]) -> None:
        self.recalled.append((table, dict(identities)))

    def forget(self, identities: Iterable[bytes]) -> None:
        self.forgotten += identities

    def dismiss(self, table: str, *, at_once: bool) -> None:
        if at_once and table not in self.dismissed:
            self.sent_away.append(table)
        if table not in self.dismissed:
            self.dismissed.append(table)

    # Guests.

    def visitor(
        self,
        name: str,
        *,
        table: str = "",
        owner: bytes | None = None,
        near: bool = False,
        ready: bool = True,
    ) -> Visitor:
        """Let somebody connect."""
        visitor = Visitor(self, name, table=table, owner=owner, near=near, ready=ready)
        self.visitors.append(visitor)
        visitor.connect()
        return visitor

    def settle(self, rounds: int = 10_000) -> None:
        """Let everybody hear and answer until nobody has anything to say."""
        for _ in range(rounds):
            if not self.step():
                return
        raise RuntimeError("they never stop talking")

    def step(self) -> bool:
        """Let everybody hear and answer once; tells whether anybody has."""
        self.clock.advance(0)
        return sum(visitor.hear() for visitor in self.visitors) > 0

    def until(self, there: Callable[[], bool]) -> None:
        """Let everybody hear and answer until something is the case."""
        while not there():
            if not self.step() and not there():
                raise RuntimeError("they have stopped talking before")

    @property
    def has_begun(self) -> bool:
        """There is a game at the first table."""
        registry = list(self.server.registry)
        return bool(registry) and registry[0].table.game is not None

    def pass_time(self, seconds: float, step: float = 10.0) -> None:
        """Let time pass; those who are connected keep saying that they are."""
        while seconds > 0:
            self.clock.advance(min(step, seconds))
            seconds -= step
            for visitor in self.visitors:
                if visitor.end is not None and not visitor.is_cut_off:
                    visitor.send(Ping(0))
            self.settle()

    def seat(self, names: Sequence[str] = NAMES[:3]) -> list[Visitor]:
        """Let people come, sit down and be ready; nobody has heard of it yet."""
        return [self.visitor(name) for name in names]

    # Looking.

    @property
    def table(self) -> Table:
        """The first table."""
        return next(iter(self.server.registry)).table

    @property
    def game(self) -> GameStage:
        """The game at the first table."""
        game = self.table.game
        if game is None:
            raise ValueError("the game has not begun")
        return game

    def told(self, kind: type) -> list[News]:
        """Give the news of one kind."""
        return [news for news in self.news if isinstance(news, kind)]

    def ended(self) -> Ended:
        """Give the one game's end, and see that nothing went wrong on the way."""
        (ended,) = self.told(Ended)
        if not isinstance(ended, Ended):
            raise TypeError(ended)
        assert [] == self.told(Trouble)
        return ended


Inns = Callable[..., Inn]
"""Opens hosts, all with the same folder."""


def playing(inns: Inns) -> tuple[Inn, list[Visitor]]:
    """Give a game in which the host waits for ann."""
    inn = inns()
    people = inn.seat()
    people[0].mind.waits = True
    inn.settle()
    assert people[0].mind.question is not None
    return inn, people


def go_on(inn: Inn, people: Sequence[Visitor], choices: int = 3) -> None:
    """See that the game goes on as if nothing had been, and all see the same."""
    ann, before = people[0], inn.game.fold.position
    if ann.end is None or ann.is_cut_off:
        ann.drop()
        ann.connect()
        inn.settle()
    for _ in range(choices):
        question, answer = ann.mind.question, ann.mind.answer
        if question is None or answer is None:
            raise ValueError("ann has no question")
        answer(ann.mind.choose(question))
        inn.settle()
    assert inn.game.fold.position >= before + 3 * choices
    assert [inn.game.fold.digest] * len(people) == [
        person.session.seat.fold.digest
        for person in people
        if person.session.seat is not None
    ]
    assert [] == inn.told(Trouble)
