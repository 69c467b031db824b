"""
What a host says of itself on the local network, and who was heard to say it.

Anybody there can say anything, in anybody's name. What is read here is of its form and
within its bounds; whether it is true shows when one connects, if one has the pin from
elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.messages import VERSION
from sealed_wonders.net.names import clean_name

HOSTS_CAP = 64
"""Hosts that are kept: more than anybody wants to choose from."""

ADDRESSES_CAP = 16
"""Addresses of one host that are looked at."""

GAMES_CAP = 8
"""Games that a host says go on there."""

GAMES_SIZE = 200
"""Bytes of what it says of them: more than as many take."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_ZONE = re.compile(r"[\w.-]+", re.ASCII)
_PIN = re.compile(rf"[0-9a-f]{{{2 * PIN_SIZE}}}", re.ASCII)
_GAME = re.compile(rf"([0-9a-f]{{{STEM}}}):([0-7])", re.ASCII)


class GameNearby(NamedTuple):
    """A game that goes on at a host, as it says."""

    gid: str
    """The first `STEM` digits of its id."""
    here: int
    """How many who play in it are connected there."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """A host that was heard."""

    name: str
    """As it calls itself; others may do so too."""
    address: Address
    """With the pin it claims to have: anybody could have claimed it."""
    others: tuple[Address, ...] = ()
    """Where else it says it is, the likeliest first."""
    games: tuple[GameNearby, ...] = ()
    """Which go on there, as it says."""

    def here(self, gid: str) -> int | None:
        """Return how many are there for a game, as it says; None: it says nothing of it."""
        return next((game.here for game in self.games if game.gid == gid), None)


def record_of(
    name: str, pin: bytes, games: Sequence[GameNearby] = ()
) -> dict[str, str]:
    """
    Give what a host's record holds besides where it is: nothing that is secret.

    Args:
        games: those that go on there, the first of which are said.

    Raises:
        ValueError: not a name.
    """
    record = {"v": str(VERSION), "name": clean_name(name), "pin": pin.hex()}
    if games:
        said = (f"{game.gid}:{game.here}" for game in games[:GAMES_CAP])
        record["games"] = ",".join(said)
    return record


def read_record(
    record: Mapping[bytes, bytes | None],
    addresses: Iterable[str],
    port: int | None,
    *,
    here: bool = False,
    networks: Collection[Network] = (),
) -> Nearby | None:
    """
    Read a host's record; None if it isn't one, or of none that we can play at.

    Args:
        addresses: where it says it is, the latest first; one of IPv6 that is of one link
            only with the interface.
        here: whether it may be this machine speaking to itself only.
        networks: those this machine is on, of which an address is tried first.
    """
    try:
        if _field(record, b"v").decode("ascii") != str(VERSION):
            return None
        name = clean_name(_field(record, b"name").decode("utf-8"))
        pin = _field(record, b"pin").decode("ascii")
    except ValueError:
        return None
    usable = _usable(addresses, here, networks)
    if not usable or port is None or not 0 < port < 1 << 16:
        return None
    if not _PIN.fullmatch(pin):
        return None
    best, *others = (Address(where, port, bytes.fromhex(pin)) for where in usable)
    return Nearby(name, best, tuple(others), _games(_field(record, b"games")))


def _field(record: Mapping[bytes, bytes | None], key: bytes) -> bytes:
    """Return a value of a record; empty where the key is missing or stands alone."""
    return record.get(key) or b""


def _games(said: bytes) -> tuple[GameNearby, ...]:
    """Read which games go on somewhere, as far as that can be read."""
    if len(said) > GAMES_SIZE:
        return ()
    some = map(_GAME.fullmatch, said.decode("ascii", "replace").split(","))
    here = {game[1]: int(game[2]) for game in some if game is not None}
    return tuple(islice(map(GameNearby._make, here.items()), GAMES_CAP))


class Heard:
    """
    Who was heard, by the names of their records.

    At most `HOSTS_CAP`; whoever comes after them isn't listened to until one goes.
    """

    def __init__(self) -> None:
        self._hosts: dict[str, Nearby | None] = {}

    def expect(self, key: str) -> bool:
        """Keep a place for a host; tell whether there is one."""
        if key not in self._hosts and len(self._hosts) >= HOSTS_CAP:
            return False
        self._hosts.setdefault(key, None)
        return True

    def note(self, key: str, host: Nearby) -> None:
        """Note what a host that was expected says of itself."""
        self._hosts[key] = host

    def forget(self, key: str) -> None:
        """Give its place away."""
        self._hosts.pop(key, None)

    def listing(self) -> tuple[Nearby, ...]:
        """Give all hosts by name, and each but once, under however many names."""
        hosts = {host for host in self._hosts.values() if host is not None}
        return tuple(sorted(hosts, key=lambda it: (it.name.casefold(), str(it))))


def is_loopback(address: str) -> bool:
    """Tell whether an address is of this machine alone."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _usable(
    addresses: Iterable[str], here: bool, networks: Collection[Network]
) -> list[str]:
    """Give the addresses that another machine can have, the likeliest first."""
    ranked = []
    for text in dict.fromkeys(islice(addresses, ADDRESSES_CAP)):
        rank = _rank(text, here)
        if rank is not None:
            at = ipaddress.ip_address(text.partition("%")[0])
            is_far = not any(at in network for network in networks)
            ranked.append(((is_far, rank), text))
    ranked.sort(key=lambda one: one[0])
    return [text for _, text in ranked]


def _rank(text: str, here: bool) -> int | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if address.is_loopback:
        return 4 if here else None
    if address.is_multicast or address.is_unspecified or address.is_reserved:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return 2 if address.is_link_local else 0
    return _rank_ipv6(address)


def _rank_ipv6(address: ipaddress.IPv6Address) -> int | None:
    if address.ipv4_mapped:
        return None
    if address.is_link_local:
        # It says nothing without the interface, which is written as the system does.
        return 3 if _ZONE.fullmatch(address.scope_id or "") else None
    return None if address.scope_id else 1
