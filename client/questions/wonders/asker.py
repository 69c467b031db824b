"""
The questions of 7 Wonders, put to a person.

`ASKER` connects the shared table code with this game: it builds the menus (`question`)
and passes on what each question shows of hands to the memory aid (`handtracker`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.questions.asker import Asker
from sealed_wonders.client.questions.wonders.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.handtracker import tracker_of
from sealed_wonders.client.view.wonders.sight import own, wonders
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT, Recruit
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.net.words import _


class WondersAsker(Asker):
    """Asks the questions of 7 Wonders, and remembers what they show of hands."""

    def menu(
        self, sight: AnySight[Any], question: Question, past: Sequence[Any] = ()
    ) -> Menu:
        return menu(own(sight), question, past)

    def look(self, known: TableModel, question: Question) -> None:
        """Note the hand, or the discard pile, that the question shows."""
        tracker = tracker_of(known)
        if tracker is not None:
            tracker.look(wonders(question.state), question.faces)

    def hint(self, known: TableModel, question: Question) -> str:
        """
        Return how to choose, with our first hand of cards or leaders; empty later.
        """
        task = wonders(question.state).task
        recruits = isinstance(task, Recruit)
        played = known.moment is not None and known.moment != (1, RECRUITMENT)
        if played or not isinstance(task, Recruit | Turn):
            return ""
        return how_to_recruit() if recruits else how_to_choose()


ASKER = WondersAsker()


def how_to_choose() -> str:
    return _(
        "b3 builds card 3, w3 uses it for a wonder stage, s3 sells it for 3 coins; 3 "
        "alone explains it. help lists the rest."
    )


def how_to_recruit() -> str:
    return _(
        "r3 recruits leader 3, w3 uses it for a wonder stage, s3 sells it for 3 "
        "coins; 3 alone explains it. help lists the rest."
    )
