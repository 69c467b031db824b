"""
The list of a dialog's alternatives, with an explanation of the one at the cursor.

`dialog.DialogBox` contains it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.questions.dialog import Alternative
from sealed_wonders.client.signs.draw import Row, Rows, paragraph, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem

LEAST = 4
"""Alternatives that are visible at once, if there are that many."""

BESIDES = 10
"""Rows reserved for the explanation and everything else in the dialog's box."""


class WayList:
    """The cursor in a list of alternatives that may change."""

    def __init__(self, do: Callable[[Alternative], None]) -> None:
        """
        Start at the first alternative.

        Args:
            do: called with the alternative that is chosen.
        """
        self._do = do
        self._listing = Listing()

    def draw(
        self, ways: Sequence[Alternative], width: int, height: int, symbols: Symbols
    ) -> Rows:
        """
        Draw the list, and the explanation of the alternative at the cursor.

        Args:
            ways: the alternatives; there must be at least one.
        """
        entries, room = self._entries(ways), max(LEAST, height - BESIDES)
        rows: list[Row] = [*self._listing.draw(entries, width, room, symbols), ()]
        for one in ways[self._listing.at(entries)].means:
            rows += paragraph(one, width, "dim")
        return rows

    def actions(self, ways: Sequence[Alternative]) -> Sequence[str]:
        """Return the most useful actions that do something with these alternatives."""
        return self._listing.actions(self._entries(ways))

    def called(self, ways: Sequence[Alternative], choose: str) -> Mapping[str, str]:
        """Return what keys do with these alternatives; *choose* is for choosing one."""
        called = self._listing.called(self._entries(ways))
        return {**called, "enter": choose} if choose else called

    def act(self, action: str, ways: Sequence[Alternative]) -> bool:
        """Move the cursor or choose, and return whether the action means anything."""
        return self._listing.act(action, self._entries(ways))

    def _entries(self, ways: Sequence[Alternative]) -> Sequence[ListItem]:
        return [self._entry(way) for way in ways]

    def _entry(self, way: Alternative) -> ListItem:
        return ListItem(way.key, row(way.label), lambda: self._do(way))
