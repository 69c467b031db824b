"""Which parts of the program run compiled, by `scripts/compile`, as their files show."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PARTS = {"engine": "client/engine/wonders/table", "proofs": "net/sealed/_pippenger"}
"""A module of each part, below the folder that has this package's folder."""


def compiled() -> list[str]:
    """Return the names of the parts that are compiled, without importing anything."""
    root = Path(__file__).parents[2]
    return [
        name
        for name, module in PARTS.items()
        if any((root / f"{module}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    ]
