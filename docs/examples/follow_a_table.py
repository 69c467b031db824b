"""Follow a table by its public log: print the points after each turn, as it is played."""

import sys
import time

from sealed_wonders import LogFollower

table = LogFollower()
shown = 0
with open(sys.argv[1], "rb") as file:
    while not table.is_over:
        if not table.feed(file.read()):
            time.sleep(0.1)
        done = table.turns if table.is_over else table.turns[:-1]
        for turn in done[shown:]:
            print(*turn.at, dict(zip(table.players, turn.points, strict=True)))
        shown = max(shown, len(done))
