"""
A sealed game at a real host, with killed programs, cut connections and full disks.

The host and the players are separate processes, with a proxy between them that cuts
connections. Killed processes are restarted after a while with the same arguments.
Without further help, all of them must return, and play the game to its end.

For tests of full disks, the host and one player each have a small disk.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import queue
import random
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from tests.support.ports import unused_port
from tests.support.wholegames import Game, checked_by_accounts

PATIENCE = 300.0
"""Seconds for a whole game, including all disturbances."""

DISTURBANCES = ("host", "player", "all", "cut")
"""Disturbances of a game: killed programs, or cut connections."""

FULL_DISKS = "full"
"""
Another disturbance, which needs `may_mount`: disks without space.

First, the host's disk is full until the host reports it. The host is killed, and restarted
on a disk that is read-only until the host reports that. Then a player's disk is full: the
player reports it, is killed and restarted, and reports it again.
"""

DISK_ERRORS = DISK_FULL, DISK_READ_ONLY = (
    os.strerror(errno.ENOSPC),
    os.strerror(errno.EROFS),
)
"""The texts by which programs report full and read-only disks."""

DISK = 4 << 20
"""Bytes of a small disk; a game takes a tenth of them."""

PAUSES = (0.2, 1.5)
"""Seconds between two disturbances, and from killing a program to restarting it."""


class Cutter:
    """
    A proxy between clients and a host that can cut all connections.

    Attributes:
        port: the port to which clients connect.
    """

    def __init__(self, to: int) -> None:
        """
        Start listening.

        Args:
            to: the port of the host, which needn't be listening yet.
        """
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections at once."""
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Stop listening, and cut all connections."""
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


class CantMount(Exception):
    """This machine doesn't permit mounting a disk; the message says why."""


class SmallDisk:
    """
    A disk of `DISK` bytes in memory, which is gone once it is closed.

    It is mounted in a namespace of a separate process, where no other process sees it;
    others reach it through that process.

    Attributes:
        path: the path of its root.
    """

    def __init__(self, folder: Path) -> None:
        """
        Mount the disk.

        Args:
            folder: the mount point in the separate process.

        Raises:
            CantMount: mounting isn't permitted.
        """
        pipe = subprocess.PIPE
        try:
            self._holder = subprocess.Popen(
                ("unshare", "--map-root-user", "--mount", "sh", "-e"),
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                text=True,
            )
        except OSError as error:
            raise CantMount(f"unshare: {error.strerror}") from None
        self._folder = folder
        self.path = Path(f"/proc/{self._holder.pid}/root{folder}")
        self._rest = self.path / "rest"
        self._mount(f"-t tmpfs -o size={DISK} tmpfs")

    def _mount(self, options: str) -> None:
        """
        Mount or remount the disk.

        Raises:
            CantMount: mounting isn't permitted.
        """
        stdin, stdout = self._holder.stdin, self._holder.stdout
        if stdin is None or stdout is None:
            raise TypeError
        with contextlib.suppress(BrokenPipeError):
            stdin.write(
                f"mount {options} {shlex.quote(str(self._folder))}\necho done\n"
            )
            stdin.flush()
        if not stdout.readline():
            _, why = self._holder.communicate()
            raise CantMount(" ".join(why.split()))

    def fill(self) -> None:
        """Fill the disk."""
        with open(self._rest, "wb", buffering=0) as rest, contextlib.suppress(OSError):
            while True:
                rest.write(bytes(1 << 12))

    def free(self) -> None:
        """Make space again."""
        self._rest.unlink()

    def lock(self) -> None:
        """Make the disk read-only."""
        self._mount("-o remount,ro")

    def unlock(self) -> None:
        """Make the disk writable again."""
        self._mount("-o remount,rw")

    def close(self) -> None:
        """Unmount the disk, and end its process."""
        self._holder.communicate()


def may_mount(folder: Path) -> str:
    """Return why this machine can't have small disks, or an empty text if it can."""
    try:
        SmallDisk(folder).close()
    except CantMount as problem:
        return f"needs a tmpfs in a namespace of its own: {problem}"
    return ""


class _Program:
    """
    A program that can be killed and restarted.

    Attributes:
        lines: all lines that it has printed.
    """

    def __init__(self, *words: str, **env: str) -> None:
        self._words, self._env = words, {**os.environ, **env}
        self.lines: list[str] = []
        self._new: queue.Queue[str] = queue.Queue()
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *self._words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._env,
        )
        pipe = self._process.stdout
        threading.Thread(target=self._read, args=(pipe,), daemon=True).start()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def wait_for(self, text: str, deadline: float) -> str:
        """
        Wait until the program prints a line that contains a text; return the line.

        Raises:
            Empty: there was no such line before the deadline.
        """
        line = ""
        while text not in line:
            line = self._new.get(timeout=max(0.0, deadline - time.monotonic()))
        return line

    def _read(self, pipe: IO[str]) -> None:
        with pipe:
            for line in pipe:
                self.lines.append(line)
                self._new.put(line)


def _host(folder: Path, port: int, options: Sequence[str]) -> _Program:
    return _Program(
        *("-m", "sealed_wonders.host", "--json", "--bots", "0"),
        *("--listen", f"127.0.0.1:{port}", "--logs", str(folder), *options),
    )


def _player(home: Path, port: int, name: str) -> _Program:
    """Start a program that plays by itself, with an identity and secrets to keep."""
    return _Program(
        *("-m", "sealed_wonders.client", "--lang", "en", "bot"),
        *(f"127.0.0.1:{port}", "--seat-name", name),
        WONDERS_HOME=str(home),
        WONDERS_DISCOVERY="off",
    )


Programs = Mapping[str, _Program]
"""A host, and then players, each by the name of its folder."""

HOST = "host"


class CompletedGame(NamedTuple):
    """A game that was completed despite all disturbances."""

    game: Game
    waited: tuple[tuple[str, ...], ...]
    """The lines in which the host and a player report that they wait for their disks."""


def play_with_kills(
    folder: Path, seats: int, *options: str, what: Sequence[str], seed: str
) -> CompletedGame:
    """
    Play a game to its end, and check its log.

    Args:
        folder: contains the folders of the host and of the players.
        seats: the number of players.
        options: further options of the host.
        what: the disturbances in order, from `DISTURBANCES`, or `FULL_DISKS`.
        seed: decides when they happen, and to which player.

    Raises:
        AssertionError: the game doesn't end in time, or the accounts disagree.
        CantMount: a disk must be full, but this machine can't have small disks.
    """
    chance = random.Random(seed)
    names = [f"player {number}" for number in range(1, seats + 1)]
    homes = {name: folder / name for name in (HOST, *names)}
    todo = list(what)
    with contextlib.ExitStack() as stack:
        disks: dict[str, SmallDisk] = {}
        homes[HOST].mkdir()
        if FULL_DISKS in todo:
            for name in (HOST, names[0]):
                homes[name].mkdir(exist_ok=True)
                disk = disks[name] = SmallDisk(homes[name])
                stack.callback(disk.close)
                homes[name] = disk.path
        with unused_port() as free:
            port = free
        host = _host(homes[HOST], port, ("--players", str(seats), *options))
        stack.callback(host.kill)
        cutter = Cutter(port)
        stack.callback(cutter.close)
        players: dict[str, _Program] = {}
        for name in names:
            players[name] = _player(homes[name], cutter.port, name)
            stack.callback(players[name].kill)
        programs: Programs = {HOST: host, **players}
        result: Mapping[str, Any] | None = None
        deadline = time.monotonic() + PATIENCE
        host.wait_for("began", deadline)
        while result is None:
            assert time.monotonic() < deadline, f"no end, {len(todo)} to come"
            result = _result(host, chance.uniform(*PAUSES))
            if result is not None or not todo:
                continue
            thing = todo.pop(0)
            if thing == "cut":
                cutter.cut()
            elif thing == FULL_DISKS:
                _fill(disks, programs, deadline)
            else:
                victims = _victims(thing, programs, chance)
                for victim in victims:
                    victim.kill()
                time.sleep(chance.uniform(*PAUSES))
                for victim in victims:
                    victim.start()
        assert not todo, "it was over before"
        waited = tuple(
            tuple(
                it
                for it in programs[name].lines
                if any(why in it for why in DISK_ERRORS)
            )
            for name in disks
        )
        # Its log may be on a disk that is about to disappear.
        return CompletedGame(checked_by_accounts(result), waited)


def _victims(thing: str, programs: Programs, chance: random.Random) -> list[_Program]:
    """Return the programs to kill; the host first, as it must be restarted first."""
    host, *players = programs.values()
    if thing == "player":
        return [chance.choice(players)]
    return [host] if thing == "host" else [host, *players]


def _fill(disks: Mapping[str, SmallDisk], programs: Programs, deadline: float) -> None:
    """Fill each disk for a while, and kill and restart its program meanwhile."""
    for name, disk in disks.items():
        whose, is_host = programs[name], name == HOST
        disk.fill()
        whose.wait_for(DISK_FULL, deadline)
        whose.kill()
        if is_host:
            disk.free()
            disk.lock()
        whose.start()
        whose.wait_for(DISK_READ_ONLY if is_host else DISK_FULL, deadline)
        (disk.unlock if is_host else disk.free)()
        whose.wait_for("the game continues", deadline)


def _result(host: _Program, seconds: float) -> Mapping[str, Any] | None:
    """Return the host's result, or None if there is none within `seconds`."""
    end = time.monotonic() + seconds
    with contextlib.suppress(queue.Empty):
        while True:
            # It may have been killed in the middle of a line.
            with contextlib.suppress(ValueError):
                row: Mapping[str, Any] = json.loads(host.wait_for('"winners"', end))
                return row
    return None
