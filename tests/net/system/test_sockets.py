"""Finding out which account owns a local connection."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sealed_wonders.net.system import sockets
from sealed_wonders.net.system.accounts import is_another
from sealed_wonders.net.system.sockets import owner
from tests.support.posix import needs_another_user

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not Path("/proc/net/tcp").exists(),
    reason="only Linux has these tables",
)

FAMILIES = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::ffff:127.0.0.1"}
"""Addresses by which a program can reach 127.0.0.1."""


@contextmanager
def connected(
    family: socket.AddressFamily, uid: int | None = None, *, ends: bool = False
) -> Iterator[socket.socket]:
    """
    Let a program connect, maybe of another account; yield our end.

    Args:
        ends: whether it closes its half of the connection.
    """
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        there = FAMILIES[family], listener.getsockname()[1]
        if uid is None:
            with socket.socket(family) as client:
                client.connect(there)
                yield listener.accept()[0]
            return
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setuid(uid)
                os.close(writes)
                with socket.socket(family) as client:
                    client.connect(there)
                    if ends:
                        client.shutdown(socket.SHUT_WR)
                    os.read(reads, 1)  # until the test is over
            finally:
                os._exit(0)
        os.close(reads)
        try:
            yield listener.accept()[0]
        finally:
            os.close(writes)
            os.waitpid(child, 0)


def found(ours: socket.socket) -> int | None:
    with ours:
        return owner(ours.getpeername(), ours.getsockname())


@pytest.mark.parametrize("family", FAMILIES)
def test_a_connection_of_our_own_account_is_recognized(
    family: socket.AddressFamily,
) -> None:
    with connected(family) as ours:
        uid = found(ours)
    assert os.geteuid() == uid
    assert not is_another(uid)


@needs_another_user
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("ends", [False, True])
def test_a_connection_of_another_account_is_recognized(
    family: socket.AddressFamily, *, ends: bool
) -> None:
    """
    This includes IPv6 sockets, and connections whose half has ended: the program can
    still read the answer.
    """
    with connected(family, uid=1234, ends=ends) as ours:
        if ends:
            assert b"" == ours.recv(1)
        uid = found(ours)
    assert 1234 == uid
    assert is_another(uid)


def test_a_closed_connection_has_no_known_owner() -> None:
    """Linux lists it as root's."""
    with connected(socket.AF_INET) as ours:
        pass
    assert None is found(ours)


def test_without_the_tables_of_linux_no_owner_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sockets, "TABLES", (tmp_path / "tcp", tmp_path / "tcp6"))
    assert None is owner(("127.0.0.1", 1), ("127.0.0.1", 2))


@pytest.mark.skipif(sys.byteorder != "little", reason="written in this byte order")
def test_a_table_is_read_as_linux_writes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Our connection is in the third line. Others have another end, or are closed."""
    row = "0: 0100007F:{} 0100007F:1F90 {} 00000000:00000000 00:00000000 00000000 {} 0 {} 1"
    lines = [row.format("C351", "01", 5, 1), row.format("C350", "06", 0, 0)]
    ours = row.format("C350", "01", 1000, 1)
    (tmp_path / "tcp").write_text("\n".join([*lines, ours]))
    monkeypatch.setattr(sockets, "TABLES", (tmp_path / "tcp", tmp_path / "tcp6"))
    assert 1000 == owner(("127.0.0.1", 0xC350), ("127.0.0.1", 8080))
    assert None is owner(("127.0.0.2", 0xC350), ("127.0.0.1", 8080))
