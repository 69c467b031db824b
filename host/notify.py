"""
Notifies systemd of the host's state, if systemd started it: see sd_notify(3).

The variables are removed from the environment, so that bots can't notify in the host's
name.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, MutableMapping

from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall

from sealed_wonders.net.system.sockets import send_unix

STATUS_INTERVAL = 5.0
"""Seconds between two checks whether the status line has changed."""


class Systemd:
    """
    The service manager that started this host, if any.

    Args:
        environ: the environment with systemd's variables, which are removed.
    """

    def __init__(
        self,
        environ: MutableMapping[str, str],
        clock: IReactorTime,
        status: Callable[[], str],
    ) -> None:
        self._address = environ.pop("NOTIFY_SOCKET", "")
        self._status = status
        self._said = ""
        watchdog = environ.pop("WATCHDOG_USEC", "")
        whose = environ.pop("WATCHDOG_PID", "")
        is_ours = whose in ("", str(os.getpid())) and watchdog.isdecimal()
        self._patience = int(watchdog) / 1e6 if is_ours else 0.0
        """Seconds after which the watchdog restarts a silent host; 0 without one."""
        self._alive = LoopingCall(self._say, WATCHDOG=1)
        self._look = LoopingCall(self._tell_status)
        self._alive.clock = self._look.clock = clock

    def ready(self) -> None:
        """Report that the host is ready, and keep reporting its status from then on."""
        self._said = self._status()
        self._say(READY=1, STATUS=self._said)
        if self._address and not self._look.running:
            self._look.start(STATUS_INTERVAL, now=False)
            if self._patience:
                self._alive.start(self._patience / 2)

    def reloading(self) -> None:
        """Report that options are being read again; followed by `ready`."""
        self._say(RELOADING=1, MONOTONIC_USEC=time.monotonic_ns() // 1000)

    def stopping(self) -> None:
        """Report that the host is ending; the watchdog is still notified meanwhile."""
        self._say(STOPPING=1)

    def _tell_status(self) -> None:
        now = self._status()
        if now != self._said:
            self._said = now
            self._say(STATUS=now)

    def _say(self, **what: object) -> None:
        if not self._address:
            return
        data = "\n".join(f"{name}={value}" for name, value in what.items())
        # An address that begins with @ is in the abstract namespace.
        is_file = not self._address.startswith("@")
        address = self._address if is_file else "\0" + self._address[1:]
        with contextlib.suppress(OSError):  # it may succeed next time, or not matter
            send_unix(address, data.encode())
