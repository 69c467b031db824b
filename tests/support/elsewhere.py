"""
A system that isn't POSIX, as far as our modules can see.

What POSIX alone has is taken away from whatever module of ours asks for it, and from no
library, which knows other systems by itself. `environment` does so for processes, and for
those that they start.
"""

from __future__ import annotations

import builtins
import os
import signal
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty")
"""Modules that aren't there."""

NAMES: Mapping[ModuleType, Sequence[str]] = {
    os: (
        *("O_CLOEXEC", "O_DIRECTORY", "fchmod", "fork", "geteuid", "getpgid", "getuid"),
        *("killpg", "pread", "pwrite", "setsid", "sysconf", "uname", "posix_spawn"),
    ),
    signal: (
        *("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGTSTP", "SIGWINCH", "SIGCHLD"),
        *("SIGPIPE", "SIGQUIT", "SIGALRM", "SIGCONT", "SIGSTOP"),
    ),
    socket: ("AF_UNIX",),
}
"""What modules haven't."""

INSTEAD: Mapping[ModuleType, Mapping[str, Any]] = {os: {"name": "nt"}}


class Poorer(ModuleType):
    """A module without some of its names."""

    def __init__(self, whole: ModuleType) -> None:
        super().__init__(whole.__name__)
        self._whole = whole
        vars(self).update(INSTEAD.get(whole, {}))

    def __getattr__(self, name: str) -> Any:
        if name in NAMES[self._whole]:
            raise AttributeError(f"no {name} here")
        return getattr(self._whole, name)


def take_away() -> None:
    """Have modules of ours, which aren't imported yet, see nothing of POSIX."""
    poorer = {whole.__name__: Poorer(whole) for whole in NAMES}
    find = builtins.__import__

    def import_(name: str, globals: Any = None, *args: Any, **others: Any) -> Any:
        if not str((globals or {}).get("__name__", "")).startswith("sealed_wonders"):
            return find(name, globals, *args, **others)
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"no module {name} here", name=name)
        return poorer.get(name) or find(name, globals, *args, **others)

    builtins.__import__ = import_


def environment(folder: Path) -> dict[str, str]:
    """
    Give the environment of processes from which it is taken away.

    Args:
        folder: an empty one, for what Python imports when it begins.
    """
    root = Path(__file__).parents[2]
    code = "from tests.support.elsewhere import take_away; take_away()\n"
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    found = os.pathsep.join(map(str, (folder, root)))
    return {**os.environ, "PYTHONPATH": found, "WONDERS_HOME": str(folder / "home")}
