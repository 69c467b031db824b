"""
The interface through which a game's questions are put to a person.

Each game implements it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import TableModel


@runtime_checkable
class Asker(Protocol):
    """Asks the questions of one game; its sights are always of that game."""

    def menu(
        self, sight: AnySight[Any], question: Question, past: Sequence[Any] = ()
    ) -> Menu:
        """
        Return a question as a menu.

        Args:
            past: The news of the game so far, in order.
        """

    def look(self, known: TableModel, question: Question) -> None:
        """Remember what a question shows."""

    def hint(self, known: TableModel, question: Question) -> str:
        """
        Return a hint on how to choose, or an empty string for an experienced player.
        """
