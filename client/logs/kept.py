"""
The games stored on this machine, and the short names that commands accept for them.
"""

from __future__ import annotations

import contextlib
import shlex
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from sealed_wonders.client.storage import folders
from sealed_wonders.net.commandline.parameters import File
from sealed_wonders.net.system.shell import quoted
from sealed_wonders.net.words import _, n_

LETTERS = 6
"""Minimum letters of a short name."""

LAST = "last"
"""Stands for the game that was stored last."""

OFFERED = 20
"""Maximum number of recent games offered by shell completion."""


def folder() -> Path:
    """Return the folder for the logs of games."""
    return folders.state() / "logs"


def short(path: str) -> str:
    """
    Return what to type for a file: for a stored log, its unique first letters.

    Args:
        path: the path, quoted for a shell. The result is quoted, too.
    """
    file = _stored(path)
    if file is None or not file.is_file():
        return path
    for size in range(LETTERS, len(file.name)):
        begins = file.name[:size]
        if begins.isalnum() and found(begins) == file:
            return begins
    return path


def found(begins: str) -> Path | None:
    """Return the stored log whose name begins like this; None if it isn't unique."""
    if len(begins) < LETTERS or not begins.isalnum():
        return None
    # A game may also have a log of an interrupted attempt (``.stopped.swlog``); the
    # complete log has the shorter name.
    some = sorted(folder().glob(f"{begins}*.swlog"), key=lambda file: len(file.name))
    games = {file.name.partition(".")[0] for file in some}
    return some[0] if len(games) == 1 else None


def newest(folder: Path) -> list[tuple[Path, datetime]]:
    """Return the logs in a folder and when each was written, the latest first."""
    some = []
    with contextlib.suppress(OSError):  # the folder doesn't exist
        for path in folder.glob("*.swlog"):
            # A file may have been removed meanwhile, be a dangling link, or have an
            # impossible date.
            with contextlib.suppress(OSError, OverflowError, ValueError):
                some.append((path, datetime.fromtimestamp(path.stat().st_mtime)))
    return sorted(some, key=lambda it: it[1], reverse=True)


def name_of(path: str) -> str:
    """Return the name of a stored log, given its quoted path; empty if it isn't one."""
    file = _stored(path)
    return "" if file is None else file.name


def _stored(path: str) -> Path | None:
    """Return a path, quoted for a shell, if it is in the folder for logs."""
    try:
        file = Path(*shlex.split(path))
    except (TypeError, ValueError):
        return None
    return file if file.parent == folder() else None


def saved_at(path: Path) -> str:
    """Return the date and time at which a file was written; empty if it isn't known."""
    try:
        return f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
    except (OSError, OverflowError, ValueError):
        return ""


class LogFileType(File):
    """
    A file, or a game stored here, given as `LAST`, its number or its first letters.
    """

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        text = str(value)
        if Path(text).exists():
            return super().convert(value, param, ctx)
        if text == LAST or (
            text.isascii() and text.isdecimal() and len(text) < LETTERS
        ):
            return self._numbered(text, param, ctx)
        return super().convert(found(text) or value, param, ctx)

    def _numbered(
        self, text: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        games = newest(folder())
        number = 1 if text == LAST else int(text)
        if 1 <= number <= len(games):
            return games[number - 1][0]
        if not games:
            self.fail(_("no games are saved here yet"), param, ctx)
        said = n_(
            "there is no game {number}: only {n} game is saved here",
            "there is no game {number}: only {n} games are saved here",
            len(games),
        )
        self.fail(said.format(number=number, n=len(games)), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        games = newest(folder())[:OFFERED]
        some = [(short(quoted(str(path))), when) for path, when in games]
        if some:
            some.insert(0, (LAST, some[0][1]))
        return [
            *(
                CompletionItem(name, help=f"{when:%Y-%m-%d %H:%M}")
                for name, when in some
                if name.startswith(incomplete)
            ),
            CompletionItem(incomplete, type="file"),
        ]


def where(path: Path) -> str:
    """Return a path for display, with ``~`` for the home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (RuntimeError, ValueError):
        return str(path)
