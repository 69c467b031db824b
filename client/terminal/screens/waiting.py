"""Screen with one sentence about what the program is doing; all one can do is quit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.signs.draw import Room, Rows, centred, row
from sealed_wonders.client.terminal.screens.panels import halfway_down
from sealed_wonders.net.words import _


class WaitingScreen:
    """Screen for the time before there is anything else to show."""

    actions = ("quit",)

    def __init__(self, sentence: Callable[[], str]) -> None:
        """
        Create the screen.

        Args:
            sentence: returns the sentence in the current language.
        """
        self._sentence = sentence

    @property
    def called(self) -> Mapping[str, str]:
        return {}

    @property
    def title(self) -> str:
        return _("Sealed Wonders")

    @property
    def help(self) -> Sequence[str]:
        return (_("This will continue by itself in a moment."),)

    def draw(self, room: Room) -> Rows:
        lines = [row(self.title, style="title"), (), row(self._sentence())]
        return halfway_down([centred(line, room.width) for line in lines], room)

    def act(self, action: str) -> bool:
        return False
