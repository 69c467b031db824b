"""Marks on what can be chosen: its number, and the cursor."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.client.signs.amounts import GAP
from sealed_wonders.client.signs.draw import Row, clip, doing, fit, lit, piece, row
from sealed_wonders.client.signs.symbols import Symbols

WIDTH = 5
"""Columns of the marks before an option."""


class Marks(NamedTuple):
    """The marks of one option."""

    number: str = ""
    """The number that chooses it; empty if it can't be chosen."""
    does: str = ""
    """The action of a click on it."""
    chosen: bool = False
    """Whether the cursor is at it."""
    sealed: bool = False
    """Whether it is sealed."""

    @property
    def style(self) -> str:
        """The style of its name."""
        return "title" if self.chosen or self.sealed else ""

    def before(self, symbols: Symbols) -> Row:
        """Draw the marks before it."""
        sign = piece("  ")
        if self.sealed:
            sign = piece(f"{symbols.sealed} ", "sealed")
        elif self.chosen:
            sign = piece(f"{symbols.laid} ", "laid")
        return row(sign, piece(f"{self.number:>2}", "key"), GAP)

    def drawn(self, one: Row, width: int, symbols: Symbols, otherwise: str = "") -> Row:
        """
        Draw what it marks in a number of columns, highlighted at the cursor.

        Args:
            otherwise: The action of a click if it can't be chosen.
        """
        shown = doing(one, self.does or otherwise)
        fitted = fit(clip(shown, width, symbols.more), width)
        return lit(fitted) if self.chosen else fitted


NOTHING = Marks()
