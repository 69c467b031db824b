"""
A sealed game at a real host, while programs are killed and connections cut.

The host and each player's program are processes of their own, and between them is somebody
who cuts. Whatever is killed is started again in the same way, after a while. Nothing else is
said to anybody: all of them have to come back by themselves, and play the game to its end.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.bots import Game, held_to_account
from tests.support.ports import unused_port

PATIENCE = 300.0
"""Seconds for a whole game, with all that is done to it."""

THINGS = ("host", "player", "all", "cut")
"""What can be done to a game: programs are killed, or all connections cut."""

PAUSES = (0.2, 1.5)
"""Seconds between two things that are done, and until what was killed is started again."""


class Cutter:
    """
    Passes on what clients and a host say, and cuts all of their connections when told to.

    Attributes:
        port: where clients connect to.
    """

    def __init__(self, to: int) -> None:
        """
        Begin to listen.

        Args:
            to: the port of the host, whether somebody listens there yet or not.
        """
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections at once, without a word."""
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Listen no more."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            try:
                host = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                client.close()
                continue
            for one, other in ((client, host), (host, client)):
                self._open.add(one)
                threading.Thread(
                    target=self._pass_on, args=(one, other), daemon=True
                ).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.discard(one)
        one.close()


class _Host:
    """A host that is started again where it was killed, and what it says."""

    def __init__(self, folder: Path, port: int, options: Sequence[str]) -> None:
        self._command = [
            *(sys.executable, "-m", "sealed_wonders.host", "--json"),
            *("--listen", f"127.0.0.1:{port}", "--logs", str(folder)),
            *("--bots", "0", *options),
        ]
        self.rows: queue.Queue[Mapping[str, Any]] = queue.Queue()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True
        )
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _read(self, process: subprocess.Popen[str]) -> None:
        if process.stdout is None:
            raise TypeError
        with process.stdout as lines:
            for line in lines:
                # It may have been killed in the middle of one.
                with contextlib.suppress(ValueError):
                    self.rows.put(json.loads(line))


def _player(home: Path, port: int, name: str) -> subprocess.Popen[bytes]:
    """Start a program that plays by itself, and knows what it has said before."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "sealed_wonders.client", "bot"),
            *(f"127.0.0.1:{port}", "--seat-name", name),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "WONDERS_HOME": str(home), "WONDERS_DISCOVERY": "none"},
    )


def play_with_kills(
    folder: Path, seats: int, *options: str, what: Sequence[str], seed: str
) -> Game:
    """
    Play a game to its end, and check its log.

    Args:
        folder: where the host keeps its logs, and the players what is theirs.
        options: of the host.
        what: is done to it, one after the other: `THINGS`.
        seed: of when it is done.

    Raises:
        AssertionError: they don't come to an end, or the accounts don't agree.
    """
    chance = random.Random(seed)
    names = [f"player {number}" for number in range(1, seats + 1)]
    todo = list(what)
    with unused_port() as free:
        port = free
    logs = folder / "host"
    logs.mkdir()
    host = _Host(logs, port, ("--seats", str(seats), *options))
    cutter = Cutter(port)
    players = {name: _player(folder / name, cutter.port, name) for name in names}
    result: Mapping[str, Any] | None = None
    deadline = time.monotonic() + PATIENCE
    try:
        _wait_for(host, "began", deadline)
        while result is None:
            assert time.monotonic() < deadline, f"no end, {len(todo)} to come"
            result = _result(host, chance.uniform(*PAUSES))
            if result is not None or not todo:
                continue
            thing = todo.pop(0)
            if thing == "cut":
                cutter.cut()
                continue
            _kill(thing, host, players, chance)
            time.sleep(chance.uniform(*PAUSES))
            if thing != "player":
                host.start()
            for name in names:
                if players[name].poll() is not None:
                    again = _player(folder / name, cutter.port, name)
                    players[name] = again
    finally:
        cutter.close()
        host.kill()
        for process in players.values():
            process.kill()
            process.wait()
    assert not todo, "it was over before"
    return held_to_account(result)


def _kill(
    thing: str,
    host: _Host,
    players: Mapping[str, subprocess.Popen[bytes]],
    chance: random.Random,
) -> None:
    victims = list(players.values())
    if thing == "player":
        victims = [chance.choice(victims)]
    if thing != "host":
        for process in victims:
            process.kill()
            process.wait()
    if thing != "player":
        host.kill()


def _wait_for(host: _Host, event: str, deadline: float) -> None:
    while host.rows.get(timeout=deadline - time.monotonic()).get("event") != event:
        pass


def _result(host: _Host, seconds: float) -> Mapping[str, Any] | None:
    """Wait so long for what a host says of a game that is over."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        with contextlib.suppress(queue.Empty):
            row = host.rows.get(timeout=left)
            if "winners" in row:
                return row
    return None
