"""
How to start this program on this machine, for commands that are shown to be typed.
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
from sealed_wonders.net.system.shell import ShellLine, quoted

COMMAND = "wonders"
"""Name of the program on the shell's path."""

ENDINGS = ("", ".exe", ".cmd")
"""Extensions that the program's file may have, which needn't be typed."""


ENDS_AT_START = "WONDERS_ENDS_AT_START"
"""Environment variable of a program that the start screen has begun, and follows."""


def ends_at_start() -> bool:
    """Return whether the start screen comes back when this program ends."""
    return bool(os.environ.get(ENDS_AT_START))


def name() -> str:
    """
    Return what to type in a shell to start this program.

    That is its bare name if the shell finds this very program by its name, and
    otherwise its path from the current folder: ``.venv/bin/wonders`` in a checkout.
    """
    script = next(_scripts(), None)
    if script is None:
        return " ".join(map(quoted, program()))
    found = shutil.which(COMMAND)
    if found is not None and os.path.samefile(found, script):
        return COMMAND
    return quoted(_from_here(script.absolute().with_name(COMMAND)))


def typed(*words: str) -> ShellLine:
    """
    Return a command of this program to be typed here, in the same language.

    Args:
        words: the words of the command, already quoted for a shell.
    """
    asked = (LANGUAGE, programs.language) if programs.language else ()
    return ShellLine(" ".join((name(), *words, *asked)))


def _scripts() -> Iterator[Path]:
    """Yield the files that start this program, the one that was used first."""
    started, python = Path(sys.argv[0]), Path(sys.executable)
    if started.stem == COMMAND and started.suffix in ENDINGS:
        yield from _with_endings(started.parent)
    yield from _with_endings(python.parent)
    # The program's folder may have a Python of its own in a subfolder.
    yield from (it for it in _with_endings(python.parents[1]) if it.suffix == ".cmd")


def _with_endings(folder: Path) -> Iterator[Path]:
    paths = (folder / f"{COMMAND}{ending}" for ending in ENDINGS)
    return (path for path in paths if path.is_file())


def _from_here(script: Path) -> str:
    """Return a script's path, relative if it lies below the current folder."""
    try:
        short = str(script.relative_to(Path.cwd()))
    except (OSError, ValueError):
        return str(script)
    return short if os.sep in short else f".{os.sep}{short}"
