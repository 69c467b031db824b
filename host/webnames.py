"""
By which names and addresses a host answers over HTTP.

A page from elsewhere can make a name of its own lead to this machine (DNS rebinding). The browser
of whoever looks at that page then takes a host's answers for that page's own, and lets it read them.
But a browser says by which name it has come, and no page can make it say another. So a host only
answers to its own addresses, which aren't looked up at all, and to names that nobody else can have.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from sealed_wonders.net.discovery.interfaces import Watch, own_addresses
from sealed_wonders.net.origins import normal
from sealed_wonders.net.system.resolver import search_domains

NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.ASCII)
"""A name as the DNS has it, in small letters and without a dot at its end."""

NAME_CAP = 253
"""Characters of a name, as the DNS has it."""

_HOST = re.compile(
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]{2,45})(?:%[\w.~%-]{1,32})?\]|(?P<name>[\w.-]{1,254}))"
    r"(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII,
)
"""A Host header (RFC 9110, 7.2), with or without a zone, which means nothing to others."""

HTTP = 80
"""The port that needn't be said."""


class Asked(NamedTuple):
    """Where a browser has come to, as it says itself."""

    host: str
    """A name in small letters, or an address without brackets."""
    port: int

    @property
    def bracketed(self) -> str:
        """The host as it stands in front of a port."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def url(self) -> str:
        """The root, as a browser takes it."""
        port = "" if self.port == HTTP else f":{self.port}"
        return f"http://{self.bracketed}{port}/"


def read_host(header: str) -> Asked | None:
    """Read a Host header; None if it is malformed."""
    found = _HOST.fullmatch(header)
    if found is None:
        return None
    host = _canonical(found["ipv6"] or found["name"])
    is_known = _is_address(host) if found["ipv6"] else NAME.fullmatch(host)
    if not is_known or len(host) > NAME_CAP:
        return None
    return Asked(host, int(found["port"] or HTTP))


def read_web_name(text: str) -> str:
    """
    Read a name by which browsers are to come, as somebody types it.

    Raises:
        ValueError: it is none; the message is one sentence.
    """
    typed = text.strip()
    if "*" in typed:
        raise ValueError(
            f"{typed!r} could be anybody's name: say each one in full, without *"
        )
    typed = typed.removeprefix("[").removesuffix("]")
    try:
        name = _canonical(typed)
        if not name.isascii():
            name = name.encode("idna").decode("ascii")
    except UnicodeError:
        name = ""
    is_good = _is_address(name) or NAME.fullmatch(name)
    if not is_good or len(name) > NAME_CAP:
        raise ValueError(
            f"{text!r} is no name of a machine: say it without http:// and without a port"
        )
    return name


class WebNames:
    """
    The names and addresses to which a host answers.

    They are looked up when somebody asks, because machines come to other networks.
    """

    def __init__(
        self,
        added: Callable[[], Collection[str]] = tuple,
        machine: Watch = own_addresses,
    ) -> None:
        """
        Begin to answer.

        Args:
            added: gives the names that the operator has added, as `read_web_name` gives them.
            machine: gives this machine's addresses.
        """
        self._added = added
        self._machine = machine

    def has(self, host: str, here: str) -> bool:
        """
        Return whether a host may be asked for by this.

        Args:
            host: a name or an address, as `read_host` gives it.
            here: the address at which the browser has reached this machine.
        """
        if host == "localhost" or host in self._added():
            return True
        if not _is_address(host):
            return host in _own_names()
        return (
            host == _canonical(here)
            or ipaddress.ip_address(host).is_loopback
            or any(_canonical(own.ip) == host for own in self._machine())
        )


def _own_names() -> Iterator[str]:
    hostname = _canonical(socket.gethostname())
    label = hostname.partition(".")[0]
    if label:
        yield from (hostname, label, f"{label}.local")
        yield from (f"{label}.{it}" for it in search_domains())


def _canonical(host: str) -> str:
    """Return what is the same for all ways of writing a name or an address."""
    return normal(host.lower().removesuffix("."))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
