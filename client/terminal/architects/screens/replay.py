"""The replay screen of Architects: the table at a moment of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.signs.draw import Piece, Room, Row, Rows, clip, piece
from sealed_wonders.client.terminal.architects.screens import layout
from sealed_wonders.client.terminal.architects.screens.around import around
from sealed_wonders.client.terminal.architects.screens.layout import Drawing
from sealed_wonders.client.terminal.architects.screens.table import HIGH, WIDE
from sealed_wonders.client.terminal.screens import replay
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.client.terminal.screens.panels import Panel, Part
from sealed_wonders.client.words.architects.moments import besides
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

    @property
    def steps(self) -> tuple[str, str]:
        return _("turn of this city"), _("turn")

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
            sign = self.mark(first, after, symbols)
            some = self._replay.moments[first:after]
            if not first <= self._index < after and any(
                isinstance(event, Fought) for one in some for event in one.state.news
            ):
                sign = piece(symbols.victory, "victory", sign.does)
            pieces.append(sign)
        return clip(tuple(pieces), room.width, symbols.more)

    def stacks(self, room: Room) -> Iterable[Sequence[Part]]:
        table = around(self._stack)
        if table is None:
            # The piles were never shuffled.
            return ((Panel(lambda high: self._told(room.width, high)),),)
        past = self._stack.known.past
        drawing = Drawing(table, (), (), past, room.width, DrawingCache())
        large = room.width >= WIDE and room.height >= HIGH
        return (layout.large if large else layout.small)(drawing, self._told)

    def _told(self, width: int, height: int) -> Rows:
        """Draw the events of the moment."""
        moment = self._replay.moments[self._index]
        lines = besides(self._replay, moment, self._seat)
        return self.cut(self.happened(lines, width), height)
