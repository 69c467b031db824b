"""
Sealed cards at a table of seven, all on one machine: turns, starts of ages, the host.

Seven bots and a host share this machine, so each turn takes the work that eight
machines would do at the same time; this is the worst case. One more process watches and
takes the time. A turn lasts from its last commitment to the last one of the next turn:
to the moment when all seven were not only ready to choose again, but had chosen.

The time limits follow from the figures of the bench `sealed`, on two cores:

- In a turn, a player makes and checks proofs for 57 ms, and a host that checks does not
  much less: for eight of them that is 0.23 s. Two threads of one process take a sixth
  more than one would, since they wait for each other. Everything except proofs took 24
  ms when cards were dealt in the open. Together 0.29 s.
- To begin an age, a player mixes once, checks seven mixes, and makes its part of the
  deal: 0.35 s, and 1.65 s for eight, plus a sixth. Each player mixes the result of the
  one before, and meanwhile a core may be idle: 0.22 s for six of them. Together 1.9 s.
- Before age III all mix the guilds, ten cards instead of forty-nine: 0.4 s more.

Another third is allowed for waiting.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scripts.benches._measure import at_most
from scripts.benches._table import Record, play
from scripts.benches._table import run as run_games

SEATS = 7
TURN = 400.0
"""Milliseconds, the median."""
START, START_WITH_GUILDS = 2.5, 3.0
"""Seconds from the first key of an age to the last part of its deal, the longest."""
WEIGHT, RELAY_WEIGHT = 64.0, 60.0
"""
Resident memory in megabytes: of a host that checks, and of a relay.

A relay only passes proofs on, and so needs no library, no threads, and no second fold
of the table.
"""
VERSION = 0.2
"""Seconds for ``wonders --version``."""


def run() -> bool:
    checking, relaying = _games()
    print(f"{SEATS} bots and a host, {os.cpu_count()} cores; seconds by the clock")
    _print("a host that checks", checking)
    _print("a host that relays", relaying)
    turn = statistics.median(checking.turns) * 1000
    plain = max(it.dealt for it in checking.starts if not it.guilds)
    guilds = max(it.dealt for it in checking.starts if it.guilds)
    version = min(_version() for _ in range(5))
    return all(
        (
            at_most("a turn, median", turn, TURN, "ms"),
            at_most("the start of an age, the longest", plain, START, "s"),
            at_most("the start of age III", guilds, START_WITH_GUILDS, "s"),
            at_most("the host, at most", checking.weight / 1e6, WEIGHT, "MB"),
            at_most("a relaying one", relaying.weight / 1e6, RELAY_WEIGHT, "MB"),
            at_most("wonders --version", version, VERSION, "s"),
        )
    )


def _games() -> tuple[Record, Record]:
    """Play a game at each kind of host."""

    async def play_both() -> tuple[Record, Record]:
        with tempfile.TemporaryDirectory() as folder:
            checking = await play(Record(SEATS), Path(folder) / "checking")
            relaying = await play(Record(SEATS), Path(folder) / "relaying", ["--relay"])
        return checking, relaying

    return run_games(play_both)


def _print(what: str, record: Record) -> None:
    """Print the durations, and the processor time."""
    cpu, turns = record.cpu, record.turns
    cores = cpu.wall * (os.cpu_count() or 1)
    print(what)
    print(
        f"  {len(turns)} turns, each in {min(turns):.2f} to {max(turns):.2f}, with "
        f"{cpu.ours / len(turns):.2f} of processor time for all eight; "
        f"{cpu.others / cores:.0%} of the machine was somebody else's"
    )
    for start in record.starts:
        guilds = " with guilds" if start.guilds else ""
        print(
            f"  an age{guilds}: dealt after {start.dealt:.2f}, and the first has checked "
            f"that and chosen after {start.chosen:.2f}"
        )
    print(f"  the host weighed {record.weight / 1e6:.1f} MB at most")


def _version() -> float:
    before = time.perf_counter()
    command = [sys.executable, "-m", "sealed_wonders.client", "--version"]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - before
