"""
The screen of whoever looks on at a game, until somebody hands a seat over to them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Room, Row, Rows, paragraph, row
from sealed_wonders.client.terminal.handing import looking_on
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words import _


class Looking:
    """Says who plays, and by which words one is known."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack

    @property
    def title(self) -> str:
        """What it is."""
        return _("Looking on")

    @property
    def help(self) -> Sequence[str]:
        """Say what can come of it."""
        known = self._stack.known
        charter = known.handing.looks_on
        return looking_on(charter, known.keyring.me) if charter is not None else ()

    @property
    def actions(self) -> Sequence[str]:
        """There is nothing to be done but to wait."""
        return ("chat", "log", "help", "quit")

    def draw(self, room: Room) -> Rows:
        """Draw who plays."""
        width = min(72, room.width - 4)
        rows: list[Row] = [(), row(self.title, style="title"), ()]
        for line in self.help:
            rows += [*paragraph(line, width), ()]
        return [(*row("  "), *one) for one in rows][: room.height]

    def act(self, action: str) -> bool:
        """Do nothing but what all screens do."""
        return False
