"""
What a system says about its network interfaces, besides their addresses: which are tunnels,
and which have nothing at the other end.

Linux and the BSDs, macOS among them, give an interface's flags to anybody who asks. Elsewhere
nothing is known, and an interface is taken for a good one. The files in `/sys/class/net` would
say the same, but may be those of another network namespace than this process's.
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
"""IFF_UP, IFF_POINTOPOINT, and IFF_RUNNING, which goes when the carrier does."""

_SIZE = 40
"""Bytes of a `struct ifreq`: the most that any of these systems has."""

_NAME_CAP = 15
"""Bytes of an interface's name."""

_ASK = 0x8913 if sys.platform == "linux" else 0xC0206911
"""SIOCGIFFLAGS."""


def flags(names: Iterable[str]) -> Mapping[str, int]:
    """Return the flags of interfaces, as far as the system tells."""
    found: dict[str, int] = {}
    if fcntl is None:
        return found
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked,
    ):
        for name in set(names):
            code = name.encode()
            # It may have gone just then, or be called what no interface can be.
            if len(code) <= _NAME_CAP:
                with contextlib.suppress(OSError):
                    said = fcntl.ioctl(asked, _ASK, code.ljust(_SIZE, b"\0"))
                    (found[name],) = struct.unpack_from("H", said, 16)
    return found
