"""
The network between the machines of a storm: TCP with delays, cuts, partitions, fake TLS.

Data on one connection arrives once and in order, or not at all; each connection has its own
delays. A connection may be cut, go dark (nothing arrives any more, without notice), or wait
until a partition is over.
"""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.x509 import Certificate
from twisted.internet import error
from twisted.internet.address import IPv4Address
from twisted.internet.interfaces import IAddress, IPushProducer
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from sealed_wonders.net.wire import Connection
from tests.storm.world import Machine, World

WINDOW = 1 << 16
"""Bytes in transit at which a transport pauses its producer."""

_FIN, _RESET = object(), object()


class Tls(Protocol):
    """
    Simulates TLS to a connection: a handshake, after which bytes are passed on
    unchanged.

    It offers everything that a `TLSMemoryBIOProtocol` offers to the wrapped protocol.
    """

    transport: End  # type: ignore[assignment]

    def __init__(self, wrapped: Connection[Any, Any], *, is_client: bool) -> None:
        self.wrapped = wrapped
        self._is_client = is_client
        self._awaited = 1 if is_client else 2
        """Handshake messages still expected."""
        self.disconnecting = False

    def connectionMade(self) -> None:
        self.wrapped.makeConnection(self)
        if self._is_client:
            self.transport.write(b"C")

    def dataReceived(self, data: bytes) -> None:
        while self._awaited and data:
            data = data[1:]
            self._awaited -= 1
            if self._awaited:
                self.transport.write(b"S")
            else:
                if self._is_client:
                    self.transport.write(b"F")
                self.wrapped.handshakeCompleted()
        if data:
            self.wrapped.dataReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self.wrapped.connectionLost(reason)

    # The transport of the wrapped protocol.

    def write(self, data: bytes) -> None:
        self.transport.write(data)

    def loseConnection(self) -> None:
        self.disconnecting = True
        self.transport.loseConnection()

    def abortConnection(self) -> None:
        self.disconnecting = True
        self.transport.abortConnection()

    def registerProducer(self, producer: IPushProducer, streaming: bool) -> None:
        self.transport.producer = producer

    def unregisterProducer(self) -> None:
        self.transport.producer = None

    def setTcpNoDelay(self, enabled: bool) -> None:
        """Do nothing: it makes no difference here."""

    def getHost(self) -> IAddress:
        return self.transport.getHost()

    def getPeer(self) -> IAddress:
        return self.transport.getPeer()

    def getHandle(self) -> Tls:
        return self

    def export_keying_material(self, label: bytes, size: int) -> bytes:
        return hashlib.sha256(label + self.transport.pair.exporter).digest()[:size]

    def get_peer_certificate(self, *, as_cryptography: bool) -> Certificate | None:
        return self.transport.certificate if self._is_client else None


class Pair:
    """A TCP connection."""

    def __init__(self, number: int, exporter: bytes, dice: random.Random) -> None:
        self.number = number
        self.exporter = exporter
        self.dice = dice
        self.is_dark = False
        self.slowness = dice.choice((0.0005, 0.002, 0.02, 0.15))


class End:
    """One end of a connection: the transport of whatever is there."""

    peer: End
    protocol: Any = None
    """The protocol at this end, if there is one yet."""
    certificate: Certificate | None = None
    """The other end's certificate, if it is a host."""

    def __init__(self, network: Network, pair: Pair, machine: Machine, ip: str) -> None:
        self.network = network
        self.pair = pair
        self.machine = machine
        self.life = machine.life
        self.ip = ip
        self.producer: IPushProducer | None = None
        self.is_open = True
        self.is_closing = False
        self._out: deque[tuple[float, object]] = deque()
        self._size = 0
        self._is_paused = False
        self._last = 0.0
        self._is_scheduled = False

    # The transport's interface.

    def write(self, data: bytes) -> None:
        if not self.is_open or self.is_closing:
            return
        self._put(data)
        self._size += len(data)
        if self._size > WINDOW and self.producer is not None and not self._is_paused:
            self._is_paused = True
            self.producer.pauseProducing()

    def loseConnection(self) -> None:
        if self.is_open and not self.is_closing:
            self.is_closing = True
            self._put(_FIN)

    def abortConnection(self) -> None:
        if self.is_open:
            self._out.clear()
            self._put(_RESET)
            self.network.world.plan(
                0, self.machine, self.lost, error.ConnectionAborted()
            )

    def getHost(self) -> IAddress:
        return IPv4Address("TCP", self.ip, 7777)

    def getPeer(self) -> IAddress:
        return IPv4Address("TCP", self.peer.ip, 7777)

    # The network's interface.

    @property
    def is_here(self) -> bool:
        """Whether its process is still alive."""
        return self.is_open and self.life == self.machine.life

    def _put(self, item: object) -> None:
        world, pair = self.network.world, self.pair
        delay = pair.slowness * (1 + pair.dice.random())
        self._last = max(self._last, world.now + delay)
        self._out.append((self._last, item))
        self._schedule(self._last - world.now)

    def _schedule(self, seconds: float) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            self.network.world.later(seconds, self.go_on)

    def go_on(self) -> None:
        """Deliver what is due."""
        self._is_scheduled = False
        world, there = self.network.world, self.peer
        if not self._out or self.pair.is_dark or not there.machine.is_up:
            if not self.pair.is_dark and self._out and not there.machine.is_up:
                self._out.clear()  # without notice; a later packet may be answered
                self._size = 0
            return
        if self.network.is_parted(self.machine, there.machine):
            self.network.held.append(self)
            return
        if there.machine.wakes_at > world.now:
            self._schedule(there.machine.wakes_at - world.now)
            return
        data = bytearray()
        while self._out and self._out[0][0] <= world.now + 1e-9:
            _, item = self._out[0]
            if isinstance(item, bytes):
                data += item
                self._out.popleft()
                continue
            if not data:
                self._out.popleft()
                self._ends(item)
            break
        if data:
            self._size -= len(data)
            self._deliver(bytes(data))
        if self._is_paused and self._size <= WINDOW // 2 and self.is_here:
            self._is_paused = False
            if self.producer is not None:
                self.machine.enter(self.producer.resumeProducing)
        if self._out:
            self._schedule(max(0.0, self._out[0][0] - world.now))

    def _deliver(self, data: bytes) -> None:
        there = self.peer
        digest = hashlib.sha256(data).hexdigest()[:8]
        names = f"{self.machine.name}->{there.machine.name}"
        self.network.world.note(self.pair.number, names, len(data), digest)
        if there.is_here:
            there.machine.enter(there.protocol.dataReceived, data)
        elif self.is_here:
            # A machine resets connections that it doesn't know.
            self.network.world.later(self.pair.slowness, self._reset)

    def _reset(self) -> None:
        if self.is_here and not self.network.is_parted(self.machine, self.peer.machine):
            self.machine.enter(self.lost, error.ConnectionLost())

    def _ends(self, item: object) -> None:
        there = self.peer
        if item is _RESET:
            if there.is_here:
                there.machine.enter(there.lost, error.ConnectionLost())
            return
        if there.is_here:
            was_closing = there.is_closing
            if not was_closing:
                there.is_closing = True
                there._put(_FIN)
            there.machine.enter(there.lost, error.ConnectionDone())
        elif self.is_here:
            self.machine.enter(self.lost, error.ConnectionDone())

    def lost(self, why: Exception) -> None:
        """Tell the protocol that the connection is lost."""
        if self.is_open:
            self.is_open = False
            self.producer = None
            name = type(why).__name__
            self.network.world.note(self.pair.number, self.machine.name, name)
            if self.protocol is not None:
                self.protocol.connectionLost(Failure(why))

    def cut(self) -> None:
        """Break the connection: at this end now, at the other once it hears of it."""
        if self.is_here:
            self._out.clear()
            self._put(_RESET)
            self.machine.enter(self.lost, error.ConnectionLost())


class _Connector:
    """A connection attempt."""

    def __init__(
        self, network: Network, machine: Machine, host: str, port: int
    ) -> None:
        self.network, self.machine = network, machine
        self.host, self.port = host, port
        self.life = machine.life
        self.is_waiting = True
        self.factory: Any = None

    def getDestination(self) -> IAddress:
        return IPv4Address("TCP", self.host, self.port)

    def stopConnecting(self) -> None:
        self.fail(error.UserError())

    disconnect = stopConnecting

    def fail(self, why: Exception) -> None:
        """Give up the attempt."""
        if self.is_waiting:
            self.is_waiting = False
            self.factory.clientConnectionFailed(self, Failure(why))
            self.factory.doStop()


Accept = Callable[[], Connection[Any, Any]]


class _Listening(NamedTuple):
    """A program that accepts connections."""

    machine: Machine
    life: int
    accept: Accept
    certificate: Certificate


class Network:
    """
    All connections, and what is wrong with them.

    Attributes:
        ends: both ends of all open connections.
        held: ends whose bytes wait for the end of a partition.
        detours: by name of a machine, an address and the one to which it leads instead.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.ends: list[End] = []
        self.held: list[End] = []
        self.detours: dict[str, tuple[str, str]] = {}
        self._waiting: list[Callable[[], None]] = []
        self._listening: dict[tuple[str, int], _Listening] = {}
        self._parted: dict[frozenset[str], int] = {}
        self._dice = world.chance.dice("network")
        self._entropy = world.chance.entropy("exporter")
        self._count = 0

    # System calls.

    def listen(
        self, machine: Machine, port: int, accept: Accept, certificate: Certificate
    ) -> None:
        """Make a program accept connections."""
        there = _Listening(machine, machine.life, accept, certificate)
        self._listening[machine.ip, port] = there

    def connect(
        self, machine: Machine, host: str, port: int, factory: Any, timeout: float
    ) -> _Connector:
        connector = _Connector(self, machine, host, port)
        connector.factory = factory
        factory.doStart()
        factory.startedConnecting(connector)
        world = self.world
        world.plan(timeout, machine, connector.fail, error.TimeoutError())
        delay = 0.001 + 0.02 * self._dice.random()
        world.later(delay, self._arrive, connector, delay)
        return connector

    def _arrive(self, connector: _Connector, delay: float) -> None:
        """
        Deliver a request for a connection to the address where its sender expects a
        host.
        """
        machine = connector.machine
        if not connector.is_waiting or connector.life != machine.life:
            return
        wanted, host = self.detours.get(machine.name, ("", ""))
        if connector.host != wanted:
            host = connector.host
        found = self._listening.get((host, connector.port))
        if found is None or not found.machine.is_up:
            return  # nobody has that address: no answer
        there = found.machine
        if self.is_parted(machine, there):
            self._waiting.append(lambda: self._arrive(connector, delay))
            return
        if there.wakes_at > self.world.now:
            wait = there.wakes_at - self.world.now
            self.world.later(wait, self._arrive, connector, delay)
            return
        if there.life != found.life:
            refused = error.ConnectionRefusedError()
            self.world.plan(delay, machine, connector.fail, refused)
            return
        self._count += 1
        pair = Pair(
            self._count, self._entropy(32), self.world.chance.dice("pair", self._count)
        )
        near = End(self, pair, machine, machine.ip)
        far = End(self, pair, there, connector.host)
        near.peer, far.peer = far, near
        near.certificate = found.certificate
        self.ends = [end for end in self.ends if end.is_open]
        self.ends += (near, far)
        there.enter(self._accept, far, found.accept)
        self.world.later(delay, self._established, connector, near)

    def _accept(self, end: End, accept: Accept) -> None:
        end.protocol = Tls(accept(), is_client=False)
        end.protocol.makeConnection(end)

    def _established(self, connector: _Connector, end: End) -> None:
        is_wanted = connector.is_waiting and connector.life == connector.machine.life
        if is_wanted and end.is_open:
            connector.machine.enter(self._begin, connector, end)
        elif is_wanted:
            connector.machine.enter(connector.fail, error.ConnectionRefusedError())
        else:
            end.is_open = False
            end._put(_RESET)

    def _begin(self, connector: _Connector, end: End) -> None:
        connector.is_waiting = False
        end.protocol = connector.factory.buildProtocol(end.getPeer())
        end.protocol.makeConnection(end)

    def let_go(self, machine: Machine, *, silently: bool) -> None:
        """Close the connections of an ended process; without power, silently."""
        for end in self.ends:
            if end.machine is machine and end.is_open:
                end.is_open = False
                if silently:
                    end._out.clear()
                else:
                    end._put(_FIN)

    # Faults.

    def of(self, machine: Machine) -> list[End]:
        """Return a machine's ends of connections."""
        return [end for end in self.ends if end.machine is machine and end.is_here]

    def is_parted(self, one: Machine, other: Machine) -> bool:
        """Return whether two machines can't reach each other at the moment."""
        return frozenset((one.name, other.name)) in self._parted

    def part(self, some: list[Machine], others: list[Machine], seconds: float) -> None:
        """Separate some machines from others for a while."""
        keys = [frozenset((a.name, b.name)) for a in some for b in others]
        for key in keys:
            self._parted[key] = self._parted.get(key, 0) + 1
        self.world.later(seconds, self._heal, keys)

    def _heal(self, keys: list[frozenset[str]]) -> None:
        for key in keys:
            self._parted[key] -= 1
            if not self._parted[key]:
                del self._parted[key]
        held, self.held = self.held, []
        waiting, self._waiting = self._waiting, []
        for end in held:
            end.go_on()
        for arrive in waiting:
            arrive()
