"""
The open question's answer: whether it has been given, and what is laid down for it.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.view.sealedmove import Overdue
from sealed_wonders.core.game import Move


class PendingChoice:
    """
    A choice, which can be made once for each question.

    Attributes:
        laid: The move laid down on a screen but not sealed yet; None without one.
        overdue: The kind of move to seal if the time for the choice is up.
    """

    def __init__(self) -> None:
        self.laid: MenuMove | None = None
        self.overdue = Overdue.DEFAULT
        self._answer: Callable[[Move], object] | None = None
        """Accepts the answer to the open question; None once it has been given."""
        self._answer_again: Callable[[Move], object] | None = None
        """The same callable, kept in case the answer can't be written to disk."""

    @property
    def is_open(self) -> bool:
        """Whether a question is open and unanswered."""
        return self._answer is not None

    def open(self, answer: Callable[[Move], object]) -> None:
        """Begin a question whose answer is passed to *answer*."""
        self._answer = self._answer_again = answer
        self.laid, self.overdue = None, Overdue.DEFAULT

    def open_again(self) -> None:
        """
        Accept another answer to the same question, because the first wasn't sealed.
        """
        self._answer, self.overdue = self._answer_again, Overdue.DEFAULT

    def give(self, move: Move) -> None:
        """Answer the question, unless that has been done."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(move)

    def time_out(self, lies: MenuMove | None) -> None:
        """
        Accept no more answers; *lies* is the laid move that will be sealed, if any.
        """
        self._answer = None
        self.overdue = Overdue.DEFAULT if lies is None else Overdue.LAID

    def close(self) -> None:
        """End the question."""
        self._answer = self.laid = None
        self.overdue = Overdue.DEFAULT
