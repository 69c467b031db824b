"""The `GameScreens` of Architects: which screen belongs to each choice."""

from __future__ import annotations

from typing import ClassVar

from sealed_wonders.client.terminal.architects.screens.card import CardBox
from sealed_wonders.client.terminal.architects.screens.city import CityBox
from sealed_wonders.client.terminal.architects.screens.end import EndScreen
from sealed_wonders.client.terminal.architects.screens.heaps import PilesBox
from sealed_wonders.client.terminal.architects.screens.replay import GameReplay
from sealed_wonders.client.terminal.architects.screens.scores import ScoresBox
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.architects.screens.tokensbox import TokensBox
from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.terminal.gamescreens import GameScreens
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.setup import ChooseWonders

WONDERS, TABLE = "wonders", "table"


class ArchitectsScreens(GameScreens):
    actions = ("details", "cities", "piles", "tokens", "scores")
    by_kind: ClassVar = {WONDERS: WonderPool, TABLE: GameTable}
    end, replay = EndScreen, GameReplay
    city, card, scores = CityBox, CardBox, ScoresBox

    def kind(self, known: TableModel) -> str:
        choosing = known.sight is not None and isinstance(
            known.sight.state.task, ChooseWonders
        )
        return WONDERS if choosing else TABLE

    def stand(self, stack: Stack) -> bool:
        sight = stack.known.sight
        return sight is not None and bool(sight.state.turn)

    def opened(self, stack: Stack, verb: str, what: str) -> bool:
        sight, token = stack.known.sight, catalog().tokens_by_id.get(what)
        match verb:
            case "stage" if what:
                self.act(stack, f"city {0 if sight is None else sight.viewpoint}")
            case "token":
                if token is not None:
                    stack.toggle(CardBox, lambda: CardBox(stack, token))
            case "piles" | "pile":
                is_pile = what in ("", CENTRAL, *catalog().wonders_by_id)
                if self.are_there(stack) and is_pile:
                    stack.toggle(PilesBox, lambda: PilesBox(stack, what))
            case "tokens":
                if self.are_there(stack):
                    stack.toggle(TokensBox, lambda: TokensBox(stack))
            case _:
                return False
        return True


SCREENS = ArchitectsScreens()
