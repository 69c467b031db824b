"""
The points so far, by what they are for, and how strong everybody is.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.draw import (
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
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat

NAME = 12
"""Columns of a name, at most."""


class ScoresBox(Box):
    """The score sheet, were the game to end now."""

    @property
    def title(self) -> str:
        """What it is."""
        ending = self.desk.known.ending
        if ending is not None and ending.sheet is not None:
            return _("Points")
        return _("Points, if the game ended now")

    @property
    def help(self) -> Sequence[str]:
        """Say how to read it."""
        return (
            _("What each has so far. Guilds and science count as they are just now."),
            _("Below: whom each would beat in a conflict, and who would beat them."),
        )

    def rows(self, width: int, height: int) -> Rows:
        """Draw the sheet, then the strengths."""
        sight = self.desk.known.sight
        if sight is None or not sight.state.cities:
            return (row(text.no_cities()),)
        rows: list[Row] = [*self._sheet(sight, width)]
        rows += [(), (piece(_("Conflicts"), "title"),), *self._strengths(sight, width)]
        return [clip(one, width, self.desk.symbols.more) for one in rows]

    def _sheet(self, sight: Sight, width: int) -> Rows:
        sheet = sight.state.score()
        labels = [text.score_line(line) for line in sheet.lines]
        first = max(map(measure, labels)) + 1
        n = len(sight.names)
        each = max(4, min(NAME + 1, (width - first) // n))
        head = [piece(" " * first)]
        for seat in sight.clockwise:
            head += self._cell(sight, seat, each)
        rows: list[Row] = [tuple(head)]
        for index, label in enumerate(labels):
            last = index == len(labels) - 1
            style = "title" if last else ""
            pieces = list(fit((piece(label, style),), first))
            for seat in sight.clockwise:
                n_points = sheet.rows[seat][index]
                most = max(one[index] for one in sheet.rows)
                best = last and n_points == most
                shown = style if last else "dim" if not n_points else ""
                said = f"{n_points:>{each - 1}} "
                pieces.append(piece(said, f"{shown} point".strip() if best else shown))
            rows.append(tuple(pieces))
        return rows

    def _cell(self, sight: Sight, seat: Seat, width: int) -> tuple[Piece, ...]:
        """Name a seat at the right end of its column."""
        style = "you" if seat == sight.me else ""
        name = row(sight.names[seat], style=style, does=f"city {seat}")
        short = clip(name, width - 1, self.desk.symbols.more)
        return (piece(" " * (width - 1 - measure(short))), *short, piece(" "))

    def _strengths(self, sight: Sight, width: int) -> Rows:
        symbols, cities = self.desk.symbols, sight.state.cities
        rows: list[Row] = []
        names = [clip(row(name), NAME + 4, symbols.more) for name in sight.names]
        widest = max(map(measure, names)) + 2
        for seat in sight.clockwise:
            mine = cities[seat].works.shields
            pieces = list(fit(names[seat], widest))
            pieces.append(piece(f"{mine:>2}{symbols.shield}  ", "shield"))
            sides = (
                (symbols.to_left, sight.left(seat)),
                (symbols.to_right, sight.right(seat)),
            )
            for arrow, other in sides:
                theirs = cities[other].works.shields
                sign, style = "=", "dim"
                if mine != theirs:
                    sign, style = (">", "yes") if mine > theirs else ("<", "no")
                versus = row(
                    f"{arrow} ", piece(f"{sign} ", style), f"{theirs} ", names[other]
                )
                pieces += fit(versus, widest + 7)
            tokens = " ".join(f"{token:+d}" for token in cities[seat].tokens)
            rows.append((*pieces, piece(tokens, "dim")))
        return rows
