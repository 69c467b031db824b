"""What all parts of a server share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.host.bots import BotRunner
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import News
from sealed_wonders.host.peer import Peers
from sealed_wonders.host.tables import TableRegistry
from sealed_wonders.net.identity import Identity

if TYPE_CHECKING:
    from sealed_wonders.host.history import History


@dataclass(frozen=True, slots=True)
class Context:
    """What all parts of a server share."""

    identity: Identity
    """The host's."""
    pin: bytes
    """That of its certificate."""
    clock: IReactorTime
    archive: Archive
    registry: TableRegistry
    peers: Peers
    bots: BotRunner
    tell: Callable[[News], None]
    """Takes the news."""
    history: History | None = None
    """What was played; None: nobody counts here."""

    @property
    def host(self) -> bytes:
        """The host's public key, by which it owns its bots."""
        return self.identity.public

    def tell_all(self, news: Iterable[News]) -> None:
        """Tell several news."""
        for item in news:
            self.tell(item)
