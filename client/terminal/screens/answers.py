"""
What a command was answered with, where that is more than a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.messages import tidy
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

HANGING = 3
"""Columns by which a line goes on further to the right."""


class AnswerBox(Box):
    """Some lines, below what they answer."""

    stays = True

    def __init__(self, stack: Stack, line: str, answers: Sequence[str]) -> None:
        """
        Make it.

        Args:
            line: what was typed; empty if nothing was.
        """
        super().__init__(stack)
        self._line = line
        self._answers = tuple(map(tidy, answers))

    def says(self, notice: str) -> bool:
        """Tell whether it is there to say just that."""
        return not self._line and self._answers == (tidy(notice),)

    @property
    def title(self) -> str:
        """What was asked."""
        return self._line or _("Message")

    def heading(self) -> Row:
        """Say what was asked, as it was typed."""
        return (piece(self.title, "chat" if self._line else "title"),)

    @property
    def help(self) -> Sequence[str]:
        """Say what it is."""
        return (_("What your program says to what you typed."),)

    @property
    def more_actions(self) -> Sequence[str]:
        """Another command can be typed."""
        return ("command",) if self._line else ()

    def rows(self, width: int, height: int) -> Rows:
        """Break the lines, each as far in as it was."""
        rows: list[Row] = []
        for line in self._answers:
            within = len(line) - len(line.lstrip())
            gap = piece(" " * within)
            for one in paragraph(line.strip(), width - within, indent=HANGING):
                rows.append((gap, *one) if within else one)
        return rows

    def act(self, action: str) -> bool:
        """Close, or scroll."""
        return super().act("back" if action == "enter" else action)
