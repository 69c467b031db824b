"""The replay screen of Architects: the table at a moment of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.architects.screens import cities, layout
from sealed_wonders.client.terminal.architects.screens.around import around
from sealed_wonders.client.terminal.architects.screens.layout import Drawing
from sealed_wonders.client.terminal.architects.screens.table import HIGH, WIDE
from sealed_wonders.client.terminal.screens import replay
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.client.words.architects.moments import besides
from sealed_wonders.client.words.draw import (
    Piece,
    Room,
    Row,
    Rows,
    beside,
    clip,
    fill,
    piece,
    row,
    ruled,
    wrapped,
)
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.core.architects.events import Fought
from sealed_wonders.net.words import _


class GameReplay(replay.ReplayScreen):
    @property
    def ways(self) -> Sequence[str]:
        return (
            _(
                "This is a replay. Left and Right move by one step, Page Up and Page "
                "Down by one turn, and Up and Down by one turn of the city in the "
                "middle."
            ),
            _(
                "A digit takes you to another seat. You see the table as it was "
                "after the step described at the bottom."
            ),
        )

    def row(self, step: int) -> int:
        """Return the index of the next or previous turn of the city in the middle."""
        found = [moment.turn for moment in self._replay.moments]
        here = found.index(found[self._index])
        own = [
            found.index((turn, seat))
            for turn, seat in dict.fromkeys(found)
            if turn and seat == self._seat
        ]
        if step > 0:
            return next((at for at in own if at > here), len(found) - 1)
        return next((at for at in reversed(own) if at < here), 0)

    def page(self, step: int) -> int:
        return self.other_turn(step)

    # Drawing.

    def _place(self) -> Sequence[Piece]:
        """Also show the seat that is viewed."""
        name, digit = self._stack.known.names[self._seat], self._seat + 1
        seat = (piece(f"{digit} ", "key"), piece(f"{name}  ", "you"))
        return (*seat, *super()._place())

    def timeline(self, room: Room) -> Row:
        """
        Draw all moments in one row, battles marked; several share a column if
        necessary.
        """
        symbols, every = room.symbols, len(self._replay.moments)
        columns = min(every, room.width - 2)
        pieces = [piece(" ")]
        for column in range(columns):
            first, after = (at * every // columns for at in (column, column + 1))
            here = first <= self._index < after
            sign = symbols.built if first <= self._index else symbols.unbuilt
            style = "built" if first <= self._index else "dim"
            some = self._replay.moments[first:after]
            if any(isinstance(e, Fought) for one in some for e in one.state.news):
                sign, style = symbols.victory, "victory"
            if here:
                sign, style = symbols.chosen, "cursor"
            pieces.append(
                piece(sign, style, f"moment {self._index if here else first}")
            )
        return clip(tuple(pieces), room.width, symbols.more)

    def body(self, room: Room, height: int) -> Rows:
        table = around(self._stack)
        if table is None:
            # The piles were never shuffled.
            return self._told(room.symbols, room.width, height)
        wide = room.width >= WIDE and room.height >= HIGH
        known = self._stack.known
        # The layout reserves a row for its header; a replay's own header isn't part
        # of the body.
        drawing = Drawing(
            table, (), (), known.past, (), room.width, height + 1, DrawingCache()
        )
        lying = layout.whole(drawing) if wide else layout.upper(drawing)
        rows = (cities.status(table, room.width), *lying)
        left = height - len(rows)
        if not wide:
            return (*rows, *self._told(table.symbols, room.width, left))
        half = (room.width - layout.GAP) * 3 // 5
        rest = room.width - layout.GAP - half
        return (
            *rows,
            *beside(
                (layout.foot(drawing, half, left), half),
                (self._told(table.symbols, rest, left), rest),
                gap=layout.GAP,
            ),
        )

    def _told(self, symbols: Symbols, width: int, height: int) -> Rows:
        """Draw the events of the moment; if they don't fit, the log has them."""
        moment = self._replay.moments[self._index]
        title = row(piece(_("What happened"), "title", "log"))
        rows: list[Row] = [ruled(title, width, symbols)]
        lines = [*self.handed(), *besides(self._replay, moment, self._seat)]
        for line in lines:
            indent = 1 + len(line) - len(line.lstrip())
            first, *more = wrapped(row(line.strip()), width - 2 - indent) or [()]
            rows.append(row(" " * indent, first))
            rows += [row(" " * (indent + 2), part) for part in more]
        if len(rows) > height:
            rows = [*rows[: height - 1], row(piece(f" {symbols.more}", "more", "log"))]
        return fill(rows, width, height)
