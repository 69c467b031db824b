"""Box with help for the screen below: what it shows, its keys and its signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_wonders.client.person import keys
from sealed_wonders.client.signs import meanings
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    after,
    clickable,
    clip,
    fit,
    flowed,
    measure,
    paragraph,
    piece,
)
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.keyguard import is_decisive
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.panels import columns
from sealed_wonders.client.terminal.stack import KeyItem
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screens import Screen
    from sealed_wonders.client.terminal.stack import Stack

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
        self._room = Room(0, 0, stack.symbols)
        self._below: Rows | None = None
        """What lay below the help when its signs were last looked for."""
        self._found: Mapping[str, str] = {}
        """Those signs, each with its style."""

    @property
    def title(self) -> str:
        return _("Help: {screen}").format(screen=self._screen.title)

    @property
    def help(self) -> Sequence[str]:
        return (_("What you can see and do on the screen below."),)

    def draw(self, room: Room) -> Rows:
        self._room = room
        return super().draw(room)

    def rows(self, width: int, height: int) -> Rows:
        rows: list[Row] = []
        for sentence in self._screen.help:
            rows += paragraph(sentence, width)
        here = self._here()
        for title, part in (
            (_("Keys on this screen"), self._columns(here, width, clicks=False)),
            (_("Signs on this screen"), self._signs(width)),
            *self._everywhere(here, width),
        ):
            if part:
                rows += [()] if rows else []
                rows += [(piece(title, "title"),), *part]
        return rows

    def act(self, action: str) -> bool:
        """Close the box on a click on a key of the screen below, and do what it does."""
        below, _space, name = action.partition(" ")
        if below != BELOW:
            return super().act(action)
        self.stack.close(self)
        # A choice is made only by somebody who sees it.
        return is_decisive(self.stack, name) or self.stack.act(name)

    def _here(self) -> Sequence[KeyItem]:
        """Return what the keys of the screen itself do, in the order of `keys`."""
        screen = self._screen
        # Includes actions that are named elsewhere on the screen, for people who want
        # to learn.
        some = (*screen.actions, *getattr(screen, "keys", ()))
        names = [one for one in (*keys.ACTIONS, keys.DIGIT) if one in some]
        return self._explained(self.stack.key_items(screen, names))

    def _everywhere(
        self, here: Sequence[KeyItem], width: int
    ) -> Iterator[tuple[str, Rows]]:
        """Yield the other keys that do something now; none if the box insists."""
        if getattr(self._screen, "insists", False):
            return
        listed = {name for item in here for name in item.actions}
        for title, names in availability.working(self.stack):
            rest = [name for name in names if name not in listed]
            items = self._explained(self.stack.key_items(self._screen, rest))
            yield title, self._columns(items, width)

    def _explained(self, items: Sequence[KeyItem]) -> Sequence[KeyItem]:
        """Replace the labels that only repeat a short name by the long name."""
        return [
            KeyItem(item.actions, keys.long(item.actions[0]))
            if item.label == keys.short(item.actions[0])
            else item
            for item in items
        ]

    def _signs(self, width: int) -> Rows:
        """Draw the signs that are now on the screen below, with what they mean."""
        stack = self.stack
        if self._below != stack.below:
            self._below, self._found = stack.below, self._find_signs()
        return flowed(meanings.legend(self._found, stack.symbols), width, gap=2)

    def _find_signs(self) -> Mapping[str, str]:
        """Return the signs on the screen below, by drawing it with others."""
        stack, symbols = self.stack, self.stack.symbols
        stack.symbols = meanings.TRACED
        try:
            drawn = self._screen.draw(replace(self._room, symbols=meanings.TRACED))
        finally:
            stack.symbols = symbols
        return meanings.found(drawn)

    def _columns(
        self, items: Sequence[KeyItem], width: int, *, clicks: bool = True
    ) -> Rows:
        """
        Draw actions in two columns.

        Args:
            clicks: whether a click carries them out here; those of the screen below
                close the box first.
        """
        if not items:
            return ()
        half = (len(items) + 1) // 2
        return columns(
            width,
            lambda wide: self._list(items[:half], wide, clicks),
            lambda wide: self._list(items[half:], wide, clicks),
            odd=None,
            gap=GAP,
        )

    def _list(self, items: Sequence[KeyItem], width: int, clicks: bool) -> Rows:
        rows: list[Row] = []
        shown = [self._keys_of(item) for item in items]
        column = min(KEYS, max(map(measure, shown), default=0) + 2)
        mark = self.stack.symbols.more
        for item, some in zip(items, shown, strict=True):
            name = item.actions[0]
            key = clip((piece(some, "key"),), column - 1, mark)
            line = after(fit(key, column), paragraph(item.label, width - column))
            rows += clickable(line, name if clicks else f"{BELOW} {name}")
        return rows

    def _keys_of(self, item: KeyItem) -> str:
        """Return the keys of some actions: of one, all; of several, the first of each."""
        if len(item.actions) > 1:
            return " ".join(map(self.stack.key, item.actions))
        return " ".join(self.stack.keys_of(item.actions[0])) or "-"
