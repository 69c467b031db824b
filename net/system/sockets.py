"""Sockets: those within one machine and their owners, and dual-stack listeners."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys
from pathlib import Path

HAS_UNIX = hasattr(socket, "AF_UNIX")
"""
Whether there are Unix domain sockets, which are files with permissions.

Windows has had them since 2018, but CPython doesn't offer them there.
"""


def connect_unix(path: str, timeout: float) -> socket.socket:
    """
    Connect to a Unix domain socket.

    Raises:
        OSError: nobody listens there.
    """
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        one.settimeout(timeout)
        one.connect(path)
    except OSError:
        one.close()
        raise
    return one


def send_unix(address: str, data: bytes) -> None:
    """
    Send one datagram to a Unix domain socket without waiting.

    Args:
        address: a path, or a name in Linux's abstract namespace, which begins with a
            NUL.

    Raises:
        OSError: it can't be sent now, or nobody listens there.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.setblocking(False)
        one.sendto(data, address)


TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Linux's lists of this machine's TCP sockets, for IPv4 and IPv6."""

_NO_FILE = "0"
"""Inode of a socket that every program has closed."""


def owner(peer: tuple[str, int], here: tuple[str, int]) -> int | None:
    """
    Return the user id that opened the other end of a connection within this machine.

    It is None if the system doesn't tell, or if that end is closed already: a closed
    socket is listed as the superuser's. A socket that only sends no more isn't closed,
    and its owner reads the answer.

    Args:
        peer: the other end's IPv4 address and port.
        here: this end's.
    """
    # An IPv6 socket can connect to an IPv4 listener, too, and is listed with IPv6
    # sockets.
    for table, ends in zip(
        TABLES,
        (
            [_listed(host, port) for host, port in (peer, here)],
            [_listed(f"::ffff:{host}", port) for host, port in (peer, here)],
        ),
        strict=True,
    ):
        with contextlib.suppress(OSError), table.open(encoding="ascii") as lines:
            for line in lines:
                fields = line.split()
                if fields[1:3] == ends and fields[9] != _NO_FILE:
                    return int(fields[7])
    return None


def _listed(host: str, port: int) -> str:
    """Format an address as in those tables: in 32-bit words, in native byte order."""
    packed = ipaddress.ip_address(host).packed
    words = (packed[at : at + 4] for at in range(0, len(packed), 4))
    address = "".join(f"{int.from_bytes(it, sys.byteorder):08X}" for it in words)
    return f"{address}:{port:04X}"


def is_ipv6_only() -> bool:
    """Return whether an IPv6 socket accepts no IPv4 connections by default."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as one:
        return bool(one.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY))
    return False


def dual_stack(port: int, backlog: int) -> socket.socket:
    """
    Return a socket that listens at every address, over IPv6 and IPv4.

    Raises:
        OSError: listening isn't possible there.
    """
    one = socket.socket(socket.AF_INET6)
    try:
        # On Windows, SO_REUSEADDR would let two programs listen at one port. Twisted
        # sets the opposite option there, and so does this function.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        one.setblocking(False)
        one.bind(("::", port))
        one.listen(backlog)
    except OSError:
        one.close()
        raise
    return one
