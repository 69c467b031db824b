"""
Virtual time, and the machines of a storm.

A program has a machine in place of a reactor. Its processes can be killed, its power can
fail, and it can sleep; whatever a process had planned then is lost. The clock of each
machine starts anywhere, as monotonic clocks do.
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
The shortest time there is, a microsecond: sums of these are exact, whatever a clock began with.
"""

DAY_ONE = 1_767_225_600.0
"""The time of day when it all begins, in the seconds that systems count."""

MAX_EVENTS = 400_000
"""Events after which a run is one that has no end."""


class Killed(BaseException):
    """The process ends here, in the middle of whatever it does."""


@implementer(IDelayedCall)
class Timer:
    """Something that is to happen."""

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
        """Happen, if it is time and anybody is there; tell whether it did."""
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
    All there is in one run.

    Attributes:
        now: the seconds since it began.
        current: the machine on which something happens just now.
        faults: what went wrong inside a program, in a line each.
        lines: what has happened, if anybody wants to read it.
        overhear: told of every message that a host says or hears, and on which connection.
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
        """Write down what happens: the same in each run of the same seed."""
        line = f"{self.now:.6f} {' '.join(map(str, words))}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    @property
    def trace(self) -> str:
        """The hash of all that has happened."""
        return self._hash.hexdigest()

    def push(self, time: float, timer: Timer) -> None:
        """Look at a timer at some time."""
        self._pushed += 1
        heapq.heappush(self._queue, (time, self._pushed, timer))

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> Timer:
        """Have something happen that isn't on any machine."""
        return self.plan(seconds, None, call, *args)

    def plan(
        self,
        seconds: float,
        machine: Machine | None,
        call: Callable[..., object],
        *args: Any,
    ) -> Timer:
        """Have something happen on a machine, if its process lives by then."""
        time = self.now + math.ceil(max(0.0, seconds) / TICK) * TICK
        timer = Timer(self, time, machine, call, args)
        self.push(timer._time, timer)
        return timer

    def run(self, until: float, stop: Callable[[], bool]) -> None:
        """Let things happen, until a time or until something is so."""
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
        """It has been answered."""


@implementer(IReactorTime, IReactorPluggableNameResolver)
class Machine:
    """
    One computer with at most one program on it.

    Attributes:
        life: which of its processes runs; each start and each end counts on.
        is_up: it has power.
        wakes_at: when it goes on; the past if it isn't asleep.
        slip: seconds by which its time of day is ahead of everybody's.
        died: told when the process has ended, but not by itself.
        tap: told of every message that is said or heard here.
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

    # Its life.

    def start(self, program: Callable[[], object]) -> None:
        """Start a program."""
        self.life += 1
        self.is_running = True
        dice = self.world.chance.dice("clock", self.name, self.life)
        self.offset = dice.choice((0, 1000, 1_000_000)) - math.floor(self.world.now)
        self.world.note(self.name, "starts")
        self.world.plan(0, self, program)

    def end(self) -> None:
        """End the process, in order or not: what is open is closed by the system."""
        self.is_running = False
        self.life += 1
        self.network.let_go(self, silently=not self.is_up)
        self.disk.let_go()

    def kill(self, *, power: bool = False) -> None:
        """End the process from outside, or with all of the machine."""
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
        """Have power again."""
        self.is_up = True

    def sleep(self, seconds: float) -> None:
        """Do nothing for a while, and know nothing of it."""
        self.world.note(self.name, "sleeps", f"{seconds:.3f}")
        self.wakes_at = max(self.wakes_at, self.world.now + seconds)

    def enter(self, call: Callable[..., object], *args: Any) -> None:
        """Let something happen here."""
        before, self.world.current = self.world.current, self
        life = self.life
        try:
            call(*args)
        except Killed:
            pass
        except Exception as error:  # noqa: BLE001  a reactor goes on, and says so
            self.complain(error)
        finally:
            self.world.current = before
        if self.disk.is_dead and self.life == life:
            self.kill(power=self.disk.dies_with_power)

    def complain(self, error: BaseException | None) -> None:
        """Take note of a fault in a program."""
        said = f"{self.name}: {type(error).__name__}: {error}"
        self.world.note("FAULT", said)
        self.world.faults.append(said)

    # What a program takes it for.

    def time(self) -> float:
        """Give the time of day, which anybody may set."""
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
        """Give its address, as `discovery.ownaddresses` would."""
        return (OwnAddress(self.ip, 24, "eth0", 2),)
