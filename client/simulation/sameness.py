"""
A mark of the rules and bots in use: the same only where games would be identical.

By this mark, a cluster refuses workers of another version, and stored evaluations of
another version aren't used. A changed mark only costs computing them again.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from sealed_wonders import core
from sealed_wonders.client import bots, engine

KINDS = (".py", ".toml")
"""Suffixes of files that affect games: rules and strategies, and their data."""


@cache
def mark() -> str:
    """
    Return the mark: a hash of the source files of rules and bots, without installed
    bots.
    """
    found = hashlib.sha256()
    for package in (core, bots, engine):
        root = Path(str(package.__file__)).parent
        for path in sorted(it for it in root.rglob("*") if it.suffix in KINDS):
            name = path.relative_to(root).as_posix().encode()
            # A checkout on another system may have other line ends.
            text = path.read_bytes().replace(b"\r\n", b"\n")
            for part in (name, text):
                found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()
