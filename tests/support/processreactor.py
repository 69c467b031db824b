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
    A process that was started.

    Attributes:
        ended_by: what ended it, in order: END for its input, and signals.
        written: the data written to its standard input.
        ends_on_signal: whether it ends when it is told to.
    """

    def __init__(self, protocol: ProcessProtocol, arguments: Sequence[str]) -> None:
        self.protocol = protocol
        self.arguments = tuple(arguments)
        self.ended_by: list[str] = []
        self.written = b""
        self.stdin_closed = False
        self.ends_on_signal = True
        self.ended = False

    def closeStdin(self) -> None:
        if self.ended or self.stdin_closed:
            return
        self.stdin_closed = True
        self.ended_by.append(END)
        if self.ends_on_signal:
            self.end(status=0)

    def signalProcess(self, name: str) -> None:
        if self.ended:
            raise ProcessExitedAlready
        self.ended_by.append(name)
        if name == "KILL":
            self.end(signal=9)

    def write(self, data: bytes) -> None:
        self.written += data

    def write_stderr(self, data: bytes) -> None:
        """Write to stderr."""
        self.protocol.errReceived(data)

    def write_stdout(self, data: bytes) -> None:
        """Write to stdout."""
        self.protocol.outReceived(data)

    def end(self, status: int | None = None, signal: int | None = None) -> None:
        """End the process."""
        self.ended = True
        reason = (
            ProcessDone(0)
            if status == 0
            else ProcessTerminated(exitCode=status, signal=signal)
        )
        self.protocol.processEnded(Failure(reason))


class ProcessReactor(Clock, MemoryReactorClock):
    """
    A reactor that records processes.

    Attributes:
        started: all processes, in order.
        refuses: the error with which no process can be started, if any.
        refused: the ports at which nobody can listen, with the error number.
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
        process = FakeProcess(processProtocol, [os.fsdecode(part) for part in args])
        self.started.append(process)
        processProtocol.makeConnection(process)
        return process

    def callFromThread(self, call: Callable[..., object], *arguments: object) -> None:
        """Make the call with the next one; there is only one thread."""
        self.callLater(0, call, *arguments)

    def shut_down(self) -> list[Any]:
        """Do what the reactor does before it ends; gives what it would wait for."""
        return [
            call(*args, **kwargs)
            for call, args, kwargs in self.triggers["before"]["shutdown"]
        ]
