"""
7 Wonders: Architects, as a terminal shows it: where each question to the game is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sealed_wonders.client.terminal.games import Command, Shown


class Architects(Shown):
    """7 Wonders: Architects."""

    actions: ClassVar[tuple[str, ...]] = ("details", "cities", "scores")
    commands: Mapping[str, Command] = {}
