"""Letting others find a host on the local network without its address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sealed_wonders.net.address import Address
from sealed_wonders.net.nearby import is_loopback


class Announced(Protocol):
    """A host that is being announced."""

    def start(self) -> None:
        """Begin, in a thread of its own."""

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
            address: where others reach it, with its pin.
            call: brings answers to the caller's thread.
            failed: told in one line why it can't be announced.
        """


def announcement(
    name: str,
    address: Address,
    call: Callable[[Callable[[], None]], object],
    failed: Callable[[str], None],
) -> Announced:
    """Announce a host by multicast, on the one interface that its address is of."""
    # Threads and multicast are only for those who announce.
    from sealed_wonders.net.discovery import Announcement

    interfaces = [address.host]
    if ":" in address.host:
        # The multicast is IPv4's, whatever it tells.
        interfaces = ["127.0.0.1"] if is_loopback(address.host) else []
    return Announcement(
        name,
        address.port,
        address.pin or b"",
        [address.host],
        call=call,
        failed=failed,
        interfaces=interfaces or None,
    )
