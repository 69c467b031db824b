"""A host's folder, and errors of the files in it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

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
    """
    Return the number of bytes that this process can still write to a folder.

    That is none if the folder is gone, for example because its disk was removed.
    """
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0
