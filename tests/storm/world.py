"""
Virtual time, and the machines of a storm.

A program has a machine in place of a reactor. Its processes can be killed, its power
can fail, and it can sleep; whatever a process had scheduled is lost with it. The clock
of each machine starts at any number, as monotonic clocks do.
"""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import AlreadyCalled, AlreadyCancelled
from twisted.internet.interfaces import (
    IDelayedCall,
    IHostResolution,
    IReactorPluggableNameResolver,
    IReactorTime,
)
from zope.interface import implementer

from sealed_wonders.net.discovery.ownaddresses import OwnAddress
from sealed_wonders.net.messages import FromClient, FromHost
from sealed_wonders.net.wire import ToClient
from tests.storm.chance import Chance

if TYPE_CHECKING:
    from tests.storm.disk import Disk
    from tests.storm.network import Network


TICK = 2.0**-20
"""
The unit of time, about a microsecond: sums of it are exact, whatever a clock starts at.
"""

DAY_ONE = 1_767_225_600.0
"""Time of day at the beginning, in seconds since the epoch."""

MAX_EVENTS = 400_000
"""Events after which a run is taken for endless."""


class Killed(BaseException):
    """The process ends here, in the middle of whatever it is doing."""


@implementer(IDelayedCall)
class Timer:
    """A scheduled call."""

    __slots__ = ("_args", "_call", "_life", "_machine", "_state", "_time", "_world")

    def __init__(
        self,
        world: World,
        time: float,
        machine: Machine | None,
        call: Callable[..., object],
        args: tuple[Any, ...],
    ) -> None:
        self._world = world
        self._time = time
        self._machine = machine
        self._life = 0 if machine is None else machine.life
        self._call, self._args = call, args
        self._state = ""

    def getTime(self) -> float:
        return self._time + (0 if self._machine is None else self._machine.offset)

    def cancel(self) -> None:
        self._check()
        self._state = "cancelled"

    def delay(self, seconds: float) -> None:
        self._check()
        self._time += math.ceil(seconds / TICK) * TICK
        self._world.push(self._time, self)

    def reset(self, seconds: float) -> None:
        self._check()
        self._time = self._world.now + math.ceil(max(0.0, seconds) / TICK) * TICK
        self._world.push(self._time, self)

    def active(self) -> bool:
        return not self._state

    def _check(self) -> None:
        if self._state == "cancelled":
            raise AlreadyCancelled
        if self._state:
            raise AlreadyCalled

    def due(self, at: float) -> bool:
        """
        Make the call if it is time and its process is awake, and return whether it was
        made.
        """
        machine = self._machine
        if self._state or at < self._time:
            return False
        if machine is None:
            self._state = "called"
            self._call(*self._args)
            return True
        if self._life != machine.life:
            self._state = "cancelled"
            return False
        if machine.wakes_at > at:
            self._world.push(machine.wakes_at, self)
            self._time = machine.wakes_at
            return False
        self._state = "called"
        machine.enter(self._call, *self._args)
        return True


class World:
    """
    Everything that exists in one run.

    Attributes:
        now: seconds since the beginning.
        current: the machine on which something is happening.
        faults: faults inside programs, one line each.
        lines: everything that happened, if it is recorded.
        overhear: called with the connection and the message whenever a host sends or receives.
    """

    def __init__(self, chance: Chance, folder: Path, *, traces: bool = False) -> None:
        self.chance = chance
        self.folder = folder
        self.now = 0.0
        self.current: Machine | None = None
        self.faults: list[str] = []
        self.lines: list[str] | None = [] if traces else None
        self.events = 0
        self.overhear: Callable[[ToClient, FromClient | FromHost], None] | None = None
        self._hash = hashlib.sha256()
        self._queue: list[tuple[float, int, Timer]] = []
        self._pushed = 0

    def note(self, *words: object) -> None:
        """Record an event, which is the same in each run of the same seed."""
        line = f"{self.now:.6f} {' '.join(map(str, words))}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    @property
    def trace(self) -> str:
        """The hash of everything that has happened."""
        return self._hash.hexdigest()

    def push(self, time: float, timer: Timer) -> None:
        """Put a timer into the queue."""
        self._pushed += 1
        heapq.heappush(self._queue, (time, self._pushed, timer))

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> Timer:
        """Schedule a call that belongs to no machine."""
        return self.plan(seconds, None, call, *args)

    def plan(
        self,
        seconds: float,
        machine: Machine | None,
        call: Callable[..., object],
        *args: Any,
    ) -> Timer:
        """Schedule a call on a machine; it is dropped if its process ends first."""
        time = self.now + math.ceil(max(0.0, seconds) / TICK) * TICK
        timer = Timer(self, time, machine, call, args)
        self.push(timer._time, timer)
        return timer

    def run(self, until: float, stop: Callable[[], bool]) -> None:
        """Run until a time, or until a condition holds."""
        while self._queue and self._queue[0][0] <= until:
            time, _, timer = heapq.heappop(self._queue)
            self.now = max(self.now, time)
            if timer.due(time):
                self.events += 1
                if self.events >= MAX_EVENTS:
                    self.faults.append("something happens again and again")
                if stop() or self.events >= MAX_EVENTS:
                    return
        self.now = until


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """Do nothing: it has been answered."""


@implementer(IReactorTime, IReactorPluggableNameResolver)
class Machine:
    """
    A computer with at most one running program.

    Attributes:
        life: number of the running process, counted up at each start and each end.
        is_up: whether it has power.
        wakes_at: when it wakes up; in the past unless it is asleep.
        slip: seconds by which its time of day is ahead of everybody's.
        died: called when a process has ended, but not by itself.
        tap: called with every message that is sent or received here.
    """

    def __init__(
        self, world: World, name: str, ip: str, network: Network, disk: Disk
    ) -> None:
        self.world = world
        self.name = name
        self.ip = ip
        self.life = 0
        self.is_up = True
        self.is_running = False
        self.wakes_at = 0.0
        self.offset = 0.0
        self.slip = 0.0
        self.network = network
        self.disk = disk
        disk.time = self.time
        self.died: Callable[[], None] = lambda: None
        self.tap: Callable[[FromClient | FromHost], None] = lambda message: None
        self.nameResolver: Any = self

    # Processes and power.

    def start(self, program: Callable[[], object]) -> None:
        self.life += 1
        self.is_running = True
        dice = self.world.chance.dice("clock", self.name, self.life)
        self.offset = dice.choice((0, 1000, 1_000_000)) - math.floor(self.world.now)
        self.world.note(self.name, "starts")
        self.world.plan(0, self, program)

    def end(self) -> None:
        """End the process, cleanly or not; the system closes what is open."""
        self.is_running = False
        self.life += 1
        self.network.let_go(self, silently=not self.is_up)
        self.disk.let_go()

    def kill(self, *, power: bool = False) -> None:
        """End the process from outside, or by a loss of power."""
        if not self.is_running:
            return
        self.world.note(self.name, "loses its power" if power else "is killed")
        if power:
            self.is_up = False
            self.wakes_at = 0.0
        self.end()
        if power:
            self.disk.lose_power()
        self.died()

    def boot(self) -> None:
        """Turn the power on again."""
        self.is_up = True

    def sleep(self, seconds: float) -> None:
        """Stop for a while without noticing it."""
        self.world.note(self.name, "sleeps", f"{seconds:.3f}")
        self.wakes_at = max(self.wakes_at, self.world.now + seconds)

    def enter(self, call: Callable[..., object], *args: Any) -> None:
        """Run something on this machine."""
        before, self.world.current = self.world.current, self
        life = self.life
        try:
            call(*args)
        except Killed:
            pass
        except Exception as error:  # noqa: BLE001  a reactor logs the error and goes on
            self.complain(error)
        finally:
            self.world.current = before
        if self.disk.is_dead and self.life == life:
            self.kill(power=self.disk.dies_with_power)

    def complain(self, error: BaseException | None) -> None:
        """Record a fault in a program."""
        said = f"{self.name}: {type(error).__name__}: {error}"
        self.world.note("FAULT", said)
        self.world.faults.append(said)

    # The reactor that programs see.

    def time(self) -> float:
        """Return the time of day, which anybody may change."""
        return DAY_ONE + self.world.now + self.slip

    def seconds(self) -> float:
        return self.world.now + self.offset

    def callLater(
        self, delay: float, callable: Callable[..., object], *args: Any, **kw: Any
    ) -> Timer:
        if kw:
            return self.world.plan(delay, self, lambda: callable(*args, **kw))
        return self.world.plan(delay, self, callable, *args)

    def getDelayedCalls(self) -> list[Timer]:
        return []

    def callFromThread(self, callable: Callable[..., object], *args: Any) -> None:
        self.callLater(0, callable, *args)

    def installNameResolver(self, resolver: Any) -> Any:
        raise NotImplementedError

    def connectTCP(
        self,
        host: str,
        port: int,
        factory: Any,
        timeout: float = 30,
        bindAddress: tuple[str, int] | None = None,
    ) -> Any:
        return self.network.connect(self, host, port, factory, timeout)

    def resolveHostName(
        self, receiver: Any, hostName: str, portNumber: int = 0, *_: object
    ) -> _Resolution:
        resolution = _Resolution(hostName)
        receiver.resolutionBegan(resolution)
        receiver.addressResolved(IPv4Address("TCP", hostName, portNumber))
        receiver.resolutionComplete()
        return resolution

    def own(self) -> tuple[OwnAddress, ...]:
        """Return its addresses, as `discovery.ownaddresses` would."""
        return (OwnAddress(self.ip, 24, "eth0", 2),)
