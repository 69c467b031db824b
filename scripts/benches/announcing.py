"""
The cost of announcing a host on the network: memory, and processor time at rest.

Two hosts without tables run; one announces itself, to this machine only. The other one
loads none of the code for that.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from scripts.benches._measure import at_most
from scripts.benches._table import resident, ticks

MORE = 6.0
"""Additional megabytes, for a library that holds a few records, and one thread."""
SHARE = 1.0
"""Percent of a core."""

REST = 10.0
"""Seconds for which hosts are watched, once everything has been announced."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The resources that a host uses."""

    weight: int
    """Resident memory, in bytes."""
    seconds: float
    """Processor time in `REST` seconds."""


def run() -> bool:
    quiet, announced = _host("--no-announce"), _host("--announce")
    print("hosts without tables, at rest")
    for what, cost in (("quiet", quiet), ("announced", announced)):
        print(f"  {what}: {cost.weight / 1e6:.1f} MB, {cost.seconds:.2f} s in {REST:g}")
    more = (announced.weight - quiet.weight) / 1e6
    share = (announced.seconds - quiet.seconds) / REST * 100
    return all(
        (
            at_most("more memory", more, MORE, "MB"),
            at_most("of a core", share, SHARE, "%"),
        )
    )


def _host(option: str) -> Cost:
    """Run a host for a while and return its cost."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sealed_wonders.host", "--json", option]
        process = subprocess.Popen(
            [*command, "--listen", "127.0.0.1:0", "--logs", folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            if process.stdout is None or not json.loads(process.stdout.readline()):
                sys.exit("a host didn't begin")
            time.sleep(5)
            before = _seconds(process.pid)
            time.sleep(REST)
            return Cost(resident(process.pid), _seconds(process.pid) - before)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


def _seconds(pid: int) -> float:
    return ticks(str(pid)) / os.sysconf("SC_CLK_TCK")
