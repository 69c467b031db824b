"""
The question whether the clock is to be another one, which somebody at the table has proposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import retiming
from sealed_wonders.client.terminal.draw import Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class RetimeBox(Box):
    """
    Asks for a yes or a no to what is proposed, which may also wait.

    Both have keys of their own: Esc and Enter may be meant for something else, and a no is one
    for all.
    """

    widest = 70

    def __init__(self, stack: Stack, person: Person) -> None:
        """Make it."""
        super().__init__(stack)
        self._person = person

    @property
    def title(self) -> str:
        """What it is."""
        return _("Another clock?")

    @property
    def help(self) -> Sequence[str]:
        """Say what comes of it."""
        return (
            _(
                "If all agree, the clock is another one from then on, and everybody has all of "
                "their time by it. One no, and it stays as it is."
            ),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Yes, no, or later."""
        return ("yes", "nothing", "back") if self._is_asked else ("back",)

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        return {"nothing": _("no"), "back": _("later")} if self._is_asked else {}

    @property
    def _is_asked(self) -> bool:
        return not retiming.has_answered(self.stack.known)

    def rows(self, width: int, height: int) -> Rows:
        """Say what is proposed, and who agrees."""
        said = self._person.retiming.asked()
        rows: list[Row] = [row for line in said for row in paragraph(line, width)]
        if self._is_asked:
            key = self.stack.key
            answers = (("yes", _("yes")), ("nothing", _("no")), ("back", _("later")))
            keys: Row = ()
            for action, word in answers:
                keys += (
                    piece(key(action), "key", action),
                    piece(f" {word}    ", "", action),
                )
            rows += [(), keys]
        return rows

    def act(self, action: str) -> bool:
        """Answer, if that is still asked."""
        if action not in ("yes", "nothing"):
            return super().act(action)
        self.stack.close(self)
        if self._is_asked:
            self._person.retiming.answer(yes=action == "yes")
        return True
