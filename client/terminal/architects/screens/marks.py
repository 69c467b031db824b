"""
How something is marked that can be chosen: its number, and the cursor.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.client.terminal.amounts import GAP
from sealed_wonders.client.terminal.draw import Row, classes, piece, row
from sealed_wonders.client.terminal.style import COLOURS
from sealed_wonders.client.terminal.symbols import Symbols

WIDTH = 5
"""Columns of what stands before it."""


class Marks(NamedTuple):
    """What is special about something just now."""

    number: str = ""
    """What it is chosen by; nothing if it can't be."""
    does: str = ""
    """The action of a click on it."""
    chosen: bool = False
    """The cursor is there."""
    sealed: bool = False
    """It was chosen for good."""

    @property
    def style(self) -> str:
        """Give the style of its name."""
        return "title" if self.chosen or self.sealed else ""

    def before(self, symbols: Symbols) -> Row:
        """Draw what stands before it."""
        sign = piece("  ")
        if self.sealed:
            sign = piece(f"{symbols.sealed} ", "sealed")
        elif self.chosen:
            sign = piece(f"{symbols.chosen} ", "title")
        return row(sign, piece(f"{self.number:>2}", "key"), GAP)

    def lit(self, one: Row) -> Row:
        """Give a row the background of what a cursor is at, but for signs of colours."""
        if not self.chosen:
            return one
        own = {classes(name) for name in COLOURS}
        return tuple(
            part
            if part.style in own
            else part._replace(style=f"{part.style} class:at".lstrip())
            for part in one
        )


NOTHING = Marks()
