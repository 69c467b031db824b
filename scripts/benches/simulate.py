"""
Random games in one process, with every legal move listed at each choice.

The limit applies to games of five without expansions, which add work. Games of four of
Architects are reported as well.
"""

from __future__ import annotations

from scripts.benches._measure import RUNS, best_of, tally, verdict
from sealed_wonders.client.bots import strategy
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Ruleset, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = 5
GAMES = 100
MORE = (
    Wonders(PLAYERS, expansions=("leaders",), leaders="expert"),
    Wonders(PLAYERS, expansions=("edifice",)),
    Wonders(PLAYERS, expansions=("leaders", "edifice"), leaders="expert"),
)
"""With all leaders of the catalogue."""
WANTED = 150.0
"""Games per second, on a machine that is as fast as that of docs/FIGURES.md."""


def run() -> bool:
    tally()  # which makes the ring
    reference = 1 / best_of(tally, 4 * RUNS)
    rate = _rate(Wonders(PLAYERS))
    print(f"best of {RUNS} times {GAMES} random games of {PLAYERS}, by process time")
    print(f"reference loop 'tally': {reference:.1f} a second")
    print(f"games for each reference loop: {rate / reference:.2f}")
    for rules in MORE:
        some = " and ".join(rules.expansions)
        print(f"games with {some}: {_rate(rules):.1f} a second")
    print(f"games of Architects: {_rate(Architects(4)):.1f} a second")
    return verdict("games", rate, WANTED, "a second")


def _rate(rules: Ruleset) -> float:
    """Return the number of games per second."""
    seats = range(rules.players)

    def games() -> None:
        for k in range(GAMES):
            players = [strategy("random", f"bench:{k}:{i}") for i in seats]
            play(rules, seeded(f"bench:{k}"), players)

    play(rules, seeded("catalogue read"), [strategy("random", "")] * rules.players)
    return GAMES / best_of(games)
