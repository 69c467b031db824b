"""
A host under attack by strangers: turns, a newcomer's seat, memory. Takes minutes.

Seven bots in one process play a sealed game at a host, with a spectator who takes the
time. From the first choice on, one attack (`_besieger`) runs for 20 seconds or to the
end of the game. Meanwhile newcomers arrive one after the other, each with a new address
and key, and request a seat. A newcomer that is disconnected, or told to try later,
tries again after half a second, and its time keeps running. The same without an attack
comes first.

Limits: even the slowest newcomer sits within three seconds; the median turn takes at
most twice as long as at rest; the host never uses more than 100 MB. All processes share
this machine, including the attackers, so the attackers' processor time is reported: the
players lack it.

Last, the maximum cost of strangers to a host: the processor time for a connection, for
one that completes TLS, and for one that logs in with a new key. They connect from the
host's own machine, which has no rate limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from twisted.internet import protocol
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint
from twisted.internet.error import ConnectError
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread

from scripts.benches._besieger import ADDRESSES, ATTACKS, Came, sit
from scripts.benches._measure import at_most
from scripts.benches._table import Onlooker, Record, cpu_time, hosting, resident, ticks
from scripts.benches._table import run as run_games
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import FromHost, Leave, Lobby, Refused, Welcome
from sealed_wonders.net.wire import ToHost, client_factory

SEATS = 7
LASTS = 20.0
"""Maximum duration of an attack, in seconds."""

SEAT = 3.0
"""Maximum seconds to a newcomer's seat."""
SLOWER = 2.0
"""Maximum duration of a turn, as a multiple of that at rest."""
WEIGHT = 100.0
"""Maximum resident memory, in megabytes."""
CONNECTION, SECURE, LOGIN = 1.0, 4.0, 6.0
"""Milliseconds for each kind of connection, including the steps before."""

AGAIN = 0.5
"""Seconds after which a newcomer tries again."""
PATIENCE = 10.0
"""Seconds after which a newcomer gives up; its time then counts as this."""
BETWEEN = 2.0
"""
Seconds between one newcomer's seat and the next newcomer.

Each opens a table, and all come from one network, from which a host allows only a few
tables in a row.
"""

COMINGS = 500
"""Connections over which the cost is averaged."""

Play = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Siege:
    """The measurements during one attack."""

    name: str
    turns: list[float]
    newcomers: list[float]
    tries: int
    """Connections of the newcomer that needed the most."""
    weight: int
    host: float
    """The host's processor time, as a share of the duration."""
    attackers: float
    """The same for the attackers."""
    others: float
    """
    The same for everything else: the bots, and all other programs on this machine.
    """
    came: Came | None


def run() -> bool:
    sieges, costs = run_games(_measured)
    rest = statistics.median(sieges[0].turns)
    print(
        f"{SEATS} bots, a host, and those who attack it: {os.cpu_count()} cores for all"
    )
    for siege in sieges:
        _print(siege)
    kept = []
    for siege in sieges:
        turn = statistics.median(siege.turns)
        under = "at rest" if siege.came is None else f"under `{siege.name}`"
        if siege.came is not None:
            what = f"{under}, a turn of {turn * 1000:.0f} ms beside one at rest"
            kept.append(at_most(what, turn / rest, SLOWER, "times"))
        newcomer = max(siege.newcomers)
        kept.append(at_most(f"{under}, a newcomer's seat", newcomer, SEAT, "s"))
        kept.append(at_most(f"{under}, the host", siege.weight / 1e6, WEIGHT, "MB"))
    for (what, wanted), cost in zip(COSTS, costs, strict=True):
        kept.append(at_most(f"the host's processor for {what}", cost, wanted, "ms"))
    return all(kept)


def _print(siege: Siege) -> None:
    turns, new = siege.turns, siege.newcomers
    print(
        f"{siege.name}: {len(turns)} turns in {min(turns):.2f} to {max(turns):.2f} s; "
        f"{len(new)} newcomers in {min(new):.2f} to {max(new):.2f} s, {siege.tries} "
        f"tries at most; the host had {siege.host:.0%} of a core, attackers "
        f"{siege.attackers:.0%}, bots and others {siege.others:.0%}"
    )
    if siege.came is not None:
        came = siege.came
        print(
            f"  {came.tried / came.seconds:.0f} connections a second, {came.secure} in "
            f"all came to TLS, {came.welcome} were let in, {came.lost} are gone; "
            f"{came.said} times they said what it is about, {came.refused} times the "
            f"host said no"
        )


async def _measured() -> tuple[list[Siege], list[float]]:
    sieges = [await _siege("rest")]
    for name in ATTACKS:
        sieges.append(await _siege(name))
    return sieges, await _costs()


# Sieges.


async def _siege(name: str) -> Siege:
    """Play a game at a host, under an attack or at rest."""
    from twisted.internet import reactor

    with (
        tempfile.TemporaryDirectory() as folder,
        hosting("--logs", folder, "--players", str(SEATS)) as (host, address),
        besieging(name, address) as besieger,
        _bots(address) as bots,
    ):
        await deferToThread(_wait_for_game, host)
        record = Record(SEATS)
        onlooker = Onlooker(host.pid, record)
        looking = await _connect(
            address, client_factory(onlooker, reactor, address.pin)
        )
        while record.begun is None:
            await _pause(0.05)
        began, before = time.perf_counter(), cpu_time(host.pid)
        if besieger is not None:
            tell(besieger, "go")
        newcomers: list[Newcomer] = []
        while bots.poll() is None and time.perf_counter() - began < LASTS:
            newcomers.append(Newcomer(address, f"127.0.0.{30 + len(newcomers)}"))
            await newcomers[-1].sits
            await _pause(BETWEEN)
        used = cpu_time(host.pid) - before
        if not onlooker.gone.called:
            looking.abortConnection()
        await onlooker.gone
        came = None if besieger is None else came_of(besieger)
        attackers = 0.0 if came is None else came.cpu / came.seconds
        return Siege(
            name,
            record.turns_since(began),
            [it.took for it in newcomers],
            max(it.tries for it in newcomers),
            resident(host.pid),
            used.ours / used.wall,
            attackers,
            used.others / used.wall - attackers,
            came,
        )


def _pause(seconds: float) -> Deferred[None]:
    from twisted.internet import reactor

    return deferLater(reactor, seconds)


def _connect(address: Address, factory: Any, own: str = "127.0.0.1") -> Deferred[Any]:
    from twisted.internet import reactor

    endpoint = TCP4ClientEndpoint(
        reactor, address.host, address.port, bindAddress=(own, 0)
    )
    return endpoint.connect(factory)


def _wait_for_game(host: subprocess.Popen[bytes]) -> None:
    """
    Read a host's output until a game begins; then drain it, so that it never blocks.
    """
    said = iter(host.stdout or ())
    for line in said:
        if json.loads(line).get("event") == "began":
            break
    threading.Thread(target=lambda: list(said), daemon=True).start()


@contextlib.contextmanager
def _ending(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """Kill a process in the end."""
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def _bots(address: Address) -> Iterator[subprocess.Popen[str]]:
    """Let seven bots sit down and play, in one process."""
    names = [word for n in range(SEATS) for word in ("--seat-name", f"bot {n}")]
    command = [sys.executable, "-m", "sealed_wonders.client", "bot", str(address)]
    with _ending(subprocess.Popen([*command, *names], text=True)) as process:
        yield process


@contextlib.contextmanager
def besieging(name: str, address: Address) -> Iterator[subprocess.Popen[str] | None]:
    """Start an attacker, which waits for a line; yield None at rest."""
    if name not in ATTACKS:
        yield None
        return
    command = [sys.executable, "-m", "scripts.benches._besieger", name, str(address)]
    pipe = subprocess.PIPE
    with _ending(
        subprocess.Popen([*command, str(LASTS)], stdin=pipe, stdout=pipe, text=True)
    ) as process:
        yield process


def tell(process: subprocess.Popen[str], line: str) -> None:
    if process.stdin is not None:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()


def came_of(besieger: subprocess.Popen[str]) -> Came:
    """End an attack and return its result."""
    besieger.terminate()
    said, _ = besieger.communicate(timeout=10)
    return Came(**json.loads(said))


class Newcomer:
    """
    Requests any seat, as often as necessary.

    Attributes:
        sits: fires when it has a seat, or gives up.
        took: seconds until then.
        tries: the number of its connections.
    """

    def __init__(self, address: Address, own: str) -> None:
        from twisted.internet import reactor

        self.sits: Deferred[None] = Deferred()
        self.took = PATIENCE
        self.tries = 0
        self._reactor: Any = reactor
        self._address, self._own = address, own
        self._identity = Identity.generate()
        self._name = f"newcomer {own}"
        self._began = time.perf_counter()
        self._is_done = False
        self._giving_up = self._reactor.callLater(PATIENCE, self._done)
        self._try()

    def _try(self) -> None:
        if not self._is_done:
            self.tries += 1
            factory = client_factory(self, self._reactor, self._address.pin)
            connecting = _connect(self._address, factory, self._own)
            connecting.addErrback(lambda _: self._try_later())

    def _try_later(self) -> None:
        if not self._is_done:
            self._reactor.callLater(AGAIN, self._try)

    def connected(self, connection: ToHost) -> None:
        connection.send(make_hello(self._identity, self._name, connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        match message:
            case Welcome():
                connection.send(sit(self._identity, self._name))
            case Lobby(people=people):
                if not self._is_done and any(
                    it.identity == self._identity.public for it in people
                ):
                    self.took = time.perf_counter() - self._began
                    connection.send(Leave())
                    connection.close()
                    self._done()
            case Refused():
                connection.close()

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self._try_later()

    def _done(self) -> None:
        self._is_done = True
        if self._giving_up.active():
            self._giving_up.cancel()
        self.sits.callback(None)


# The cost of a connection.


class Silent(protocol.Protocol):
    """Connects and disconnects."""

    def __init__(self) -> None:
        self.gone: Deferred[None] = Deferred()

    def connectionMade(self) -> None:
        self.transport.loseConnection()  # type: ignore[union-attr]

    def connectionLost(self, reason: Any = protocol.connectionDone) -> None:
        self.gone.callback(None)


class Passing:
    """Completes TLS, perhaps also logs in as a stranger, and disconnects."""

    def __init__(self, *, logs_in: bool) -> None:
        self.gone: Deferred[None] = Deferred()
        self._logs_in = logs_in

    def connected(self, connection: ToHost) -> None:
        if self._logs_in:
            identity = Identity.generate()
            connection.send(make_hello(identity, "eve", connection.exporter))
        else:
            connection.close()

    def received(self, connection: ToHost, message: FromHost) -> None:
        connection.close()

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self.gone.callback(None)


COSTS = (
    ("a connection that is turned away", CONNECTION),
    ("a connection", CONNECTION),
    ("one that speaks TLS", SECURE),
    ("one that logs in as a stranger", LOGIN),
)


async def _costs() -> list[float]:
    """Return the host's processor time for each kind of connection, in milliseconds."""
    from twisted.internet import reactor

    async def silent(own: str) -> None:
        one = Silent()
        factory = protocol.Factory.forProtocol(lambda: one)
        with contextlib.suppress(
            ConnectError
        ):  # turned away before we noticed being connected
            await _connect(address, factory, own)
            await one.gone

    async def passing(*, logs_in: bool) -> None:
        one = Passing(logs_in=logs_in)
        await _connect(address, client_factory(one, reactor, address.pin))
        await one.gone

    ways: tuple[Callable[[], Awaitable[None]], ...] = (
        lambda: silent(ADDRESSES[0]),
        lambda: silent("127.0.0.1"),
        lambda: passing(logs_in=False),
        lambda: passing(logs_in=True),
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        hosting("--logs", folder) as (host, address),
    ):
        return [await _cost(host.pid, way) for way in ways]


async def _cost(host: int, come: Callable[[], Awaitable[None]]) -> float:
    for _ in range(COMINGS // 5):
        await come()  # warms up code, and connections that aren't turned away yet
    before = ticks(str(host))
    for _ in range(COMINGS):
        await come()
    return (ticks(str(host)) - before) / os.sysconf("SC_CLK_TCK") / COMINGS * 1000
