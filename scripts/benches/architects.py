"""
Architects at a sealed table of seven, in eight processes: set-up, turns, memory.

Seven bots and a host share this machine, and one more process watches and takes the
time, as in the bench `table`. A turn lasts from the last choice of one player, as sent
by the host, to the first choice of the next player. By then, all cards between the two
choices are turned up, everybody has checked that, and the next player has not only seen
the cards to choose from, but has chosen. Turns in which a pile is mixed again are left
out.

For the set-up, seven seats mix 250 cards one after the other, and all eight processes
check each mix. A mix takes 0.18 s to make and prove, and 0.21 s to check. So mixing
alone keeps two cores busy for six and a half seconds; on eight machines it takes three.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from scripts.benches._measure import at_most
from scripts.benches._table import Record, play
from scripts.benches._table import run as run_games

SEATS = 7
SET_UP = 10.0
"""Seconds from the last player to sit down to the first choice."""
TURN = 150.0
"""Milliseconds from a player's choice to the next player's, the median."""
WEIGHT = 64.0
"""Resident memory of a host that checks, in megabytes."""


def run() -> bool:
    checking, relaying = run_games(_games)
    print(f"{SEATS} bots and a host, {os.cpu_count()} cores; seconds by the clock")
    _print("a host that checks", checking)
    _print("a host that relays", relaying)
    set_up = checking.set_up.wall
    turn = statistics.median(checking.handovers) * 1000
    return all(
        (
            at_most("from the last seated to a choice", set_up, SET_UP, "s"),
            at_most("from a choice to the next player's", turn, TURN, "ms"),
            at_most("the host, at most", checking.weight / 1e6, WEIGHT, "MB"),
        )
    )


async def _games() -> tuple[Record, Record]:
    """Play a game at each kind of host."""
    with tempfile.TemporaryDirectory() as folder:
        checking = await play(_record(), Path(folder) / "checking", GAME)
        relay = [*GAME, "--relay"]
        relaying = await play(_record(), Path(folder) / "relaying", relay)
    return checking, relaying


GAME = ["--game", "architects"]


def _record() -> Record:
    return Record(SEATS, "CHOOSE", ("OPEN_SHARE", "DEAL"))


def _print(what: str, record: Record) -> None:
    """Print the durations, and the processor time."""
    cpu, passed = record.cpu, sorted(record.handovers)
    count = os.cpu_count() or 1
    cores, began = cpu.wall * count, record.set_up
    choices = sum(phase.kind == "CHOOSE" for phase in record.phases)
    print(what)
    print(
        f"  set up in {began.wall:.2f}, with {began.ours:.2f} of processor time for all "
        f"eight; {began.others / began.wall / count:.0%} was somebody else's"
    )
    print(
        f"  {len(passed)} times the turn passed on in {passed[0]:.3f} to "
        f"{passed[-1]:.3f}, {statistics.median(passed):.3f} the median"
    )
    print(
        f"  {choices} choices, each with {cpu.ours / choices:.3f} of processor time "
        f"for all eight; {cpu.others / cores:.0%} of the machine was somebody else's"
    )
    print(f"  the host weighed {record.weight / 1e6:.1f} MB at most")
