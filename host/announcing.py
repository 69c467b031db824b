"""Letting others find a host on the local network without its address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby

GAMES_INTERVAL = 3.0
"""Seconds between looks at whether other games go on, or others are there for them."""


class Announced(Protocol):
    """A host that is being announced."""

    def start(self) -> None:
        """Begin, in a thread of its own."""

    def update(self, games: Sequence[GameNearby]) -> None:
        """Say which games go on there, those with the most people there first."""

    def stop(self, then: Callable[[], None]) -> None:
        """End, and call back when it has ended."""


class Announce(Protocol):
    """How a host has itself announced."""

    def __call__(
        self,
        name: str,
        address: Address,
        call: Callable[[Callable[[], None]], object],
        failed: Callable[[str], None],
    ) -> Announced:
        """
        Make ready to announce a host.

        Args:
            address: where it listens, perhaps at all of this machine's, with its pin.
            call: brings answers to the caller's thread.
            failed: told in one line why it can't be announced.
        """


def announcement(
    name: str,
    address: Address,
    call: Callable[[Callable[[], None]], object],
    failed: Callable[[str], None],
) -> Announced:
    """Announce a host by multicast, on all networks on which it is reached."""
    # Threads and multicast are only for those who announce.
    from sealed_wonders.net.discovery.dnssd import Announcement

    return Announcement(name, address, call=call, failed=failed)
