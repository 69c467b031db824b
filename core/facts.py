"""
The facts of a game's rules: its data files without the parts that only people read.

A table agrees on their hash (docs/PROTOCOL.md, The rules hash). So a game's logs can't
be read any more if anything but such parts changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def without(words: Collection[str], data: Any) -> Any:
    """Return *data* without the keys in *words*, at any depth."""
    if isinstance(data, Mapping):
        return {key: without(words, it) for key, it in data.items() if key not in words}
    if isinstance(data, list | tuple):
        return [without(words, it) for it in data]
    return data
