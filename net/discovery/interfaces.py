"""
Which addresses this machine has, on which of its networks, just now.

Cables are pulled, Wi-Fi comes and goes: whoever wants to know it for longer than a moment
asks again, every `WATCH_INTERVAL`. That costs a fraction of a millisecond.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from sealed_wonders.net.system.interfaces import POINT_TO_POINT, RUNNING, UP, flags

WATCH_INTERVAL = 2.0
"""Seconds after which somebody who watches the addresses of this machine looks again."""


class Reach(IntEnum):
    """Who is likely to be at the other end of an interface; the most likely first."""

    LAN = 0
    TUNNEL = 1
    """A single machine, as with a VPN: nobody on the local network comes that way."""
    DISCONNECTED = 2
    """Nobody: there is no carrier, or the interface is down."""


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
    reach: Reach = Reach.LAN

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
    known = flags(adapter.name for adapter in adapters)
    for adapter in adapters:
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            text = text.partition("%")[0]
            if adapter.index is not None and _is_address(text):
                reach = _reach(known.get(adapter.name), text, ip.network_prefix)
                found.append(
                    Own(text, ip.network_prefix, adapter.name, adapter.index, reach)
                )
    return tuple(found)


def _reach(flags: int | None, ip: str, prefix: int) -> Reach:
    """Judge an address by the flags of its interface, as far as they are known."""
    if flags is not None and ~flags & (UP | RUNNING):
        return Reach.DISCONNECTED
    # A network of one address has nobody else on it. With IPv6 that is no sign: DHCP gives
    # addresses out without saying how large the network is.
    is_alone = ":" not in ip and prefix == 32
    if is_alone or (flags is not None and flags & POINT_TO_POINT):
        return Reach.TUNNEL
    return Reach.LAN


def on_network(machine: Iterable[Own]) -> tuple[Own, ...]:
    """Leave out what no other machine can reach."""
    return tuple(own for own in machine if not own.is_loopback)


def to_type(machine: Iterable[Own], first: str | None = None) -> tuple[Own, ...]:
    """
    Give the addresses that people on other machines can type, one for each network.

    Those on a LAN come first, then tunnels, then those by which nobody comes just now.

    An interface that has IPv4 is reached by that, the other way only where there is
    nothing else: such an address is long. IPv6 addresses of one link are left out, since
    they are typed differently on each machine.

    Args:
        first: the one to begin with, if none is likelier to lead here.
    """
    by_network: dict[object, Own] = {}
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
    by_ip: dict[str, Own] = {}
    for own in found:
        by_ip.setdefault(own.ip, own)
    return tuple(by_ip.values())


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
    machine alone is only heard by IPv4. Nothing is said where nobody hears it.
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


def reachable(machine: Iterable[Own]) -> list[Own]:
    """Leave out addresses by which nobody comes just now; those on a LAN come first."""
    connected = (own for own in machine if own.reach is not Reach.DISCONNECTED)
    return sorted(connected, key=lambda own: own.reach)


def _is_address(text: str) -> bool:
    try:
        return not ipaddress.ip_address(text).is_unspecified
    except ValueError:
        return False
