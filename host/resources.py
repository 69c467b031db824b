"""The clock, disk, threads and bots that a server uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.host.bots import BotRunner, NoBots
from sealed_wonders.host.journal import Archive
from sealed_wonders.net.verification import Work, at_once

if TYPE_CHECKING:
    from sealed_wonders.host.history import History


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of a server; tests substitute their own."""

    clock: IReactorTime
    archive: Archive
    wall: Callable[[], float] = lambda: 0.0
    """Returns the time of day for display; it may be wrong, and go back."""
    work: Work | None = None
    """Checks proofs of sealed cards; None for a relay."""
    disk: Work = at_once
    """Runs blocking disk operations, one at a time."""
    bots: BotRunner = field(default_factory=NoBots)
    """Starts bots."""
    history: History | None = None
    """Counts finished games; None to count none."""
