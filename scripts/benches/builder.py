"""
The strategy ``builder`` against three of ``random``: its share of victories.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from scripts.benches._measure import verdict
from sealed_wonders.client.bots import strategy
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Player, play
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = 4
GAMES = 200
WANTED = 80.0
"""Percent of games won; a shared victory counts half."""


RULES = (
    Wonders(PLAYERS),
    Wonders(PLAYERS, expansions=("leaders",), leaders="expert"),
    Wonders(PLAYERS, expansions=("edifice",)),
    Wonders(PLAYERS, expansions=("leaders", "edifice"), leaders="expert"),
)


def run() -> bool:
    print(f"{GAMES} games of {PLAYERS} each, on every seat in turn")
    reached = [_fares(rules) for rules in RULES]
    return all(reached)


def _fares(rules: Wonders) -> bool:
    """Print the results with some rules; return whether it wins often enough."""
    won = 0.0
    points = [0, 0]
    clock = Clock(strategy("builder", ""))
    for k in range(GAMES):
        seat = k % PLAYERS
        players = [strategy("random", f"bench:{k}:{i}") for i in range(PLAYERS)]
        players[seat] = clock.choose
        sheet = play(rules, seeded(f"bench:{k}"), players).score()
        won += (seat in sheet.winners) / len(sheet.winners)
        for other, row in enumerate(sheet.rows):
            points[other == seat] += row[-1]
    print("with " + " and ".join(rules.expansions or ("no expansion",)))
    mean = points[True] / GAMES, points[False] / GAMES / (PLAYERS - 1)
    print(f"points: builder {mean[0]:.1f}, random {mean[1]:.1f} on average")
    mean_time, longest = 1000 * clock.seconds / clock.choices, 1000 * clock.longest
    print(f"time for a choice: {mean_time:.2f} ms on average, at most {longest:.2f} ms")
    return verdict("games won", 100 * won / GAMES, WANTED, "percent")


class Clock:
    """A player whose choices are timed, by process time."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.choices = 0
        self.seconds = 0.0
        self.longest = 0.0

    def choose(self, state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        started = time.process_time()
        move = self._player(state, seat, faces)
        taken = time.process_time() - started
        self.choices += 1
        self.seconds += taken
        self.longest = max(self.longest, taken)
        return move
