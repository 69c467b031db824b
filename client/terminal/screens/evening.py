"""
This evening's standings, in a few aligned rows, for a lobby and beside a result.

`client.tablewords.standings` has the rows; a host counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import Room, Row, Rows, clip, fit, measure, row
from sealed_wonders.client.tablewords.standings import (
    Stand,
    headings,
    note,
    stands,
    title,
)
from sealed_wonders.client.view.tablemodel import TableModel

GAP = 2
"""Columns between two columns of the table."""


def evening(known: TableModel, width: int, room: Room) -> Rows:
    """Draw the standings of the people at a table; empty if there are none."""
    some = stands(known)
    if not some:
        return ()
    rows = [[str(cell) for cell in it.cells] for it in some]
    heads = headings()
    wide = [
        GAP + max(measure(cell) for cell in column)
        for column in zip(heads, *rows, strict=True)
    ]
    # A name is readable on any screen; `clip` takes the numbers first.
    most = max(4, width - sum(wide))
    name = min(most, max(measure(title()), *(measure(it.name) for it in some)))
    first = row(title(), style="title")
    drawn = [_line(first, heads, name, wide, "dim", room)]
    for it, cells in zip(some, rows, strict=True):
        drawn.append(_line(_named(it), cells, name, wide, "", room))
    drawn.append(row(note(), style="dim"))
    return [clip(one, width, room.symbols.more) for one in drawn]


def _named(one: Stand) -> Row:
    return row(one.name, style="you" if one.mine else "")


def _line(
    first: Row,
    cells: Sequence[str],
    name: int,
    wide: Sequence[int],
    style: str,
    room: Room,
) -> Row:
    """Draw one line: a name, and right-aligned numbers."""
    right = [
        row(" " * (width - measure(cell)), row(cell, style=style))
        for cell, width in zip(cells, wide, strict=True)
    ]
    return row(
        *fit(first, name, mark=room.symbols.more), *(it for one in right for it in one)
    )
