"""
A table of bots on this machine, and a spectator with a clock.

The host and every bot are separate processes. The spectator reads the log as it grows,
checks nothing, and notes when each entry arrives.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from twisted.internet.defer import Deferred

from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Envelope, parse
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import FromHost, Log, Read, Refused, Welcome
from sealed_wonders.net.wire import ToHost, client_factory

T = TypeVar("T")

SETTING_UP = ("KEY", "MIX", "DEAL")
"""The kinds of phases that create and deal the cards of an age."""


@dataclass
class PhaseTimes:
    """A phase, and when its entries arrived."""

    number: int
    kind: str
    times: list[float] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)


class Start(NamedTuple):
    """The duration of an age's start, from the first entry of its first phase."""

    guilds: bool
    """Whether guilds are mixed first, and then into the age: twice as many mixes."""
    dealt: float
    """Seconds to the last entry of the deal."""
    chosen: float
    """Seconds to the first commitment, by a seat that has checked the deal."""


@dataclass(frozen=True)
class CpuTime:
    """Processor time by user, in seconds, all cores together."""

    wall: float = 0.0
    """Wall-clock time."""
    ours: float = 0.0
    """The time of the host and the bots."""
    others: float = 0.0
    """The time of all other processes on this machine, except the spectator."""

    def __add__(self, other: CpuTime) -> CpuTime:
        return CpuTime(
            self.wall + other.wall, self.ours + other.ours, self.others + other.others
        )

    def __sub__(self, other: CpuTime) -> CpuTime:
        return CpuTime(
            self.wall - other.wall, self.ours - other.ours, self.others - other.others
        )


@dataclass
class Record:
    """
    What the spectator saw of a game.

    Attributes:
        beat: the kind of phase that ends a turn, once all have spoken in it.
        between: the kinds of phases between two such phases in ordinary turns.
        phases: all phases, in order.
        seated: the processor time each time the host reported a player sitting down.
        begun: the processor time at the first choice.
        weight: the host's peak memory, in bytes.
        cpu: the processor time in the turns of the game, all together.
    """

    seats: int
    beat: str = "PICK"
    between: tuple[str, ...] = ("REVEAL",)
    seated: list[CpuTime] = field(default_factory=list)
    begun: CpuTime | None = None
    phases: list[PhaseTimes] = field(default_factory=list)
    weight: int = 0
    cpu: CpuTime = CpuTime()

    @property
    def is_over(self) -> bool:
        """Whether all seats have signed the end."""
        last = self.phases[-1:]
        return any(it.kind == "END" and len(it.times) == self.seats for it in last)

    @property
    def turns(self) -> list[float]:
        """Seconds from the last commitment of a turn to that of the next one."""
        return self.turns_since(0.0)

    def turns_since(self, begun: float) -> list[float]:
        """Return the durations of turns that began at or after a time."""
        # Cards are dealt between ages, so there is no turn.
        return [
            after.times[-1] - before.times[-1]
            for before, between, after in zip(
                self.phases, self.phases[1:], self.phases[2:], strict=False
            )
            if (before.kind, between.kind, after.kind) == ("PICK", "REVEAL", "PICK")
            and len(before.times) == len(after.times) == self.seats
            and before.times[-1] >= begun
        ]

    @property
    def handovers(self) -> list[float]:
        """
        Seconds from the last choice of a seat to the next seat's first one.

        Turns in which anything was mixed are left out.
        """
        found, last = [], None
        for phase in self.phases:
            if phase.kind == "CHOOSE":
                if last is not None and last.seats != phase.seats:
                    found.append(phase.times[0] - last.times[0])
                last = phase
            elif phase.kind not in self.between:
                last = None
        return found

    @property
    def set_up(self) -> CpuTime:
        """Processor time from the last player to sit down to the first choice."""
        if self.begun is None:
            raise ValueError("nobody has chosen anything")
        return self.begun - self.seated[-1]

    @property
    def starts(self) -> Iterator[Start]:
        run: list[PhaseTimes] = []
        for phase in self.phases:
            if phase.kind == "KEY":
                run = [phase]
            elif phase.kind in SETTING_UP:
                run.append(phase)
            else:
                # Turning up boards, or looking through piles, begins with other phases.
                if phase.kind == "PICK" and run and run[-1].kind == "DEAL":
                    begun = run[0].times[0]
                    yield Start(
                        len(run) > self.seats + 2,
                        run[-1].times[-1] - begun,
                        phase.times[0] - begun,
                    )
                run = []


class Onlooker:
    """
    The listener of a spectator's connection.

    Attributes:
        refusal: the host's last refusal.
        gone: fires when the connection ends.
    """

    def __init__(self, host: int, record: Record) -> None:
        """
        Prepare to watch.

        Args:
            host: the process ID of the host.
            record: receives everything that is seen.
        """
        self.refusal = ""
        self.gone: Deferred[None] = Deferred()
        self._host = host
        self._record = record
        self._identity = Identity.generate()
        self._before: CpuTime | None = None
        """The processor time at the last commitment of a turn."""

    def connected(self, connection: ToHost) -> None:
        connection.send(make_hello(self._identity, "onlooker", connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        match message:
            case Welcome(tables=(table, *_)):
                connection.send(Read(table.name, 0))
            case Refused(detail=detail):
                self.refusal = detail
            case Log(wires=wires):
                now = time.perf_counter()
                for wire in wires:
                    envelope = parse(wire.env)
                    if envelope.lane == MAIN:
                        self._note(envelope, now)
                if self._record.is_over:
                    # The host keeps running for spectators of the result.
                    connection.close()

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self.gone.callback(None)

    def _note(self, envelope: Envelope, now: float) -> None:
        record, phases = self._record, self._record.phases
        if not phases or phases[-1].number != envelope.phase:
            phases.append(PhaseTimes(envelope.phase, envelope.kind))
        phases[-1].times.append(now)
        phases[-1].seats.append(envelope.seat)
        if envelope.kind not in (record.beat, *record.between):
            self._before = None
        # A choice of a single seat is complete when it arrives.
        elif envelope.kind == record.beat and len(phases[-1].times) == (
            1 if record.beat == "CHOOSE" else record.seats
        ):
            record.weight = max(record.weight, resident(self._host))
            cpu = cpu_time(self._host)
            record.begun = record.begun or cpu
            if self._before is not None:
                record.cpu += cpu - self._before
            self._before = cpu


async def play(record: Record, folder: Path, options: Sequence[str] = ()) -> Record:
    """
    Let bots play a game at a new host.

    Args:
        record: receives everything that is seen.
        options: the host's options, in addition to those that every game needs.
    """
    from twisted.internet import reactor
    from twisted.internet.endpoints import HostnameEndpoint

    seats = str(record.seats)
    bots = ("--players", seats, "--bots", seats)
    with hosting("--once", "--logs", str(folder), *bots, *options) as (host, address):
        onlooker = Onlooker(host.pid, record)
        factory = client_factory(onlooker, reactor, address.pin)
        await HostnameEndpoint(reactor, address.host, address.port).connect(factory)
        reading = threading.Thread(target=_note_seated, args=(host, record))
        reading.start()
        await onlooker.gone
        reading.join(60)
    if len(record.phases) < 2:
        sys.exit(f"saw no game: {onlooker.refusal}")
    return record


def run(playing: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on the reactor, and stop the reactor."""
    from twisted.internet import reactor
    from twisted.python.failure import Failure

    results: list[T | Failure] = []

    def begin() -> None:
        done = Deferred.fromCoroutine(playing())
        done.addBoth(results.append).addBoth(lambda _: reactor.stop())

    reactor.callWhenRunning(begin)
    reactor.run()
    if not results:
        sys.exit("interrupted")
    if isinstance(results[0], Failure):
        results[0].raiseException()
    return results[0]


@contextmanager
def hosting(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], Address]]:
    """Run a host on this machine; yield its process and its address."""
    command = [sys.executable, "-m", "sealed_wonders.host", "--listen", "127.0.0.1:0"]
    host = subprocess.Popen([*command, "--json", *options], stdout=subprocess.PIPE)
    try:
        if host.stdout is None:
            sys.exit("no output from the host")
        first = json.loads(host.stdout.readline())
        yield host, Address.parse(first["listening"])
    finally:
        if host.poll() is None:
            os.kill(host.pid, signal.SIGTERM)
            host.wait()


def _note_seated(host: subprocess.Popen[bytes], record: Record) -> None:
    """Read everything that the host writes, until it ends."""
    for line in host.stdout or ():
        if json.loads(line).get("event") == "sat-down":
            record.seated.append(cpu_time(host.pid))


def resident(pid: int) -> int:
    """Return the peak resident memory of a process, in bytes."""
    return _status(pid, "VmHWM")


def weight(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    return _status(pid, "VmRSS")


def _status(pid: int, what: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu_time(host: int) -> CpuTime:
    """
    Return the processor time by user so far; processes that have ended count as 0.
    """
    children = Path(f"/proc/{host}/task/{host}/children").read_text().split()
    ours = sum(map(ticks, (str(host), *children)))
    user, nice, system, _idle, _wait, *interrupts = (
        int(word) for word in Path("/proc/stat").read_text().split()[1:9]
    )
    busy = user + nice + system + sum(interrupts)
    second = os.sysconf("SC_CLK_TCK")
    others = (busy - ours) / second - time.process_time()
    return CpuTime(time.perf_counter(), ours / second, others)


def ticks(pid: str) -> int:
    """Return the processor time of a process, in ticks; 0 if it has ended."""
    # The process name is first, in parentheses, and may contain anything.
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return 0
    words = text.rpartition(")")[2].split()
    return int(words[11]) + int(words[12])
