"""
The screen for the end of a game of 7 Wonders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.terminal.screens.result import Result
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.wonders.sight import wonders


class EndScreen(Result):
    """The result of a game, where coins decide between players with equal points."""

    def ties(self, sight: AnySight[Any]) -> Sequence[int]:
        return [city.coins for city in wonders(sight.state).cities]
