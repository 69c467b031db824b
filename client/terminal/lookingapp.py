"""The base of `ReplayApp` and `RecordingApp`, screens for somebody who only watches."""

from __future__ import annotations

import asyncio

from sealed_wonders.client.lines.line import on_signals
from sealed_wonders.client.terminal.fullscreen import FullScreen


class LookingApp:
    """
    An interpreter for a person who types nothing and for whom nobody waits.

    Attributes:
        app: The application; set by the subclass that knows what is drawn.
    """

    prompt = ""
    secret = False
    app: FullScreen

    async def run(self) -> None:
        """Show the screen until the person leaves."""
        quiet = on_signals(self)
        try:
            ended = self.app.open(self)
            self.opened()
            await ended.asFuture(asyncio.get_running_loop())
        finally:
            quiet()

    def opened(self) -> None:
        """Start what runs by itself, now that the screen is open."""

    # The interface for input other than keys.

    def words(self) -> tuple[str, ...]:
        return ()

    def touched(self) -> None:
        """Do nothing: nobody waits for this person."""

    def typed(self, line: str) -> None:
        """Do nothing: no lines are typed."""

    def interrupted(self) -> None:
        """Leave without asking, since nothing can be lost."""
        self.hung_up()

    def hung_up(self) -> None:
        self.app.close()
