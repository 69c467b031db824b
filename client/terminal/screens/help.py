"""Box with help for the screen below: what it shows, and every key that works there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.person import keys
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.keyguard import is_decisive
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.panels import columns
from sealed_wonders.client.words.draw import (
    Row,
    Rows,
    after,
    clickable,
    clip,
    fit,
    measure,
    paragraph,
    piece,
)
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screens import Screen
    from sealed_wonders.client.terminal.stack import Stack

ALWAYS = ("settings", "mouse", "redraw", "suspend")
"""Actions of the application that work on every screen."""

BELOW = "below"
"""First word of an action of the screen below the help."""

KEYS = 16
"""Columns of the keys, at most."""

GAP = 3
"""Columns between the two columns of keys."""


class HelpBox(Box):
    """Help for one screen."""

    stays = True

    def __init__(self, stack: Stack, screen: Screen) -> None:
        super().__init__(stack)
        self._screen = screen

    @property
    def title(self) -> str:
        return _("Help: {screen}").format(screen=self._screen.title)

    @property
    def help(self) -> Sequence[str]:
        return (_("What you can see and do on the screen below."),)

    def rows(self, width: int, height: int) -> Rows:
        rows: list[Row] = []
        for sentence in self._screen.help:
            rows += paragraph(sentence, width)
        if rows:
            rows.append(())
        # Includes actions that are named elsewhere on the screen, for people who want
        # to learn.
        some = (*self._screen.actions, *getattr(self._screen, "keys", ()))
        here = [one for one in keys.ACTIONS if one in some]
        if here:
            rows.append((piece(_("Here"), "title"),))
            rows += self._columns(here, width, clicks=False)
            rows.append(())
        rows.append((piece(_("Everywhere"), "title"),))
        absent = (*here, *availability.absent(self.stack))
        everywhere = (*availability.actions(self.stack), *ALWAYS)
        rest = [name for name in everywhere if name not in absent]
        rows += self._columns(rest, width)
        return rows

    def act(self, action: str) -> bool:
        """Close the box on a click on a key of the screen below, and do what it does."""
        below, _space, name = action.partition(" ")
        if below != BELOW:
            return super().act(action)
        self.stack.close(self)
        # A choice is made only by somebody who sees it.
        return is_decisive(self.stack, name) or self.stack.act(name)

    def _columns(
        self, names: Sequence[str], width: int, *, clicks: bool = True
    ) -> Rows:
        """
        Draw actions in two columns.

        Args:
            clicks: whether a click carries them out here; those of the screen below
                close the box first.
        """
        half = (len(names) + 1) // 2
        return columns(
            width,
            lambda wide: self._list(names[:half], wide, clicks),
            lambda wide: self._list(names[half:], wide, clicks),
            odd=None,
            gap=GAP,
        )

    def _list(self, names: Sequence[str], width: int, clicks: bool) -> Rows:
        rows: list[Row] = []
        shown = {name: " ".join(self.stack.keys_of(name)) or "-" for name in names}
        column = min(KEYS, max(map(measure, shown.values()), default=0) + 2)
        mark = self.stack.symbols.more
        called = getattr(self._screen, "called", {})
        for name, some in shown.items():
            said = called.get(name, "")
            # Unless it has a name of the moment, such as "keep", the long name is used.
            does = keys.long(name) if said in ("", keys.short(name)) else said
            key = clip((piece(some, "key"),), column - 1, mark)
            line = after(fit(key, column), paragraph(does, width - column))
            rows += clickable(line, name if clicks else f"{BELOW} {name}")
        return rows
