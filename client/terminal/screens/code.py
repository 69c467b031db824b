"""The table code in large letters, which the players read aloud when a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    centred,
    clickable,
    clip,
    framed,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.tablewords import lobby, tablecode
from sealed_wonders.client.terminal.screens.panels import at_centre
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

WIDTH = 66
"""Columns of the box."""


class Code:
    """
    A box over the first screen of a game, until a key is pressed.

    The screen draws it on top of itself, and offers it every action first.
    """

    def __init__(self, stack: Stack) -> None:
        self._stack = stack

    @property
    def is_shown(self) -> bool:
        """Whether it is shown."""
        return tablecode.is_due(self._stack.known)

    def act(self, action: str) -> bool:
        """Hide the code, whatever the action, and return whether it was shown."""
        shown = self.is_shown
        self._stack.known.code_read = True
        return shown

    def laid_over(self, rows: Rows, room: Room) -> Rows:
        """Draw the code over a screen's rows, if it is shown."""
        return at_centre(rows, self._box(room), room) if self.is_shown else rows

    def _box(self, room: Room) -> Rows:
        known = self._stack.known
        inner = WIDTH - 4
        gid = known.charter.gid if known.charter else b""
        names = text.listing([_("You"), *tablecode.readers(known)])
        rows: list[Row] = [(), *_big(tablecode.code(gid).split(), inner), ()]
        for line in tablecode.in_other_languages(gid):
            rows += [centred(row(line, style="dim"), inner), ()]
        rows += [*paragraph(lobby.code_means(), inner), ()]
        rows.append(clip(row(names, style="dim"), inner, room.symbols.more))
        rows.append(
            row(
                _("Press any key to continue."),
                style="dim",
            )
        )
        title = row(_("The table code"), style="title")
        box = framed(rows, WIDTH, room.symbols, title=title, style="frame.chosen")
        return clickable(box, "enter")


def _big(words: Sequence[str], width: int) -> list[Row]:
    """Draw the words with spaced letters, two in a row."""
    spaced = [piece(f"  {' '.join(word.upper())}  ", "head") for word in words]
    pairs = [spaced[at : at + 2] for at in range(0, len(spaced), 2)]
    rows: list[Row] = []
    for pair in pairs:
        rows += [()] if rows else []
        rows.append(
            centred(row(*pair[:1], *(row("   ", it) for it in pair[1:])), width)
        )
    return rows
