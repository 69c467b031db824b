"""
Who is heard, and who isn't.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Rows, row
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS
from sealed_wonders.client.terminal.screens.waylist import WayList
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.talking import nobody_to_mute
from sealed_wonders.net.words import _


class MuteBox(Box):
    """All others, to be muted or heard again."""

    widest = 60
    stays = True

    def __init__(self, stack: Stack, person: Person) -> None:
        """Make it."""
        super().__init__(stack)
        self._person = person
        self._list = WayList(lambda way: way.do())

    @property
    def title(self) -> str:
        """What it is."""
        return _("Who is heard")

    @property
    def help(self) -> Sequence[str]:
        """Say what it means."""
        return (
            _(
                "What somebody says whom you mute isn't shown, until you hear them again or "
                "end this program. Nobody is told."
            ),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Choose somebody, or close."""
        return (*ACTIONS, "back")

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        return {"enter": _("do it")}

    def rows(self, width: int, height: int) -> Rows:
        """Draw everybody, those who are muted last."""
        ways, symbols = self._person.talking.ways, self.stack.symbols
        if not ways:  # they have gone meanwhile
            return [row(nobody_to_mute())]
        return self._list.draw(ways, width, height, symbols)

    def act(self, action: str) -> bool:
        """Move, mute somebody or hear them again, or close."""
        return self._list.act(action, self._person.talking.ways) or super().act(action)
