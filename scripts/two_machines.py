"""
Plays that two machines find each other: a host on one, somebody who looks on the other.

Each is a network of its own in this machine's kernel (Linux, with `unshare`, `nsenter`
and `ip`), with a cable between them and none to anywhere else; no rights are needed but
to make them. Prints what was seen, and ends with status 1 if that isn't what it should be.

    .venv/bin/python -m scripts.two_machines
"""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import Browser, Nearby

INSIDE = "inside"
PATIENCE = 20.0
"""Seconds for anything; it takes two."""

EAST, WEST = "10.7.0.1", "10.7.0.2"


def main() -> int:
    """Go where there is no network, and look from there."""
    if sys.argv[1:] != [INSIDE]:
        command = ["unshare", "--map-root-user", "--net", sys.executable]
        return subprocess.call([*command, "-m", "scripts.two_machines", INSIDE])
    west = subprocess.Popen(["unshare", "--net", "sleep", "120"])
    try:
        return 0 if _look(["nsenter", "--net", f"--target={west.pid}"], west.pid) else 1
    finally:
        west.kill()
        west.wait()


def _look(on_west: list[str], pid: int) -> bool:
    """Lay the cable, then look while a host comes and goes at the other end."""
    time.sleep(0.5)  # until it is in its network
    _run("ip", "link", "add", "east", "type", "veth", "peer", "west", "netns", str(pid))
    for where, name, own, other in (
        ([], "east", EAST, WEST),
        (on_west, "west", WEST, EAST),
    ):
        _run(*where, "ip", "link", "set", "lo", "up")
        _run(*where, "ip", "address", "add", f"{own}/24", "dev", name)
        _run(*where, "ip", "link", "set", name, "up")
        _run(*where, "ip", "route", "add", "default", "via", other)
    calls: queue.Queue[Callable[[], None]] = queue.Queue()
    lists: list[tuple[Nearby, ...]] = []
    browser = Browser(lists.append, calls.put, failed=sys.exit)
    browser.start()
    with tempfile.TemporaryDirectory() as folder:
        host = subprocess.Popen(
            [
                *(*on_west, sys.executable, "-m", "sealed_wonders.host", "--json"),
                *("--logs", folder, "--name", "The west"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        if host.stdout is None:
            return False
        join = Address.parse(json.loads(host.stdout.readline())["join"])
        started = time.monotonic()
        _until(calls, lambda: bool(lists))
        print(f"found in {time.monotonic() - started:.1f} s: {lists[-1]}")
        host.send_signal(signal.SIGTERM)
        host.communicate()
        started = time.monotonic()
        _until(calls, lambda: lists[-1] == ())
        print(f"gone {time.monotonic() - started:.1f} s after its end")
    browser.stop()
    return browser.wait(PATIENCE) and [(Nearby("The west", join),), ()] == lists


def _until(calls: queue.Queue[Callable[[], None]], there: Callable[[], bool]) -> None:
    while not there():
        calls.get(timeout=PATIENCE)()


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
