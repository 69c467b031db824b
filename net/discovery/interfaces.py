"""
Which addresses this machine has, on which of its networks, just now.

Cables are pulled, Wi-Fi comes and goes: whoever wants to know it for longer than a moment
asks again, every `WATCH_INTERVAL`. That costs a fraction of a millisecond.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass

WATCH_INTERVAL = 2.0
"""Seconds after which somebody who watches the addresses of this machine looks again."""


@dataclass(frozen=True, slots=True)
class Own:
    """An address of this machine."""

    ip: str
    """Without the interface that an IPv6 address of one link is written with."""
    prefix: int
    """How many of its bits are the network's."""
    interface: str
    """The name of the interface that has it."""
    index: int
    """The number of that interface, as the system counts them."""

    @property
    def is_ipv6(self) -> bool:
        return ":" in self.ip

    @property
    def is_loopback(self) -> bool:
        """It is of this machine alone."""
        return ipaddress.ip_address(self.ip).is_loopback

    @property
    def is_of_a_link(self) -> bool:
        """The machine gave it to itself, where nobody else did."""
        return ipaddress.ip_address(self.ip).is_link_local

    @property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
        """All addresses that are reached from it without a router."""
        return ipaddress.ip_network(f"{self.ip}/{self.prefix}", strict=False)


Watch = Callable[[], tuple[Own, ...]]
"""Gives this machine's addresses, as they are now."""


def own_addresses() -> tuple[Own, ...]:
    """Give all addresses of all interfaces, as the system lists them."""
    import ifaddr  # only for those who want to know

    found = []
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # an interface went just then; there is a next time
        return ()
    for adapter in adapters:
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            text = text.partition("%")[0]
            if adapter.index is not None and _is_address(text):
                found.append(Own(text, ip.network_prefix, adapter.name, adapter.index))
    return tuple(found)


def on_network(machine: Iterable[Own]) -> tuple[Own, ...]:
    """Leave out what no other machine can reach."""
    return tuple(own for own in machine if not own.is_loopback)


def to_type(machine: Iterable[Own], first: str | None = None) -> tuple[str, ...]:
    """
    Give the addresses that people on other machines can type, one for each network.

    An interface that has IPv4 is reached by that, the other way only where there is
    nothing else: such an address is long. IPv6 addresses of one link are left out, since
    they are typed differently on each machine.

    Args:
        first: the one to begin with, if it is among them.
    """
    by_network: dict[object, Own] = {}
    machine = on_network(machine)
    with_ipv4 = {own.interface for own in machine if not own.is_ipv6}
    for own in machine:
        if own.is_ipv6 and (own.is_of_a_link or own.interface in with_ipv4):
            continue
        # Two interfaces may be on one network, and either may be unplugged.
        by_network.setdefault((own.interface, own.network), own)
    found = sorted(by_network.values(), key=lambda own: (own.is_ipv6, own.is_of_a_link))
    return tuple(
        dict.fromkeys(own.ip for own in sorted(found, key=lambda o: o.ip != first))
    )


def reached_at(host: str, machine: Iterable[Own]) -> tuple[Own, ...]:
    """
    Give those of this machine's addresses at which a host is reached that listens there.

    Args:
        host: one address, or what means all of IPv4, or all there are.
    """
    if host == "0.0.0.0":
        return tuple(own for own in on_network(machine) if not own.is_ipv6)
    if host == "::":
        return on_network(machine)
    ip, _, zone = host.partition("%")
    wanted = ipaddress.ip_address(ip)
    return tuple(
        own
        for own in machine
        if ipaddress.ip_address(own.ip) == wanted
        and zone in ("", own.interface, str(own.index))
    )


def on_air(machine: Iterable[Own]) -> list[str | int]:
    """
    Give the places for multicast, each but once, as the zeroconf library takes them.

    These are addresses of IPv4, and the numbers of interfaces for IPv6. What is of this
    machine alone is only heard by IPv4.
    """
    return list(
        dict.fromkeys(
            (
                "127.0.0.1"
                if own.is_loopback and own.is_ipv6
                else own.index
                if own.is_ipv6
                else own.ip
            )
            for own in machine
        )
    )


def _is_address(text: str) -> bool:
    try:
        return not ipaddress.ip_address(text).is_unspecified
    except ValueError:
        return False
