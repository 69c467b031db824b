"""
The narration: every line shown to a person, in order, up to a limit.

Honest hosts limit how much anybody can say. A host that doesn't, or that reports
somebody's coming and going without end, must neither fill this program's memory nor
slow down its screen.
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, overload

CAP = 3000
"""Maximum lines kept; a long game with much chat has a third of that."""


class LineKind(enum.Enum):
    """The subject of a line."""

    GAME = enum.auto()
    """Events of the game."""
    TABLE = enum.auto()
    """People, the connection, and what our own program does."""
    CHAT = enum.auto()
    SHELL = enum.auto()
    """Commands for a shell; a page leaves them out, since nobody can type them there."""
    WARNING = enum.auto()
    """Anything that nobody should overlook."""


class NarratedLine(NamedTuple):
    """One line of the narration."""

    kind: LineKind
    line: str
    turn: tuple[int, int] | None
    """Age and turn of the line; None before the first turn."""
    is_past: bool = False
    """Whether it was said before we came, and so needn't be read now."""


class Narration(Sequence[NarratedLine]):
    """
    The lines that are kept.

    Attributes:
        total: How many were added, including those dropped.
        past: How many of them are from before this game, and needn't be told again.
        in_lobby: How many were added before the game began; None if we saw no lobby, or
            it hasn't begun.
    """

    def __init__(self, told: Iterable[NarratedLine] = ()) -> None:
        self.total = self.past = 0
        self.in_lobby: int | None = None
        self._told: list[NarratedLine] = []
        self._numbers: list[int] = []
        """For each line, how many came before it."""
        self += told

    @overload
    def __getitem__(self, index: int) -> NarratedLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[NarratedLine]: ...
    def __getitem__(self, index: int | slice) -> NarratedLine | Sequence[NarratedLine]:
        return self._told[index]

    def __len__(self) -> int:
        return len(self._told)

    def __iadd__(self, told: Iterable[NarratedLine]) -> Self:
        for one in told:
            self.append(one)
        return self

    def append(self, told: NarratedLine) -> None:
        self._told.append(told)
        self._numbers.append(self.total)
        self.total += 1
        if len(self._told) > CAP:
            self._forget()

    def carry_over(self, told: Iterable[NarratedLine]) -> None:
        """Begin with lines of the previous game."""
        self += told
        self.past = self.total

    def since(self, total: int) -> Sequence[NarratedLine]:
        """Return the lines added since `total` had this value."""
        return self._told[bisect_left(self._numbers, total) :]

    def _forget(self) -> None:
        """
        Drop a third of `CAP`: the oldest chat and table lines, or the oldest of all.
        """
        idle = [
            index
            for index, told in enumerate(self._told)
            if told.kind in (LineKind.CHAT, LineKind.TABLE)
        ]
        needed = CAP // 3
        drop = set((idle if len(idle) >= needed else range(len(self)))[:needed])
        for some in (self._told, self._numbers):
            kept = [one for index, one in enumerate(some) if index not in drop]
            some[:] = kept  # type: ignore[assignment]
