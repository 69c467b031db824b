"""Names of both programs, and whether a shell is asking one for completion."""

from __future__ import annotations

import os
from collections.abc import Sequence

PLAYER = "wonders"
HOST = "wonders-host"

PLAYERS = (PLAYER, "sealed-wonders")
"""All names of the player's program."""

language = ""
"""Language requested on this program's command line; empty for none."""


def variable_of(name: str) -> str:
    """Return the environment variable with which a shell queries a program."""
    return f"_{name.upper().replace('-', '_')}_COMPLETE"


def is_asked(names: Sequence[str]) -> bool:
    """Return whether a shell is querying a program with one of these names."""
    return any(os.environ.get(variable_of(name)) for name in names)
