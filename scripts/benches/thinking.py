"""
A thinker's playouts: how many games it plays per second of processor time.

A thinker sits among builders at a table of four, and plays a fixed number of playouts
for each choice; those at the beginning of a game are longer than those at its end. The
time is that of the whole choice. The code is compiled if `scripts/compile` has been
run.

The bench also measures the longest choice of a game when a choice has a time budget,
including the first choice with everything that is loaded for it: at a table of four,
and at one of seven with all expansions, where a playout takes longest. The times are
processor times, so that other work on the machine doesn't count.

At Architects, a playout ends with the player's next turn, and an estimate of the chance
to win is its result.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from scripts.benches._measure import at_most, verdict
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.architects import thinker as architects
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, MoveWorth
from sealed_wonders.client.bots.wonders.thinker import Thinker
from sealed_wonders.client.engine.wonders import table
from sealed_wonders.core import game
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

PLAYERS = 4
GAMES = 2
FOR_A_CHOICE = 200
WANTED, WANTED_COMPILED = 50.0, 1000.0

SECONDS = (0.2, 1.0)
"""Time budgets for a choice, in seconds."""

OVER = 110.0
"""Maximum duration of a choice, in percent of its budget."""


class Counting(Thinker):
    """A thinker that counts its playouts, and the time they take."""

    games = 0
    seconds = 0.0

    def worths(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Slot, Card],
        moves: Sequence[Move],
        begun: float,
    ) -> list[MoveWorth]:
        before = time.process_time()
        found = super().worths(state, seat, faces, moves, begun)
        self.seconds += time.process_time() - before
        self.games += sum(it.rollouts for it in found)
        return found


class CountingThere(architects.Thinker):
    """The same for Architects."""

    games = 0
    seconds = 0.0

    def searched(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> list[Arm]:
        before = time.process_time()
        arms = super().searched(state, seat, faces)
        self.seconds += time.process_time() - before
        self.games += sum(arm.tries for arm in arms)
        return arms


def _longest(rules: Wonders, seconds: float) -> float:
    """Return the seconds that the longest choice of a game takes."""
    thinker = Thinker("bench", Budget(seconds=seconds), time.process_time)
    taken: list[float] = []

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        before = time.process_time()
        move = thinker(state, seat, faces)
        taken.append(time.process_time() - before)
        return move

    others = [strategy("builder", str(seat)) for seat in range(1, rules.players)]
    play(rules, seeded(f"longest:{seconds}"), [choose, *others])
    return max(taken)


def run() -> bool:
    """Measure playouts with each expansion, then the longest choices."""
    is_compiled = not table.__file__.endswith(".py")
    print(f"games of {PLAYERS}, {'compiled' if is_compiled else 'not compiled'}")
    good = True
    for expansions in ((), ("leaders",), ("edifice",), ("leaders", "edifice")):
        thinker = Counting("bench", Budget(FOR_A_CHOICE))
        for number in range(GAMES):
            others = [strategy("builder", str(seat)) for seat in range(1, PLAYERS)]
            rules = Wonders(PLAYERS, expansions=expansions)
            play(rules, seeded(f"thinking:{number}"), [thinker, *others])
        rate = thinker.games / thinker.seconds
        wanted = WANTED_COMPILED if is_compiled else WANTED
        name = "+".join(expansions) or "no expansion"
        good &= verdict(name, rate, wanted, "a second")
    there = CountingThere("bench", Budget(FOR_A_CHOICE))
    for number in range(GAMES):
        others = [strategy("builder", str(seat)) for seat in range(1, PLAYERS)]
        play(Architects(PLAYERS), seeded(f"thinking:{number}"), [there, *others])
    rate = there.games / there.seconds
    good &= verdict("Architects", rate, wanted, "a second")
    for rules in (Wonders(4), Wonders(7, expansions=("leaders", "edifice"))):
        for seconds in SECONDS:
            longest = 100 * _longest(rules, seconds) / seconds
            name = f"longest choice of {seconds:g} s, {rules.players} players"
            good &= at_most(name, longest, OVER, "%")
    return good
