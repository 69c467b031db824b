"""Sockets: those within one machine, and one that listens on IPv6 and IPv4 at once."""

from __future__ import annotations

import contextlib
import socket

HAS_UNIX = hasattr(socket, "AF_UNIX")
"""
Whether there are Unix domain sockets, which are files with permissions.

Windows has them since 2018, but CPython doesn't offer them there.
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
    Send one datagram to a Unix domain socket, without waiting.

    Args:
        address: a path, or a name in Linux's abstract namespace, which begins with a NUL.

    Raises:
        OSError: it can't be sent just now, or nobody listens there.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.setblocking(False)
        one.sendto(data, address)


def is_ipv6_only() -> bool:
    """Whether a socket of IPv6 accepts nothing over IPv4 here unless it is told to."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as one:
        return bool(one.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY))
    return False


def dual_stack(port: int, backlog: int) -> socket.socket:
    """
    Return a socket that listens at every address, over IPv6 and IPv4.

    Raises:
        OSError: there is no listening there.
    """
    one = socket.socket(socket.AF_INET6)
    try:
        # SO_REUSEADDR lets two programs listen at one port on Windows, so Twisted asks for
        # the opposite there; so do we.
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
