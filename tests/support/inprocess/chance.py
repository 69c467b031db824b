"""What looks random, and is the same every time."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable


def stream(*words: object) -> Callable[[int], bytes]:
    """Give a source of bytes that are the same for the same words."""
    calls = itertools.count()

    def give(count: int) -> bytes:
        text = f"{'/'.join(map(str, words))}:{next(calls)}"
        return hashlib.shake_256(text.encode()).digest(count)

    return give


def bytes_of(*words: object) -> bytes:
    """Give 32 bytes for some words."""
    return hashlib.sha256("/".join(map(str, words)).encode()).digest()
