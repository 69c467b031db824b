"""
The kit that screens are laid out with: panels below, beside and on each other.

A screen says what its panels show, and which rows each can do without. The functions here
decide where everything goes, so that no screen counts rows. They know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    beside,
    fill,
    measure,
    over,
)

GAP = 2
"""Columns between panels side by side."""

Column = Callable[[int], Rows]
"""Draws a panel that is as wide as this many columns."""


@dataclass(frozen=True, slots=True)
class Panel:
    """
    A panel of a stack that doesn't always have the same number of rows.

    Attributes:
        draw: draws it in at most this many rows; not called for none.
        most: rows that it can use; None to take all that the others leave.
        least: rows that it keeps when there is too little room.
    """

    draw: Callable[[int], Rows]
    most: int | None = None
    least: int = 0

    @property
    def wanted(self) -> int:
        return self.least if self.most is None else self.most


def shrinking(rows: Rows, shorter: Callable[[int], Rows], least: int = 0) -> Panel:
    """
    Return a panel of some rows.

    Args:
        shorter: draws it in fewer rows.
    """

    def draw(height: int) -> Rows:
        return rows if height >= len(rows) else shorter(height)

    return Panel(draw, len(rows), least)


Part = Rows | Panel
"""A part of a stack; plain rows are never left out."""


# One below the other.


def stacked(parts: Sequence[Part], height: int) -> Rows:
    """
    Draw parts one below the other, in at most *height* rows.

    If there is too little room, panels give up rows from the bottom to the top, each down
    to its least number. One panel may take all rows that are left, and is filled up; it
    gets less than its least number only if no other panel can shrink.
    """
    missing = _wanted(parts) - height
    drawn: list[Rows] = []
    for part in reversed(parts):
        if not isinstance(part, Panel):
            drawn.append(part)
        elif part.most is None:
            drawn.append(())
        else:
            given = max(0, min(missing, part.most - part.least))
            missing -= given
            drawn.append(_drawn(part, part.most - given))
    left = height - sum(map(len, drawn))
    rows: list[Row] = []
    for part, some in zip(parts, reversed(drawn), strict=True):
        if isinstance(part, Panel) and part.most is None:
            filled = _drawn(part, left)
            rows += (*filled, *[()] * (left - len(filled)))
        else:
            rows += some
    return rows[:height]


def roomiest(stacks: Iterable[Sequence[Part]], height: int) -> Rows:
    """
    Draw the first of some stacks that has enough room; if none has, the last one.

    Args:
        stacks: the same in less and less detail; only as many as needed are made.
    """
    parts: Sequence[Part] = ()
    for parts in stacks:
        if _wanted(parts) <= height:
            break
    return stacked(parts, height)


def _wanted(parts: Sequence[Part]) -> int:
    """Return the rows in which all parts fit, and the one that takes the rest can."""
    return sum(part.wanted if isinstance(part, Panel) else len(part) for part in parts)


def _drawn(panel: Panel, height: int) -> Rows:
    return panel.draw(height)[:height] if height > 0 else ()


# Side by side.


def split(
    width: int,
    *parts: Column,
    shares: Sequence[int] = (),
    odd: int | None = -1,
    gap: int = GAP,
) -> Sequence[tuple[Rows, int]]:
    """
    Draw columns that together have a width; return the rows and the width of each.

    Args:
        shares: how many parts of the width each column takes; by default, all are equal.
        odd: the index of the column that gets what can't be divided; None for none.
    """
    shares = shares or [1] * len(parts)
    free = width - gap * (len(parts) - 1)
    wide = [free * share // sum(shares) for share in shares]
    if odd is not None:
        wide[odd] += free - sum(wide)
    return [(part(it), it) for part, it in zip(parts, wide, strict=True)]


def columns(
    width: int,
    *parts: Column,
    shares: Sequence[int] = (),
    odd: int | None = -1,
    gap: int = GAP,
) -> Rows:
    """Draw columns side by side; the arguments are those of `split`."""
    return beside(*split(width, *parts, shares=shares, odd=odd, gap=gap), gap=gap)


def grid(width: int, parts: Sequence[Column], across: int, gap: int = GAP) -> Rows:
    """Draw columns of one width, *across* of them side by side and the others below."""
    wide = each_width(width, across, gap)
    rows: list[Row] = []
    for at in range(0, len(parts), across):
        some = parts[at : at + across]
        rows += beside(*((part(wide), wide) for part in some), gap=gap)
    return rows


def in_two(rows: Rows, width: int, fewest: int, gap: int) -> Rows:
    """Draw a list in two columns if every row fits and there are at least *fewest*."""
    wide = each_width(width, 2, gap)
    if len(rows) < fewest or max(map(measure, rows)) > wide:
        return rows
    half = (len(rows) + 1) // 2
    return beside((rows[:half], wide), (rows[half:], wide), gap=gap)


def each_width(width: int, across: int, gap: int = GAP) -> int:
    """Return the width of each of several equal columns."""
    return (width - gap * (across - 1)) // across


def first_visible(cursor: int, shown: int, count: int) -> int:
    """Return the first entry to show of a list, so that the cursor is in the middle."""
    return max(0, min(cursor - shown // 2, count - shown))


# On a whole screen.


def halfway_down(rows: Rows, room: Room) -> Rows:
    """Draw rows with as much room above as below."""
    above = max(0, (room.height - len(rows)) // 2)
    return fill([*[()] * above, *rows], room.width, room.height)


def at_bottom(rows: Rows, box: Rows, room: Room) -> Rows:
    """Lay a box over the last rows."""
    return _laid(rows, box, room, room.height - len(box))


def at_centre(rows: Rows, box: Rows, room: Room) -> Rows:
    """Lay a box over the middle."""
    return _laid(rows, box, room, max(0, (room.height - len(box)) // 2))


def _laid(rows: Rows, box: Rows, room: Room, top: int) -> Rows:
    left = (room.width - max(map(measure, box), default=0)) // 2
    return over(fill(rows, room.width, room.height), box, left, top)
