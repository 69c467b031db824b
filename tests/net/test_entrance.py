"""Connections before the login: which are accepted, and which dropped for others."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest_twisted
from twisted.internet import protocol, reactor
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.endpoints import TCP4ClientEndpoint
from twisted.internet.task import Clock, deferLater
from twisted.test import iosim

from sealed_wonders.net.connectionend import ConnectionEnd, EndReason
from sealed_wonders.net.entrance import (
    FROM_ADDRESS,
    FROM_NETWORK,
    HANDSHAKE_TIME,
    Entrance,
    EntrancePolicy,
    host_factory,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import NEWCOMERS
from sealed_wonders.net.login import LoginStage, check_hello, make_hello
from sealed_wonders.net.messages import Hello, Welcome
from sealed_wonders.net.wire import ToClient, client_factory
from tests.support.connections import PEM, PIN, RecordingListener

WELCOME = Welcome(1, "box", bytes(32), ())


BANNED = "10.6.6.6"
OWN = "192.168.1.1"


class EntranceHarness:
    """A host's factory, to which machines connect without a network."""

    def __init__(self) -> None:
        self.has_room = True
        self.clock = Clock()
        self.listener = RecordingListener()
        self.factory = host_factory(
            self.listener,
            self.clock,
            PEM,
            EntrancePolicy(
                is_banned=lambda origin: origin.address == BANNED,
                has_room=lambda: self.has_room,
            ),
        )

    def connect(self, machine: str, own: str = OWN) -> Any:
        """Open a connection from a machine that sends nothing."""
        kind = IPv6Address if ":" in machine else IPv4Address
        there: Any = kind("TCP", machine, 50_000)
        end: Any = self.factory.buildProtocol(there)
        transport = iosim.FakeTransport(
            end,
            isServer=True,
            hostAddress=IPv4Address("TCP", own, 7777),
            peerAddress=there,
        )
        end.makeConnection(transport)
        return transport

    def connect_often(self, machine: str, often: int) -> list[Any]:
        return [self.connect(machine) for _ in range(often)]


def is_there(transport: Any) -> bool:
    return not transport.disconnecting and not transport.disconnected


def test_a_newcomer_displaces_the_oldest_connection_of_a_crowd() -> None:
    """
    Four machines that open as many connections as they can lose their own. Every
    newcomer gets in.
    """
    door = EntranceHarness()
    crowds = [door.connect_often(f"192.168.1.{66 + n}", 32) for n in range(4)]
    assert sum(map(len, crowds)) == NEWCOMERS
    friends = [door.connect(f"192.168.1.{n}") for n in range(20, 40)]
    assert all(map(is_there, friends))
    lost = [[is_there(one) for one in crowd].count(False) for crowd in crowds]
    assert [5] * 4 == lost
    assert [False] * 5 + [True] * 27 == [is_there(one) for one in crowds[0]]


def test_without_free_descriptors_a_newcomer_displaces_another() -> None:
    """
    This also holds for connections from this machine. A client that has logged in is
    never displaced.
    """
    door = EntranceHarness()
    player, *crowd = door.connect_often(OWN, 4)
    (first, *_) = door.factory.protocols
    first.wrappedProtocol._stage = LoginStage.TALKING
    door.has_room = False
    friends = [door.connect(OWN), door.connect("192.168.1.20")]
    assert [False, False, True] == [is_there(one) for one in crowd]
    assert all(map(is_there, (player, *friends)))
    assert not is_there(door.connect(BANNED))
    assert [True] * 4 == [is_there(one) for one in (player, crowd[2], *friends)]


def test_a_newcomer_is_refused_if_all_others_are_logged_in() -> None:
    door = EntranceHarness()
    player = door.connect(OWN)
    (first,) = door.factory.protocols
    first.wrappedProtocol._stage = LoginStage.TALKING
    door.has_room = False
    assert [False] * 3 == [is_there(door.connect(OWN)) for _ in range(3)]
    door.has_room = True
    assert is_there(door.connect(OWN))
    assert is_there(player)


def test_a_network_with_tls_connections_displaces_only_its_own() -> None:
    """
    It has one connection from each address, all with TLS. A connection from elsewhere
    that hasn't begun TLS stays.
    """
    door = EntranceHarness()
    crowd = [door.connect(f"2001:db8::{n:x}") for n in range(NEWCOMERS - 1)]
    for end in door.factory.protocols:
        end.wrappedProtocol._secure = True
    door.clock.advance(2)
    bob = door.connect("192.168.1.20")
    door.connect("2001:db8::ffff")
    assert is_there(bob)
    assert [False] + [True] * (NEWCOMERS - 2) == [is_there(it) for it in crowd]


def test_a_new_connection_is_not_displaced_by_its_own_network() -> None:
    """
    Nothing else distinguishes it from a crowd that has begun TLS: all are in one
    network.
    """
    door = EntranceHarness()
    crowd = [door.connect(f"192.168.1.{100 + n}") for n in range(NEWCOMERS - 1)]
    for end in door.factory.protocols:
        end.wrappedProtocol._secure = True
    door.clock.advance(HANDSHAKE_TIME)
    bob = door.connect("192.168.1.20")
    door.connect("192.168.1.99")
    assert is_there(bob)
    assert not is_there(crowd[0])
    door.clock.advance(HANDSHAKE_TIME)
    door.connect("192.168.1.98")
    assert not is_there(bob)  # it has sent nothing meanwhile


def test_a_banned_address_displaces_nobody() -> None:
    """Its connections are closed before anything else happens."""
    door = EntranceHarness()
    crowd = [door.connect(f"192.168.1.{n}") for n in range(NEWCOMERS)]
    assert not any(map(is_there, door.connect_often(BANNED, 20)))
    assert all(map(is_there, crowd))


def test_connections_are_limited_per_address_and_per_network() -> None:
    """
    Neighbours aren't affected. The limit per network exists because addresses in it are
    free.
    """
    door = EntranceHarness()
    one = door.connect_often("192.168.1.66", FROM_ADDRESS.at_once + 400)
    assert FROM_ADDRESS.at_once == sum(map(is_there, one))
    assert is_there(door.connect("192.168.1.20"))
    door.clock.advance(1)
    again = door.connect_often("192.168.1.66", 400)
    assert FROM_ADDRESS.often == sum(map(is_there, again))
    for n in range(FROM_NETWORK.at_once):
        assert is_there(door.connect(f"2001:db8::{n:x}"))
    assert not is_there(door.connect("2001:db8::ffff"))
    assert is_there(door.connect("2001:db8:0:1::1"))
    assert is_there(door.connect("192.168.1.20"))


def test_seven_clients_behind_one_router_can_reconnect_at_once() -> None:
    """After a power failure of the switch, all of them try several times."""
    door = EntranceHarness()
    assert all(
        is_there(one) for _ in range(3) for one in door.connect_often("10.9.9.9", 7)
    )
    door.clock.advance(1)
    assert all(map(is_there, door.connect_often("10.9.9.9", 7)))


def test_any_number_of_bots_can_connect_from_the_hosts_machine() -> None:
    """No crowd from elsewhere takes their places."""
    door = EntranceHarness()
    for n in range(4):
        door.connect_often(f"192.168.1.{66 + n}", 64)
    bots = [door.connect("127.0.0.1", own="127.0.0.1") for _ in range(2 * NEWCOMERS)]
    friend = door.connect("192.168.1.20")
    assert all(map(is_there, [*bots, friend]))


def test_a_refused_connection_leaves_no_protocol_and_no_timer() -> None:
    """Data that it still sends is ignored."""
    door = EntranceHarness()
    door.connect_often("192.168.1.66", FROM_ADDRESS.at_once)
    before = len(door.factory.protocols), len(door.clock.getDelayedCalls())
    away = door.connect("192.168.1.66")
    away.protocol.dataReceived(b"\x16\x03\x01")
    away.protocol.connectionLost(protocol.connectionDone)
    assert before == (len(door.factory.protocols), len(door.clock.getDelayedCalls()))


# Over loopback.


class Silent(protocol.Protocol):
    """Connects, and sends nothing."""

    def __init__(self) -> None:
        self.ended: Deferred[None] = Deferred()

    def connectionLost(self, reason: Any = protocol.connectionDone) -> None:
        self.ended.callback(None)


@pytest_twisted.ensureDeferred
async def test_a_client_can_log_in_despite_crowds_of_silent_sockets() -> None:
    """Four addresses open forty sockets each over loopback."""
    hosts, clients = RecordingListener(), RecordingListener()

    def answer(end: ToClient, message: object) -> None:
        if isinstance(message, Hello):
            check_hello(message, end.exporter)
            end.send(WELCOME)

    hosts.answer = answer
    factory: Any = host_factory(hosts, reactor, PEM)
    port: Any = reactor.listenTCP(0, factory, backlog=200, interface="0.0.0.0")

    async def come(whose: Any, address: str) -> Any:
        endpoint = TCP4ClientEndpoint(
            reactor, "127.0.0.1", port.getHost().port, bindAddress=(address, 0)
        )
        return await endpoint.connect(whose)

    silent = [
        await come(protocol.Factory.forProtocol(Silent), f"127.0.0.{n}")
        for n in range(2, 6)
        for _ in range(40)
    ]
    await come(client_factory(clients, reactor, PIN), "127.0.0.9")
    await clients.after_calls(1)
    ann = Identity.generate()
    clients.ends[0].send(make_hello(ann, "ann", clients.ends[0].exporter))
    await clients.after_calls(2)
    assert ["connected", WELCOME] == clients.calls
    assert isinstance(factory, Entrance)
    assert NEWCOMERS == len(factory.protocols)  # ann, and the newest silent sockets
    for one in silent:
        one.transport.loseConnection()
    clients.ends[0].close()
    await DeferredList([one.ended for one in silent])
    await clients.after_calls(3)
    while factory.protocols:
        await hosts.after_calls(len(hosts.calls) + 1)
    await port.stopListening()
    assert EndReason.LATE in hosts.calls


class Forgetful:
    """Accepts every client, and keeps no reference to it."""

    def connected(self, connection: ToClient) -> None:
        """Do nothing before the login."""

    def received(self, connection: ToClient, message: object) -> None:
        connection.send(WELCOME)

    def connection_lost(self, connection: ToClient, end: ConnectionEnd) -> None:
        """Do nothing."""


class HangsUp(Silent):
    """Connects, and closes the connection."""

    def connectionMade(self) -> None:
        transport: Any = self.transport
        transport.loseConnection()


@pytest_twisted.ensureDeferred
async def test_a_closed_connection_is_freed_without_the_cycle_collector() -> None:
    """
    A TLS connection takes 100 kB, and crowds arrive faster than Python collects cycles.
    """
    gc.collect()
    gc.disable()
    try:
        factory: Any = host_factory(Forgetful(), reactor, PEM)
        made: list[weakref.ref[Any]] = []
        build = factory.buildProtocol

        def note(address: Any) -> Any:
            end = build(address)
            made.extend((weakref.ref(end), weakref.ref(end.wrappedProtocol)))
            return end

        factory.buildProtocol = note
        port: Any = reactor.listenTCP(0, factory, interface="127.0.0.1")

        async def come(whose: Any) -> Any:
            endpoint = TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port)
            return await endpoint.connect(whose)

        await (await come(protocol.Factory.forProtocol(HangsUp))).ended
        clients = RecordingListener()
        await come(client_factory(clients, reactor, PIN))
        await clients.after_calls(1)
        clients.ends[0].send(
            make_hello(Identity.generate(), "ann", clients.ends[0].exporter)
        )
        await clients.after_calls(2)
        clients.ends[0].close()
        await clients.after_calls(3)
        while factory.protocols:
            await deferLater(reactor, 0)
        await port.stopListening()
        assert [None] * 4 == [one() for one in made]
    finally:
        gc.enable()
