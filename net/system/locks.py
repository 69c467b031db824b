"""
Lock files, which only one process at a time can hold.

Where a locked file can't be read by others (on Windows), a separate file beside it is
locked instead. That file is empty, and exists while a process holds the lock, or after
such a process was killed.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from sealed_wonders.net.system.files import UNWRITABLE, open_private

SUFFIX = ".lock"
"""Suffix of a separate lock file."""

_IS_BESIDE = os.name == "nt"


class Lock:
    """A lock that this process holds until it releases the lock or ends."""

    def __init__(self, path: Path, *, makes: bool = True) -> None:
        """
        Acquire the lock of a file.

        Args:
            makes: whether to create the file if it doesn't exist.

        Raises:
            BlockingIOError: another process has the lock, or another part of this one.
            FileNotFoundError: there is no such file, and *makes* is false.
            OSError: the file can't be locked.
        """
        if not makes and not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        self._path = path.with_name(path.name + SUFFIX) if _IS_BESIDE else path
        self._file = _taken(self._path, makes=makes or _IS_BESIDE)

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        file, self._file = self._file, -1
        if file < 0:
            return
        os.close(file)
        if _IS_BESIDE:
            # Another process that has just opened the file keeps it from being removed.
            with contextlib.suppress(OSError):
                self._path.unlink()


def is_locked(path: Path) -> bool:
    """Return whether anybody holds the lock of a file."""
    try:
        Lock(path, makes=False).release()
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _taken(path: Path, *, makes: bool) -> int:
    # Imported late: it takes as long as all other modules of a small command.
    from filelock import lock_descriptor

    while True:
        file = _opened(path, os.O_CREAT if makes else 0)
        try:
            if not lock_descriptor(file, blocking=False):
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            if _is_at(file, path):
                return file
        except OSError:
            os.close(file)
            raise
        # The last holder has removed the file meanwhile, so another process may lock a
        # new one.
        os.close(file)


def _opened(path: Path, flags: int) -> int:
    try:
        return open_private(path, os.O_RDWR | flags)
    except OSError as error:
        if _IS_BESIDE or error.errno not in UNWRITABLE:
            raise
    return open_private(path, os.O_RDONLY)  # enough for a lock


def _is_at(file: int, path: Path) -> bool:
    """Return whether an open file is still the one at *path*."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
