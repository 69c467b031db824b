"""
A question that is answered with yes or no before something is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

YES, NO = ("enter", "yes"), ("back", "nothing")
"""Actions that answer; the letters that somebody tries first are among their keys."""


class Confirm(Box):
    """Asks, and does one thing or another; nothing else is done meanwhile."""

    widest = 70
    stays = True
    fits = True

    def __init__(
        self,
        stack: Stack,
        question: str,
        yes: Callable[[], None],
        no: Callable[[], None] = lambda: None,
        *,
        details: Sequence[str] = (),
        again: str = "",
    ) -> None:
        """
        Make it.

        Args:
            details: what to think of before; each is a paragraph.
            again: the action that led here, which is a yes if it is done once more.
        """
        super().__init__(stack)
        self._question = question
        self._yes = yes
        self._no = no
        self._details = tuple(details)
        self._again = again

    @property
    def title(self) -> str:
        """What it is about, where the question isn't whether somebody is sure."""
        return _("Are you sure?")

    @property
    def help(self) -> Sequence[str]:
        """Say what happens."""
        return (_("Enter is a yes; Esc is a no, and nothing is done."),)

    @property
    def actions(self) -> Sequence[str]:
        """Yes or no."""
        return ("enter", "back")

    def rows(self, width: int, height: int) -> Rows:
        """Ask, and say what is to be thought of."""
        rows: list[Row] = [*paragraph(self._question, width, "title"), ()]
        for one in self._details:
            rows += [*paragraph(one, width), ()]
        stack = self.stack
        answers: Row = (
            piece(stack.key("enter"), "key", "enter"),
            piece(f" {_('yes')}", "", "enter"),
            piece("    "),
            piece(stack.key("back"), "key", "back"),
            piece(f" {_('no')}", "", "back"),
        )
        return [*rows, answers]

    def act(self, action: str) -> bool:
        """Take the answer; whatever else is tried waits for it."""
        if action in (*YES, *NO) or action == self._again:
            self.stack.close(self)
            (self._no if action in NO else self._yes)()
        elif action in SCROLLING:
            self.scroll(action)
        else:
            self.stack.say(_("Please answer first: Enter is a yes, Esc is a no."))
        return True
