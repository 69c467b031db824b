"""A recording of events, played on the screen at its original pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from twisted.internet.task import Clock

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.person.listener import ScreenListener
from sealed_wonders.client.person.retelling import Retelling
from sealed_wonders.client.signs.draw import Room, Rows, row
from sealed_wonders.client.table.recording import RecordedEvent
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.lookingapp import LookingApp
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.net.words import _

LONGEST = 1.0
"""Maximum seconds between two events, however long somebody thought."""


class RecordingApp(LookingApp):
    """
    A screen that plays a recording.

    Attributes:
        stack: The screen stack.
        problem: The error that ended the recording early, or None.
    """

    def __init__(
        self,
        identity: bytes,
        events: Iterator[RecordedEvent],
        appearance: Appearance,
        reports: Reports,
        folder: Path,
        *,
        tty: Tty | None = None,
    ) -> None:
        """
        Create the application; nothing is drawn before `run`.

        Args:
            folder: An empty folder; nothing is kept there.
            tty: The terminal; None for that of this process.
        """
        settings, symbols = appearance
        listener = ScreenListener(lambda: self.stack.changed())
        self._retelling = Retelling(
            identity, listener, folder, Clock(), left=self.hung_up
        )
        self._events = events
        self._last = 0.0
        person = self._retelling.person
        self.problem: ValueError | None = None
        self.stack = ScreenStack(
            person.known, settings, symbols, time.monotonic, quit=self.hung_up
        )
        self.stack.person = person
        root = RootScreen(self.stack, Blank)
        root.put()
        self.app = FullScreen(self.stack, reports, rebase=root.put, tty=tty)

    def opened(self) -> None:
        """Play the first event, which schedules the next."""
        self._next()

    def _next(self) -> None:
        try:
            told = next(self._events, None)
        except ValueError as problem:
            self.problem = problem
            self.hung_up()
            return
        if told is not None:
            wait = min(LONGEST, max(0.0, told.at - self._last))
            self._last = told.at
            asyncio.get_running_loop().call_later(wait, self._tell, told)

    def _tell(self, told: RecordedEvent) -> None:
        self._retelling.tell(told)
        self._next()


class Blank:
    """The screen before a recording reaches a lobby."""

    help: Sequence[str] = ()
    actions: Sequence[str] = ()

    @property
    def title(self) -> str:
        return _("Recording")

    @property
    def called(self) -> Mapping[str, str]:
        return {}

    def draw(self, room: Room) -> Rows:
        return [row(_("This recording hasn't reached a table yet."))][: room.height]

    def act(self, action: str) -> bool:
        return False
