"""What both programs are called, and whether a shell asks one for completion."""

from __future__ import annotations

import os
from collections.abc import Sequence

PLAYER = "wonders"
HOST = "wonders-host"

PLAYERS = (PLAYER, "sealed-wonders")
"""All names of the player's program."""

language = ""
"""The one that the command line of this program asked for; empty for none."""


def variable_of(name: str) -> str:
    """Return the environment variable by which a shell asks a program."""
    return f"_{name.upper().replace('-', '_')}_COMPLETE"


def is_asked(names: Sequence[str]) -> bool:
    """Tell whether a shell asks a program that may have these names."""
    return any(os.environ.get(variable_of(name)) for name in names)
