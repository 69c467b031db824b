"""
Protection against keys pressed before anybody can have seen their effect.

A question appears when others have chosen or time is up, and a table's options when its
host sends them: perhaps just before a key is pressed that was meant for the previous
screen. And the box that Enter closes may have gone by itself, or by the Enter before.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.screens.code import Code

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

PATIENCE = 0.4
"""Seconds that a question must be visible before an answer counts as intended."""

DECISIVE = frozenset(
    ("enter", "build", "stage", "sell", "nothing", "ready", "trust", "side", "entry")
)
"""First words of actions that may decide something."""


class KeyGuard:
    """Detects actions that come too soon to be intended."""

    def __init__(self, stack: Stack, patience: float = PATIENCE) -> None:
        self._stack = stack
        self._patience = patience
        self._drawn: object = None
        """The decision that was open at the last drawing."""
        self._since = 0.0
        """The time at which that was first drawn."""
        self._was_covered = False
        """Whether a box lay on the screen at the last drawing."""
        self._uncovered = -math.inf
        """The time at which a screen was first drawn without the box before."""

    def drawn(self) -> None:
        """Note that the current state has been drawn."""
        now = at_stake(self._stack)
        if not self._stack.has_room:
            return  # only a notice of too little room was drawn
        if now != self._drawn:
            self._drawn, self._since = now, self._stack.seconds()
        covered = _is_covered(self._stack)
        if self._was_covered and not covered:
            self._uncovered = self._stack.seconds()
        self._was_covered = covered

    def is_too_soon(self, action: str) -> bool:
        """Return whether an action would decide something nobody can have seen yet."""
        stack = self._stack
        at = at_stake(stack)
        if stack.overlays or at is None:
            return False
        if at != CODE and not is_decisive(stack, action):
            return False
        since = self._since
        if action == "enter" and not _is_covered(stack):
            # Only Enter closes boxes: other keys say by themselves what they are for.
            since = max(
                since, stack.seconds() if self._was_covered else self._uncovered
            )
        return at != self._drawn or stack.seconds() - since < self._patience


def _is_covered(stack: Stack) -> bool:
    """Return whether a box lies on the bottom screen, or its own box of news."""
    return bool(stack.overlays) or getattr(_base(stack), "is_news", False)


def _base(stack: Stack) -> object:
    """Return the bottom screen; None before there is one."""
    return getattr(stack, "base", None)


def is_decisive(stack: Stack, action: str) -> bool:
    """Return whether an action may decide something on the bottom screen."""
    decisive = DECISIVE.union(getattr(_base(stack), "decisive", ()))
    return action.partition(" ")[0] in decisive


CODE = "code"
"""Stands for the table code, which any key closes."""


def at_stake(stack: Stack) -> object:
    """Return what can be decided now, equal while it is the same; or None."""
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
