"""
Help for the screen one looks at: what it shows, and every key that does something there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import keys
from sealed_wonders.client.terminal.draw import (
    Row,
    Rows,
    beside,
    clip,
    fit,
    paragraph,
    piece,
)
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk
    from sealed_wonders.client.terminal.screens import Screen

KEYS = 12
"""Columns of the keys."""

GAP = 3
"""Columns between the two columns of keys."""


class HelpBox(Box):
    """What a screen shows, and what can be done at it."""

    def __init__(self, desk: Desk, screen: Screen) -> None:
        """Make it for a screen, the one below."""
        super().__init__(desk)
        self._screen = screen

    @property
    def title(self) -> str:
        """Whose help it is."""
        return _("Help: {screen}").format(screen=self._screen.title)

    @property
    def help(self) -> Sequence[str]:
        """Say what it is."""
        return (_("What can be seen and done at the screen below."),)

    def rows(self, width: int, height: int) -> Rows:
        """Give the sentences, then all keys, in two columns."""
        rows: list[Row] = []
        for sentence in self._screen.help:
            rows += paragraph(sentence, width)
        if rows:
            rows.append(())
        here = [
            one for one in dict.fromkeys(self._screen.actions) if one in keys.ACTIONS
        ]
        if here:
            rows.append((piece(_("Here"), "title"),))
            rows += self._columns(here, width)
            rows.append(())
        rows.append((piece(_("Everywhere"), "title"),))
        rows += self._columns(
            [name for name in keys.ACTIONS if name not in here], width
        )
        return rows

    def _columns(self, names: Sequence[str], width: int) -> Rows:
        each = (width - GAP) // 2
        half = (len(names) + 1) // 2
        columns = [self._list(part, each) for part in (names[:half], names[half:])]
        return beside(*((column, each) for column in columns), gap=GAP)

    def _list(self, names: Sequence[str], width: int) -> Rows:
        rows: list[Row] = []
        for name in names:
            all_keys = " ".join(self.desk.keys_of(name)) or "-"
            key = fit(
                clip((piece(all_keys, "key", name),), KEYS - 1, self.desk.symbols.more),
                KEYS,
            )
            means = paragraph(keys.long(name), width - KEYS)
            rows.append((*key, *means[0]))
            rows += [(piece(" " * KEYS), *one) for one in means[1:]]
        return rows
