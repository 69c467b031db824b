"""
What the terminal of this process is able to do; nothing here takes long to import.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

INCAPABLE = ("", "dumb", "unknown")
"""Terminals, by the variable TERM, on which one can do nothing but print."""

FEW_LETTERS = ("linux", "vt100", "vt102", "vt220", "ansi")
"""Those whose letters can't be trusted to be more than ASCII's."""


def is_able(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether there are keys, and a cursor that can be moved."""
    source, target = sys.stdin, sys.stdout
    able = environment.get("TERM", "dumb") not in INCAPABLE
    return bool(able and source and source.isatty() and target and target.isatty())


def symbols(wanted: str, environment: Mapping[str, str] = os.environ) -> str:
    """Give the name of the signs to draw with: the wanted ones, or those it can show."""
    if wanted:
        return wanted
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    few = environment.get("TERM") in FEW_LETTERS
    return "unicode" if encoding == "utf8" and not few else "ascii"
