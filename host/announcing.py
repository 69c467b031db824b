"""Announcing a host and its games on the local network, with `net/discovery`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby

if TYPE_CHECKING:
    from sealed_wonders.net.discovery.dnssd import Announcement

GAMES_INTERVAL = 3.0
"""Seconds between checks for changes in the announced games and who is there."""


Announce = Callable[
    [str, Address, Callable[[Callable[[], None]], object], Callable[[str], None]],
    "Announcement",
]
"""A function that prepares an announcement, as `announcement` does."""


def announcement(
    name: str,
    address: Address,
    call: Callable[[Callable[[], None]], object],
    failed: Callable[[str], None],
) -> Announcement:
    """Prepare to announce a host by multicast: see `Announcement`."""
    # Imported here because threads and multicast are only needed for announcing.
    from sealed_wonders.net.discovery.dnssd import Announcement

    return Announcement(name, address, call=call, failed=failed)


class Announcing:
    """Keeps a host announced, with the games that are being played there."""

    def __init__(
        self, announced: Announcement, games: Callable[[], tuple[GameNearby, ...]]
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
