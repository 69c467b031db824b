"""Causes for which a table waits."""

from __future__ import annotations

import enum

from sealed_wonders.client.table.events import Wait
from sealed_wonders.core.game import Seat


class Holdup(enum.Enum):
    """Cause of a delay."""

    BACKLOG = enum.auto()
    """Our program checks the game so far."""
    CHECKS = enum.auto()
    """Our program checks the last entries of a phase."""
    WORK = enum.auto()
    """Our program makes our entry."""
    SENDING = enum.auto()
    """Only our entry is missing, and it is made."""
    OTHERS = enum.auto()


def step(wait: Wait, me: Seat | None, seats: int) -> tuple[Holdup, int]:
    """
    Return what holds a table up, and in which phase; equal while the same step lasts.

    Args:
        seats: The number of seats.
    """
    if wait.behind > seats:
        return Holdup.BACKLOG, 0
    number = wait.phase.number
    if not wait.missing:
        return Holdup.CHECKS, number
    if wait.working:
        return Holdup.WORK, number
    is_ours = set(wait.missing) == {me}
    return (Holdup.SENDING if is_ours else Holdup.OTHERS), number
