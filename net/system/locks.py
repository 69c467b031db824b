"""
Files that one process at a time may have.

Where a system keeps others from reading what is locked (Windows does), it is another file beside
the one that is meant; it holds nothing, and is there as long as some process has it, or after
one that was killed.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from sealed_wonders.net.system.files import UNWRITABLE, open_private

SUFFIX = ".lock"
"""How the name of such another file ends."""

_IS_BESIDE = os.name == "nt"


class Lock:
    """A lock that this process has, until it lets go of it or ends."""

    def __init__(self, path: Path, *, makes: bool = True) -> None:
        """
        Take the lock of a file.

        Args:
            makes: an empty one is made if there is none.

        Raises:
            BlockingIOError: another process has it, or another part of this one.
            FileNotFoundError: there is no such file, and none is to be made.
            OSError: it can't be locked.
        """
        if not makes and not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        self._path = path.with_name(path.name + SUFFIX) if _IS_BESIDE else path
        self._file = _taken(self._path, makes=makes or _IS_BESIDE)

    def release(self) -> None:
        """Let others have it; a second time changes nothing."""
        file, self._file = self._file, -1
        if file < 0:
            return
        os.close(file)
        if _IS_BESIDE:
            # Whoever has opened it since then keeps it from being removed.
            with contextlib.suppress(OSError):
                self._path.unlink()


def is_locked(path: Path) -> bool:
    """Tell whether somebody has the lock of a file."""
    try:
        Lock(path, makes=False).release()
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _taken(path: Path, *, makes: bool) -> int:
    # It takes as long to import as all other modules of a small command.
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
        # Who had it has removed it meanwhile: another process may lock a new one.
        os.close(file)


def _opened(path: Path, flags: int) -> int:
    try:
        return open_private(path, os.O_RDWR | flags)
    except OSError as error:
        if _IS_BESIDE or error.errno not in UNWRITABLE:
            raise
    return open_private(path, os.O_RDONLY)  # which is enough


def _is_at(file: int, path: Path) -> bool:
    """Tell whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
