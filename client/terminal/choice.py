"""
The answer to the question that is open: whether it is given, and what lies there.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.client.terminal.sealing import Overdue
from sealed_wonders.core.game import Move


class Choice:
    """
    A choice that is made once for each question.

    Attributes:
        laid: what lies on a screen for it, and isn't sealed yet; None if nothing does.
        overdue: what is sealed, if it is because time was out.
    """

    def __init__(self) -> None:
        self.laid: Use | None = None
        self.overdue = Overdue.DEFAULT
        self._answer: Callable[[Move], object] | None = None
        """Takes the answer to the open question; None when it was given."""
        self._answer_again: Callable[[Move], object] | None = None
        """The same, kept in case the answer can't be written down."""

    @property
    def is_open(self) -> bool:
        """A question is open, and nothing is answered to it yet."""
        return self._answer is not None

    def open(self, answer: Callable[[Move], object]) -> None:
        """Begin with a question, which *answer* takes the answer to."""
        self._answer = self._answer_again = answer
        self.laid, self.overdue = None, Overdue.DEFAULT

    def open_again(self) -> None:
        """Take another answer to the same question, as the first isn't sealed."""
        self._answer, self.overdue = self._answer_again, Overdue.DEFAULT

    def give(self, move: Move) -> None:
        """Answer the question, if that hasn't been done."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(move)

    def time_out(self, lies: Use | None) -> None:
        """Take no answer any more: what lies there is sealed, if anything does."""
        self._answer = None
        self.overdue = Overdue.DEFAULT if lies is None else Overdue.LAID

    def close(self) -> None:
        """End, as the question isn't open any more."""
        self._answer = self.laid = None
        self.overdue = Overdue.DEFAULT
