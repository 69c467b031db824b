"""The resources that a server is given, and the objects that its parts share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.host.bots import Bots
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import News
from sealed_wonders.host.peer import Peers
from sealed_wonders.host.tableregistry import TableRegistry
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.verification import Work, at_once

if TYPE_CHECKING:
    from sealed_wonders.host.history import History


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of a server; tests substitute their own."""

    clock: IReactorTime
    archive: Archive
    """The folder of journals and logs."""
    bots: Bots
    wall: Callable[[], float] = lambda: 0.0
    """Returns the time of day for display; it may be wrong, and go back."""
    work: Work | None = None
    """Checks proofs of sealed cards, for the auditors; None if the host only relays."""
    disk: Work = at_once
    """Runs blocking disk operations, one at a time."""
    history: History | None = None
    """Counts finished games; None to count none."""


@dataclass(frozen=True, slots=True)
class Context:
    identity: Identity
    """The host's key."""
    pin: bytes
    """The pin of the host's certificate."""
    clock: IReactorTime
    archive: Archive
    registry: TableRegistry
    peers: Peers
    bots: Bots
    tell: Callable[[News], None]
    """Receives news."""
    history: History | None = None
    """Counts finished games; None to count none."""

    @property
    def host(self) -> bytes:
        """The host's public key, which is the owner of its bots."""
        return self.identity.public
