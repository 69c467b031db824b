"""
The question whether the table is to go on here, when its host is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import here
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _, p_


class HereBox(Confirm):
    """Asks whether this machine goes on with the table; it goes when there is a host."""

    def __init__(self, stack: Stack) -> None:
        """Make it."""
        again = _("{key} asks again.").format(key=stack.key("without"))
        invited = _(
            "If somebody else already hosts it and has sent you an invitation, press {key} "
            "and type: {word}"
        ).format(key=stack.key("command"), word=p_("typed", "there INVITATION"))
        super().__init__(
            stack,
            here.offered(),
            self._go_on,
            details=(*here.means(), invited, again),
        )

    @property
    def title(self) -> str:
        return _("Go on here?")

    @property
    def help(self) -> Sequence[str]:
        """Say what happens."""
        return (*here.means(), *super().help)

    def _go_on(self) -> None:
        if self.stack.person is not None:
            self.stack.person.here.go_on()
