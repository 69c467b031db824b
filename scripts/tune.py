"""
Look for better weights for the quick players in a thinker's playouts.

    python scripts/tune.py STATE [--seconds N] [--games N] [--seed TEXT] [--compare N]

Requires `pip install -e '.[tune]'`; it is fast after `scripts/compile`. The weights are
one vector (`client/engine/wonders/weights.py`). Each round tries some dozen vectors near
the best one so far, all in the same games: at one seat, a player uses the vector; all
others use the current weights. A vector's reward is roughly the share of games that it
wins. From these rewards, CMA-ES (Hansen's `cma`) determines where to search next. Games
have three to seven players, most often four, and all expansions.

The file STATE stores the search, and the same command continues from there. At the end,
the mean of the search distribution is compared with the current weights in new games:
the lead over the best opponent, and the share of games won.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import random
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of, read
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.weights import names, weights
from sealed_wonders.core.game import Choose, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

PLAYERS = (4, 3, 4, 5, 4, 6, 4, 5, 4, 7)
"""Numbers of players, one game after the other."""

EXPANSIONS = ((), ("leaders",), (), ("edifice",), (), ("leaders", "edifice"))
"""Expansions, one game after the other."""

BEGINNINGS = 40
"""Variants of dealt boards for each kind of game; cards are dealt for each game."""

LEADERS = 4
"""Leaders in a hand to select from."""

SCALE = 3.0
"""The lead that is worth about as much as winning three games of four."""

LEAST = 0.2
"""The step size for weights near 0; larger weights change in proportion."""


class Deal(NamedTuple):
    number: int
    """Determines the numbers of players, the expansions and the seat."""
    seed: str
    """Determines the cards."""


@cache
def _beginning(players: int, expansions: tuple[str, ...], nth: int) -> EngineTable:
    """Return a table with cities, before anything is dealt."""
    rules = Wonders(players, expansions=expansions)
    seed = f"tune:{players}:{expansions}:{nth}"
    dealer = Dealer(rules, seeded(seed))
    for _answer in dealer.steps([strategy("random", seed)] * players):
        state = dealer.state
        if (
            isinstance(state, State)
            and isinstance(state.ask, Choose)
            and state.task.name in ("draft", "turn")
        ):
            return read(state)
    raise ValueError(seed)


def _dealt(deal: Deal) -> EngineTable:
    """Return a table with everything dealt."""
    number = deal.number
    players = PLAYERS[number % len(PLAYERS)]
    expansions = EXPANSIONS[number // len(PLAYERS) % len(EXPANSIONS)]
    dice = random.Random(deal.seed)
    root = _beginning(players, expansions, dice.randrange(BEGINNINGS))
    table = EngineTable(root.book, root.prices)
    table.copy_from(root)
    book = root.book
    decks = [list(book.decks[age]) for age in range(3)]
    decks[2] += dice.sample(book.decks[3], players + 2)
    for deck in decks:
        dice.shuffle(deck)
    if "leaders" in expansions:
        leaders = list(book.decks[4])
        dice.shuffle(leaders)
        for city in table.cities:
            city.lay_hand([leaders.pop() for _ in range(LEADERS)])
        table.lay_box(leaders)
    else:
        for city in table.cities:
            city.lay_hand([decks[0].pop() for _ in range(7)])
    for age in range(1 if "leaders" in expansions else 2, 4):
        table.lay_deck(age, decks[age - 1])
    table.again()
    return table


def _lead(deal: Deal, one: Sequence[float], others: Sequence[float]) -> float:
    """Play a game; return the lead of one player with different weights."""
    table = _dealt(deal)
    players = table.n
    me = deal.number % players
    expansions = _expansions(deal)
    mine = _policy(players, expansions, tuple(one), tuple(others))
    theirs = _policy(players, expansions, tuple(others), tuple(others))
    mine.play_as(table, me, theirs)
    lead: float = table.lead(me)
    return lead


def _expansions(deal: Deal) -> tuple[str, ...]:
    return EXPANSIONS[deal.number // len(PLAYERS) % len(EXPANSIONS)]


@lru_cache(maxsize=2000)
def _policy(
    players: int,
    expansions: tuple[str, ...],
    some: tuple[float, ...],
    others: tuple[float, ...],
) -> Policy:
    book = book_of(Wonders(players, expansions=expansions))
    return Policy(book, array("d", some), array("d", others))


def _reward(lead: float) -> float:
    return 1 / (1 + math.exp(-lead / SCALE))


class Search:
    """The search, as stored in STATE."""

    def __init__(self, seed: str, cma: Any) -> None:
        self.base = list(weights())
        self.sizes = [max(abs(it), LEAST) for it in self.base]
        options = {"seed": random.Random(seed).getrandbits(31) or 1, "verbose": -9}
        self.strategy = cma.CMAEvolutionStrategy([0.0] * len(self.base), 0.25, options)
        self.seed = seed
        self.rounds = 0

    def weights(self, at: Sequence[float]) -> list[float]:
        """Return the weights at a point; a weight used as a divisor stays above 0."""
        some = zip(self.base, self.sizes, at, strict=True)
        found = [base + size * float(x) for base, size, x in some]
        drift = names().index("drift")
        found[drift] = max(0.1, found[drift])
        return found

    def round(self, games: int) -> float:
        """Try some vectors in the same games; return the best reward."""
        deals = [
            Deal(self.rounds * games + nth, f"{self.seed}:{self.rounds}:{nth}")
            for nth in range(games)
        ]
        places = self.strategy.ask()
        shares = [
            fmean(_reward(_lead(deal, self.weights(it), self.base)) for deal in deals)
            for it in places
        ]
        self.strategy.tell(places, [-share for share in shares])
        self.rounds += 1
        return max(shares)

    @property
    def found(self) -> list[float]:
        """The mean of the search distribution."""
        return self.weights(self.strategy.result.xfavorite)


def _compared(found: Search, games: int) -> Iterator[str]:
    """Yield a comparison of the weights found and the current ones."""
    deals = [Deal(nth, f"{found.seed}:compare:{nth}") for nth in range(games)]
    leads = [_lead(deal, found.found, found.base) for deal in deals]
    before = [_lead(deal, found.base, found.base) for deal in deals]
    more = [now - then for now, then in zip(leads, before, strict=True)]
    error = 1.96 * stdev(more) / math.sqrt(games)
    yield f"{games} games: {fmean(more):+.2f} points of lead (95 %: +/- {error:.2f})"
    won, then = (fmean(lead > 0 for lead in some) for some in (leads, before))
    error = 1.96 * math.sqrt(won * (1 - won) / games)
    yield f"won {100 * won:.1f} % (+/- {100 * error:.1f}), before {100 * then:.1f} %"
    yield json.dumps([round(it, 3) for it in found.found])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("state", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--compare", type=int, default=5000)
    options = parser.parse_args(arguments)
    try:
        import cma
    except ModuleNotFoundError:
        parser.exit(1, "this takes cma: pip install -e '.[tune]'\n")
    if options.state.exists():
        # Unpickling is safe here: the file is the user's own.
        found: Search = pickle.loads(options.state.read_bytes())
    else:
        found = Search(options.seed, cma)
    ends = time.monotonic() + options.seconds
    while time.monotonic() < ends:
        best = found.round(options.games)
        if found.rounds % 10 == 0:
            print(f"round {found.rounds}: the best wins {100 * best:.1f} %", flush=True)
        draft = options.state.with_suffix(".new")
        draft.write_bytes(pickle.dumps(found))
        draft.replace(options.state)
    print(f"{found.rounds} rounds")
    for line in _compared(found, options.compare):
        print(line)


if __name__ == "__main__":
    main()
