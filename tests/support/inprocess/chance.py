"""Repeatable bytes in place of the system's randomness."""

from __future__ import annotations

import hashlib


class Stream:
    """
    A source of bytes that depend only on some words and on the number of calls.

    Attributes:
        calls: the number of calls so far; it can be set to continue from another point.
    """

    def __init__(self, *words: object) -> None:
        self._words = "/".join(map(str, words))
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        text = f"{self._words}:{self.calls}"
        self.calls += 1
        return hashlib.shake_256(text.encode()).digest(count)


def stream(*words: object) -> Stream:
    return Stream(*words)


def bytes_of(*words: object) -> bytes:
    """Return 32 bytes that depend only on these words."""
    return hashlib.sha256("/".join(map(str, words)).encode()).digest()
