"""
Where a player's files are on this machine; nothing here takes long to import.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "WONDERS_HOME"
"""Names the folder for everything, in place of the platform's own folders."""

APPLICATION = "sealed-wonders"


def config() -> Path:
    """Give the folder for what a player would take along to another machine."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).absolute()
    import platformdirs

    return platformdirs.user_config_path(APPLICATION, appauthor=False)


def state() -> Path:
    """Give the folder for what belongs to this machine."""
    if folder := os.environ.get(VARIABLE):
        return Path(folder).absolute()
    import platformdirs

    return platformdirs.user_state_path(APPLICATION, appauthor=False)
