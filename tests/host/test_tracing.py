"""A verbose host reports every connection, message and phase, but no secret."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import astuple

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.host import news
from sealed_wonders.host.server import Server
from sealed_wonders.host.terms import Terms
from sealed_wonders.host.tracing import Tracer
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.envelopes import Entry, sign, wires_of
from sealed_wonders.net.messages import Hello, Log, Ping, Post, Welcome, encode, tag_of
from sealed_wonders.net.suites import OPEN, begin_relayed
from sealed_wonders.net.wire import ToClient
from tests.host.test_sealed import lie_about
from tests.support.auditing import whole_game as audited_game
from tests.support.clock import Clock
from tests.support.connections import FakeTlsTransport
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    sealed_terms,
)
from tests.support.lobbies import identity_of

NAMES = ("ann", "bob", "cleo")


def verbose(host: HostHarness) -> HostHarness:
    """Turn on a host's trace."""
    host.listener = Tracer(host.server, host.news.append)
    return host


def sit_down(host: HostHarness) -> Sequence[Client]:
    """Let three people sit down, who play as soon as they can."""
    return [host.client(name) for name in NAMES]


@pytest.fixture
def host(start_host: StartHost, toy: Terms) -> HostHarness:
    """Return a verbose host of short sealed games."""
    return verbose(start_host(toy))


def test_connections_have_numbers_and_logins_names(host: HostHarness) -> None:
    """Connections have an address, and logins the fingerprint of the key."""
    people = sit_down(host)
    host.settle()
    addresses = [person.transport.getPeer().host for person in people]
    assert [(n, at, 50_000) for n, at in enumerate(addresses, 1)] == [
        astuple(it) for it in host.news_of(news.Connected)
    ]
    keys = [fingerprint(person.identity.public) for person in people]
    assert [*zip((1, 2, 3), NAMES, keys, strict=True)] == [
        astuple(it) for it in host.news_of(news.LoggedIn)
    ]
    people[0].speak(Ping(1))
    heard, sent = host.news_of(news.MessageHeard), host.news_of(news.MessageSent)
    # Posts are reported with kinds and phases, logs with their entries, pings not at all.
    posts = [it.about for it in heard if it.kind == "post"]
    assert {"LOBBY_REVEAL 2", "KEY 0"} <= set(posts)
    table = host.game.table
    logs = [it for it in people[0].received if isinstance(it, Log)]
    assert [f"{table}, {len(it.wires)} entries from {it.entry}" for it in logs] == [
        it.about for it in sent if (it.connection, it.kind) == (1, "log")
    ]
    kinds = {it.kind for it in heard + sent}
    assert {"hello", "welcome"} <= kinds
    assert not {"ping", "pong"} & kinds
    people[1].disconnect()
    gone = host.news_of(news.Disconnected)
    assert [(2, "bob", "broken")] == [astuple(it)[:3] for it in gone]


def test_each_message_is_reported_with_its_kind_and_size(host: HostHarness) -> None:
    ann = host.connect("ann")
    first = host.news_of(news.MessageHeard)[0]
    assert (1, "", "hello", "") == astuple(first)[:3] + (first.about,)
    sent = host.news_of(news.MessageSent)
    told = [(tag_of(type(it)), len(encode(it))) for it in ann.received]
    assert told == [(it.kind, it.size) for it in sent]
    assert isinstance(ann.received[0], Welcome)
    assert {"ann"} == {it.name for it in sent}


def phases_of(fold: Fold, table: str) -> list[news.News]:
    """Return the expected reports about the phases of a finished game."""
    phases: dict[int, tuple[str, set[int]]] = {}
    for entry in fold.entries(len(fold.charter.wires)):
        envelope = entry.envelope
        _, seats = phases.setdefault(envelope.phase, (envelope.kind, set()))
        seats.add(envelope.seat)
    found: list[news.News] = []
    for number, (kind, seats) in sorted(phases.items()):
        found.append(news.PhaseOpened(table, number, kind, tuple(sorted(seats))))
        found.append(news.PhaseComplete(table, number, kind))
    return found


class FakeServer:
    """A server with one table, whose game continues with the entries posted."""

    def __init__(self, fold: Fold) -> None:
        game = SimpleNamespace(gid=fold.charter.gid, fold=fold)
        self.registry = [SimpleNamespace(name="oak", game=game)]
        self._fold = fold

    def received(self, connection: ToClient, message: Post) -> None:
        for wire in message.wires:
            self._fold.accept(Entry.of(wire))


@pytest.mark.parametrize("at_once", [1, 2, 7, 50])
def test_all_phases_are_reported_however_many_a_message_completes(at_once: int) -> None:
    """A client that comes back may have more entries than a restarted host."""
    whole = audited_game(OPEN)
    wires = whole.entries(len(whole.charter.wires))
    fold = begin_relayed(whole.charter, whole.ruleset)
    told: list[news.News] = []
    tracer = Tracer(cast(Server, FakeServer(fold)), told.append)
    connection = ToClient(tracer, Clock())
    tracer.received(connection, Post(()))
    for first in range(0, len(wires), at_once):
        tracer.received(connection, Post(wires_of(wires[first : first + at_once])))
    assert fold.over
    assert phases_of(whole, "oak") == told


def test_tracing_can_be_turned_on_and_off(host: HostHarness) -> None:
    """
    Connections made meanwhile have a name. Earlier phases aren't reported afterwards.
    """
    tracer = cast(Tracer, host.listener)
    tracer.is_on = False
    people = sit_down(host)
    host.leave_unanswered(people)
    assert not any(isinstance(it, news.ConnectionNews) for it in host.news)
    assert [] == host.news_of(news.PhaseOpened)
    number = host.game.fold.phase.number
    tracer.is_on = True
    people[0].act(Speak("hello"))
    (heard,) = host.news_of(news.MessageHeard)
    assert (1, "ann", "say") == astuple(heard)[:3]
    assert [number] == [it.phase for it in host.news_of(news.PhaseOpened)]
    # A refusal is reported with its reason.
    seat = host.game.fold.missing[0]
    author = people[NAMES.index(host.game.names[seat])]
    other = host.game.fold.envelope(seat, (bytes(32),))
    author.speak(Post((sign(identity_of("eve"), other).wire,)))
    (refused,) = host.news_of(news.RequestRefused)
    assert (author.name, "bad-signature") == (refused.name, refused.reason)
    assert f"not signed by seat {seat}" in refused.detail
    tracer.is_on = False
    before = len(host.news)
    people[0].act(Speak("hello"))
    assert before == len(host.news)


def test_a_resumed_game_is_reported_from_its_open_phase_on(
    start_host: StartHost, toy: Terms
) -> None:
    host = verbose(start_host(toy))
    people = sit_down(host)
    host.leave_unanswered(people)
    number = host.game.fold.phase.number
    host.kill()
    host.news.clear()
    host.start_server()
    verbose(host)
    host.server.resumption.resume_all()
    host.restart_clients(people)
    opened = host.news_of(news.PhaseOpened)
    assert number == opened[0].phase
    assert number > 0
    assert [] == [it for it in host.news_of(news.PhaseComplete) if it.phase < number]


def test_ballots_are_not_reported_as_phases(start_host: StartHost) -> None:
    """A phase that ends by a ballot is never reported as complete."""
    host = verbose(start_host(open_terms(3)))
    people = sit_down(host)
    host.until_phase("PICK")
    people[2].stalled = True
    host.settle()
    number = host.game.fold.phase.number
    host.go_on_without(people[2:], people[:2])
    host.settle()
    assert 1 == len(host.news_of(news.GameCompleted))
    opened = [it.phase for it in host.news_of(news.PhaseOpened)]
    assert list(range(opened[0], opened[-1] + 1)) == opened
    complete = [it.phase for it in host.news_of(news.PhaseComplete)]
    assert [it for it in opened if it != number] == complete
    assert "DROP_VOTE" not in {it.kind for it in host.news_of(news.PhaseOpened)}


def test_phases_after_an_undone_fraud_are_reported_again(start_host: StartHost) -> None:
    """A relay went on after a wrong proof, and goes back."""
    host = verbose(start_host(sealed_terms(3), work=None))
    people = sit_down(host)
    people[0].lie(lie_about("DEAL"))
    host.settle()
    beyond = host.game.fold.phase.number
    host.leave_unanswered(people)
    host.go_on_without(people[:1], people[1:])
    host.settle()
    opened = [it.phase for it in host.news_of(news.PhaseOpened)]
    assert 2 == opened.count(beyond)
    assert host.game.fold.phase.number == opened[-1]


def test_a_failed_login_is_reported_without_a_name(host: HostHarness) -> None:
    """Anybody can claim a name, so only a signed one counts."""
    ann = Client(host, "ann")
    line = ann.open_connection()
    hello = Hello(1, "ann", ann.identity.public, bytes(64))
    ann.send_bytes(frame_bytes(encode(hello)))
    assert [(1, "", "rubbish")] == [
        (it.connection, it.name, it.reason) for it in host.news_of(news.RequestRefused)
    ]
    assert line.trace is not None
    # If TLS fails, the connection is reported too, and its end with the reason.
    end = ToClient(host.listener or host.server, host.clock)
    transport = FakeTlsTransport()
    end.makeConnection(transport)
    transport.loseConnection()
    end.connectionLost()
    assert [] == host.news_of(news.LoggedIn)
    assert [1, 2] == [it.connection for it in host.news_of(news.Connected)]
    (gone,) = host.news_of(news.Disconnected)
    assert (2, "left") == (gone.connection, gone.reason)


def test_a_trace_contains_no_secret(host: HostHarness) -> None:
    """It contains no chat, no signatures and no contents of entries."""
    people = sit_down(host)
    host.settle()
    people[0].act(Speak("meet me at the well"))
    lines = "\n".join(f"{it.text()}\n{json.dumps(it.row())}" for it in host.news)
    assert "meet me" not in lines
    assert "-> say" in lines
    assert "<- chat" in lines
    hidden = [entry.wire.sig for entry in host.game.fold.entries()]
    for entry in host.game.fold.entries():
        hidden += [it for it in entry.envelope.body if isinstance(it, bytes)]
    digest = host.game.fold.digest  # it is in the result and in the last entries
    for secret in hidden:
        if len(secret) >= 32 and secret != digest:
            assert secret[:8].hex() not in lines
