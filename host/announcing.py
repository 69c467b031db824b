"""
Announcing a host and its games on the local network.

How that is done is in `net/discovery`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from twisted.internet.defer import Deferred

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby

GAMES_INTERVAL = 3.0
"""Seconds between checks for changes in the announced games and who is there."""


class Announced(Protocol):
    """A host that is being announced."""

    def start(self) -> None:
        """Start announcing, on a separate thread."""

    def update(self, games: Sequence[GameNearby]) -> None:
        """Set the games that are announced, those with the most people there first."""

    def stop(self, then: Callable[[], None]) -> None:
        """Stop announcing, and call back afterwards."""


class Announce(Protocol):
    """A function that prepares an announcement."""

    def __call__(
        self,
        name: str,
        address: Address,
        call: Callable[[Callable[[], None]], object],
        failed: Callable[[str], None],
    ) -> Announced:
        """
        Prepare an announcement.

        Args:
            address: where the host listens, with its pin; it may be a wildcard address.
            call: runs callbacks on the caller's thread.
            failed: called with the reason, in one line, if the host can't be announced.
        """


def announcement(
    name: str,
    address: Address,
    call: Callable[[Callable[[], None]], object],
    failed: Callable[[str], None],
) -> Announced:
    """Prepare to announce a host by multicast on all networks where it is reachable."""
    # Imported here because threads and multicast are only needed for announcing.
    from sealed_wonders.net.discovery.dnssd import Announcement

    return Announcement(name, address, call=call, failed=failed)


class Announcing:
    """Keeps a host announced, with the games that are being played there."""

    def __init__(
        self, announced: Announced, games: Callable[[], tuple[GameNearby, ...]]
    ) -> None:
        self._announced = announced
        self._games = games
        self._told: tuple[GameNearby, ...] = ()
        announced.start()

    def look(self) -> None:
        """Announce which games are being played, if that has changed."""
        games = self._games()
        if games != self._told:
            self._told = games
            self._announced.update(games)

    def stop(self) -> Deferred[None]:
        withdrawn: Deferred[None] = Deferred()
        self._announced.stop(lambda: withdrawn.callback(None))
        return withdrawn
