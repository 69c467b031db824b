"""
An imitation of Windows on Linux, as far as our own modules can see it.

`windows.json` lists the names that CPython's modules have on Windows, and the modules that are
missing there; `scripts/wine_test` compares it with what a Python for Windows says, and records
it anew with ``--record``. `take_away` hides everything else from our modules, and from no
library, since libraries know other systems by themselves. `environment` does so for processes,
and for those that they start.
"""

from __future__ import annotations

import builtins
import errno
import importlib
import json
import os
import signal
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.support import programs

RECORDED = Path(__file__).with_name("windows.json")
"""What a Python for Windows has: written by `RECORD`, which runs there."""

MODULES = (
    *("asyncio", "ctypes", "errno", "faulthandler", "locale", "mmap", "os", "select"),
    *("selectors", "signal", "socket", "socketserver", "sys", "time"),
)
"""Modules that are there on every system, with more or fewer names in them."""

RECORD = f"""
import importlib, json, sys
names = {MODULES}
missing = []
for name in sorted(sys.stdlib_module_names):
    # These open windows and pages when they are imported, or aren't part of every Python.
    if name in ("antigravity", "idlelib", "this", "turtle", "turtledemo"):
        continue
    try:
        importlib.import_module(name)
    except ImportError:
        missing.append(name)
rows = {{"missing": missing}}
for name in names:
    public = (it for it in dir(importlib.import_module(name)) if not it.startswith("_"))
    rows[name] = sorted(public)
lines = (f"{{json.dumps(name)}}: {{json.dumps(row)}}" for name, row in rows.items())
print("{{" + ",\\n".join(lines) + "}}")
"""
"""Prints what to record, as JSON: a line for each module, and one for those that are missing."""

CATCHABLE = (
    *(signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGINT, signal.SIGSEGV),
    signal.SIGTERM,
)
"""The signals that a program can handle on Windows, besides SIGBREAK."""


@cache
def recorded() -> Mapping[str, frozenset[str]]:
    """Return the public names that each of `MODULES` has there; "missing" lists modules."""
    found = json.loads(RECORDED.read_text("utf-8"))
    return {module: frozenset(names) for module, names in found.items()}


class Poorer(ModuleType):
    """A module as it is on Windows."""

    def __init__(self, whole: ModuleType) -> None:
        super().__init__(whole.__name__)
        self._whole = whole
        self._names = recorded().get(whole.__name__)
        vars(self).update(INSTEAD.get(whole.__name__, {}))

    def __getattr__(self, name: str) -> Any:
        is_public = not name.startswith("_")
        if is_public and self._names is not None and name not in self._names:
            raise AttributeError(
                f"module {self._whole.__name__!r} has no attribute {name!r} here",
                name=name,
                obj=self,
            )
        return getattr(self._whole, name)


def take_away() -> None:
    """Hide from our modules, which mustn't be imported yet, what Windows lacks."""
    poorer = {
        name: Poorer(importlib.import_module(name)) for name in {*MODULES, *INSTEAD}
    }
    find = builtins.__import__

    def import_(
        name: str, globals: Any = None, locals: Any = None, *args: Any, **others: Any
    ) -> Any:
        if not str((globals or {}).get("__name__", "")).startswith("sealed_wonders"):
            return find(name, globals, locals, *args, **others)
        _check(name)
        found = find(name, globals, locals, *args, **others)
        return poorer.get(found.__name__, found)

    builtins.__import__ = import_


def _check(name: str) -> None:
    top = name.partition(".")[0]
    if top in recorded()["missing"]:
        raise ModuleNotFoundError(f"No module named {name!r} here", name=name)


def environment(folder: Path) -> dict[str, str]:
    """
    Return the environment of processes that lack what Windows lacks.

    Args:
        folder: an empty folder for the code that Python imports when it starts.
    """
    code = "from tests.support.elsewhere import take_away; take_away()\n"
    found = programs.environment(folder, code)
    return {**found, "WONDERS_HOME": str(folder / "home")}


# What is there, and does something else.


def _import_module(name: str, package: str | None = None) -> ModuleType:
    _check(name)
    return importlib.import_module(name, package)


class _Library:
    """Loads libraries by file name; there is none without a name."""

    def __init__(self, name: str | None, *_: Any, **__: Any) -> None:
        if name is None:
            raise TypeError("argument 1 must be str, not None")
        raise FileNotFoundError(errno.ENOENT, f"Could not find module '{name}'")


def _handle(number: int, handler: Any) -> Any:
    if number not in CATCHABLE:
        raise ValueError("invalid signal value")
    return signal.signal(number, handler)


def _open(path: Any, flags: int, *args: Any, **others: Any) -> int:
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return os.open(path, flags, *args, **others)


def _rename(source: Any, target: Any) -> None:
    if os.path.exists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    os.rename(source, target)


INSTEAD: Mapping[str, Mapping[str, Any]] = {
    "ctypes": {"CDLL": _Library},
    "importlib": {"import_module": _import_module},
    "os": {"name": "nt", "open": _open, "rename": _rename},
    "signal": {"signal": _handle},
    "sys": {"platform": "win32"},
}
