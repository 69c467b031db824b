"""
Files that outlive a loss of power, as far as the system promises that.

Where a folder can't be synced (on Windows), a system keeps the names in it by itself: what NTFS
has done to them is in its own log. Where a file that somebody has open can't be replaced or
removed, as when a scanner reads it just now, it is tried again for a moment.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PRIVATE = 0o600
"""Who may read what is kept: its owner alone. Elsewhere than on POSIX its folder says that."""

UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)
"""Why a file that may be a good one can't be opened to be written."""

TRIES, PAUSE = 25, 0.02
"""How often something is tried that an open file prevents, and seconds in between."""

CAN_READ_AT = hasattr(os, "pread")
"""
Whether an open file can be read anywhere without moving on in it.

Where it can't (on Windows), an open file can't be removed, either.
"""

_BINARY = getattr(os, "O_BINARY", 0)
_IS_HELD = os.name == "nt"
"""Whoever has a file open keeps others from removing it."""


def open_private(path: Path | str, flags: int, mode: int = PRIVATE) -> int:
    """Open a file of bytes; one that is made is its owner's alone, and no child has it."""
    return os.open(path, flags | _BINARY, mode)


def make_private(file: int) -> None:
    """Have nobody but its owner read an open file."""
    if hasattr(os, "fchmod"):
        os.fchmod(file, PRIVATE)


def write_at(file: int, data: bytes, at: int) -> int:
    """Write some of the data at a place; returns how much."""
    if hasattr(os, "pwrite"):
        return os.pwrite(file, data, at)
    os.lseek(file, at, os.SEEK_SET)
    return os.write(file, data)


def read_at(file: int, size: int, at: int) -> bytes:
    """Read up to *size* bytes at a place, where `CAN_READ_AT`; others may read meanwhile."""
    return os.pread(file, size, at)


def sync_folder(folder: Path) -> None:
    """
    Make the names in a folder as durable as what they name.

    Raises:
        OSError: it can't be done.
    """
    if _IS_HELD:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(new: Path, path: Path) -> None:
    """Put a file in the place of another, or where none was."""
    _patiently(lambda: new.replace(path))


def put_first(new: Path, path: Path) -> None:
    """
    Give a file a name, unless another has it.

    Raises:
        FileExistsError: one has.
    """
    if _IS_HELD:
        os.rename(new, path)
    else:
        os.link(new, path)
        new.unlink()


def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    _patiently(lambda: path.unlink(missing_ok=True))


def _patiently(do: Callable[[], object]) -> None:
    tries = TRIES if _IS_HELD else 1
    for left in reversed(range(tries)):
        try:
            do()
        except PermissionError:
            if not left:
                raise
            time.sleep(PAUSE)
        else:
            return


@contextlib.contextmanager
def keeping_time(path: Path) -> Iterator[None]:
    """Write a file again, if it is there, and let it look as old as it was."""
    found = None
    with contextlib.suppress(OSError):
        found = path.stat()
    yield
    if found is not None:
        with contextlib.suppress(OSError):
            os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
