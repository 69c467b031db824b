"""
The words by which one plays on at another machine, big enough to be copied.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, row
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.seatwords import COLUMNS, in_rows, means, numbered
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class WordsBox(Box):
    """The words; nothing of them is left when it is closed."""

    widest = 76
    stays = True

    def __init__(self, stack: Stack, person: Person) -> None:
        """Make it."""
        super().__init__(stack)
        self._person = person

    @property
    def title(self) -> str:
        """What it is."""
        return _("Twelve words for another machine")

    @property
    def help(self) -> Sequence[str]:
        """Say what they are for."""
        return means(self._person.seatwords.command)

    def rows(self, width: int, height: int) -> Rows:
        """Draw the words, and say what they are for."""
        seat = self._person.seatwords
        rows: list[Row] = [
            row("  ", *(row(word, style="title") for word in words))
            for words in in_rows([f"{one}  " for one in numbered(seat.words)], COLUMNS)
        ]
        for one in means(seat.command):
            rows += [(), *paragraph(one, width)]
        return rows

    def act(self, action: str) -> bool:
        """Close, or scroll."""
        return super().act("back" if action in ("enter", "words") else action)
