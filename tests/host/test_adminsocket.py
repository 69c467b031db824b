"""The socket on which a host takes its operator's commands."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet import reactor as installed
from twisted.internet.task import deferLater

from sealed_wonders.host.adminsocket import SOCKET, Console
from sealed_wonders.host.console import CommandResult

REACTOR: Any = installed

LONG = "x" * 10_000

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such sockets"
)


class ConsoleHarness:
    """
    A console in a folder.

    Attributes:
        heard: the commands that were carried out.
        complaints: why there is no console.
    """

    def __init__(self, folder: Path) -> None:
        self.heard: list[Sequence[str]] = []
        self.complaints: list[str] = []
        self.console = Console(REACTOR, folder, self._answer, self.complaints.append)
        self.console.look()
        self._path = folder / SOCKET

    def _answer(self, words: Sequence[str]) -> CommandResult:
        self.heard.append(words)
        return CommandResult(LONG)

    def connect(self) -> socket.socket:
        door = socket.socket(socket.AF_UNIX)
        door.connect(str(self._path))
        door.setblocking(False)
        return door


Begin = Callable[[], ConsoleHarness]


@pytest_twisted.async_yield_fixture
async def begin(tmp_path: Path) -> AsyncIterator[Begin]:
    """Return a function that opens a console in one folder."""
    begun: list[ConsoleHarness] = []

    def open_console() -> ConsoleHarness:
        begun.append(ConsoleHarness(tmp_path))
        return begun[-1]

    yield open_console
    for one in begun:
        await one.console.stop()


async def settled() -> None:
    for _ in range(20):
        await deferLater(REACTOR, 0.001)


@pytest_twisted.ensureDeferred
async def test_a_console_opens_whatever_process_has_a_dead_host_s_number(
    tmp_path: Path, begin: Begin
) -> None:
    """In a container, each host has the number of the one before."""
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(tmp_path / SOCKET))
    stale.close()
    (tmp_path / f"{SOCKET}.lock").symlink_to(str(os.getpid()))
    one = begin()
    assert [] == one.complaints
    with one.connect() as door:
        door.sendall(b'["help"]\n')
        await settled()
        assert LONG == json.loads(door.recv(20_000))["text"]
    assert {SOCKET, f"{SOCKET}.lock"} == {it.name for it in tmp_path.iterdir()}


@pytest_twisted.ensureDeferred
async def test_a_console_in_use_stays_with_its_host(begin: Begin) -> None:
    one, two = begin(), begin()
    (complaint,) = two.complaints
    assert "another host is using it" in complaint
    with one.connect() as door:
        door.sendall(b'["tables"]\n')
        await settled()
    assert ([["tables"]], []) == (one.heard, two.heard)


@pytest_twisted.ensureDeferred
async def test_requests_wait_until_answers_are_read(begin: Begin) -> None:
    one = begin()
    with one.connect() as door:
        door.sendall(b'["help"]\n' * 200)
        await settled()
        assert len(one.heard) < 100
        while len(one.heard) < 200:
            with contextlib.suppress(BlockingIOError):
                while door.recv(1 << 16):
                    pass
            await settled()


@pytest_twisted.ensureDeferred
async def test_a_command_that_reads_nothing_does_not_keep_the_host_from_ending(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sealed_wonders.host.adminsocket.CLOSE_PATIENCE", 0.05)
    one = begin()
    with one.connect() as door:
        door.sendall(b'["help"]\n' * 200)
        await settled()
        await one.console.stop()
