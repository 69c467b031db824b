"""
A screen for somebody who only looks: at a replay, or at a recording, without a table.
"""

from __future__ import annotations

import asyncio

from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.line import on_signals


class LookingApp:
    """
    Somebody at a screen who types nothing, and whom nobody waits for.

    Attributes:
        app: the application; set by whoever knows what is drawn.
    """

    prompt = ""
    secret = False
    app: FullScreen

    async def run(self) -> None:
        """Show it until somebody has seen enough."""
        quiet = on_signals(self)
        try:
            ended = self.app.open(self)
            self.opened()
            await ended.asFuture(asyncio.get_running_loop())
        finally:
            quiet()

    def opened(self) -> None:
        """Begin what happens by itself, now that the screen is there."""

    # What comes from elsewhere than keys.

    def words(self) -> tuple[str, ...]:
        return ()

    def touched(self) -> None:
        """Nobody waits for whoever looks."""

    def typed(self, line: str) -> None:
        """Nothing comes in lines."""

    def interrupted(self) -> None:
        """Leave, as nothing can be lost."""
        self.hung_up()

    def hung_up(self) -> None:
        """Give the terminal back."""
        self.app.close()
