"""
Flags of network interfaces, which show tunnels and disconnected interfaces.

Linux and the BSDs, including macOS, tell any program an interface's flags. On other
systems, nothing is known, and interfaces are assumed to be usable. The files in
`/sys/class/net` contain the same flags, but may belong to another network namespace
than this process.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Iterable, Mapping

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

UP, POINT_TO_POINT, RUNNING = 0x1, 0x10, 0x40
"""
IFF_UP, IFF_POINTOPOINT, and IFF_RUNNING, which is cleared when the carrier is lost.
"""

_SIZE = 40
"""Bytes of a `struct ifreq`: the maximum of these systems."""

_NAME_CAP = 15
"""Maximum bytes of an interface's name."""

_ASK = 0x8913 if sys.platform == "linux" else 0xC0206911
"""SIOCGIFFLAGS."""


def flags(names: Iterable[str]) -> Mapping[str, int]:
    """Return the flags of interfaces, as far as the system reports them."""
    found: dict[str, int] = {}
    if fcntl is None:
        return found
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked,
    ):
        for name in set(names):
            code = name.encode()
            # The interface may have just disappeared, or the name may be impossible.
            if len(code) <= _NAME_CAP:
                with contextlib.suppress(OSError):
                    said = fcntl.ioctl(asked, _ASK, code.ljust(_SIZE, b"\0"))
                    (found[name],) = struct.unpack_from("H", said, 16)
    return found
