"""A reactor that starts no process and opens no port, and records the calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.error import (
    CannotListenError,
    ProcessDone,
    ProcessExitedAlready,
    ProcessTerminated,
)
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.testing import MemoryReactorClock
from twisted.python.failure import Failure

from tests.support.clock import Clock

END = "the end of its input"


class FakeProcess:
    """
    One that was started.

    Attributes:
        ended_by: what it was ended by, in order: its input's END, and signals.
        written: what it was told on its standard input.
        obeys: it ends when it is told to.
    """

    def __init__(self, protocol: ProcessProtocol, arguments: Sequence[str]) -> None:
        self.protocol = protocol
        self.arguments = tuple(arguments)
        self.ended_by: list[str] = []
        self.written = b""
        self.stdin_closed = False
        self.obeys = True
        self.ended = False

    def closeStdin(self) -> None:
        if self.ended or self.stdin_closed:
            return
        self.stdin_closed = True
        self.ended_by.append(END)
        if self.obeys:
            self.end(status=0)

    def signalProcess(self, name: str) -> None:
        if self.ended:
            raise ProcessExitedAlready
        self.ended_by.append(name)
        if name == "KILL":
            self.end(signal=9)

    def write(self, data: bytes) -> None:
        """Take what it is told."""
        self.written += data

    def complain(self, data: bytes) -> None:
        """Let it write on stderr."""
        self.protocol.errReceived(data)

    def say(self, data: bytes) -> None:
        """Let it write on stdout."""
        self.protocol.outReceived(data)

    def end(self, status: int | None = None, signal: int | None = None) -> None:
        """Let it end."""
        self.ended = True
        reason = (
            ProcessDone(0)
            if status == 0
            else ProcessTerminated(exitCode=status, signal=signal)
        )
        self.protocol.processEnded(Failure(reason))


class ProcessReactor(Clock, MemoryReactorClock):
    """
    The reactor.

    Attributes:
        started: all processes, in order.
        refuses: why no process can be started, if none can.
        refused: at which ports nobody can listen, and why, as the system numbers it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hasStopped = False  # older versions of Twisted begin otherwise
        self.started: list[FakeProcess] = []
        self.refuses: OSError | None = None
        self.refused: dict[int, int] = {}

    def listenTCP(
        self, port: int, factory: Any, backlog: int = 50, interface: str = ""
    ) -> Any:
        if port in self.refused:
            why = OSError(self.refused[port], os.strerror(self.refused[port]))
            raise CannotListenError(interface, port, why)
        return super().listenTCP(port, factory, backlog, interface)

    def spawnProcess(
        self,
        processProtocol: ProcessProtocol,
        executable: str,
        args: Sequence[bytes],
        env: Any = None,
    ) -> FakeProcess:
        if self.refuses is not None:
            raise self.refuses
        process = FakeProcess(processProtocol, [part.decode() for part in args])
        self.started.append(process)
        processProtocol.makeConnection(process)
        return process

    def callFromThread(self, call: Callable[..., object], *arguments: object) -> None:
        """Do it with the next thing that is done; there is but one thread."""
        self.callLater(0, call, *arguments)

    def shut_down(self) -> list[Any]:
        """Do what the reactor does before it ends; gives what it would wait for."""
        return [
            call(*args, **kwargs)
            for call, args, kwargs in self.triggers["before"]["shutdown"]
        ]
