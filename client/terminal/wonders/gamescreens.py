"""
The screens of 7 Wonders: which one belongs to each choice, and what it can open.
"""

from __future__ import annotations

from typing import ClassVar

from sealed_wonders.client.terminal.gamescreens import GameScreens
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.wonders.screens.boardbox import BoardBox
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.terminal.wonders.screens.city import CityBox
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.client.terminal.wonders.screens.edifices import EdificesBox
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.client.terminal.wonders.screens.hands import HandsBox
from sealed_wonders.client.terminal.wonders.screens.replay import GameReplay
from sealed_wonders.client.terminal.wonders.screens.scores import ScoresBox
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.handtracker import may_remember, tracker_of
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides

BOARDS, SIDES, TABLE, DISCARD = "boards", "sides", "table", "discard"


class WondersScreens(GameScreens):
    actions = ("details", "cities", "edifices", "memory", "scores")
    by_kind: ClassVar = {
        BOARDS: Boards,
        SIDES: Sides,
        TABLE: GameTable,
        DISCARD: Discard,
    }
    end, replay = EndScreen, GameReplay
    city, card, scores = CityBox, CardBox, ScoresBox

    def kind(self, known: TableModel) -> str:
        if known.sight is None:
            return TABLE
        task = known.sight.state.task
        if isinstance(task, ChooseBoards):
            return BOARDS
        if isinstance(task, ChooseSides):
            return SIDES
        if known.menu is not None and known.asked:
            asked = wonders(known.menu.question.state).task
            if isinstance(asked, FromDiscard):
                return DISCARD
        return TABLE

    def stand(self, stack: Stack) -> bool:
        sight = stack.known.sight
        return sight is not None and bool(sight.state.cities)

    def offered(self, stack: Stack) -> tuple[str, ...]:
        remembers = stack.person is not None and tracker_of(stack.known) is not None
        some = [it for it in super().offered(stack) if it != "memory" or remembers]
        if isinstance(stack.base, Sides):
            some = ["details", "edifices"]
        if not _edifices_lie(stack):
            return tuple(it for it in some if it != "edifices")
        return tuple(some or ("edifices",))  # there are edifices before cities

    def explain(self, stack: Stack) -> None:
        if isinstance(stack.base, Sides):
            stack.toggle(BoardBox, lambda: BoardBox(stack))
        else:
            super().explain(stack)

    def opened(self, stack: Stack, verb: str, what: str) -> bool:
        match verb:
            case "edifices":
                if _edifices_lie(stack):
                    stack.toggle(EdificesBox, lambda: EdificesBox(stack))
                else:
                    stack.say(phrases.no_edifices())
            case "memory":
                if self.are_there(stack):
                    _memory(stack)
            case _:
                return False
        return True


def _edifices_lie(stack: Stack) -> bool:
    sight = stack.known.sight
    return sight is not None and bool(sight.state.projects)


def _memory(stack: Stack) -> None:
    if not may_remember(stack.known):
        stack.say(phrases.no_memory())
    elif tracker_of(stack.known) is None:
        stack.say(phrases.nothing_kept())
    else:
        stack.toggle(HandsBox, lambda: HandsBox(stack))


SCREENS = WondersScreens()
