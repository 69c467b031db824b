"""
What the terminal of this process is able to do; nothing here takes long to import.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from functools import cache

from sealed_wonders.net.system.console import has_cursor
from sealed_wonders.net.words import _, p_

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that shows everything."""

FEW_LETTERS = ("linux", "vt100", "vt102", "vt220", "ansi")
"""Those whose letters can't be trusted to be more than ASCII's."""


def is_able(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether there are keys, and a cursor that can be moved."""
    source, target = sys.stdin, sys.stdout
    able = has_cursor(environment)
    return bool(able and source and source.isatty() and target and target.isatty())


def is_screen(*, plain: bool) -> bool:
    """
    Tell whether there is to be a screen: if it can be, and nobody wants lines.

    Where the terminal is too small for it, lines are offered.

    Args:
        plain: lines are wanted in any case.
    """
    if plain or not is_able():
        return False
    width, height = shutil.get_terminal_size((WIDTH, HEIGHT))
    return (width >= WIDTH and height >= HEIGHT) or _wants_screen(width, height)


@cache
def _wants_screen(width: int, height: int) -> bool:
    """Ask, once."""
    word = p_("typed", "screen")
    said = _(
        "This terminal is {width} by {height}; the screen takes {wide} by {high}. Enter "
        "plays in lines, for which any size will do; type {word} for the screen."
    )
    print(  # noqa: T201  nothing else is there yet that could show it
        said.format(width=width, height=height, wide=WIDTH, high=HEIGHT, word=word)
    )
    try:
        answer = input("> ").strip().lower()
    except EOFError:
        return False
    return answer in (word, "screen")


def symbols(wanted: str, environment: Mapping[str, str] = os.environ) -> str:
    """Give the name of the signs to draw with: the wanted ones, or those it can show."""
    if wanted:
        return wanted
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    few = environment.get("TERM") in FEW_LETTERS
    return "unicode" if encoding == "utf8" and not few else "ascii"
