"""
The capabilities of this process's terminal: a screen or lines, and which symbols.

Imported at startup, so nothing here may take long to import.
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
"""Columns and rows of the smallest terminal that shows a whole screen."""

FEW_LETTERS = ("linux", "vt100", "vt102", "vt220", "ansi")
"""Values of ``TERM`` for terminals that may lack letters beyond ASCII."""


def is_able(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether input and output are a terminal with a movable cursor."""
    source, target = sys.stdin, sys.stdout
    able = has_cursor(environment)
    return bool(able and source and source.isatty() and target and target.isatty())


def is_screen(*, plain: bool) -> bool:
    """
    Return whether to start the screen rather than line mode.

    Ask on the terminal if it is too small for the screen.

    Args:
        plain: Line mode is wanted in any case.
    """
    if plain or not is_able():
        return False
    width, height = shutil.get_terminal_size((WIDTH, HEIGHT))
    return (width >= WIDTH and height >= HEIGHT) or _wants_screen(width, height)


@cache
def _wants_screen(width: int, height: int) -> bool:
    """Ask, once per size, whether to use the screen although it doesn't fit."""
    word = p_("typed", "screen")
    said = _(
        "This terminal is {width} by {height}; the screen needs {wide} by {high}. "
        "Press Enter for line mode, which works at any size, or type {word} for the "
        "screen."
    )
    print(  # noqa: T201  no screen exists yet that could show it
        said.format(width=width, height=height, wide=WIDTH, high=HEIGHT, word=word)
    )
    try:
        answer = input("> ").strip().lower()
    except EOFError:
        return False
    return answer in (word, "screen")


def symbols(wanted: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of the symbol set to draw with: *wanted*, or the best fit."""
    if wanted:
        return wanted
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    few = environment.get("TERM") in FEW_LETTERS
    return "unicode" if encoding == "utf8" and not few else "ascii"
