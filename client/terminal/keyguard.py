"""
Keys that come before anybody can have seen what they would do.

A question comes when others have chosen or time is out, a table's terms when its host
sends them: perhaps just before a key is pressed that was meant for what was there before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.screens.code import Code

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screenstack import ScreenStack

PATIENCE = 0.4
"""Seconds for which something must have been there before it is answered on purpose."""

DECISIVE = frozenset(
    ("enter", "build", "stage", "sell", "nothing", "ready", "trust", "side", "entry")
)
"""Actions that may decide something, by their first words."""


class KeyGuard:
    """Tells which actions come too soon to be meant."""

    def __init__(self, stack: ScreenStack, patience: float = PATIENCE) -> None:
        """Begin, before anything is drawn."""
        self._stack = stack
        self._patience = patience
        self._drawn: object = None
        """What could be decided when it was drawn last."""
        self._since = 0.0
        """When it was drawn first."""

    def drawn(self) -> None:
        """It is drawn as it is now."""
        now = at_stake(self._stack)
        if not self._stack.has_room:
            return  # it says so, and nothing else
        if now != self._drawn:
            self._drawn, self._since = now, self._stack.seconds()

    def is_too_soon(self, action: str) -> bool:
        """Tell whether an action would decide what nobody can have seen yet."""
        stack = self._stack
        at = at_stake(stack)
        if stack.overlays or at is None:
            return False
        if at != CODE and not is_decisive(stack, action):
            return False
        return at != self._drawn or stack.seconds() - self._since < self._patience


def is_decisive(stack: ScreenStack, action: str) -> bool:
    """Tell whether an action may decide something at the screen at the bottom."""
    base = getattr(stack, "base", None)
    decisive = DECISIVE.union(getattr(base, "decisive", ()))
    return action.partition(" ")[0] in decisive


CODE = "code"
"""The table code is to be read, which any key takes away."""


def at_stake(stack: ScreenStack) -> object:
    """Return what can be decided just now, equal as long as it is the same; or None."""
    known, person = stack.known, stack.person
    if person is None or known.ending is not None:
        return None
    if known.charter is None:
        return None if known.news is None else (known.news.table, known.news.options)
    if Code(stack).is_shown:
        return CODE
    if known.menu is None or not known.asked or not person.can_choose:
        return None
    return known.menu.question.phase
