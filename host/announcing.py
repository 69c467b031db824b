"""
The interface for announcing a host on the local network.

The implementation is in `net/discovery`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

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
