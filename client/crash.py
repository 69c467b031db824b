"""
Crash reports, written so that they contain no secrets.

A report tells where the program was. It contains no values and no error messages, which
may name a card, and no arguments of actions, which may reveal a choice.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import secrets
import sys
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.net.system.files import open_private
from sealed_wonders.net.words import _

ACTIONS_KEPT = 40
"""Number of actions kept for a report."""

OF_A_CHOICE = frozenset(("build", "stage", "sell", "nothing", "pick", "card", "digit"))
"""First words of actions that reveal a choice."""


class Trail:
    """The last actions, without what was chosen."""

    def __init__(self) -> None:
        self._steps: deque[str] = deque(maxlen=ACTIONS_KEPT)

    def note(self, screen: str, action: str) -> None:
        """Record an action and the screen it was done on."""
        word = action.partition(" ")[0]
        self._steps.append(f"{screen}: {'(chooses)' if word in OF_A_CHOICE else word}")

    def __str__(self) -> str:
        return "\n".join(self._steps)


class Reports:
    """
    Writes one report per fault in this process, however often the fault recurs.

    Attributes:
        last: The path of the last report; None if there is none.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime] | None = None) -> None:
        """
        Create reports for a folder, which is created when first needed.

        Args:
            now: A clock; tests pass their own.
        """
        self.last: Path | None = None
        self._folder = folder
        self._now = now or datetime.now
        self._written: dict[str, Path | None] = {}

    def write(self, error: BaseException, trail: object = "") -> Path | None:
        """Write a report; return its path, or None if it can't be written."""
        where = place(error)
        if where not in self._written:
            self._written[where] = self._write(report(error, trail))
        self.last = self._written[where] or self.last
        return self._written[where]

    def _write(self, text: str) -> Path | None:
        name = f"{self._now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.txt"
        path = self._folder / name
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = open_private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            with open(file, "w", encoding="utf-8") as report:
                report.write(text)
        except OSError:
            return None
        return path


def told(error: BaseException, path: Path | None) -> str:
    """Return a line on what went wrong, and where the report is."""
    kind = type(error).__name__
    if path is None:
        said = _(
            "The program has a bug: {kind}. No report could be written; set "
            "{variable} to a folder that you can write to."
        )
        return said.format(kind=kind, variable=VARIABLE)
    said = _("The program has a bug: {kind}. Please send us {path}")
    return said.format(kind=kind, path=path)


def place(error: BaseException) -> str:
    """Return the kind of an error and the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    last = f" at {_short(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{last}"


def report(
    error: BaseException,
    trail: object = "",
    environment: Mapping[str, str] = os.environ,
) -> str:
    """Return the text of a report."""
    try:
        version = importlib.metadata.version("sealed-wonders")
    except importlib.metadata.PackageNotFoundError:
        version = "?"
    seen = {name: environment.get(name, "") for name in ("TERM", "COLORTERM", "LANG")}
    lines = [
        f"Sealed Wonders {version}",
        f"Python {platform.python_version()} on {sys.platform}",
        " ".join(f"{name}={value!r}" for name, value in seen.items()),
        "",
        "Neither keys nor cards nor choices are in this report; nor are the words of",
        "the error, which might tell some.",
        "",
        *_frames(error),
        "",
        "What was done last:",
        str(trail) or "nothing",
        "",
    ]
    return "\n".join(lines)


def _frames(error: BaseException) -> list[str]:
    """Return the frames of an error, and of the errors that caused it."""
    lines, one = [], error
    seen: set[int] = set()
    while id(one) not in seen:
        seen.add(id(one))
        lines.append(f"{type(one).__module__}.{type(one).__qualname__}")
        for frame in traceback.extract_tb(one.__traceback__):
            where = f"{_short(frame.filename)}:{frame.lineno}"
            lines.append(f"  {where} in {frame.name}: {frame.line}")
        lines += getattr(one, "elsewhere", ())
        behind = one.__cause__ or one.__context__
        if behind is None:
            break
        lines.append("after")
        one = behind
    return lines


def _short(path: str) -> str:
    """Return the last parts of a path: the first ones may contain a user name."""
    return "/".join(Path(path).parts[-3:])
