"""
Base of the boxes that lie on a screen: framed, no larger than needed, and scrolling.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sealed_wonders.client.signs.draw import (
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
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

SCROLLING = ("up", "down", "page up", "page down", "first", "last")
"""Actions for rows that aren't all visible."""

SIDEWAYS = {"left": -1, "right": 1}
"""Actions that go through what a box shows one after the other, and their steps."""

NARROWEST, SPARE = 44, 6
"""Least columns of a box, and the columns that shrinking one must save."""


class Box(ABC):
    """
    Base of all boxes.

    Attributes:
        widest: largest number of columns, including the frame.
        stays: whether a new question leaves it open.
        follows: whether it opens at its end, and stays there when rows are added.
        fits: whether it is drawn even where there is no room for anything else.
        asks: whether it asks something, so that Enter doesn't just close it.
        notch: rows that a notch of the mouse wheel scrolls by.
    """

    widest = 100
    stays = False
    follows = False
    fits = False
    asks = False
    notch = 3

    def __init__(self, stack: Stack) -> None:
        """Create a box; `ScreenStack.open` shows it."""
        self.stack = stack
        self._first: int | None = None
        """First visible row; None means the last page if the box follows its end."""
        self._last_first = 0
        """First visible row of the last page."""
        self._page = 1

    # Parts that each box adds.

    @property
    @abstractmethod
    def title(self) -> str:
        """Title of the box, in a word or two."""

    @property
    @abstractmethod
    def help(self) -> Sequence[str]:
        """Sentences for somebody who sees the box for the first time."""

    @property
    def actions(self) -> Sequence[str]:
        """Actions that are possible now, the most useful first."""
        sideways = SIDEWAYS if self.sideways else ()
        return (*self.more_actions, *sideways, *self.scrolling, "back")

    @property
    def called(self) -> Mapping[str, str]:
        """Labels of the keys in this box, by action."""
        return {
            **dict.fromkeys(("up", "down"), _("scroll")),
            **dict.fromkeys(("page up", "page down"), _("page")),
            **dict.fromkeys(SIDEWAYS, self.sideways),
            "back": _("close"),
        }

    @property
    def more_actions(self) -> Sequence[str]:
        """Actions besides going sideways, scrolling and closing."""
        return ()

    @property
    def sideways(self) -> str:
        """Label of the keys left and right; empty if they do nothing."""
        return ""

    def turn(self, step: int) -> None:  # noqa: B027  most boxes show one thing
        """Show the next of several things (1), or the previous one (-1)."""

    @abstractmethod
    def rows(self, width: int, height: int) -> Rows:
        """
        Return the contents.

        Args:
            width: columns available.
            height: rows that are visible at once, for boxes that want to use them all.
        """

    def heading(self) -> Row:
        """Return the contents of the upper edge."""
        return (piece(self.title, "title"),)

    # Common behaviour.

    @property
    def scrolling(self) -> Sequence[str]:
        """Actions that scroll; empty if there is nothing to scroll."""
        return SCROLLING[:4] if self._last_first else ()

    def draw(self, room: Room) -> Rows:
        width = min(room.width, self.widest)
        inner, page = width - 4, room.height - 2
        # The last column is reserved for the scroll marks.
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
        if action == "back" or (action == "enter" and not self.asks):
            self.stack.close(self)
            return True
        if action in SIDEWAYS and self.sideways:
            self.turn(SIDEWAYS[action])
            return True
        return action in SCROLLING and self.scroll(action)

    def scroll(self, action: str) -> bool:
        end = self._last_first
        at = end if self._first is None and self.follows else self._first or 0
        self.show_from(scrolled_to(action, at, self._page, end))
        return True

    def show_from(self, row: int) -> None:
        """Scroll so that a row is the first visible one, as far as possible."""
        self._first = max(0, min(row, self._last_first))


def scrolled_to(action: str, first: int, page: int, last: int) -> int:
    """
    Return the row that is the first visible one after one of the actions `SCROLLING`.

    Args:
        first: the one before.
        page: rows that are visible at once.
        last: the first visible row at the end.
    """
    rows = {
        "up": first - 1,
        "down": first + 1,
        "page up": first - page,
        "page down": first + page,
        "first": 0,
        "last": last,
    }
    return max(0, min(rows[action], last))


class Fact(NamedTuple):
    """A labelled fact about a thing."""

    label: str
    signs: Row
    words: str
    """Meaning of the signs, or the fact itself if there are no signs."""


def labelled(lines: Sequence[Fact], width: int, *, brief: bool = False) -> Rows:
    """
    Draw labelled lines one below the other, with the words below the signs.

    Args:
        brief: whether to put words after their signs where there is room.
    """
    wide = max((measure(line.label) for line in lines), default=0) + 2
    rows: list[Row] = []
    for line in lines:
        for index, one in enumerate(_body(line, width - wide, brief=brief)):
            before = piece("" if index else line.label, "dim")
            rows.append((*fit((before,), wide), *one))
    return rows


def _body(line: Fact, width: int, *, brief: bool) -> Rows:
    """Draw what comes after a label."""
    signs = line.signs
    said = paragraph(line.words, width, "dim" if signs else "") if line.words else ()
    if not signs:
        return said
    if brief and len(said) == 1:
        together = (*signs, piece("  "), *said[0])
        if measure(together) <= width:
            return (together,)
    return (signs, *said)
