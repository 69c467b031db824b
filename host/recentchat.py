"""The recent chat of a table, for those who join later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from sealed_wonders.net.messages import SPOKEN_CAP, Spoken

LINES_KEPT = 100
"""Maximum number of chat lines per table: an evening of occasional chat."""

BYTES_KEPT = 1 << 16
"""Maximum total size; a hundred ordinary lines need a third of it."""

OVERHEAD = 256
"""Estimated bytes of a line besides its text: sender, place, time and signature."""


class Talk:
    """The most recent chat lines, in order."""

    def __init__(self) -> None:
        self.total = 0
        """Number of all lines so far, including those dropped."""
        self._lines: deque[Spoken] = deque()
        self._size = 0

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, said: Spoken) -> None:
        """Add a line, and drop the oldest ones beyond the limits."""
        self._lines.append(said)
        self._size += _size(said)
        self.total += 1
        while len(self) > LINES_KEPT or self._size > BYTES_KEPT:
            self._size -= _size(self._lines.popleft())

    def since(self, total: int) -> Iterator[Sequence[Spoken]]:
        """Yield the lines after the first *total* ones, in groups for one message."""
        gone = self.total - len(self)
        new = islice(tuple(self._lines), max(0, total - gone), None)
        while some := tuple(islice(new, SPOKEN_CAP)):
            yield some


def _size(said: Spoken) -> int:
    return len(said.text.encode()) + OVERHEAD
