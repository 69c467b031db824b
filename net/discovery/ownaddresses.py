"""
This machine's addresses and networks at the moment.

Cables are pulled, and Wi-Fi comes and goes. To stay up to date, query the addresses
again every `WATCH_INTERVAL`; a query costs a fraction of a millisecond.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from sealed_wonders.net.system.interfaces import POINT_TO_POINT, RUNNING, UP, flags

WATCH_INTERVAL = 2.0
"""Seconds between two queries of this machine's addresses."""


class Reach(IntEnum):
    """How likely other players are to use an interface, the likeliest first."""

    LAN = 0
    TUNNEL = 1
    """A single machine at the other end, as with a VPN: nobody on the local network."""
    DISCONNECTED = 2
    """No carrier, or the interface is down: nobody."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    ip: str
    """Without the interface of a link-local IPv6 address."""
    prefix: int
    """Length of the network prefix, in bits."""
    interface: str
    """Name of its interface."""
    index: int
    """The system's number of that interface."""
    reach: Reach = Reach.LAN

    @property
    def is_ipv6(self) -> bool:
        return ":" in self.ip

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can use the address."""
        return ipaddress.ip_address(self.ip).is_loopback

    @property
    def is_of_a_link(self) -> bool:
        """Whether the address is link-local (RFC 3927, RFC 4862)."""
        return ipaddress.ip_address(self.ip).is_link_local

    @property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
        """All addresses that can be reached without a router."""
        return ipaddress.ip_network(f"{self.ip}/{self.prefix}", strict=False)


Watch = Callable[[], tuple[OwnAddress, ...]]
"""Return this machine's current addresses."""


def own_addresses() -> tuple[OwnAddress, ...]:
    """Return all addresses of all interfaces, in the system's order."""
    import ifaddr  # late, for programs that need it

    found = []
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # an interface has just disappeared; the next query works
        return ()
    known = flags(adapter.name for adapter in adapters)
    for adapter in adapters:
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            text = text.partition("%")[0]
            if adapter.index is not None and _is_address(text):
                reach = _reach(known.get(adapter.name), text, ip.network_prefix)
                found.append(
                    OwnAddress(
                        text, ip.network_prefix, adapter.name, adapter.index, reach
                    )
                )
    return tuple(found)


def _reach(flags: int | None, ip: str, prefix: int) -> Reach:
    """Return the reach of an address, by its interface's flags if they are known."""
    if flags is not None and ~flags & (UP | RUNNING):
        return Reach.DISCONNECTED
    # A network of one address has no other machines. This doesn't apply to IPv6, where
    # DHCP assigns addresses without the size of the network.
    is_alone = ":" not in ip and prefix == 32
    if is_alone or (flags is not None and flags & POINT_TO_POINT):
        return Reach.TUNNEL
    return Reach.LAN


def on_network(machine: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Return the addresses that other machines can reach."""
    return tuple(own for own in machine if not own.is_loopback)


def to_type(
    machine: Iterable[OwnAddress], first: str | None = None
) -> tuple[OwnAddress, ...]:
    """
    Return the addresses that people on other machines can type, one per network.

    Addresses on a LAN come first, then tunnels, then disconnected ones.

    An interface's IPv6 address, which is long, is included only if it has no IPv4
    address. Link-local IPv6 addresses are left out, since they are written differently
    on each machine.

    Args:
        first: the address to put first among equally likely ones.
    """
    by_network: dict[object, OwnAddress] = {}
    machine = on_network(machine)
    with_ipv4 = {own.interface for own in machine if not own.is_ipv6}
    for own in machine:
        if own.is_ipv6 and (own.is_of_a_link or own.interface in with_ipv4):
            continue
        # Two interfaces may be on one network, and either may be unplugged.
        by_network.setdefault((own.interface, own.network), own)
    found = sorted(
        by_network.values(),
        key=lambda own: (own.reach, own.ip != first, own.is_ipv6, own.is_of_a_link),
    )
    by_ip: dict[str, OwnAddress] = {}
    for own in found:
        by_ip.setdefault(own.ip, own)
    return tuple(by_ip.values())


def reached_at(host: str, machine: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """
    Return the addresses of this machine at which a host is reachable.

    Args:
        host: the address where the host listens, or a wildcard address.
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


def on_air(machine: Iterable[OwnAddress]) -> list[str | int]:
    """
    Return distinct places for multicast in the form that the zeroconf library takes.

    They are IPv4 addresses, and interface numbers for IPv6. For loopback, only IPv4 is
    used. Disconnected interfaces are left out.
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
            for own in reachable(machine)
        )
    )


def reachable(machine: Iterable[OwnAddress]) -> list[OwnAddress]:
    """Return the addresses of connected interfaces, with those on a LAN first."""
    connected = (own for own in machine if own.reach is not Reach.DISCONNECTED)
    return sorted(connected, key=lambda own: own.reach)


def _is_address(text: str) -> bool:
    try:
        return not ipaddress.ip_address(text).is_unspecified
    except ValueError:
        return False
