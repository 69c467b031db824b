"""
Whether another machine would play the same games: a mark of all that decides them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from sealed_wonders import core
from sealed_wonders.client import bots, engine

KINDS = (".py", ".toml")
"""Files that decide what happens in a game: rules and strategies, and data of both."""


@cache
def mark() -> str:
    """Give the mark of this program: a hash of the sources of rules and bots. Those of one's own have none."""
    found = hashlib.sha256()
    for package in (core, bots, engine):
        root = Path(str(package.__file__)).parent
        for path in sorted(it for it in root.rglob("*") if it.suffix in KINDS):
            name = path.relative_to(root).as_posix().encode()
            # Whoever checks out on another system may have other ends of lines.
            text = path.read_bytes().replace(b"\r\n", b"\n")
            for part in (name, text):
                found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()
