"""A replay on the screen, without a host or a network."""

from __future__ import annotations

import time

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.lookingapp import LookingApp
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.client.words import moments
from sealed_wonders.core.game import Seat


class ReplayApp(LookingApp):
    """
    A screen that replays a log.

    Attributes:
        stack: The screen stack.
        screen: The replay.
    """

    def __init__(
        self,
        replay: Replay,
        appearance: Appearance,
        reports: Reports,
        *,
        index: int = 0,
        seat: Seat | None = None,
        tty: Tty | None = None,
    ) -> None:
        """
        Create the application; nothing is drawn before `run`.

        Args:
            index, seat: The moment to begin at, and the seat in the middle.
            tty: The terminal; None for that of this process.
        """
        settings, symbols = appearance
        known = moments.known(replay, index, seat or 0)
        self.stack = ScreenStack(
            known, settings, symbols, time.monotonic, quit=self.hung_up
        )
        screens = replay.face.screens
        self.stack.base = self.screen = screens.replay(self.stack, replay, index, seat)
        self.app = FullScreen(self.stack, reports, tty=tty)
