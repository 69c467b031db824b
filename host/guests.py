"""
Whom the operator of a host lets in, whom not, and who else may run it: lists in files.

Each line of a list is a key, as 64 hexadecimal digits or as players' programs show it
(`8c81-a2d8-f5e3-3b59`); in the list of those who are banned also an address, or a network
(`192.168.1.66`, `2001:db8::/64`). What stands behind `#` is for people. A host reads the
files again when they have changed.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.files import BadFile
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.origins import Origin

BANNED = "banned.txt"
"""The file of those who are banned, in a host's folder."""

LIST_CAP = 1 << 20
"""Bytes that a list may have."""

MAPPED_BITS = 96
"""Bits before an address of IPv4 that is written as one of IPv6."""

KEY = re.compile("[0-9a-f]{64}|[0-9a-f]{4}(-[0-9a-f]{4}){3}")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Listed:
    """What stands in a list."""

    keys: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def names(self, identity: bytes) -> bool:
        """Tell whether a key stands there."""
        return not self.keys.isdisjoint((identity.hex(), fingerprint(identity)))

    def has(self, address: str) -> bool:
        """Tell whether an address stands there, or its network."""
        if not self.networks:
            return False
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self.networks)


def parse(text: str, *, addresses: bool) -> Listed:
    """
    Read a list.

    Args:
        addresses: there may be addresses in it.

    Raises:
        ValueError: a line is none of what it may be; the message names it.
    """
    keys, networks = set[str](), list[Network]()
    for number, entry in _entries(text):
        if KEY.fullmatch(entry.lower()):
            keys.add(entry.lower())
            continue
        try:
            if not addresses:
                raise ValueError
            networks.append(_network(entry))
        except ValueError:
            what = "neither a key nor an address" if addresses else "not a key"
            raise ValueError(f"line {number}: {what}: {entry[:80]!r}") from None
    return Listed(frozenset(keys), tuple(networks))


def _network(entry: str) -> Network:
    """
    Read an address or a network; one of IPv4 as such, however it is written.

    Raises:
        ValueError: it is neither.
    """
    network = ipaddress.ip_network(entry, strict=False)
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is None or network.prefixlen < MAPPED_BITS:
        return network
    return ipaddress.ip_network((mapped, network.prefixlen - MAPPED_BITS))


def _entries(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.partition("#")[0].strip()
        if entry:
            yield number, entry


class Guests:
    """
    The lists of a host, as they were read last.

    Args:
        allow: the file of those who are let in, and nobody else; None: all are.
        banned: the file of those who aren't; there needn't be one.
        admins: the file of those who may tell the host what to do; None: nobody.
    """

    def __init__(
        self,
        allow: Path | None = None,
        banned: Path | None = None,
        admins: Path | None = None,
    ) -> None:
        self._allowed = _File(allow)
        self._banned = _File(banned, of="banned")
        self._admins = _File(admins, of="admins")

    def read(self) -> bool:
        """
        Read the files that have changed; tell whether one had.

        Raises:
            BadFile: one can't be read, once for each change, with what holds instead; the
                others are read.
        """
        found, problems = False, list[BadFile]()
        for file in (self._allowed, self._banned, self._admins):
            try:
                found = file.read() or found
            except BadFile as problem:
                problems.append(problem)
        if problems:
            raise problems[0]
        return found

    def take(self, allow: Path | None, admins: Path | None) -> None:
        """
        Go by other files.

        Raises:
            BadFile: one can't be read; all stays as it was.
        """
        for path in filter(None, (allow, admins)):
            _read(path, addresses=False)
        self._allowed, self._admins = _File(allow), _File(admins, of="admins")
        self.read()

    @property
    def are_listed(self) -> bool:
        """Nobody is let in but those on a list."""
        return self._allowed.path is not None

    def names(self, identity: bytes) -> bool:
        """Tell whether somebody is on the operator's list of those who may come."""
        return self._allowed.listed.names(identity)

    def is_admin(self, key: bytes) -> bool:
        """Tell whether whoever has a key may tell the host what to do; it is no player's."""
        return self._admins.listed.names(key)

    def bans(self, origin: Origin) -> bool:
        """Tell whether nobody from there is let in."""
        return not origin.is_near and self._banned.listed.has(origin.address)

    def check(self, identity: bytes, origin: Origin | None) -> None:
        """
        Let somebody in.

        Args:
            origin: where they come from, if they are connected.

        Raises:
            Denied: they aren't to be let in.
        """
        if origin is not None and origin.is_near:
            return
        is_banned = self._banned.listed.names(identity)
        if is_banned or (origin is not None and self.bans(origin)):
            raise Denied("banned", "whoever runs this host doesn't let you in")
        if self.are_listed and not self.names(identity):
            raise Denied("not-invited", "this host lets in only those on its list")


class _File:
    """
    A list, as it was read last.

    Where it is gone, nobody is banned, and nobody an admin any more: to remove it takes a
    right away. That of those who are let in stands, for to remove it gives none to others.
    There needn't be one of those who are banned.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        of: Literal["allowed", "banned", "admins"] = "allowed",
    ) -> None:
        self.path = path
        self.listed = Listed()
        self._of = of
        self._seen: tuple[tuple[int, int] | None] | None = None
        """How the file was when it was read last; None, before."""

    def read(self) -> bool:
        """
        Read the file if it has changed; tell whether it had.

        Raises:
            BadFile: it can't be read.
        """
        if self.path is None:
            return False
        before, seen = self._seen, (_look(self.path),)
        if seen == before:
            return False
        self._seen = seen
        if self._of == "banned" and seen == (None,):
            self.listed = Listed()
            return True
        try:
            self.listed = _read(self.path, addresses=self._of == "banned")
        except BadFile as problem:
            if before is None:
                raise
            if self._of == "admins" and seen == (None,):
                self.listed = Listed()
                raise BadFile(f"{problem}; nobody is an admin any more") from None
            raise BadFile(f"{problem}; what was read before stands") from None
        return True


def _look(path: Path) -> tuple[int, int] | None:
    """Tell how a file is, without reading it; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read(path: Path, *, addresses: bool) -> Listed:
    try:
        with path.open("rb") as file:
            data = file.read(LIST_CAP + 1)
        if len(data) > LIST_CAP:
            raise BadFile(f"{path} is too long: a list has {LIST_CAP} bytes at most")
        # Editors of Windows put a mark before a text.
        return parse(data.decode("utf-8-sig"), addresses=addresses)
    except OSError as error:
        raise BadFile(f"can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} is no text") from None
    except ValueError as error:
        raise BadFile(f"{path}, {error}") from None
