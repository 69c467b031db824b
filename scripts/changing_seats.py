"""
Play sealed games at real hosts in which programs are killed and seats change hands.

    python scripts/changing_seats.py GAMES [SEED] [--rescue]

The seed determines each game: its players, which programs are killed (SIGKILL), which
seats are handed to the host's bots, and when. With `--rescue`, the seats of killed
programs go to friends who are watching, or to the host's bots. Each game has to end,
and three results have to agree: the host's, the audit's, and that of an independent
implementation written from docs/PROTOCOL.md alone.
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

from tests.support.wholegames import play_changing_seats

GAMES = {
    "7 Wonders": (),
    "leaders": ("--with", "leaders"),
    "edifice": ("--with", "edifice"),
    "leaders and edifice": ("--with", "leaders,edifice"),
    "Architects": ("--game", "architects"),
}

LATEST = 3.0
"""
Seconds of play within which players are killed or leave.

A fast machine ends a game in ten seconds.
"""


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("seed", nargs="?", default="0")
    parser.add_argument("--rescue", action="store_true")
    options = parser.parse_args()
    came_to: Counter[str] = Counter()
    for number in range(options.games):
        name = list(GAMES)[number % len(GAMES)]
        chance = random.Random(f"{options.seed}/{number}")
        seats = chance.randint(4, 6)
        # All but one of these are always fewer than half of the seats still in play.
        killed = [
            chance.uniform(0, LATEST)
            for _ in range(chance.randint(1, min(2, seats - 3)))
        ]
        handed = [chance.uniform(0, LATEST) for _ in range(chance.randint(0, 1))]
        friends = chance.randint(0, len(killed)) if options.rescue else 0
        if options.rescue:
            handed = handed[: seats - len(killed) - 2]
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            game = play_changing_seats(
                Path(folder),
                seats,
                *GAMES[name],
                killed=killed,
                handed=handed,
                rescued=options.rescue,
                friends=friends,
            )
        kinds = [passed.collection.phase.kind for passed in game.fold.left_phases]
        given = [
            f"{game.fold.closed_phases[it.phase].collection.phase.kind} to {it.takeover.person.name}"
            for it in game.fold.handovers
            if not it.is_voluntary
        ]
        came_to.update(kinds)
        came_to["handovers"] += len(handed)
        came_to["given away"] += len(given)
        print(
            f"{name}, {seats} seats: {len(handed)} handed over, {len(killed)} killed "
            f"(in {', '.join([*kinds, *given])}), {game.account.entries} entries, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    print(", ".join(f"{what} {n}" for what, n in sorted(came_to.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
