"""
A box that lies on a screen: framed, no bigger than what is in it, and scrolled where it must.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sealed_wonders.client.terminal.draw import (
    Room,
    Row,
    Rows,
    fit,
    framed,
    measure,
    paragraph,
    piece,
    scrolled,
)

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

SCROLLING = ("up", "down", "page up", "page down", "first", "last")
"""What can be done with rows of which not all are seen."""

NARROWEST, SPARE = 44, 6
"""No box is narrower than the one, nor leaves less than the other free beside it."""


class Box(ABC):
    """
    What all boxes share.

    Attributes:
        widest: columns beyond which it is not drawn wider, frame and all.
        stays: a new question doesn't take it away.
        follows: it is opened at its end, and stays there when rows are added.
        fits: it is drawn also where there is no room for anything else.
    """

    widest = 100
    stays = False
    follows = False
    fits = False

    def __init__(self, stack: Stack) -> None:
        """Make it; `ScreenStack.open` lays it down."""
        self.stack = stack
        self._first: int | None = None
        """The first row that is seen; None stands for the end if it follows that."""
        self._last_first = 0
        """What that is at the end."""
        self._page = 1

    # What each box says.

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, in a word or two."""

    @property
    @abstractmethod
    def help(self) -> Sequence[str]:
        """What somebody who sees it for the first time should know: some sentences."""

    @property
    def actions(self) -> Sequence[str]:
        """What can be done just now, the most useful first."""
        return (*self.more_actions, *self.scrolling, "back")

    @property
    def more_actions(self) -> Sequence[str]:
        """What can be done besides scrolling and closing."""
        return ()

    @abstractmethod
    def rows(self, width: int, height: int) -> Rows:
        """
        Give what is in it.

        Args:
            height: how many rows are seen at once, for whoever wants to use them all.
        """

    def heading(self) -> Row:
        """Give what stands in the upper edge."""
        return (piece(self.title, "title"),)

    # What they do alike.

    @property
    def scrolling(self) -> Sequence[str]:
        """Give the keys that scroll, where there is anything to scroll."""
        return SCROLLING[:4] if self._last_first else ()

    def draw(self, room: Room) -> Rows:
        """Draw the frame and the rows that are seen."""
        width = min(room.width, self.widest)
        inner, page = width - 4, room.height - 2
        # One column more than the rows take is kept for the marks of what isn't seen.
        rows = tuple(self.rows(inner - 1, page))
        self._page = max(1, page)
        self._last_first = max(0, len(rows) - page)
        if self._first is None:
            self._first = self._last_first if self.follows else 0
        if self._first >= self._last_first:
            first = self._last_first
            self._first = None if self.follows else first
        else:
            first = self._first
        if self._last_first:
            rows = scrolled(rows, inner, page, first, room.symbols)
        else:
            needed = max([measure(self.heading()) + 2, *map(measure, rows)])
            if needed + 4 + SPARE < width:
                width = max(needed + 4, min(width, NARROWEST))
        return framed(rows, width, room.symbols, title=self.heading())

    def act(self, action: str) -> bool:
        """Scroll, or close."""
        if action == "back":
            self.stack.close(self)
            return True
        return action in SCROLLING and self.scroll(action)

    def scroll(self, action: str) -> bool:
        """Show other rows."""
        end = self._last_first
        at = end if self._first is None and self.follows else self._first or 0
        self.show_from(
            {
                "up": at - 1,
                "down": at + 1,
                "page up": at - self._page,
                "page down": at + self._page,
                "first": 0,
                "last": end,
            }[action]
        )
        return True

    def show_from(self, row: int) -> None:
        """Show the rows from one on, as far as that goes."""
        self._first = max(0, min(row, self._last_first))


class Line(NamedTuple):
    """Something that is said of a thing."""

    label: str
    signs: Row
    words: str
    """What the signs mean, or what there are no signs for."""


def labelled(lines: Sequence[Line], width: int, *, brief: bool = False) -> Rows:
    """
    Write lines below each other, each behind its label, the words below the signs.

    Args:
        brief: words stand behind their signs, where there is room.
    """
    wide = max((measure(line.label) for line in lines), default=0) + 2
    rows: list[Row] = []
    for line in lines:
        for index, one in enumerate(_body(line, width - wide, brief=brief)):
            before = piece("" if index else line.label, "dim")
            rows.append((*fit((before,), wide), *one))
    return rows


def _body(line: Line, width: int, *, brief: bool) -> Rows:
    """Write what stands behind a label."""
    signs = line.signs
    said = paragraph(line.words, width, "dim" if signs else "") if line.words else ()
    if not signs:
        return said
    if brief and len(said) == 1:
        together = (*signs, piece("  "), *said[0])
        if measure(together) <= width:
            return (together,)
    return (signs, *said)
