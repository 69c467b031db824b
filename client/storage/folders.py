"""
Where a player's files are on this machine. This module is quick to import.

Keys and unfinished games stay there from one version of the program to the next.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

VARIABLE = "WONDERS_HOME"
"""Environment variable naming one folder to use instead of the platform's folders."""

APPLICATION = "sealed-wonders"

_ELSEWHERE = (
    *(errno.EACCES, errno.EPERM, errno.EROFS),
    *(errno.ENOTDIR, errno.ENOENT),
)
"""Errors that choosing another folder can fix."""


def config() -> Path:
    """Return the folder for what a player would take along to another machine."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).absolute()
    import platformdirs

    return platformdirs.user_config_path(APPLICATION, appauthor=False)


def state() -> Path:
    """Return the folder for what belongs to this machine."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).absolute()
    import platformdirs

    return platformdirs.user_state_path(APPLICATION, appauthor=False)


def is_unusable(path: Path, problem: OSError) -> bool:
    """Return whether an error occurred because the player's folders aren't writable."""
    if problem.errno not in _ELSEWHERE:
        return False
    return any(path.is_relative_to(folder) for folder in (config(), state()))
