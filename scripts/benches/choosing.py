"""
The time that the strategy ``builder`` takes for a choice, at a table of builders.

The figure is the mean processor time over whole games, which includes finding the legal
moves. The first game of each kind warms up caches and isn't counted. The code is
compiled if `scripts/compile` has been run.
"""

from __future__ import annotations

from scripts.benches._measure import at_most
from scripts.benches.builder import RULES, Clock
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.engine.wonders import table
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Ruleset, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders

GAMES = 15
WANTED = 2.0
"""Milliseconds for a choice, compiled or not."""


def run() -> bool:
    """Measure both games, with and without expansions."""
    is_compiled = not table.__file__.endswith(".py")
    print(f"{GAMES} games each, {'compiled' if is_compiled else 'not compiled'}")
    largest = Wonders(7, expansions=("leaders", "edifice"), leaders="expert")
    kinds: list[tuple[str, Ruleset]] = [
        *(("+".join(rules.expansions) or "no expansion", rules) for rules in RULES),
        ("leaders+edifice", largest),
        ("Architects", Architects(4)),
        ("Architects", Architects(7)),
    ]
    reached = [
        at_most(f"{name}, {rules.players} players", _mean(rules), WANTED, "ms")
        for name, rules in kinds
    ]
    return all(reached)


def _mean(rules: Ruleset) -> float:
    """Return the mean time of a choice, in milliseconds."""
    clock = Clock(strategy("builder", ""))
    for number in range(1 + GAMES):
        if number == 1:
            clock.seconds, clock.choices = 0.0, 0
        play(rules, seeded(f"choosing:{number}"), [clock.choose] * rules.players)
    return 1000 * clock.seconds / clock.choices
