"""Base of the box with the points so far and everybody's strength."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clip,
    fit,
    measure,
    piece,
    row,
)
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words import scoresheet, text
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.words import _

NAME = 12
"""Columns of the longest name."""


class TallyBox(Box):
    """The score sheet as if the game ended now, and everybody's strength."""

    # Parts that each game adds.

    @abstractmethod
    def shields(self, sight: AnySight[Any], seat: Seat) -> int:
        """Return the strength of a seat."""

    @abstractmethod
    def won(self, sight: AnySight[Any], seat: Seat) -> str:
        """Return the sentence for what conflicts have earned a seat so far."""

    def more(self, sight: AnySight[Any], width: int) -> Rows:
        """Draw additional rows at the bottom."""
        return ()

    # Common parts.

    @property
    def title(self) -> str:
        ending = self.stack.known.ending
        if ending is not None and ending.sheet is not None:
            return _("Points")
        return _("Points, if the game ended now")

    def rows(self, width: int, height: int) -> Rows:
        sight = self.stack.known.sight
        if sight is None or not sight.state.cities:
            return (row(text.no_cities()),)
        rows: list[Row] = [*self._sheet(sight, width)]
        rows += [(), (piece(_("Conflicts"), "title"),), *self._strengths(sight, width)]
        rows += self.more(sight, width)
        return [clip(one, width, self.stack.symbols.more) for one in rows]

    def _sheet(self, sight: AnySight[Any], width: int) -> Rows:
        sheet = sight.state.score()
        game = self.stack.known.game
        labels = [scoresheet.line(game, line) for line in sheet.categories]
        first = max(map(measure, labels)) + 1
        n = len(sight.names)
        each = max(4, min(NAME + 1, (width - first) // n))
        head = [piece(" " * first)]
        for seat in sight.clockwise:
            head += self._cell(sight, seat, each)
        rows: list[Row] = [tuple(head)]
        for index, label in enumerate(labels):
            style = "title" if index == len(labels) - 1 else ""
            pieces = list(fit((piece(label, style),), first))
            for seat in sight.clockwise:
                look = _look(sheet, seat, index)
                pieces.append(piece(f"{sheet.rows[seat][index]:>{each - 1}} ", look))
            rows.append(tuple(pieces))
        return rows

    def _cell(self, sight: AnySight[Any], seat: Seat, width: int) -> tuple[Piece, ...]:
        """Draw a seat's name, right-aligned in its column."""
        style = "you" if seat == sight.ours else ""
        named = sight.names[seat]
        if seat in sight.state.gone:
            named, style = f"{self.stack.symbols.gone} {named}", style or "away"
        name = row(named, style=style, does=f"city {seat}")
        short = clip(name, width - 1, self.stack.symbols.more)
        return (piece(" " * (width - 1 - measure(short))), *short, piece(" "))

    def _strengths(self, sight: AnySight[Any], width: int) -> Rows:
        symbols = self.stack.symbols
        rows: list[Row] = []
        names = [clip(row(name), NAME + 4, symbols.more) for name in sight.names]
        widest = max(map(measure, names)) + 2
        for seat in sight.clockwise:
            mine = self.shields(sight, seat)
            pieces = list(fit(names[seat], widest))
            pieces.append(piece(f"{mine:>2}{symbols.shield}  ", "shield"))
            sides = {
                sight.right(seat): symbols.to_right,
                sight.left(seat): symbols.to_left,
            }
            for other, arrow in reversed(sides.items()):
                theirs = self.shields(sight, other)
                style = "yes" if mine > theirs else "no" if mine < theirs else "dim"
                score = piece(f"{mine}:{theirs} ", style)
                versus = row(f"{arrow} ", score, names[other])
                pieces += fit(versus, widest + 7)
            rows.append((*pieces, piece(self.won(sight, seat), "dim")))
        return rows


def _look(sheet: Sheet, seat: Seat, line: int) -> str:
    """Return the style of some points: totals stand out, and the best total most."""
    points = sheet.rows[seat][line]
    if line < len(sheet.categories) - 1:
        return "" if points else "dim"
    most = max(row[line] for row in sheet.rows)
    return "title point" if points == most else "title"
