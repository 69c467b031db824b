"""The screen for the end of a game of Architects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.signs.draw import Rows, measure, paragraph, piece, row, ruled
from sealed_wonders.client.terminal.architects.screens import turns
from sealed_wonders.client.terminal.architects.screens.around import around
from sealed_wonders.client.terminal.screens.result import Result
from sealed_wonders.client.view.architects import lastturns
from sealed_wonders.client.view.architects.sight import architects, own
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words.architects import scores
from sealed_wonders.core.game import Sheet
from sealed_wonders.net.words import _


class EndScreen(Result):
    """The last screen of a game; built stages break ties."""

    def ties(self, sight: AnySight[Any]) -> Sequence[int]:
        return [len(city.built) for city in architects(sight.state).cities]

    def _won(self, sheet: Sheet, width: int) -> Rows:
        """Also show whose wonder ended the game, and the turns that led there."""
        won = super()._won(sheet, width)
        sight = self._stack.known.sight
        why = "" if sight is None else scores.why_over(own(sight))
        return [*self._with_reason(won, why, width), *self._turns(width)]

    def _turns(self, width: int) -> Rows:
        """Draw our last turn, and those since, which no other screen has shown."""
        table, past = around(self._stack), self._stack.known.past
        if table is None:
            return ()
        latest = lastturns.last(past, len(table.sight.names))
        unseen = lastturns.since(latest, table.viewpoint)
        rows = turns.rows(table, past, width, min(len(latest), unseen + 1))
        head = ruled(row(piece(_("last turns"), "title", "log")), width, table.symbols)
        return [(), head, *rows] if rows else ()

    def _with_reason(self, won: Rows, why: str, width: int) -> Rows:
        """Draw the winner, and whose wonder is finished, which may not be theirs."""
        if not why:
            return won
        if len(won) == 1 and measure(won[0]) + 2 + measure(why) <= width:
            return [row(*won[0], "  ", piece(why, "dim"))]
        return [*won, *paragraph(why, width, "dim")]
