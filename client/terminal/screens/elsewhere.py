"""
Questions about where and how a game goes on: at another host, or though counts differ.
"""

from __future__ import annotations

from sealed_wonders.client.terminal import elsewhere, endings
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _


class ThereBox(Confirm):
    """Asks whether to go to another host that says it has the game."""

    def __init__(self, stack: Stack) -> None:
        hosts = stack.known.elsewhere
        said, *details = elsewhere.offered(hosts)
        if len(hosts) > 1:
            details.append(
                _(
                    "Enter goes to the first. To go to another, press {key} and type: {word}"
                ).format(key=stack.key("command"), word=elsewhere.typed(2))
            )
        details.append(_("{key} asks again.").format(key=stack.key("without")))
        super().__init__(stack, said, self._go, details=details)

    @property
    def title(self) -> str:
        return _("Go to another host?")

    def _go(self) -> None:
        if self.stack.person is not None:
            for line in self.stack.person.moving.go("1"):
                self.stack.say(line)


class HaltBox(Confirm):
    """Asks whether our program goes on though most others count differently."""

    def __init__(self, stack: Stack) -> None:
        super().__init__(
            stack,
            endings.halted(),
            self._insist,
            details=(
                *stack.known.halted,
                endings.insisting_means(),
                _("{key} asks again.").format(key=stack.key("without")),
            ),
        )

    @property
    def title(self) -> str:
        return _("Continue anyway?")

    def _insist(self) -> None:
        if self.stack.person is not None:
            self.stack.person.insist()
