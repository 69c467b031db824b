"""
Plays sealed games at real hosts while programs are killed, connections cut, and disks full.

    python scripts/killing.py GAMES [SEED] [--times N]

Of each game who plays what, and what is done to it when, is drawn from the seed: the host is
killed (SIGKILL), or one player's program, or all of them at once, or all connections are cut.
Whatever was killed is started again after a while. Once in each game the host's disk is full,
and can only be read when it starts again, and then a player's is full; where no such disks can
be mounted, a line says so. Each game has to come to its end, and what
the host says of it, the audit and the account that is written from docs/PROTOCOL.md alone have
to agree.
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

from tests.support.killing import FULL, THINGS, may_mount, play_with_kills

GAMES = {
    "7 Wonders": (),
    "Architects": ("--game", "architects"),
    "leaders and edifice": ("--with", "leaders,edifice"),
}


def main() -> int:
    """Play them; give the exit status."""
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
        what = [chance.choice(THINGS) for _ in range(options.times)]
        if not no_disks:
            what[len(what) // 2] = FULL
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
