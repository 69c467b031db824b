"""
Files that survive a power failure, as far as the system promises it.

Where a folder can't be synced (on Windows), the file system's own log keeps the names
in it. Where an open file can't be replaced or removed, for example while a scanner
reads it, the operation is retried for a moment.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

PRIVATE = 0o600
"""
Mode of private files: only their owner may read them. Without POSIX, folders decide.
"""

ORDINARY = 0o666
"""Mode of files that hold no secret: the user's umask decides who may read them."""

UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)
"""Errors because of which a good file can't be opened for writing."""

TRIES, PAUSE = 25, 0.02
"""Number of attempts if an open file is in the way, and seconds in between."""

CAN_READ_AT = hasattr(os, "pread")
"""
Whether an open file can be read anywhere without moving its position.

Where it can't (on Windows), an open file can't be removed, either.
"""

_BINARY = getattr(os, "O_BINARY", 0)
_IS_HELD = os.name == "nt"
"""Whether an open file can't be removed."""


def open_private(path: Path | str, flags: int, mode: int = PRIVATE) -> int:
    """Open a binary file. A new one is private, and no child process inherits it."""
    return os.open(path, flags | _BINARY, mode)


def make_private(file: int) -> None:
    """Make an open file readable by its owner only."""
    if hasattr(os, "fchmod"):
        os.fchmod(file, PRIVATE)


def write_at(file: int, data: bytes, at: int) -> int:
    """Write some of the data at an offset; return how much."""
    if hasattr(os, "pwrite"):
        return os.pwrite(file, data, at)
    os.lseek(file, at, os.SEEK_SET)
    return os.write(file, data)


def read_at(file: int, size: int, at: int) -> bytes:
    """Read up to *size* bytes at an offset, if `CAN_READ_AT`, from any thread."""
    return os.pread(file, size, at)


def sync_folder(folder: Path) -> None:
    """
    Make the names in a folder as durable as the files.

    Raises:
        OSError: it fails.
    """
    if _IS_HELD:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(new: Path, path: Path) -> None:
    """Move a file to a path, replacing any other file there."""
    _patiently(lambda: new.replace(path))


def put_first(new: Path, path: Path) -> None:
    """
    Move a file to a path where there is no other file.

    Raises:
        FileExistsError: there is one.
    """
    if _IS_HELD:
        os.rename(new, path)
    else:
        os.link(new, path)
        new.unlink()


def write_whole(
    path: Path,
    data: bytes | Iterable[bytes],
    mode: int = PRIVATE,
    *,
    is_synced: bool = True,
) -> None:
    """
    Write a file atomically, and sync it to disk.

    If several programs write it at once, the last one wins. A crash can leave a draft
    beside it, whose name begins with a dot.

    Args:
        path: the file, which is replaced if it exists.
        data: the contents, whole or in parts.
        mode: the file's permissions; by default, only its owner can read it.
        is_synced: whether to wait until the file is safe from a power failure. Many
            files that can be made again are written faster without waiting.

    Raises:
        OSError: the file can't be written; an existing file is unchanged.
    """
    draft = _draft(path, data, mode, is_synced=is_synced)
    try:
        replace(draft, path)
        if is_synced:
            sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def write_first(path: Path, data: bytes, mode: int = PRIVATE) -> bytes:
    """
    Write a file unless it exists; return the contents of the file.

    Raises:
        OSError: the file can't be written or read.
    """
    draft = _draft(path, data, mode)
    try:
        put_first(draft, path)
        sync_folder(path.parent)
    except FileExistsError:
        return path.read_bytes()
    finally:
        draft.unlink(missing_ok=True)
    return data


def _draft(
    path: Path, data: bytes | Iterable[bytes], mode: int, *, is_synced: bool = True
) -> Path:
    # Not named by the process id, which two threads share, as may two containers or
    # machines with a common folder. One would then move the other's half of a file.
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            if is_synced:
                os.fsync(file.fileno())
    except BaseException:  # also if producing a part fails
        draft.unlink(missing_ok=True)
        raise
    return draft


def remove(path: Path) -> None:
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
    """Preserve an existing file's times while it is written again."""
    found = None
    with contextlib.suppress(OSError):
        found = path.stat()
    yield
    if found is not None:
        with contextlib.suppress(OSError):
            os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
