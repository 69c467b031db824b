"""
What a server uses of its process: the clocks, the disk, threads and bots.

Nothing to do with the resources of the games. `host.service` makes them; tests substitute
their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.host.bots import BotRunner
from sealed_wonders.host.journal import Archive
from sealed_wonders.net.verification import Work, at_once

if TYPE_CHECKING:
    from sealed_wonders.host.history import History


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of a server; tests substitute their own."""

    clock: IReactorTime
    archive: Archive
    """The folder of journals and logs."""
    wall: Callable[[], float] = lambda: 0.0
    """Returns the time of day for display; it may be wrong, and go back."""
    work: Work | None = None
    """Checks proofs of sealed cards, for the auditors; None if the host only relays."""
    disk: Work = at_once
    """Runs blocking disk operations, one at a time."""
    bots: BotRunner = field(default_factory=BotRunner)
    """Starts bots."""
    history: History | None = None
    """Counts finished games; None to count none."""
