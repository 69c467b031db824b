"""
Signals: which ones exist, and handling them while a program waits.

On POSIX, a signal interrupts a waiting program. On Windows, it is only noted, and
handled when the wait ends for another reason; a thread makes sure that it does.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterable, Mapping

Signal = signal.Signals


def _known(*names: str) -> tuple[Signal, ...]:
    found = (getattr(signal, name, None) for name in names)
    return tuple(it for it in found if it is not None)


INTERRUPT = signal.SIGINT
"""Ctrl-C."""

ENDING = _known("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that end a program: Ctrl-C, termination, a closed terminal or window."""

RELOADING = _known("SIGHUP")
"""Signals that make a program without a terminal reload its options."""

UNUSED = _known("SIGUSR1", "SIGUSR2")
"""Signals that are meant for other programs, and shouldn't end this one."""

_wakers: list[socket.socket] = []
"""Sockets to which a signal writes, where nothing else wakes a program."""


def take(calls: Mapping[Signal, Callable[[], object]]) -> Callable[[], None]:
    """
    Make signals call functions, between two steps of the main thread.

    Returns:
        A function that restores the earlier handlers.
    """
    before = {number: signal.getsignal(number) for number in calls}
    for number, call in calls.items():
        signal.signal(number, _handler(call))

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    return restore


def _handler(call: Callable[[], object]) -> Callable[[int, object], None]:
    def handler(_number: int, _frame: object) -> None:
        call()

    return handler


def ignore(numbers: Iterable[Signal]) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def is_ignored(number: Signal) -> bool:
    """Return whether a signal is ignored, as under nohup."""
    return signal.getsignal(number) is signal.SIG_IGN


def raise_again(number: Signal) -> None:
    """Apply a signal's current meaning, which may end the program."""
    signal.raise_signal(number)


def wake(from_thread: Callable[[Callable[[], None]], object]) -> None:
    """
    Make sure that signals are handled while a reactor waits.

    Args:
        from_thread: makes the reactor call something, from any thread.
    """
    if RELOADING or _wakers:
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    _wakers.extend((ours, theirs))
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)

    def wait() -> None:
        while ours.recv(64):
            from_thread(lambda: None)

    threading.Thread(target=wait, name="signals", daemon=True).start()
