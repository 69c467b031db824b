"""
Where connections come from, and how much may come from there.

Whoever has made no name for themselves yet is counted by their address and by the network
around it: addresses cost nothing where there is a network full of them.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sealed_wonders.net.limits import Bucket

PREFIXES = {4: 24, 6: 64}
"""Bits of a network, by the version of IP: as much as one person has at least."""

KEYS_KEPT = 1024
"""Addresses, networks or identities of which is remembered how much came from there."""


class IConnected(Protocol):
    """What knows its two ends: a transport."""

    def getHost(self) -> object: ...

    def getPeer(self) -> object: ...


class Origin(NamedTuple):
    """Where a connection comes from."""

    address: str
    network: str
    is_near: bool
    """It is this machine's own: a bot of the host's, say."""

    @classmethod
    def of(cls, transport: IConnected) -> Origin:
        """Tell where a connection comes from."""
        ours = getattr(transport.getHost(), "host", None)
        theirs = getattr(transport.getPeer(), "host", None)
        address = normal(str(theirs or ""))
        return cls(address, network_of(address), theirs == ours)


def normal(address: str) -> str:
    """Give an address without its interface, and one of IPv4 as such."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def network_of(address: str) -> str:
    """Give the network around an address; of what is none, itself."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, PREFIXES[ip.version]), strict=False))


class Rate(NamedTuple):
    """How often something may be done: in a second, and at once after a silence."""

    often: float
    at_once: int


class Buckets:
    """
    A token bucket for each of many; those that weren't asked for longest are forgotten.
    """

    def __init__(self, rate: Rate, most: int = KEYS_KEPT) -> None:
        self._rate = rate
        self._most = most
        self._buckets: dict[Hashable, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable, now: float) -> bool:
        """Take a token of somebody's if there is one; tell whether there was."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._rate.often, self._rate.at_once, now)
            if len(self._buckets) >= self._most:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket
        return bucket.take(1, now)


class OriginBuckets:
    """
    How often something may be done from one address, and from one network.

    This machine's own may do it as often as they like. Where somebody known was last is
    not counted with its network, however many come from there.

    Attributes:
        is_known: tells whether an identity is known still.
    """

    def __init__(self, from_address: Rate, from_network: Rate) -> None:
        self.is_known: Callable[[bytes], bool] = lambda identity: True
        self._addresses = Buckets(from_address)
        self._networks = Buckets(from_network)
        self._homes: dict[bytes, str] = {}
        """The address of each who is known: one, or they could have a network full."""

    def know(self, identity: bytes, origin: Origin) -> None:
        """Know where somebody is, and no more where they were before."""
        self._homes.pop(identity, None)
        if len(self._homes) >= KEYS_KEPT:
            unknown = (it for it in self._homes if not self.is_known(it))
            del self._homes[next(unknown, next(iter(self._homes)))]
        self._homes[identity] = origin.address

    def take(self, origin: Origin, now: float) -> bool:
        """Note that it is to be done once more; tell whether it may be."""
        if origin.is_near:
            return True
        # One address that asks too often takes nothing of what its neighbours have.
        if not self._addresses.take(origin.address, now):
            return False
        return self._is_home(origin.address) or self._networks.take(origin.network, now)

    def _is_home(self, address: str) -> bool:
        """Tell whether somebody who is known was there last."""
        return any(
            at == address and self.is_known(identity)
            for identity, at in self._homes.items()
        )


class Placed(Protocol):
    """Whatever came from somewhere, and has a place that others want, too."""

    @property
    def origin(self) -> Origin: ...


PlacedT = TypeVar("PlacedT", bound=Placed)


def who_makes_way(
    placed: Sequence[PlacedT],
    newcomer: Origin,
    key: Callable[[PlacedT], Any] = lambda it: 0,
) -> PlacedT:
    """
    Return who gives their place to a newcomer.

    It is the first from the network that has the most places, and within that network from
    the address that has the most. The newcomer counts, too. An address costs nothing where
    there is a network full of them.

    Args:
        placed: those who have places, the oldest first.
        key: sorts those that come from there, if others than the oldest are to go first.
    """
    origins = [newcomer, *(it.origin for it in placed)]
    networks = Counter(it.network for it in origins)
    addresses = Counter(it.address for it in origins)

    def crowd(it: PlacedT) -> tuple[int, int]:
        return networks[it.origin.network], addresses[it.origin.address]

    most = max(map(crowd, placed))
    return min((it for it in placed if crowd(it) == most), key=key)
