"""
A networked game of seven on this machine: how long a turn takes, and what the host weighs.

A host and seven bots run as processes of their own; this one looks on and takes the time.
A turn is counted from its last commitment to the last of the next turn, so to the moment
in which all seven were not only ready to choose again, but had chosen.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scripts.benches._measure import at_most
from sealed_wonders.net.address import Address
from sealed_wonders.net.ending import End
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import FromHost, Log, Read, Refused, Welcome
from sealed_wonders.net.wire import ToHost, client_factory

SEATS = 7
TURN = 100.0
"""Milliseconds, the median."""
WEIGHT = 60.0
"""Megabytes resident."""
VERSION = 0.2
"""Seconds for ``wonders --version``."""


class Onlooker:
    """
    Reads a table's log and notes when each turn's last commitment came.

    Attributes:
        turns: seconds from one to the next, within an age.
        weight: the most the host was seen to weigh, in bytes.
        refusal: what the host said last when it refused something.
    """

    def __init__(self, host: int) -> None:
        self.turns: list[float] = []
        self.weight = 0
        self.refusal = ""
        self._host = host
        self._picks: dict[int, int] = {}
        self._last: tuple[int, float] | None = None
        self._identity = Identity.generate()
        self._table = ""

    def connected(self, connection: ToHost) -> None:
        connection.send(make_hello(self._identity, "onlooker", connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        match message:
            case Welcome(tables=(table, *_)):
                self._table = table.name
                connection.send(Read(table.name, 0))
            case Refused(detail=detail):
                self.refusal = detail
            case Log(wires=wires):
                now = time.perf_counter()
                for wire in wires:
                    envelope = parse(wire.env)
                    if envelope.kind == "PICK":
                        self._note(envelope.phase, now)

    def lost(self, connection: ToHost, end: End) -> None:
        from twisted.internet import reactor

        reactor.stop()

    def _note(self, phase: int, now: float) -> None:
        self._picks[phase] = self._picks.get(phase, 0) + 1
        if self._picks[phase] < SEATS:
            return
        self.weight = max(self.weight, _resident(self._host))
        # Between ages cards are dealt: that is no turn.
        if self._last is not None and phase == self._last[0] + 2:
            self.turns.append(now - self._last[1])
        self._last = (phase, now)


def _resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def _play(folder: str) -> Onlooker:
    from twisted.internet import reactor
    from twisted.internet.endpoints import HostnameEndpoint

    command = [sys.executable, "-m", "sealed_wonders.host"]
    options = f"--listen 127.0.0.1:0 --seats {SEATS} --bots {SEATS} --once --json"
    host = subprocess.Popen(
        [*command, *options.split(), "--logs", folder], stdout=subprocess.PIPE
    )
    try:
        if host.stdout is None:
            sys.exit("no output from the host")
        first = json.loads(host.stdout.readline())
        address = Address.parse(first["listening"])
        onlooker = Onlooker(host.pid)
        factory = client_factory(onlooker, reactor, address.pin)
        endpoint = HostnameEndpoint(reactor, address.host, address.port)
        endpoint.connect(factory)
        reactor.run()
        host.communicate(timeout=60)
    finally:
        if host.poll() is None:
            os.kill(host.pid, signal.SIGTERM)
            host.wait()
    return onlooker


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        onlooker = _play(folder)
    if len(onlooker.turns) < 2:
        sys.exit(f"saw no game: {onlooker.refusal}")
    median = statistics.median(onlooker.turns) * 1000
    quickest, slowest = min(onlooker.turns) * 1000, max(onlooker.turns) * 1000
    print(
        f"{len(onlooker.turns)} turns of a game of {SEATS}, {os.cpu_count()} cores: "
        f"{quickest:.0f} to {slowest:.0f} ms"
    )
    start = min(_version() for _ in range(5))
    return all(
        (
            at_most("a turn, median", median, TURN, "ms"),
            at_most("the host, resident", onlooker.weight / 1e6, WEIGHT, "MB"),
            at_most("wonders --version", start, VERSION, "s"),
        )
    )


def _version() -> float:
    before = time.perf_counter()
    command = [sys.executable, "-m", "sealed_wonders.client", "--version"]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - before
