"""The questions of 7 Wonders: Architects, put to a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.questions.architects.question import menu
from sealed_wonders.client.questions.asker import Asker
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.architects.sight import own
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words.architects import typed
from sealed_wonders.core.architects.events import TurnEnded


class ArchitectsAsker(Asker):
    """Asks the questions of Architects, for which nothing needs to be remembered."""

    def menu(
        self, sight: AnySight[Any], question: Question, past: Sequence[Any] = ()
    ) -> Menu:
        return menu(own(sight), question)

    def look(self, known: TableModel, question: Question) -> None: ...

    def hint(self, known: TableModel, question: Question) -> str:
        """Return how to choose, until our first turn is over."""
        played = any(
            isinstance(event, TurnEnded) and event.seat == known.ours
            for event in known.past
        )
        return "" if played else typed.how_to_choose()


ASKER = ArchitectsAsker()
