"""Files written all at once or not at all, whatever happens in between."""

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
"""The environment variable that names one folder for everything, as for players."""

ELSEWHERE = "name another folder with --logs"
"""What to do where a folder is no good."""


class BadFile(Exception):
    """A file or folder can't be used; the message is one line that names it."""


def usual_folder() -> Path:
    """Return the folder that is meant where none is named: a user's data folder."""
    if folder := os.environ.get(HOME):
        return Path(folder).absolute() / "host"
    import platformdirs

    return platformdirs.user_data_path("sealed-wonders", appauthor=False)


def open_folder(folder: Path) -> Path:
    """
    Make a folder, for its owner alone, unless it is there; return its absolute path.

    That nothing can be written into it just now doesn't matter yet.

    Raises:
        BadFile: it can't be made, or read.
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
    """Return how many bytes this process may still write there."""
    return shutil.disk_usage(folder).free


def write_whole(path: Path, data: bytes | Iterable[bytes], mode: int = 0o600) -> None:
    """
    Write a file, in place of what was there; it then outlives a power failure.

    Args:
        data: all of it, or one part after the other.
        mode: who may read it; its owner alone, unless it is said otherwise.

    Raises:
        OSError: it can't be written; what was there before still is.
    """
    draft = _draft(path, data, mode)
    try:
        replace(draft, path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def write_first(path: Path, data: bytes, mode: int) -> bytes:
    """
    Write a file unless there is one; return what it then holds.

    Raises:
        OSError: it can't be written or read.
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


def _draft(path: Path, data: bytes | Iterable[bytes], mode: int) -> Path:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    # One left by a crash, of a process that had our number.
    draft.unlink(missing_ok=True)
    descriptor = open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:  # also where a part can't be given
        draft.unlink(missing_ok=True)
        raise
    return draft
