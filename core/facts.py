"""
The facts of a game: its data files without what only people read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def without(words: Collection[str], data: Any) -> Any:
    """Return *data* without the keys in *words*, at whatever depth they stand."""
    if isinstance(data, Mapping):
        return {key: without(words, it) for key, it in data.items() if key not in words}
    if isinstance(data, list | tuple):
        return [without(words, it) for it in data]
    return data
