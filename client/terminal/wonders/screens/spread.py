"""
The layout of everything around a hand, for small and for large screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.screens.talk import hanging, talk
from sealed_wonders.client.terminal.wonders.screens import cities, projects
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.words.draw import (
    Rows,
    beside,
    fill,
    flowed,
    piece,
    restyled,
    row,
    ruled,
    shortened,
    wrapped,
)
from sealed_wonders.client.words.narration import LineKind, NarratedLine
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.client.words.wonders import faces
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.net.words import _

TOLD = 4
"""Minimum rows for the last events, if they are shown at all."""

BRIEF = 4
"""Rows of a city without its stages and its cards."""

GAP = 2
"""Columns between cities side by side."""


def narrow(
    around: CityRing, stage: Quote | None, turn: Sequence[str], width: int, height: int
) -> Rows:
    """
    Draw all players in as few rows as possible, then the last turn if there is room.

    Args:
        stage: the cost of our wonder's next stage.
        turn: the last turn, as narrated.
    """
    symbols, view = around.symbols, around.view
    others: Rows = ()
    title = (piece(_("others"), "title"),) if around.others else ()
    edifice = projects.line(around, width - 12)
    if title or edifice:
        head = ruled(title, width, symbols, edifice)
        others = (head, *cities.others(around, width))
    ours = cities.neighbours(around, width)
    spare = height - len(ours) - len(others) - 1
    mine = cities.mine(around, stage, width, min(spare, cities.MINE + 1))
    half = (width - GAP) // 2
    pair = [
        (cities.whole(around, seat, wide), wide)
        for seat, wide in ((view.left, half), (view.right, width - GAP - half))
    ]
    if len(mine) + _height(pair) + 1 + len(others) + TOLD <= height:
        ours = _columns(pair, _height(pair) + 1, symbols)
    rows = [*mine, *ours, *others]
    if height - len(rows) > 1:
        rows += happened(turn, width, height - len(rows), symbols)
    return fill(rows, width, height)


def broad(
    around: CityRing,
    stage: Quote | None,
    turn: Sequence[str],
    narration: Sequence[NarratedLine],
    width: int,
    height: int,
) -> Rows:
    """Draw three whole cities, then the other cities, then the last events."""
    view, symbols, others = around.view, around.symbols, around.others
    each = (width - 2 * GAP) // 3
    middle = width - 2 * GAP - 2 * each
    edifices = projects.columns(around, width)
    left = height - TOLD - len(edifices)
    part = (width - GAP * (len(others) - 1)) // max(1, len(others))

    def drawn(*, near: bool, far: bool) -> tuple[Columns, Columns]:
        """Draw our three cities and the rest, with or without the effects of cards."""
        ours = [
            (cities.whole(around, view.left, each, texts=near), each),
            (cities.own(around, stage, middle, texts=near), middle),
            (cities.whole(around, view.right, each, texts=near), each),
        ]
        return ours, [
            (cities.whole(around, seat, part, texts=far), part) for seat in others
        ]

    for near, far in ((True, True), (True, False), (False, False)):
        ours, theirs = drawn(near=near, far=far)
        if _height(ours) + _height(theirs) + 2 <= left:
            break
    least = BRIEF if others else 0
    high = min(_height(ours) + 1, left - least)
    low = min(_height(theirs) + 1, left - high) if others else 0
    told = height - high - low - len(edifices)
    half = (width - GAP) // 2
    rest = width - GAP - half
    return (
        *_columns(ours, high, symbols),
        *_columns(theirs, low, symbols),
        *edifices,
        *beside(
            (_narration(turn, narration, half, told, symbols), half),
            (talk(narration, rest, told, symbols), rest),
            gap=GAP,
        ),
    )


Columns = list[tuple[Rows, int]]
"""Rows to be placed side by side, each with their width."""


def _height(columns: Sequence[tuple[Rows, int]]) -> int:
    return max((len(rows) for rows, _width in columns), default=0)


def _columns(
    columns: Sequence[tuple[Rows, int]], height: int, symbols: Symbols
) -> Rows:
    """Draw columns side by side, in this many rows."""
    if not columns:
        return ()
    made = [
        (fill(_whole(rows, height, symbols), width, height), width)
        for rows, width in columns
    ]
    return beside(*made, gap=GAP)


def _whole(rows: Rows, height: int, symbols: Symbols) -> Rows:
    """Mark that rows are cut off, unless there is no room for cards anyway."""
    return shortened(rows, height, symbols) if height > BRIEF + 2 else rows


def happened(turn: Sequence[str], width: int, height: int, symbols: Symbols) -> Rows:
    """Draw the last turn; before the first, what the signs mean."""
    if not turn:
        head = ruled((piece(_("signs"), "title", "help"),), width, symbols)
        flown = flowed(faces.legend(symbols), width - 1)
        rows = [(faces.GAP, *one) for one in flown]
        return (head, *rows[: height - 1])
    title, *lines = turn
    head = ruled(
        (piece(title.rstrip(" :\N{NO-BREAK SPACE}"), "title", "log"),), width, symbols
    )
    rows = [one for line in lines for one in hanging(row(line), width)]
    if len(rows) >= height:
        # Running the sentences together takes fewer rows.
        rows = [row(" ", one) for one in wrapped(row(" ".join(lines)), width - 2)]
    if len(rows) >= height:
        rows = rows[: height - 1]
        rows[-1] = (*rows[-1], piece(symbols.more, "more", "log"))
    return (head, *rows)


def _narration(
    turn: Sequence[str],
    narration: Sequence[NarratedLine],
    width: int,
    height: int,
    symbols: Symbols,
) -> Rows:
    """Draw the last turn, and below it as many earlier ones as fit."""
    turns: dict[tuple[int, int], list[str]] = {}
    for one in narration:
        if one.kind is LineKind.GAME and one.turn is not None:
            turns.setdefault(one.turn, []).append(one.line)
    rows = list(happened(turn, width, height, symbols))
    for lines in list(turns.values())[-2::-1]:
        told = [part for line in lines for part in hanging(row(line), width)]
        if len(rows) + len(told) >= height:
            break
        rows += [(), *(restyled(part, "dim") for part in told)]
    return rows
