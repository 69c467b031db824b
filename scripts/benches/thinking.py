"""
Games that a thinker plays to their end in its mind: how many in a second of processor time.

A thinker sits among builders at a table of four, and plays so many games for each of its
choices; those at the beginning of a game are longer than those at its end. What is counted
is all that a choice takes. Compiled, if `scripts/compile` has been run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from scripts.benches._measure import verdict
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Worth
from sealed_wonders.client.bots.wonders.thinker import Thinker
from sealed_wonders.client.engine.wonders import table
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

PLAYERS = 4
GAMES = 2
FOR_A_CHOICE = 200
WANTED, WANTED_COMPILED = 50.0, 1000.0


class _Counting(Thinker):
    """Counts the games in its mind, and the time they take."""

    games = 0
    seconds = 0.0

    def worths(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Slot, Card],
        moves: Sequence[Move],
        begun: float,
    ) -> list[Worth]:
        before = time.process_time()
        found = super().worths(state, seat, faces, moves, begun)
        self.seconds += time.process_time() - before
        self.games += sum(it.rollouts for it in found)
        return found


def run() -> bool:
    """Measure it, with each expansion."""
    is_compiled = not table.__file__.endswith(".py")
    print(f"games of {PLAYERS}, {'compiled' if is_compiled else 'not compiled'}")
    good = True
    for expansions in ((), ("leaders",), ("edifice",), ("leaders", "edifice")):
        thinker = _Counting("bench", Budget(FOR_A_CHOICE))
        for game in range(GAMES):
            others = [strategy("builder", str(seat)) for seat in range(1, PLAYERS)]
            rules = Wonders(PLAYERS, expansions=expansions)
            play(rules, seeded(f"thinking:{game}"), [thinker, *others])
        rate = thinker.games / thinker.seconds
        wanted = WANTED_COMPILED if is_compiled else WANTED
        name = "+".join(expansions) or "no expansion"
        good &= verdict(name, rate, wanted, "a second")
    return good
