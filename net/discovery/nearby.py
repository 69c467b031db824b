"""
Records in which hosts describe themselves on the local network.

docs/PROTOCOL.md (Announcement) lists their fields.

Anybody there can claim anything, in anybody's name. Records that are read here have the
right form and bounds. Whether they are true becomes clear on connecting, if the pin is
known from elsewhere.
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
"""Maximum hosts that are kept: more than anybody wants to choose from."""

ADDRESSES_CAP = 16
"""Maximum addresses of one host that are considered."""

GAMES_CAP = 8
"""Maximum games that a host lists."""

GAMES_SIZE = 200
"""Maximum bytes of that list: more than the maximum number of games takes."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_ZONE = re.compile(r"[\w.-]+", re.ASCII)
_PIN = re.compile(rf"[0-9a-f]{{{2 * PIN_SIZE}}}", re.ASCII)
_GAME = re.compile(rf"([0-9a-f]{{{STEM}}}):([0-7])", re.ASCII)


class GameNearby(NamedTuple):
    """A game that is running at a host, by its claim."""

    gid: str
    """The first `STEM` digits of its id."""
    here: int
    """Number of its players who are connected there."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """A host that was heard on the network."""

    name: str
    """Name that it claims; others may claim the same."""
    address: Address
    """Address with the pin that it claims; anybody could claim it."""
    others: tuple[Address, ...] = ()
    """Other addresses that it claims, the likeliest first."""
    games: tuple[GameNearby, ...] = ()
    """Games that it claims to run."""

    def here(self, gid: str) -> int | None:
        """Return how many players of a game the host claims; None if it doesn't say."""
        return next((game.here for game in self.games if game.gid == gid), None)


def record_of(
    name: str, pin: bytes, games: Sequence[GameNearby] = ()
) -> dict[str, str]:
    """
    Return the properties of a host's record, apart from its addresses; none is secret.

    Args:
        games: the running games; only the first ones are listed.

    Raises:
        ValueError: *name* isn't a valid name.
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
    Parse a host's record; None if it isn't valid, or we can't play there.

    Args:
        addresses: the addresses that it claims, the latest first; link-local IPv6
            addresses must have the interface.
        here: whether the host may be on this machine only.
        networks: this machine's networks; addresses on them come first.
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
    """Return a value of a record; empty if the key is missing or has no value."""
    return record.get(key) or b""


def _games(said: bytes) -> tuple[GameNearby, ...]:
    """Parse the list of games, ignoring invalid items."""
    if len(said) > GAMES_SIZE:
        return ()
    some = map(_GAME.fullmatch, said.decode("ascii", "replace").split(","))
    here = {game[1]: int(game[2]) for game in some if game is not None}
    return tuple(islice(map(GameNearby._make, here.items()), GAMES_CAP))


class HeardHosts:
    """
    Hosts that were heard, by the keys of their records.

    There are at most `HOSTS_CAP`; further hosts are ignored until one disappears.
    """

    def __init__(self) -> None:
        self._hosts: dict[str, Nearby | None] = {}

    def expect(self, key: str) -> bool:
        """Reserve a place for a host; return whether there is one."""
        if key not in self._hosts and len(self._hosts) >= HOSTS_CAP:
            return False
        self._hosts.setdefault(key, None)
        return True

    def note(self, key: str, host: Nearby) -> None:
        """Store the description of a host with a place."""
        self._hosts[key] = host

    def forget(self, key: str) -> None:
        self._hosts.pop(key, None)

    def listing(self) -> tuple[Nearby, ...]:
        """Return all distinct hosts, sorted by name."""
        hosts = {host for host in self._hosts.values() if host is not None}
        return tuple(sorted(hosts, key=lambda it: (it.name.casefold(), str(it))))


def is_loopback(address: str) -> bool:
    """Return whether only this machine can use an address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _usable(
    addresses: Iterable[str], here: bool, networks: Collection[Network]
) -> list[str]:
    """Return the addresses that another machine can have, the likeliest first."""
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
        # It is useless without the interface, whose name comes from the system.
        return 3 if _ZONE.fullmatch(address.scope_id or "") else None
    return None if address.scope_id else 1
