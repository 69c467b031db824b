"""
Processes of ours: how they are started, and that none outlives whoever started it.

A child's standard input is a pipe that its parent holds. When that ends the child ends in
order, whatever has become of the parent: the system closes the pipe of one that was killed,
too. It is the same on all systems, and so an end that a parent wants is told in that way, too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

ARCHIVE = ".pyz"
"""How the name of a file ends that is the whole program."""


def program(*words: str) -> tuple[str, ...]:
    """Give the command that starts this program once more, with some words behind it."""
    started = sys.argv[0]
    if started.endswith(ARCHIVE):
        return (sys.executable, os.path.abspath(started), *words)
    return (sys.executable, "-m", "sealed_wonders", *words)


def apart() -> dict[str, Any]:
    """
    Give the options of `subprocess.Popen` for a process that keys don't reach.

    It begins a group of processes, too.
    """
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return {"creationflags": flags} if flags else {"start_new_session": True}


def kill(process: subprocess.Popen[Any]) -> None:
    """
    End a process that was started `apart`, and, where there are groups, its group.

    It must not have been waited for: its number may be another's by then.
    """
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def when_input_ends(call: Callable[[], object]) -> None:
    """Call back, from another thread, when whoever started us has gone, or says so."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        call()

    threading.Thread(target=wait, name="input", daemon=True).start()


def go_on_as(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Become another program; where that can't be, end with it."""
    if os.name == "nt":
        # What Windows has under that name ends at once, and whoever waits goes on.
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], tuple(command), environment)
