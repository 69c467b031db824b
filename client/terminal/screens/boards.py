"""
Choosing a board from those that lie in the middle: the list, and both sides of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealed_wonders.client.terminal import describe, faces, text
from sealed_wonders.client.terminal.desk import Desk
from sealed_wonders.client.terminal.draw import (
    Room,
    Row,
    Rows,
    amid,
    beside,
    ends,
    fill,
    framed,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.client.terminal.screens.code import Code
from sealed_wonders.client.terminal.screens.laying import Laying, time_left
from sealed_wonders.client.terminal.screens.listing import Entry, Listing
from sealed_wonders.client.terminal.screens.sides import (
    WIDEST,
    side_title,
    stage_rows,
)
from sealed_wonders.client.words import _
from sealed_wonders.core.wonders.catalog import Board
from sealed_wonders.core.wonders.view import View

LIST = 26
"""Columns of the list of boards."""


class Boards:
    """The screen on which boards are chosen, one player after the other."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._laying = Laying(desk)
        self._code = Code(desk)
        self._list = Listing()

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

    @property
    def actions(self) -> Sequence[str]:
        """Give what can be done with the boards."""
        if self._laying.laid is not None:
            return (*Laying.actions, "up", "down")
        return ("up", "down", "enter") if self._laying.is_open else ("up", "down")

    def draw(self, room: Room) -> Rows:
        """Draw the boards that are left, and both sides of the one the cursor is at."""
        view = self._desk.known.view
        if view is None or not view.pool:
            return ()
        width = min(room.width, WIDEST)
        foot: list[Row] = [(), *self._taken(view, width), self._laying.row(width)]
        head = [ends(self._asked(view), time_left(self._desk), width, "")]
        height = room.height - len(head) - len(foot) - 1
        listed = self._list.draw(self._entries(view), LIST, height, room.symbols)
        board = view.pool[self._list.at(self._entries(view))]
        drawn = self._sides(board, width - LIST - 1, height, room)
        high = min(height, max(len(listed), len(drawn)))
        columns = beside(
            (fill(listed, LIST, high), LIST),
            (fill(drawn, width - LIST - 1, high), width - LIST - 1),
        )
        rows: Rows = [*head, (), *columns, *foot]
        return self._code.laid_over(amid(rows, width, room.width), room)

    def act(self, action: str) -> bool:
        """Go to a board, lay it down, take it for good, or lay it back."""
        if self._code.act(action):
            return True
        view = self._desk.known.view
        if view is None or not view.pool:
            return False
        entries = self._entries(view)
        before = self._list.at(entries)
        if self._laying.laid is not None and action in Laying.actions:
            return self._laying.act(action)
        done = self._list.act(action, entries)
        if self._list.at(entries) != before:
            self._laying.take_back()  # what is taken is what one looks at
        return done

    def _asked(self, view: View) -> Row:
        """Say who chooses."""
        known = self._desk.known
        seat = len(view.boards)
        if seat == view.seat:
            return row(piece(_("Choose your board"), "title"))
        said = _("{name} chooses a board").format(name=known.names[seat])
        return row(piece(said, "title"))

    def _entries(self, view: View) -> Sequence[Entry]:
        """List the boards that are left, each with what it starts with."""
        symbols = self._desk.symbols
        entries = []
        for board in view.pool:
            start = faces.effect(board.sides["day"].start, symbols)
            label = row(f"{describe.name(board)} ", *start)
            entries.append(Entry(board.id, label, partial(self._lay, board)))
        return entries

    def _lay(self, board: Board) -> None:
        """Lay a board down, or seal it if it lies there."""
        use = self._use(board)
        if self._laying.laid is not None:
            self._laying.seal()
        elif use is None:
            self._desk.say(_("It isn't your turn to choose."))
        else:
            self._laying.lay([use])

    def _use(self, board: Board) -> Use | None:
        menu = self._desk.known.menu
        if menu is None or not self._desk.known.asked:
            return None
        wanted = f"board {board.id}"
        return next((use for use in menu.uses if use.move.text == wanted), None)

    def _sides(self, board: Board, width: int, height: int, room: Room) -> Rows:
        """Draw both sides of a board, in words too where there is room for them."""
        sides = list(board.sides.values())
        for words in (True, False):
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
        return [one for box in boxes for one in box][:height]

    def _taken(self, view: View, width: int) -> Rows:
        """Say who has which board, and who is still to choose."""
        names = self._desk.known.names
        have = [
            f"{names[seat]} {describe.name(board)}"
            for seat, board in enumerate(view.boards)
        ]
        seats = range(len(view.boards), len(names))
        later = [names[seat] for seat in seats if seat not in view.gone][1:]
        said = []
        if have:
            said.append(_("Taken: {boards}.").format(boards=", ".join(have)))
        if later:
            then = _("Then it is the turn of {names}.")
            said.append(then.format(names=text.listing(later)))
        return paragraph(" ".join(said), width, "dim") if said else []
