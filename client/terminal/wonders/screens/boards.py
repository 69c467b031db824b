"""
The screen for choosing a board from the pool: the list, and both sides of one board.

If the side is already settled, only that side is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealed_wonders.client.questions.wonders.question import sides_settled
from sealed_wonders.client.signs.draw import Room, Rows, framed, row
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.pool import Pool, PoolItem
from sealed_wonders.client.terminal.wonders.screens.sides import (
    WORDS,
    side_title,
    stage_rows,
)
from sealed_wonders.client.view.wonders.sight import sight_of, view_of
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.model import Side
from sealed_wonders.net.words import _


class Boards(Pool):
    @property
    def title(self) -> str:
        return _("Choose a board")

    @property
    def help(self) -> Sequence[str]:
        lie = _("These boards are on the table. In seat order, everybody takes one.")
        then = _("Once everybody has a board, you choose which side to play.")
        if settled := self._settled():
            then = _("Only the side that you would play is shown.")
            then = f"{settled} {then}"
        return (f"{lie} {self.taking()}", then)

    @property
    def takes(self) -> str:
        return _("choose this board")

    def lying(self) -> Sequence[PoolItem]:
        """Return the boards that are left, each with its effect from the start."""
        view, symbols = view_of(self.stack.known), self.stack.symbols
        some = []
        for board in () if view is None else view.pool:
            settled = view.sides[view.seat] if view and view.sides else ""
            sides = describe.played(board, settled)
            start = faces.effect(sides[0].start, symbols)
            label = row(f"{describe.board(board)} ", *start)
            some.append(PoolItem(board.id, label, partial(_sides, sides)))
        return some

    def taken(self) -> Sequence[str]:
        view = view_of(self.stack.known)
        return [describe.board(board) for board in view.boards] if view else []

    def besides(self) -> str:
        """Return who has which side, if sides were drawn by lot."""
        sight = sight_of(self.stack.known)
        return self._settled() if sight is not None and sight.state.lots else ""

    def asked(self, name: str) -> str:
        said = _("{name} chooses a board")
        return said.format(name=name) if name else _("Choose your board")

    def _settled(self) -> str:
        """Return how sides are settled; empty if players choose them."""
        sight = sight_of(self.stack.known)
        return "" if sight is None else sides_settled(sight)


def _sides(sides: Sequence[Side], width: int, height: int, room: Room) -> Rows:
    """Draw the sides of a board, with as many words as there is room for."""
    for words in WORDS:
        boxes = [
            framed(
                stage_rows(side, width - 4, room, words=words),
                width,
                room.symbols,
                title=row(side_title(side), style="title"),
            )
            for side in sides
        ]
        if sum(map(len, boxes)) <= height:
            break
    return [one for box in boxes for one in box]
