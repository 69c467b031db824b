"""
The names and addresses for which a host answers HTTP requests.

A page from elsewhere can make its own name resolve to this machine (DNS rebinding). The
browser then takes the host's responses for that page's own, and lets the page read
them. But a browser states the name in the address it was given, which no page can
change. So a host answers only requests for its own addresses, which need no lookup, and
for names that nobody else can have.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from sealed_wonders.net.discovery.ownaddresses import Watch, own_addresses
from sealed_wonders.net.origins import normal
from sealed_wonders.net.system.resolver import search_domains

NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.ASCII)
"""A DNS name in lower case, without a final dot."""

NAME_CAP = 253
"""Maximum number of characters of a DNS name."""

_HOST = re.compile(
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]{2,45})(?:%[\w.~%-]{1,32})?\]|(?P<name>[\w.-]{1,254}))"
    r"(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII,
)
"""A Host header (RFC 9110, 7.2); a zone is accepted, and ignored."""

HTTP = 80
"""The default port."""


class RequestedAddress(NamedTuple):
    """The address that a browser requested, as it says itself."""

    host: str
    """A name in lower case, or an address without brackets."""
    port: int

    @property
    def bracketed(self) -> str:
        """The host as it is written before a port."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def url(self) -> str:
        port = "" if self.port == HTTP else f":{self.port}"
        return f"http://{self.bracketed}{port}/"


def read_host(header: str) -> RequestedAddress | None:
    """Parse a Host header; return None if it is malformed."""
    found = _HOST.fullmatch(header)
    if found is None:
        return None
    host = _canonical(found["ipv6"] or found["name"])
    is_known = _is_address(host) if found["ipv6"] else NAME.fullmatch(host)
    if not is_known or len(host) > NAME_CAP:
        return None
    return RequestedAddress(host, int(found["port"] or HTTP))


def read_web_name(text: str) -> str:
    """
    Parse a name for browsers, as an operator types it.

    Raises:
        ValueError: it is invalid; the message is one sentence.
    """
    typed = text.strip()
    if "*" in typed:
        raise ValueError(f"{typed!r} is too general: give each name in full, without *")
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
            f"{text!r} isn't the name of a machine: leave out http:// and the port"
        )
    return name


class WebNames:
    """
    The names and addresses to which a host responds.

    They are determined for each request, because a machine may move to another network.

    Args:
        added: returns the operator's additional names, as parsed by
            `read_web_name`.
        machine: returns this machine's addresses.
    """

    def __init__(
        self,
        added: Callable[[], Collection[str]] = tuple,
        machine: Watch = own_addresses,
    ) -> None:
        self._added = added
        self._machine = machine

    def has(self, host: str, here: str) -> bool:
        """
        Return whether the host responds to a name or address.

        Args:
            host: the name or address, as parsed by `read_host`.
            here: the address of this machine on which the request arrived.
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
    """Return the canonical form of a name or address."""
    return normal(host.lower().removesuffix("."))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
