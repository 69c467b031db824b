"""What the system says about network interfaces."""

from __future__ import annotations

import socket
import struct

import pytest

from sealed_wonders.net.system import interfaces
from sealed_wonders.net.system.interfaces import RUNNING, UP, flags
from tests.support.posix import posix_only


class FakeControl:
    """A system with one interface."""

    def ioctl(self, asked: socket.socket, number: int, about: bytes) -> bytes:
        name = about[:16].rstrip(b"\0")
        if name != b"eth0":
            raise OSError("no such device")
        return about[:16] + struct.pack("H", UP | RUNNING) + about[18:]


def test_only_existing_interfaces_have_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interfaces come and go, and none has a name of 40 characters."""
    monkeypatch.setattr(interfaces, "fcntl", FakeControl())
    assert {"eth0": UP | RUNNING} == flags(["eth0", "gone", "eth0" * 10])


def test_flags_are_empty_if_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This also holds for a machine without IPv4."""

    def refuse(*how: object) -> None:
        raise OSError("address family not supported")

    monkeypatch.setattr(interfaces, "fcntl", None)
    assert {} == flags(["eth0"])
    monkeypatch.setattr(interfaces, "fcntl", FakeControl())
    monkeypatch.setattr(socket, "socket", refuse)
    assert {} == flags(["eth0"])


@posix_only
def test_the_loopback_interface_is_up_and_running() -> None:
    name = next(name for _, name in socket.if_nameindex() if name.startswith("lo"))
    assert UP | RUNNING == flags([name])[name] & (UP | RUNNING)
