"""The box about our board while we choose its side: both sides, all in words."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import Room, Row, Rows, row
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.wonders.screens.sides import (
    WORDS,
    side_title,
    stage_rows,
)
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.model import Board
from sealed_wonders.net.words import _


class BoardBox(Box):
    """Both sides, one below the other."""

    widest = 76

    @property
    def title(self) -> str:
        board = self._board
        return _("The board") if board is None else describe.name(board)

    @property
    def help(self) -> Sequence[str]:
        return (_("Both sides of a board, in symbols and in words."),)

    @property
    def _board(self) -> Board | None:
        view = view_of(self.stack.known)
        return view.boards[view.seat] if view is not None and view.boards else None

    def rows(self, width: int, height: int) -> Rows:
        board, room = self._board, Room(width, height, self.stack.symbols)
        rows: list[Row] = []
        for side in () if board is None else board.sides.values():
            rows += [()] if rows else []
            rows += [
                row(side_title(side), style="title"),
                *stage_rows(side, width, room, words=WORDS[0]),
            ]
        return rows
