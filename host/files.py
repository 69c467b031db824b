"""Atomic writing of a host's files, and its default folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from sealed_wonders.net.system.files import (
    open_private,
    put_first,
    replace,
    sync_folder,
)

HOME = "WONDERS_HOME"
"""Environment variable for one folder for everything, as in the client."""

ELSEWHERE = "name another folder with --logs"
"""Advice for an unusable folder."""


class BadFile(Exception):
    """A file or folder can't be used; the message is one line that names it."""


def usual_folder() -> Path:
    """Return the default folder, which is in the user's data folder."""
    if folder := os.environ.get(HOME):
        return Path(folder).absolute() / "host"
    import platformdirs

    return platformdirs.user_data_path("sealed-wonders", appauthor=False)


def open_folder(folder: Path) -> Path:
    """
    Create a folder for its owner alone, unless it exists; return its absolute path.

    It needn't be writable yet.

    Raises:
        BadFile: it can't be created or read.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        why = error.strerror
        raise BadFile(f"can't make the folder {folder}: {why}; {ELSEWHERE}") from None
    if not os.access(folder, os.R_OK | os.X_OK):
        raise BadFile(f"can't read the folder {folder}; {ELSEWHERE}")
    return folder.absolute()


def free(folder: Path) -> int:
    """Return the number of bytes that this process can still write to a folder."""
    return shutil.disk_usage(folder).free


def write_whole(path: Path, data: bytes | Iterable[bytes], mode: int = 0o600) -> None:
    """
    Write a file atomically, and sync it to disk.

    Args:
        path: the file, which is replaced if it exists.
        data: the contents, whole or in parts.
        mode: the file's permissions; by default, only its owner can read it.

    Raises:
        OSError: the file can't be written; an existing file is unchanged.
    """
    draft = _draft(path, data, mode)
    try:
        replace(draft, path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def write_first(path: Path, data: bytes, mode: int) -> bytes:
    """Write a file unless it exists; return its contents, or raise `OSError`."""
    draft = _draft(path, data, mode)
    try:
        put_first(draft, path)
        sync_folder(path.parent)
    except FileExistsError:
        return path.read_bytes()
    finally:
        draft.unlink(missing_ok=True)
    return data


def _draft(path: Path, data: bytes | Iterable[bytes], mode: int) -> Path:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    # Left over from a crash of a process with our id.
    draft.unlink(missing_ok=True)
    descriptor = open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:  # also if producing a part fails
        draft.unlink(missing_ok=True)
        raise
    return draft
