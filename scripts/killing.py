"""
Play sealed games at real hosts, with programs killed, connections cut and disks full.

    python scripts/killing.py GAMES [SEED] [--times N]

The seed determines each game: its players, what happens to it, and when. The host is
killed (SIGKILL), or one player's program, or all programs at once, or all connections
are cut. Killed programs are restarted after a while. Once in each game, the host's disk
is full, and read-only when the host restarts; then a player's disk is full. If no such
disks can be mounted, a line says so. Each game has to end, and three results have to
agree: the host's, the audit's, and that of an independent implementation written from
docs/PROTOCOL.md alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.killing import DISTURBANCES, FULL_DISKS, may_mount, play_with_kills

GAMES = {
    "7 Wonders": (),
    "Architects": ("--game", "architects"),
    "leaders and edifice": ("--with", "leaders,edifice"),
}


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("seed", nargs="?", default="0")
    parser.add_argument("--times", type=int, default=12, help="how often in each game")
    options = parser.parse_args()
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        no_disks = may_mount(Path(folder))
    if no_disks:
        print(f"no disk is full: {no_disks}", file=sys.stderr)
    for number in range(options.games):
        name = list(GAMES)[number % len(GAMES)]
        chance = random.Random(f"{options.seed}/{number}")
        seats = chance.randint(3, 5)
        what = [chance.choice(DISTURBANCES) for _ in range(options.times)]
        if not no_disks:
            what[len(what) // 2] = FULL_DISKS
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            outlived = play_with_kills(
                Path(folder),
                seats,
                *GAMES[name],
                what=what,
                seed=f"{options.seed}/{number}",
            )
        done.update(what)
        print(
            f"{name}, {seats} seats: {' '.join(what)}; {outlived.game.account.entries} entries, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    print(", ".join(f"{thing} {n}" for thing, n in sorted(done.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
