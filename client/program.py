"""
How this program is started here, so that a command that is printed can be typed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from sealed_wonders.net.commandline import programs
from sealed_wonders.net.commandline.parameters import LANGUAGE
from sealed_wonders.net.system.processes import program
from sealed_wonders.net.system.shell import quoted

COMMAND = "wonders"
"""What it is called wherever a shell finds it by its name."""

ENDINGS = ("", ".exe", ".cmd")
"""What may stand behind that in the name of a file, and needn't be typed."""


def name() -> str:
    """
    Give what to type to start this program, as a shell takes it.

    That is its name alone where a shell finds it by that, and else the path of it from
    here: ``.venv/bin/wonders`` in a checkout.
    """
    script = next(_scripts(), None)
    if script is None:
        return " ".join(map(quoted, program()))
    found = shutil.which(COMMAND)
    if found is not None and os.path.samefile(found, script):
        return COMMAND
    return quoted(_from_here(script.absolute().with_name(COMMAND)))


def typed(*words: str) -> str:
    """
    Give a command of this program as it is to be typed here, in the same language.

    Args:
        words: as a shell takes them.
    """
    asked = (LANGUAGE, programs.language) if programs.language else ()
    return " ".join((name(), *words, *asked))


def _scripts() -> Iterator[Path]:
    """Find the files that start it, the one by which it was first."""
    started, python = Path(sys.argv[0]), Path(sys.executable)
    if started.stem == COMMAND and started.suffix in ENDINGS:
        yield from _with_endings(started.parent)
    yield from _with_endings(python.parent)
    # A folder that has the program, and a Python for it alone within.
    yield from (it for it in _with_endings(python.parents[1]) if it.suffix == ".cmd")


def _with_endings(folder: Path) -> Iterator[Path]:
    paths = (folder / f"{COMMAND}{ending}" for ending in ENDINGS)
    return (path for path in paths if path.is_file())


def _from_here(script: Path) -> str:
    """Give the path of a script, the short one if it lies below this folder."""
    try:
        short = str(script.relative_to(Path.cwd()))
    except (OSError, ValueError):
        return str(script)
    return short if os.sep in short else f".{os.sep}{short}"
