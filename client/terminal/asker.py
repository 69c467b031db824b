"""
Putting the questions of a game to a person: what each game does in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal.menu import Menu
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Move


@runtime_checkable
class Asker(Protocol):
    """Asks the questions of one game. A sight given to it is always one of that game."""

    def menu(
        self, sight: Sight[Any], question: Question, past: Sequence[Any] = ()
    ) -> Menu:
        """
        Put a question into words.

        Args:
            past: the news of the game so far, in order.
        """

    def look(self, known: TableModel, question: Question) -> None:
        """Take note of what a question shows."""

    def choose(self, known: TableModel, question: Question, move: Move) -> None:
        """Take note of what was answered."""

    def hint(self, known: TableModel, question: Question) -> str:
        """Say how to choose, where that isn't known yet; nothing where it is."""
