"""Repeatable bytes in place of the system's randomness."""

from __future__ import annotations

import hashlib


class Stream:
    """
    A source of bytes that are the same for the same words.

    Attributes:
        calls: how often it was asked; who sets that goes on from there.
    """

    def __init__(self, *words: object) -> None:
        self._words = "/".join(map(str, words))
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        text = f"{self._words}:{self.calls}"
        self.calls += 1
        return hashlib.shake_256(text.encode()).digest(count)


def stream(*words: object) -> Stream:
    """Give such a source."""
    return Stream(*words)


def bytes_of(*words: object) -> bytes:
    """Give 32 bytes for some words."""
    return hashlib.sha256("/".join(map(str, words)).encode()).digest()
