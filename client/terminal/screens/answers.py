"""Box with the answer to a command, if it is longer than a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.messages import tidy
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

HANGING = 3
"""Columns by which a wrapped line's continuation is indented."""


class AnswerBox(Box):
    """Some lines of text, with the command that they answer as the title."""

    stays = True

    def __init__(
        self,
        stack: Stack,
        line: str,
        answers: Sequence[str],
        lasts: Callable[[], bool] = lambda: True,
    ) -> None:
        """
        Create the box.

        Args:
            line: the command as it was typed; empty if the box answers none.
            answers: the lines.
            lasts: returns whether they still hold; the box closes once they don't.
        """
        super().__init__(stack)
        self._line = line
        self.lasts = lasts
        self._answers = tuple(map(tidy, answers))

    def says(self, notice: str) -> bool:
        """Return whether the box shows just this notice."""
        return not self._line and self._answers == (tidy(notice),)

    @property
    def title(self) -> str:
        return self._line or _("Message")

    def heading(self) -> Row:
        return (piece(self.title, "chat" if self._line else "title"),)

    @property
    def help(self) -> Sequence[str]:
        return (_("The program's answer to what you typed."),)

    @property
    def more_actions(self) -> Sequence[str]:
        return ("command",) if self._line else ()

    def rows(self, width: int, height: int) -> Rows:
        """Wrap the lines, keeping their indentation."""
        rows: list[Row] = []
        for line in self._answers:
            within = len(line) - len(line.lstrip())
            gap = piece(" " * within)
            for one in paragraph(line.strip(), width - within, indent=HANGING):
                rows.append((gap, *one) if within else one)
        return rows
