"""
How the table stands, to be compared with what somebody else sees.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import comparing
from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.client.terminal.screens.confirm import NO, YES
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class CompareBox(Box):
    """What is to be compared, as it is now; whoever must is asked whether it is the same."""

    widest = 76
    stays = True

    def __init__(self, stack: Stack, person: Person) -> None:
        """Make it."""
        super().__init__(stack)
        self._person = person
        self._drawn: int | None = None
        """The phase that was seen last."""

    @property
    def title(self) -> str:
        """What it is."""
        return _("How the table stands")

    @property
    def help(self) -> Sequence[str]:
        """Say who compares it."""
        return (
            _(
                "Whoever plays on at another machine compares this with somebody at the "
                "table before anything is signed there."
            ),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        """Say that it is the same."""
        return ("enter",) if self._person.comparing.asks else ()

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        if not self._person.comparing.asks:
            return {}
        return {"enter": _("it is the same"), "back": _("it isn't")}

    def rows(self, width: int, height: int) -> Rows:
        """Draw it."""
        known, asks = self.stack.known, self._person.comparing.asks
        self._drawn = None if known.wait is None else known.wait.phase.number
        rows: list[Row] = []
        for one in comparing.why(known, self.stack.key("command")) if asks else ():
            rows += [*paragraph(one, width), ()]
        for one in comparing.lines(known):
            rows += paragraph(one, width, "title")
        if asks:
            rows += [(), (piece(comparing.question(known)),)]
        else:
            for one in comparing.more(known):
                rows += [(), *paragraph(one, width)]
        return rows

    def act(self, action: str) -> bool:
        """Take the answer, or close."""
        if not self._person.comparing.asks:
            return super().act("back" if action in ("enter", "compare") else action)
        if action in (*YES, *NO):
            self.stack.close(self)
            self._person.comparing.answer(same=action in YES, phase=self._drawn)
        elif action in SCROLLING:
            self.scroll(action)
        elif action in ("quit", "chat", "help"):
            return False
        else:
            self.stack.say(_("Please answer first: Enter is a yes, Esc is a no."))
        return True
