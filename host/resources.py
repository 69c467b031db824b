"""What a server uses of its machine, and of the rest of the host's program."""

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
    """Clocks, disk, threads and bots; a test has its own."""

    clock: IReactorTime
    archive: Archive
    wall: Callable[[], float] = lambda: 0.0
    """Gives the time, for what the host says; it may be wrong, and go back."""
    work: Work | None = None
    """Checks the proofs of sealed cards; None: nobody does so here."""
    disk: Work = at_once
    """Waits for the disk, one thing at a time."""
    bots: BotRunner = field(default_factory=NoBots)
    """Starts the bots."""
    history: History | None = None
    """Counts what is played; None: nobody does so here."""
