"""Ports of this machine."""

from __future__ import annotations

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
