"""Clients that don't read, and players who don't choose."""

from __future__ import annotations

from typing import Any, cast

from sealed_wonders.net.frames import FrameReader, frame_bytes
from sealed_wonders.net.limits import LOGIN_PATIENCE, READ_PATIENCE
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import Clock, FromHost, Log, Ping, Read, decode, encode
from sealed_wonders.net.wire import ToClient
from tests.support.connections import FakeTlsTransport
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    waiting_for_ann,
)
from tests.support.lobbies import identity_of

BUFFER = 1 << 12
"""Bytes in a transport's buffer before it pauses its producer; Twisted has 64 KiB."""


def test_a_connection_without_a_login_is_closed(host: HostHarness) -> None:
    """So a silent connection takes a place only briefly."""
    eve = Client(host, "eve")
    eve.open_connection()
    host.clock.advance(LOGIN_PATIENCE)
    assert eve.is_cut_off
    play_on(host)


class Full(FakeTlsTransport):
    """A transport that takes a limited number of bytes until it is read."""

    def write(self, data: bytes) -> None:
        super().write(data)
        if len(self.value()) > BUFFER and self.producer is not None:
            self.producer.pauseProducing()

    def read(self) -> bytes:
        """Return the bytes so far, and make room for more."""
        data, producer = bytes(self.value()), cast(Any, self.producer)
        self.clear()
        producer.resumeProducing()
        return data


def slow_readers(host: HostHarness, count: int) -> list[tuple[ToClient, Full]]:
    """Log clients in that request the log of the first table and never read it."""
    readers = []
    for number in range(count):
        transport = Full(exporter=b"%d" % number)
        connection = ToClient(host.server, host.clock)
        connection.makeConnection(transport)
        connection.handshakeCompleted()
        name = f"eve {number}"
        hello = make_hello(identity_of(name), name, connection.exporter)
        for message in (hello, Read(host.table.name, 0)):
            connection.dataReceived(frame_bytes(encode(message)))
        readers.append((connection, transport))
    host.clock.advance(0)
    return readers


def held(readers: list[tuple[ToClient, Full]]) -> int:
    """Return the largest number of bytes kept for one client."""
    return max(
        len(transport.value()) + connection.backlog for connection, transport in readers
    )


def test_clients_that_do_not_read_take_little_memory(host: HostHarness) -> None:
    """
    There are 31, which send requests all the time. They are disconnected after a while.
    """
    play_on(host, choices=12)
    size = len(host.game.fold.log())
    assert size > 4 * BUFFER
    readers = slow_readers(host, 31)
    for _ in range(int(READ_PATIENCE) - 1):
        host.clock.advance(1)
        for connection, _ in readers:
            for message in (Read(host.table.name, 0), Ping(1)):
                connection.dataReceived(frame_bytes(encode(message)))
        assert held(readers) < BUFFER + size
    assert not any(transport.disconnected for _, transport in readers)
    play_on(host)
    host.clock.advance(1)
    assert all(transport.disconnected for _, transport in readers)
    assert 0 == sum(connection.backlog for connection, _ in readers)
    play_on(host)


def test_a_slow_reader_gets_each_entry_once(host: HostHarness) -> None:
    """The next entries are read from the log only when there is room to send them."""
    play_on(host, choices=12)
    ((_, transport),) = slow_readers(host, 1)
    reader, wires = FrameReader(), list[Wire]()
    for _ in range(20):
        for payload in reader.receive(transport.read()):
            message = decode(payload, FromHost)
            wires += message.wires if isinstance(message, Log) else ()
        host.clock.advance(1)
    assert wires_of(host.game.fold.entries(0)) == tuple(wires)


# Turn time.


def test_a_client_makes_the_default_choice_when_time_is_up(
    start_host: StartHost,
) -> None:
    """
    The host chooses for nobody. A player who comes back gets the remaining time, which
    isn't added to the next choice.
    """
    host, (ann, bob, cleo) = waiting_for_ann(
        lambda: start_host(open_terms(3, turn_time=30))
    )
    phase = host.game.fold.phase.number
    assert [[30]] * 3 == [person.player.seconds for person in (ann, bob, cleo)]
    assert Clock(host.table.name, 30, phase) in bob.received
    host.pass_time(29.5)
    assert phase == host.game.fold.phase.number
    assert [30] == ann.player.seconds
    host.pass_time(0.5)
    assert [30, 0, 30] == ann.player.seconds
    assert [True] == ann.player.late
    assert phase < host.game.fold.phase.number
    # A player who comes back gets the remaining time.
    host.pass_time(12)
    ann.disconnect()
    host.reconnect([ann])
    assert [30, 18] == ann.player.seconds[2:]
    question, answer = ann.player.question, ann.player.answer
    assert question is not None
    assert answer is not None
    answer(question.default)
    host.settle()
    assert [30, 18, 30] == ann.player.seconds[2:]
    host.pass_time(20)
    assert [30, 18, 30] == ann.player.seconds[2:]
