"""
Telling systemd how a host is, where systemd runs it: see sd_notify(3).

Where it doesn't, nobody is told anything. Bots aren't to speak in the host's name, so what
systemd has put into the environment is taken out of it.
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
"""Seconds between two looks at whether there is something new to say."""


class Systemd:
    """Whoever runs this host, and watches over it."""

    def __init__(
        self,
        environ: MutableMapping[str, str],
        clock: IReactorTime,
        status: Callable[[], str],
    ) -> None:
        """
        Find out whether there is somebody to be told.

        Args:
            environ: where systemd says so.
            status: says how the host is, in one line.
        """
        self._address = environ.pop("NOTIFY_SOCKET", "")
        self._status = status
        self._said = ""
        watchdog = environ.pop("WATCHDOG_USEC", "")
        whose = environ.pop("WATCHDOG_PID", "")
        is_ours = whose in ("", str(os.getpid())) and watchdog.isdecimal()
        self._patience = int(watchdog) / 1e6 if is_ours else 0.0
        """Seconds after which a host of which nothing was heard is started again."""
        self._alive = LoopingCall(self._say, WATCHDOG=1)
        self._look = LoopingCall(self._tell_status)
        self._alive.clock = self._look.clock = clock

    def ready(self) -> None:
        """Say that the host has begun, or goes on after a change; and from now on how it is."""
        self._said = self._status()
        self._say(READY=1, STATUS=self._said)
        if self._address and not self._look.running:
            self._look.start(STATUS_INTERVAL, now=False)
            if self._patience:
                self._alive.start(self._patience / 2)

    def reloading(self) -> None:
        """Say that options are read again; `ready` ends that."""
        self._say(RELOADING=1, MONOTONIC_USEC=time.monotonic_ns() // 1000)

    def stopping(self) -> None:
        """Say that the host ends, which takes a while: that it is alive is still told."""
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
        # What begins with @ is no file.
        is_file = not self._address.startswith("@")
        address = self._address if is_file else "\0" + self._address[1:]
        with contextlib.suppress(OSError):  # it may be asked again, or go without
            send_unix(address, data.encode())
