"""
All that a person was told, in order; of a flood, the last of it.

Hosts let nobody say more than can be read. One that does, or tells again and again
that somebody comes and goes, must not fill this program's memory nor slow down its screen.
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, overload

CAP = 3000
"""Lines that are kept; a long game with much talk has a third of that."""


class Kind(enum.Enum):
    """What a line is about."""

    GAME = enum.auto()
    """What happened in the game."""
    TABLE = enum.auto()
    """People, the connection, what our own program does."""
    CHAT = enum.auto()
    WARNING = enum.auto()
    """What nobody should overlook."""


class Told(NamedTuple):
    """A line that was told."""

    kind: Kind
    line: str
    turn: tuple[int, int] | None
    """The age and the turn in which it was; None before the first."""


class Narration(Sequence[Told]):
    """
    The lines that are kept.

    Attributes:
        total: how many were told, with those that aren't kept any more.
    """

    def __init__(self, told: Iterable[Told] = ()) -> None:
        """Begin, with what was told before."""
        self.total = 0
        self._told: list[Told] = []
        self._numbers: list[int] = []
        """Of each, how many were told before it."""
        self += told

    @overload
    def __getitem__(self, index: int) -> Told: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Told]: ...
    def __getitem__(self, index: int | slice) -> Told | Sequence[Told]:
        return self._told[index]

    def __len__(self) -> int:
        return len(self._told)

    def __iadd__(self, told: Iterable[Told]) -> Self:
        """Tell several lines."""
        for one in told:
            self.append(one)
        return self

    def append(self, told: Told) -> None:
        """Tell a line."""
        self._told.append(told)
        self._numbers.append(self.total)
        self.total += 1
        if len(self._told) > CAP:
            self._forget()

    def since(self, total: int) -> Sequence[Told]:
        """Return what was told when there had been so many lines already."""
        return self._told[bisect_left(self._numbers, total) :]

    def _forget(self) -> None:
        """Drop a third, the first of what the game doesn't need; else the first of all."""
        idle = [
            index
            for index, told in enumerate(self._told)
            if told.kind in (Kind.CHAT, Kind.TABLE)
        ]
        needed = CAP // 3
        drop = set((idle if len(idle) >= needed else range(len(self)))[:needed])
        for some in (self._told, self._numbers):
            kept = [one for index, one in enumerate(some) if index not in drop]
            some[:] = kept  # type: ignore[assignment]
