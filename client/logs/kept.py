"""
The games that are kept on this machine, and the short names by which commands take them.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from sealed_wonders.client.storage import folders

LETTERS = 6
"""Letters of a short name, at least."""


def folder() -> Path:
    """Give the folder for the logs of games."""
    return folders.state() / "logs"


def short(path: str) -> str:
    """
    Give what to type for a file: if it is one of those kept here, a few letters.

    They are the first ones of its name, as many as it takes.

    Args:
        path: as a shell takes it; so is what is given.
    """
    try:
        file = Path(*shlex.split(path))
    except (TypeError, ValueError):
        return path
    if file.parent != folder() or not file.is_file():
        return path
    for size in range(LETTERS, len(file.name)):
        begins = file.name[:size]
        if begins.isalnum() and found(begins) == file:
            return begins
    return path


def found(begins: str) -> Path | None:
    """Find a log that is kept by the first letters of its name; None if none is meant."""
    if len(begins) < LETTERS or not begins.isalnum():
        return None
    # A log that stopped may be kept from two tries; the whole one is meant.
    some = sorted(folder().glob(f"{begins}*.swlog"), key=lambda file: len(file.name))
    games = {file.name.partition(".")[0] for file in some}
    return some[0] if len(games) == 1 else None


class LogFile(click.Path):
    """A file that is there, or the first letters of a log that is kept here."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        kept = found(str(value)) if not Path(value).exists() else None
        return super().convert(kept or value, param, ctx)


def where(path: Path) -> str:
    """Write a path as people read it, with ``~`` for their own folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (RuntimeError, ValueError):
        return str(path)
