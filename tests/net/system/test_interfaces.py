"""What the system says about network interfaces."""

from __future__ import annotations

import socket
import struct

import pytest

from sealed_wonders.net.system import interfaces
from sealed_wonders.net.system.interfaces import RUNNING, UP, flags
from tests.support.posix import posix_only


class FakeControl:
    """A system with one interface, which asks for what it has to be asked."""

    def ioctl(self, asked: socket.socket, number: int, about: bytes) -> bytes:
        name = about[:16].rstrip(b"\0")
        if name != b"eth0":
            raise OSError("no such device")
        return about[:16] + struct.pack("H", UP | RUNNING) + about[18:]


def test_only_what_is_there_has_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interfaces come and go, and what has too long a name is none."""
    monkeypatch.setattr(interfaces, "fcntl", FakeControl())
    assert {"eth0": UP | RUNNING} == flags(["eth0", "gone", "eth0" * 10])


def test_a_system_that_tells_nothing_is_no_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor is a machine without IPv4."""

    def refuse(*how: object) -> None:
        raise OSError("address family not supported")

    monkeypatch.setattr(interfaces, "fcntl", None)
    assert {} == flags(["eth0"])
    monkeypatch.setattr(interfaces, "fcntl", FakeControl())
    monkeypatch.setattr(socket, "socket", refuse)
    assert {} == flags(["eth0"])


@posix_only
def test_this_machine_can_talk_to_itself() -> None:
    name = next(name for _, name in socket.if_nameindex() if name.startswith("lo"))
    assert UP | RUNNING == flags([name])[name] & (UP | RUNNING)
