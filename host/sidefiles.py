"""
Small files next to the journals of games, which nobody has signed.

There is at most one of each kind per game, named by the first digits of the game's id,
like its journal. It is written as a whole. Later versions must be able to read it,
since games are resumed after an update: in an array of fields, new ones come last, with
a default. A file that can't be read counts as missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from sealed_wonders.host.files import write_whole

T = TypeVar("T")

CLOCK, BACKUPS = ".clock", ".backups"
"""File extensions."""

EXTENSIONS = (BACKUPS, CLOCK)
"""Those of all kinds."""


class SideFile(Generic[T]):
    """A kind of file; *missing* stands for one that is missing."""

    def __init__(self, extension: str, kind: type[T], missing: T) -> None:
        self._extension = extension
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._missing = missing

    def read(self, folder: Path, game: str) -> T:
        try:
            data = _path(folder, game, self._extension).read_bytes()
            return self._decoder.decode(data)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return self._missing

    def write(self, folder: Path, game: str, value: T) -> None:
        """
        Write a game's file.

        Raises:
            OSError: it can't be written.
        """
        data = msgspec.msgpack.encode(value)
        write_whole(_path(folder, game, self._extension), data)


def remove_all(folder: Path, game: str) -> None:
    """
    Remove all files of a game.

    Raises:
        OSError: one can't be removed.
    """
    for extension in EXTENSIONS:
        _path(folder, game, extension).unlink(missing_ok=True)


def _path(folder: Path, game: str, extension: str) -> Path:
    return folder / f"{game}{extension}"
