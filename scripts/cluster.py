"""
Play an arena on a cluster of processes, and check that killing two changes nothing.

    .venv/bin/python scripts/cluster.py [WORDS...]

The script starts a Dask scheduler and two workers, which communicate by TCP as on
several machines. Then ``wonders arena`` plays, with WORDS or else two strategies at 7
Wonders: once in one process, and once on the workers. While these calculate, the first
worker is killed and another one joins; once that one is calculating, the second worker
is killed, too. Both outputs must be identical, byte for byte.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from distributed import Client

BIN = Path(sys.executable).parent
WORDS = ("random", "builder", "--players", "5", "--deals", "10", "--with", "leaders")
PATIENCE = 120.0
"""Seconds after which the script gives up waiting."""


class Cluster:
    """A scheduler and its workers, all on this machine."""

    def __init__(self, folder: Path, ends: ExitStack) -> None:
        self._folder = folder
        self._ends = ends
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
            *("--scheduler-file", str(file)),
        )
        wait("the scheduler", lambda: file.exists() and bool(file.read_bytes()))
        self.address = str(json.loads(file.read_bytes())["address"])
        self._client = Client(self.address, set_as_default=False)
        ends.callback(self._client.close)

    def add(self) -> None:
        """Start a worker that nothing restarts, and wait until it has joined."""
        number = len(self.workers)
        self.workers.append(
            self._start(
                *("worker", self.address, "--name", str(number), "--no-nanny"),
                *("--nthreads", "1", "--no-dashboard"),
                *("--local-directory", str(self._folder)),
            )
        )
        wait(f"worker {number}", lambda: number in self._by_number())

    def kill(self, number: int) -> None:
        """Kill a worker in the middle of a game."""
        wait(f"a game of worker {number}", lambda: self._calculates(number))
        self.workers[number].kill()
        print(f"killed worker {number}, which had {len(self._left(number))} games")

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / "said").open("ab") as said:
            child = subprocess.Popen(
                [BIN / "dask", *words], stdout=said, stderr=subprocess.STDOUT
            )
        self._ends.callback(child.wait)
        self._ends.callback(child.kill)
        return child

    def _by_number(self) -> dict[int, str]:
        """Return the addresses of the connected workers."""
        found = self._client.scheduler_info()["workers"]
        return {int(str(it["name"])): address for address, it in found.items()}

    def _left(self, number: int) -> tuple[object, ...]:
        """Return the tasks that a worker still has to do."""
        address = self._by_number().get(number, "")
        return tuple(self._client.processing().get(address, ()))

    def _calculates(self, number: int) -> bool:
        return bool(self._left(number))


def wait(what: str, is_there: Callable[[], bool]) -> None:
    started = time.monotonic()
    while not is_there():
        if time.monotonic() - started > PATIENCE:
            sys.exit(f"{what} doesn't come")
        time.sleep(0.02)


def arena(words: list[str], *more: str) -> subprocess.Popen[str]:
    """Start an arena and return its process."""
    command = [str(BIN / "wonders"), "arena", *words, "--json", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def main() -> None:
    words = sys.argv[1:] or [*WORDS]
    alone, _ = arena(words).communicate()
    print(alone, end="")
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        cluster = Cluster(folder, ends)
        cluster.add()
        cluster.add()
        child = arena(words, "--scheduler", cluster.address)
        ends.callback(child.kill)
        cluster.kill(0)
        cluster.add()
        cluster.kill(1)
        told, _ = child.communicate()
    if child.returncode or told != alone:
        print(told, end="")
        sys.exit("not the same")
    print("the same, by workers of which two were killed")


if __name__ == "__main__":
    main()
