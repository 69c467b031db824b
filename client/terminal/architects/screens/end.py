"""
The end of a game of Architects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealed_wonders.client.terminal.architects.sight import architects
from sealed_wonders.client.terminal.games import Sight
from sealed_wonders.client.terminal.screens.result import Result


class End(Result):
    """The last screen of a game: stages go first among equals."""

    def ties(self, sight: Sight[Any]) -> Sequence[int]:
        return [len(city.built) for city in architects(sight.state).cities]
