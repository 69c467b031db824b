"""
Signals: which ones there are, and that they are heard while a program waits.

On POSIX a signal ends what a program waits in. Elsewhere it is only noted, and heard when the
wait is over for another reason: there a thread sees to it that it is.
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
"""Those that end a program: Ctrl-C, being told to, a terminal or window that is closed."""

RELOADING = _known("SIGHUP")
"""Those that have a program without a terminal read its options again."""

UNUSED = _known("SIGUSR1", "SIGUSR2")
"""Whoever sends these means another program; they are no reason to end."""

_wakers: list[socket.socket] = []
"""What is written to when a signal comes, where nothing else wakes a program."""


def take(calls: Mapping[Signal, Callable[[], object]]) -> Callable[[], None]:
    """
    Have signals call something, between any two steps of the main thread.

    Returns what gives them back their meanings.
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
    """Have signals change nothing."""
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def is_ignored(number: Signal) -> bool:
    """Tell whether a signal changes nothing, as under nohup."""
    return signal.getsignal(number) is signal.SIG_IGN


def raise_again(number: Signal) -> None:
    """Do what a signal means now; where that is an end, this doesn't return."""
    signal.raise_signal(number)


def wake(from_thread: Callable[[Callable[[], None]], object]) -> None:
    """
    See to it that signals are heard while a reactor waits.

    Args:
        from_thread: has the reactor call something, from any thread.
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
