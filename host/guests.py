"""
The operator's lists of people to let in, of bans, and of admins.

Each line of a list is a key, as 64 hexadecimal digits or as players' programs show it
(`8c81-a2d8-f5e3-3b59`). The list of bans may also contain addresses and networks
(`192.168.1.66`, `2001:db8::/64`). Text after `#` is a comment. The files are read again
when they have changed.
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
"""The file of bans in a host's folder."""

LIST_CAP = 1 << 20
"""Maximum size of a list, in bytes."""

MAPPED_BITS = 96
"""Length of the prefix of IPv6 addresses that stand for IPv4 addresses."""

KEY = re.compile("[0-9a-f]{64}|[0-9a-f]{4}(-[0-9a-f]{4}){3}")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Listed:
    keys: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def names(self, identity: bytes) -> bool:
        return not self.keys.isdisjoint((identity.hex(), fingerprint(identity)))

    def has(self, address: str) -> bool:
        """Return whether an address, or its network, is in the list."""
        if not self.networks:
            return False
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self.networks)


def parse(text: str, *, addresses: bool) -> Listed:
    """
    Parse a list.

    Args:
        addresses: whether it may contain addresses.

    Raises:
        ValueError: a line is invalid; the message has its number.
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
    Parse an address or a network; an IPv4 address written as IPv6 becomes IPv4.

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
    The lists of a host, as they were last read.

    Args:
        allow: the file of people to let in; None to let everybody in.
        banned: the file of bans, which needn't exist.
        admins: the file of admins; None for none.
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
        Read the files that have changed; return whether there were any.

        Raises:
            BadFile: a file can't be read. This is raised once for each change, after
                the other files have been read; the message says what applies instead.
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
        Use other files from now on.

        Raises:
            BadFile: one of them can't be read; nothing has changed.
        """
        for path in filter(None, (allow, admins)):
            _read(path, addresses=False)
        before = self._allowed, self._admins
        self._allowed, self._admins = _File(allow), _File(admins, of="admins")
        try:
            self.read()
        except BadFile:  # of those who are banned, say
            self._allowed, self._admins = before
            raise

    @property
    def are_listed(self) -> bool:
        """Whether only people on a list are let in."""
        return self._allowed.path is not None

    def names(self, identity: bytes) -> bool:
        return self._allowed.listed.names(identity)

    def is_admin(self, key: bytes) -> bool:
        """Return whether a key, which isn't a player's, is that of an admin."""
        return self._admins.listed.names(key)

    def bans(self, origin: Origin) -> bool:
        """Return whether nobody from there is let in."""
        return not origin.is_near and any(
            map(self._banned.listed.has, origin.addresses)
        )

    def check(self, identity: bytes, origin: Origin | None) -> None:
        """
        Check that somebody may be here.

        Args:
            origin: where they are connected from; None if they aren't.

        Raises:
            Denied: they may not.
        """
        if origin is not None and origin.is_near:
            return
        is_banned = self._banned.listed.names(identity)
        if is_banned or (origin is not None and self.bans(origin)):
            raise Denied("banned", "the operator of this host has banned you")
        if self.are_listed and not self.names(identity):
            raise Denied(
                "not-invited", "this host accepts only the players on its list"
            )


class _File:
    """
    A list, as it was last read.

    If the file of bans or of admins is removed, that list is empty; removing the admins
    only takes rights away. If the list of people to let in is removed, it stays in
    force, since that mustn't let everybody in. So do the bans if their whole folder is
    gone, perhaps with its disk. The file of bans needn't exist.
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
        """Times and size of the file when it was last read; None if it wasn't."""

    def read(self) -> bool:
        """Read a file that has changed; return whether it had, or raise `BadFile`."""
        if self.path is None:
            return False
        before, seen = self._seen, (_look(self.path),)
        if seen == before:
            return False
        self._seen = seen
        may_be_gone = before is None or self.path.parent.exists()
        if self._of == "banned" and seen == (None,) and may_be_gone:
            self.listed = Listed()
            return True
        try:
            self.listed = _read(self.path, addresses=self._of == "banned")
        except BadFile as problem:
            if before is None:
                raise
            if self._of == "admins" and seen == (None,):
                self.listed = Listed()
                raise BadFile(f"{problem}; there are no admins now") from None
            raise BadFile(f"{problem}; the previous list stays in force") from None
        return True


def _look(path: Path) -> tuple[int, int] | None:
    """Return the file's time and size; None if it doesn't exist."""
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
            raise BadFile(f"{path} is too long: the maximum is {LIST_CAP} bytes")
        # Editors on Windows may write a byte order mark.
        return parse(data.decode("utf-8-sig"), addresses=addresses)
    except OSError as error:
        raise BadFile(f"can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} isn't text") from None
    except ValueError as error:
        raise BadFile(f"{path}, {error}") from None
