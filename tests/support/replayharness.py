"""The screen that goes through a log, without a terminal."""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.replay import ReplayScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words import moments
from tests.support.stacks import drawn_to_fit


class ReplayHarness:
    """
    The screen of a game's replay, and a stack to look at it.

    Attributes:
        now: the time of the clock.
        left: whether the screen was left.
    """

    def __init__(
        self,
        played: Replay,
        symbols: Symbols = UNICODE,
        index: int = 0,
        seat: int | None = None,
        path: Path | None = None,
    ) -> None:
        self.left = False
        self.now = 0.0
        self.stack = ScreenStack(
            moments.known(played, 0, 0),
            Settings(),
            symbols,
            lambda: self.now,
            quit=lambda: setattr(self, "left", True),
        )
        screen = played.face.screens.replay(self.stack, played, index, seat)
        assert isinstance(screen, ReplayScreen)
        self.screen = screen
        screen.path = path
        self.stack.base = screen

    def do(self, *actions: str) -> None:
        for action in actions:
            assert self.stack.act(action), action

    def look(self, width: int = 80, height: int = 24) -> str:
        return drawn_to_fit(self.stack, width, height)

    @property
    def turn(self) -> str:
        return self.look().splitlines()[0][9:40].strip()
