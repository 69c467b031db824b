"""
Choosing a board from those that lie in the middle: the list, and both sides of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealed_wonders.client.terminal import describe, faces
from sealed_wonders.client.terminal.draw import Room, Rows, framed, row
from sealed_wonders.client.terminal.screens.pool import Lying, Pool
from sealed_wonders.client.terminal.screens.sides import side_title, stage_rows
from sealed_wonders.client.words import _
from sealed_wonders.core.wonders.catalog import Board


class Boards(Pool):
    """The screen on which boards are chosen."""

    verb = "board"

    @property
    def title(self) -> str:
        """Name the choice."""
        return _("Choose a board")

    @property
    def help(self) -> Sequence[str]:
        """Say how a board is taken."""
        return (
            _(
                "These boards lie in the middle, and everybody takes one, in the order of "
                "seats. Up and down go from one to the other, Enter lays it down, and "
                "Enter once more takes it for good."
            ),
            _("Which of its sides you play is asked when everybody has a board."),
        )

    def lying(self) -> Sequence[Lying]:
        """Give the boards that are left, each with what it starts with."""
        view, symbols = self.desk.known.view, self.desk.symbols
        some = []
        for board in () if view is None else view.pool:
            start = faces.effect(board.sides["day"].start, symbols)
            label = row(f"{describe.name(board)} ", *start)
            some.append(Lying(board.id, label, partial(_sides, board)))
        return some

    def taken(self) -> Sequence[str]:
        """Name the boards that were taken."""
        view = self.desk.known.view
        return [describe.name(board) for board in view.boards] if view else []

    def asked(self, name: str) -> str:
        """Say who chooses."""
        said = _("{name} chooses a board")
        return said.format(name=name) if name else _("Choose your board")


def _sides(board: Board, width: int, height: int, room: Room) -> Rows:
    """Draw both sides of a board, in words too where there is room for them."""
    for words in (True, False):
        boxes = [
            framed(
                stage_rows(side, width - 4, room, words=words),
                width,
                room.symbols,
                title=row(side_title(side), style="title"),
            )
            for side in board.sides.values()
        ]
        if sum(map(len, boxes)) <= height:
            break
    return [one for box in boxes for one in box]
