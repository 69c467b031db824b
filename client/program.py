"""
How this program is started here, so that a command that is printed can be typed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

COMMAND = "wonders"
"""What it is called wherever a shell finds it by its name."""


def name() -> str:
    """
    Give what to type to start this program, as a shell takes it.

    That is its name alone where a shell finds it by that, and else the path of it from
    here: ``.venv/bin/wonders`` in a checkout.
    """
    started = Path(sys.argv[0])
    script = (
        started if started.name == COMMAND else Path(sys.executable).with_name(COMMAND)
    )
    if not script.exists():
        return f"{shlex.quote(sys.executable)} -m sealed_wonders.client"
    found = shutil.which(COMMAND)
    if found is not None and os.path.samefile(found, script):
        return COMMAND
    return shlex.quote(_from_here(script.absolute()))


def typed(*words: str) -> str:
    """
    Give a command of this program as it is to be typed here.

    Args:
        words: as a shell takes them.
    """
    return " ".join((name(), *words))


def _from_here(script: Path) -> str:
    """Give the path of a script, the short one if it lies below this folder."""
    try:
        short = str(script.relative_to(Path.cwd()))
    except (OSError, ValueError):
        return str(script)
    return short if os.sep in short else f".{os.sep}{short}"
