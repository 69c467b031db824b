"""
Drawing a score sheet: as a table, and as bars that show what the points consist of.

Besides colours, lines have signs, which the bars consist of. So the drawings can be
read without colours, and in plain letters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sealed_wonders.client.signs import sheetsigns
from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clip,
    fit,
    flowed,
    measure,
    piece,
    restyled,
    row,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.words import scoresheet
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.words import _, n_

NAMES = 24
"""Columns of the longest name."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the sheet."""

    place: int
    seat: Seat
    name: str
    points: Sequence[int]


@dataclass(frozen=True, slots=True)
class PointSheet:
    """A score sheet with everything needed to draw it."""

    game: str
    sheet: Sheet
    names: Sequence[str]
    ties: Sequence[int]
    """Tie-breaker of each seat: coins, or stages."""
    me: Seat | None
    symbols: Symbols
    gone: Collection[Seat] = ()
    """Seats that didn't play to the end."""

    @property
    def ranked(self) -> tuple[ScoreRow, ...]:
        """The rows, best first; equals share a place."""
        return tuple(
            ScoreRow(place, seat, self.names[seat], self.sheet.rows[seat])
            for place, seat in scoresheet.places(self.sheet, self.ties)
        )

    def table(self, width: int) -> Rows:
        """
        Draw the table, with words as headings if there is room, otherwise with signs.
        """
        lines = self.sheet.categories
        signs = [self._sign(line) for line in lines]
        words = [
            row(*sign, scoresheet.line(self.game, line))
            for sign, line in zip(signs, lines, strict=True)
        ]
        name = self._name_width
        if name + sum(_widths(words)) <= width:
            return self._table(words, name, width)
        both = list(zip(signs, words, strict=True))
        head = [(sign[0],) if sign else word for sign, word in both]
        name = min(name, max(8, width - sum(_widths(head))))
        legend = _legend([word for sign, word in both if sign], width)
        return [*self._table(head, name, width), *legend]

    def _table(self, head: Sequence[Row], name: int, width: int) -> Rows:
        """
        Draw the headings and the rows.

        Args:
            name: columns for the place and the name.
        """
        wide = _widths(head)
        top = row(piece(" " * name), *map(_right, head, wide))
        rows = (self._row(one, name, wide) for one in self.ranked)
        return [clip(one, width) for one in (top, *rows)]

    def bars(self, width: int) -> Rows:
        """
        Draw a bar for each seat from the signs of its lines, all to the same scale.

        A sign stands for one point, or for several, as a note below says. Negative
        points are to the left of the axis at which all bars begin.
        """
        rows, box = self.ranked, self.symbols.box
        name = min(self._name_width, width // 3) + 1
        gains = [[max(0, n) for n in one.points[:-1]] for one in rows]
        losses = [[max(0, -n) for n in one.points[:-1]] for one in rows]
        most, least = max(map(sum, gains)), max(map(sum, losses))
        room = max(1, width - name - 6)
        each = max(1, -(-(most + least) // room))
        before = -(-least // each)
        made = []
        for one, gained, lost in zip(rows, gains, losses, strict=True):
            left, right = self._bar(lost, each), self._bar(gained, each)
            gap = before - measure(left)
            axis = (piece(box.down, "frame"),) if least else ()
            total = piece(f" {one.points[-1]}", "title")
            head = fit(self._named(one), name, mark=self.symbols.more)
            bar = (piece(" " * gap), *restyled(left, "no"), *axis, *right, total)
            made.append(clip((*head, *bar), width))
        if each > 1:
            said = n_(
                "Each sign stands for {n} point.",
                "Each sign stands for {n} points.",
                each,
            )
            made.append(row("    ", piece(said.format(n=each), "dim")))
        return made

    def _bar(self, points: Sequence[int], each: int) -> Row:
        """Draw a bar with a sign for every *each* points; remainders carry over."""
        pieces: list[Piece] = []
        done = drawn = 0
        for line, n in zip(self.sheet.categories, points, strict=False):
            done += n
            to = (2 * done + each) // (2 * each)
            if to > drawn:
                pieces.append(self._part(line, to - drawn))
            drawn = max(drawn, to)
        return tuple(pieces)

    def _row(self, one: ScoreRow, name: int, wide: Sequence[int]) -> Row:
        cells = [
            _right(row(str(n), style="" if n else "dim"), width)
            for n, width in zip(one.points[:-1], wide, strict=False)
        ]
        won = one.seat in self.sheet.winners
        style = "title point" if won else "title"
        total = _right(row(str(one.points[-1]), style=style), wide[-1])
        head = fit(self._named(one), name, mark=self.symbols.more)
        return row(*head, *cells, *total)

    @property
    def _name_width(self) -> int:
        return min(NAMES, max(measure(self._name(one)) for one in self.ranked)) + 4

    def _name(self, one: ScoreRow) -> str:
        if one.seat in self.gone:
            return f"{one.name} {self.symbols.gone}"
        return (
            _("{name} (you)").format(name=one.name) if one.seat == self.me else one.name
        )

    def _named(self, one: ScoreRow) -> Row:
        style = "away" if one.seat in self.gone else ""
        style = "you" if one.seat == self.me else style
        return row(f"{one.place:>2}. ", row(self._name(one), style=style))

    def _sign(self, line: str) -> tuple[Piece, ...]:
        """Return the sign of a line followed by a gap; empty if it has none."""
        style, sign = self._look(line)
        return (piece(sign, style), piece(" ")) if sign else ()

    def _part(self, line: str, n: int) -> Piece:
        style, sign = self._look(line)
        return piece((sign or self.symbols.bar) * n, style)

    def _look(self, line: str) -> tuple[str, str]:
        """Return the style and the sign of a line."""
        return sheetsigns.look(self.game, line, self.symbols)


def _widths(head: Sequence[Row]) -> list[int]:
    """Return the widths of columns with these headings."""
    return [max(4, measure(one)) + 2 for one in head]


def _legend(words: Sequence[Row], width: int) -> Rows:
    """Draw what the signs in the headings mean."""
    return [
        row("   ", *(it._replace(style=it.style or "class:dim") for it in one))
        for one in flowed(words, width - 3)
    ]


def _right(one: Row, width: int) -> Row:
    """Return a row, right-aligned in a column."""
    gap = width - measure(one)
    return (piece(" " * gap), *one) if gap > 0 else one
