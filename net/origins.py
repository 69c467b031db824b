"""
Origins of connections, and limits on how much may come from one origin.

Clients whose identities aren't known yet are counted by their address and by the
network around it, since addresses are free for somebody who has a whole network of
them.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sealed_wonders.net.limits import Bucket

PREFIXES = {4: 24, 6: 64}
"""Prefix length of a network, by IP version: the least that one person has."""

KEYS_KEPT = 1024
"""Maximum number of addresses, networks or identities that are remembered."""


class IConnected(Protocol):
    """A transport that knows its two ends."""

    def getHost(self) -> object: ...

    def getPeer(self) -> object: ...


class Origin(NamedTuple):
    address: str
    network: str
    is_near: bool
    """Whether it comes from this machine, as the connections of the host's bots do."""
    behind: tuple[str, ...] = ()
    """The phone's and the machine's address, if a machine lends the seat to a phone."""

    @classmethod
    def of(cls, transport: IConnected) -> Origin:
        ours = getattr(transport.getHost(), "host", None)
        theirs = getattr(transport.getPeer(), "host", None)
        address = normal(str(theirs or ""))
        return cls(address, network_of(address), theirs == ours)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every address for which it may be banned."""
        return self.behind or (self.address,)

    def lent_to(self, phone: bytes, address: str) -> Origin:
        """
        Return the origin of a phone whose seat the machine here lends.

        Each phone has limits of its own, within those of the machine's network: the
        machine can claim to have any number of phones. Only here does its word for
        their addresses count. So it uses up nobody else's attempts.
        """
        of_phone = normal(address)
        name = f"{of_phone} via {self.address} ({phone.hex()[:8]})"
        return Origin(name, self.network, False, (of_phone, self.address))


def normal(address: str) -> str:
    """Return an address without its scope, and an IPv4-mapped address as IPv4."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def network_of(address: str) -> str:
    """Return the network around an address; other text is returned as it is."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, PREFIXES[ip.version]), strict=False))


class Rate(NamedTuple):
    """Rate limit: how often per second, and how often at once after a silence."""

    often: float
    at_once: int


class Buckets:
    """A token bucket per key. The least recently used ones are forgotten."""

    def __init__(self, rate: Rate, most: int = KEYS_KEPT) -> None:
        self._rate = rate
        self._most = most
        self._buckets: dict[Hashable, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable, now: float) -> bool:
        """Take a token from the bucket of *key*; return whether there was one."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._rate.often, self._rate.at_once, now)
            if len(self._buckets) >= self._most:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket
        return bucket.take(1, now)


class OriginBuckets:
    """
    Rate limit per address and per network.

    This machine's own connections aren't limited. An address that a known identity used
    last doesn't count towards its network, however many connections come from it.

    Attributes:
        is_known: return whether an identity is still known.
    """

    def __init__(self, from_address: Rate, from_network: Rate) -> None:
        self.is_known: Callable[[bytes], bool] = lambda identity: True
        self._addresses = Buckets(from_address)
        self._networks = Buckets(from_network)
        self._homes: dict[bytes, str] = {}
        """
        The last address of each known identity. Keeping several would allow a whole
        network.
        """

    def know(self, identity: bytes, origin: Origin) -> None:
        """Remember the last address of a known identity."""
        self._homes.pop(identity, None)
        if len(self._homes) >= KEYS_KEPT:
            unknown = (it for it in self._homes if not self.is_known(it))
            del self._homes[next(unknown, next(iter(self._homes)))]
        self._homes[identity] = origin.address

    def take(self, origin: Origin, now: float) -> bool:
        """Count another attempt, and return whether it is allowed."""
        if origin.is_near:
            return True
        # Check the address first: one that tries too often takes no tokens from its
        # network.
        if not self._addresses.take(origin.address, now):
            return False
        return self._is_home(origin.address) or self._networks.take(origin.network, now)

    def _is_home(self, address: str) -> bool:
        """Return whether this is the last address of a known identity."""
        return any(
            at == address and self.is_known(identity)
            for identity, at in self._homes.items()
        )


class Placed(Protocol):
    """Something with an origin, in a place that others want as well."""

    @property
    def origin(self) -> Origin: ...


PlacedT = TypeVar("PlacedT", bound=Placed)


def who_makes_way(
    placed: Sequence[PlacedT],
    newcomer: Origin,
    key: Callable[[PlacedT], Any] = lambda it: 0,
) -> PlacedT:
    """
    Return the one that gives up its place to a newcomer.

    It is taken from the network with the most places, and within it from the address
    with the most. The newcomer counts, too. Addresses are free for somebody who has a
    whole network of them.

    Args:
        placed: those who have places, the oldest first.
        key: sort key for those from the same origin, if the oldest shouldn't go first.
    """
    origins = [newcomer, *(it.origin for it in placed)]
    networks = Counter(it.network for it in origins)
    addresses = Counter(it.address for it in origins)

    def crowd(it: PlacedT) -> tuple[int, int]:
        return networks[it.origin.network], addresses[it.origin.address]

    most = max(map(crowd, placed))
    return min((it for it in placed if crowd(it) == most), key=key)
