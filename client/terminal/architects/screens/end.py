"""The screen for the end of a game of Architects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.terminal.screens.result import Result
from sealed_wonders.client.words.architects import scores
from sealed_wonders.client.words.architects.sight import architects, own
from sealed_wonders.client.words.draw import Rows, measure, paragraph, piece, row
from sealed_wonders.client.words.sight import AnySight
from sealed_wonders.core.game import Sheet


class EndScreen(Result):
    """The last screen of a game; built stages break ties."""

    def ties(self, sight: AnySight[Any]) -> Sequence[int]:
        return [len(city.built) for city in architects(sight.state).cities]

    def _won(self, sheet: Sheet, width: int) -> Rows:
        """Also show whose wonder ended the game, which may not be the winner's."""
        won = super()._won(sheet, width)
        sight = self._stack.known.sight
        why = "" if sight is None else scores.why_over(own(sight))
        if not why:
            return won
        if len(won) == 1 and measure(won[0]) + 2 + measure(why) <= width:
            return [row(*won[0], "  ", piece(why, "dim"))]
        return [*won, *paragraph(why, width, "dim")]
