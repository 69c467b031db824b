"""Ports of this machine."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unused_port() -> Iterator[int]:
    """Hold a port at which nobody listens, nor can as long as it is held."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        yield port


_QUIET = range(20_000, 32_000)
"""Ports that no system gives to anybody who doesn't ask for them by number."""

_tried = itertools.count(os.getpid() * 37)


def quiet_port() -> int:
    """
    Return an unused port that stays unused, for a host that comes back at its old port.

    Meanwhile, other programs of the machine may be given any port by chance.
    """
    while True:
        port = _QUIET[next(_tried) % len(_QUIET)]
        with contextlib.suppress(OSError), socket.socket() as holder:
            holder.bind(("127.0.0.1", port))
            return port
