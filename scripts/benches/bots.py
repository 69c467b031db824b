"""
The cost of a host's bots: memory, and the time until they have joined.

They play whole games in one process, one more game after the other. The process's
memory at the end of a game with two bots, and with seven, gives the memory for each
additional bot. The host waits for people to be ready before it calls bots, so people
wait until these have joined.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from scripts.benches._measure import at_most
from sealed_wonders.host.bots import BOT_MEMORY, FIRST_MEMORY

GAMES = (("wonders", (3, 7)), ("architects", (2, 7)))
COMING = 3.0
"""Seconds from a new host calling its bots to the start of the game."""


class Played(NamedTuple):
    """The measurements of a game among bots."""

    memory: float
    """Peak memory of the bots' process, in megabytes."""
    coming: float
    """Seconds from the host being ready to the start of the game."""


def run() -> bool:
    well = True
    coming = 0.0
    for game, (few, many) in GAMES:
        some, all_of_them = _play(game, few), _play(game, many)
        each = (all_of_them.memory - some.memory) / (many - few)
        coming = max(coming, some.coming)
        print(
            f"{game}: {few} bots in a process {some.memory:.1f} MB, "
            f"{many} {all_of_them.memory:.1f} MB"
        )
        first = some.memory - (few - 1) * each
        well &= at_most(
            f"{game}: a process with one bot", first, FIRST_MEMORY / (1 << 20), "MB"
        )
        well &= at_most(f"{game}: each further one", each, BOT_MEMORY / (1 << 20), "MB")
    return well & at_most("until a few have come and drawn seats", coming, COMING, "s")


def _play(game: str, seats: int) -> Played:
    """Let bots play a game in one process."""
    with tempfile.TemporaryDirectory() as folder:
        host = subprocess.Popen(
            [
                *(sys.executable, "-c", ONE_PROCESS, "--listen", "127.0.0.1:0"),
                *("--game", game, "--players", str(seats), "--bots", str(seats)),
                *("--once", "--json", "--logs", folder),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        if host.stdout is None:
            raise TypeError
        memory, began, ready = 0.0, 0.0, 0.0
        for line in host.stdout:
            row = json.loads(line)
            if "listening" in row:
                ready = time.perf_counter()
            elif row.get("event") == "began":
                began = time.perf_counter()
            elif row.get("event") == "peak":
                memory = float(row["megabytes"])
        host.wait()
    return Played(memory, began - ready)


ONE_PROCESS = """
import json, os, resource
os.cpu_count = lambda: 1
from sealed_wonders.host.__main__ import main
try:
    main()
finally:
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(json.dumps({"event": "peak", "megabytes": peak}), flush=True)
"""
"""
A host whose bots all play in one process, and which reports that process's peak memory.
"""
