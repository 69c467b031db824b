"""The last that was said at a table, for who comes later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from sealed_wonders.net.messages import SPOKEN_CAP, Spoken

LINES_KEPT = 100
"""Lines of one table: an evening of a party that doesn't talk all the time."""

BYTES_KEPT = 1 << 16
"""What they come to at most: a hundred usual ones have a third of it."""

OVERHEAD = 256
"""Bytes of a line besides its text: who says it, where and when, the signature."""


class Talk:
    """
    Lines as they were said, the last of them.

    Attributes:
        total: how many were said, with those that aren't kept any more.
    """

    def __init__(self) -> None:
        self.total = 0
        self._lines: deque[Spoken] = deque()
        self._size = 0

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, said: Spoken) -> None:
        """Keep a line, and as many before it as there is room for."""
        self._lines.append(said)
        self._size += _size(said)
        self.total += 1
        while len(self) > LINES_KEPT or self._size > BYTES_KEPT:
            self._size -= _size(self._lines.popleft())

    def since(self, total: int) -> Iterator[Sequence[Spoken]]:
        """Give what was said when there had been so many lines already, cut for messages."""
        gone = self.total - len(self)
        new = islice(tuple(self._lines), max(0, total - gone), None)
        while some := tuple(islice(new, SPOKEN_CAP)):
            yield some


def _size(said: Spoken) -> int:
    return len(said.text.encode()) + OVERHEAD
