"""
The box with the points so far in 7 Wonders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.signs.draw import Rows, paragraph
from sealed_wonders.client.terminal.screens.tally import TallyBox
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _


class ScoresBox(TallyBox):
    """The score sheet, with the tokens from conflicts."""

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "Everybody's points so far. Guilds and science count at their "
                "current value."
            ),
            _(
                "Below: each player's shields against those of both neighbours. The "
                "higher number wins a conflict."
            ),
        )

    def shields(self, sight: AnySight[Any], seat: Seat) -> int:
        return wonders(sight.state).cities[seat].works.shields

    def more(self, sight: AnySight[Any], width: int) -> Rows:
        some = (
            phrases.how_coins_count(),
            phrases.how_conflicts_count(),
            phrases.how_science_counts(),
        )
        return ((), *(line for one in some for line in paragraph(one, width, "dim")))

    def won(self, sight: AnySight[Any], seat: Seat) -> str:
        tokens = wonders(sight.state).cities[seat].tokens
        return " ".join(f"{token:+d}" for token in tokens)
