"""
Child processes: starting them, and making sure that none outlives its parent.

A child's standard input is a pipe from its parent. When the pipe ends, the child exits
cleanly, whatever has happened to the parent: the system also closes the pipe of a
killed process. This works on all systems, so a parent that wants to end a child uses
it, too.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

ARCHIVE = ".pyz"
"""Suffix of a single file that contains the whole program."""


def program(*words: str) -> tuple[str, ...]:
    """Return the command that starts this program again with some arguments."""
    started = sys.argv[0]
    if started.endswith(ARCHIVE):
        return (sys.executable, os.path.abspath(started), *words)
    return (sys.executable, "-m", "sealed_wonders", *words)


def apart() -> dict[str, Any]:
    """
    Return options of `subprocess.Popen` for a process that Ctrl-C doesn't reach.

    The process also becomes the leader of a new process group.
    """
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return {"creationflags": flags} if flags else {"start_new_session": True}


def kill(process: subprocess.Popen[Any]) -> None:
    """
    Kill a process that was started with `apart`, including its group if there is one.

    Nobody may have waited for the process before, since its number could be reused
    then.
    """
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def when_input_ends(call: Callable[[], object]) -> None:
    """Call back from another thread when the parent has ended, or closes the pipe."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        call()

    threading.Thread(target=wait, name="input", daemon=True).start()


def when_output_ends(call: Callable[[], object]) -> None:
    """
    Call back from another thread when nobody can read standard output any more.

    Nothing is called for a file, nor on Windows, which can't tell before a write fails.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(1, 0)  # an error or a hangup is always reported

    def wait() -> None:
        poll.poll()
        call()

    threading.Thread(target=wait, name="output", daemon=True).start()


def go_on_as(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Replace this process by another program, or run it and exit with its status."""
    if os.name == "nt":
        # On Windows, `execve` would end this process at once, and its parent would go
        # on.
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], tuple(command), environment)
