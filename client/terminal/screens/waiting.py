"""
A sentence about what is done just now, where nothing can be done meanwhile but leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.client.terminal.draw import Room, Rows, centred, fill, row
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class Waiting:
    """Nothing to see yet."""

    actions = ("quit",)

    def __init__(self, stack: Stack, sentence: Callable[[], str]) -> None:
        """
        Wait for something.

        Args:
            sentence: says what, in the language of the moment.
        """
        self._stack = stack
        self._sentence = sentence

    @property
    def title(self) -> str:
        """Name the program."""
        return _("Sealed Wonders")

    @property
    def help(self) -> Sequence[str]:
        """Say that it goes on by itself."""
        return (_("This goes on by itself, in a moment."),)

    def draw(self, room: Room) -> Rows:
        """Draw the sentence in the middle."""
        lines = [row(self.title, style="title"), (), row(self._sentence())]
        above = max(0, (room.height - len(lines)) // 2)
        rows = [*[()] * above, *(centred(line, room.width) for line in lines)]
        return fill(rows, room.width, room.height)

    def act(self, action: str) -> bool:
        """Leave, without being asked."""
        if action != "quit":
            return False
        self._stack.quit()
        return True
