"""
Games of five in numbers, as a thinker plays them in its mind: how many in a second.

Each is a whole game, from the first choice on, by the quick players; those that a thinker
plays begin later, and are shorter. Compiled, if `scripts/compile` has been run.
"""

from __future__ import annotations

import random
import time

from scripts.benches._measure import verdict
from sealed_wonders.client.engine.wonders import table as numbers
from sealed_wonders.client.engine.wonders.habits import weights
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of, empty
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = 5
SECONDS = 5.0
WANTED, WANTED_COMPILED = 50.0, 1000.0


def run() -> bool:
    """Measure it."""
    rules = Wonders(PLAYERS)
    policy, dice = Policy(book_of(rules), weights()), random.Random("bench")
    for _ in range(20):
        policy.play(_dealt(rules, dice))
    games, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        policy.play(_dealt(rules, dice))
        games += 1
    rate = games / (time.process_time() - begun)
    is_compiled = not numbers.__file__.endswith(".py")
    print(f"games of {PLAYERS}, {'compiled' if is_compiled else 'not compiled'}")
    wanted = WANTED_COMPILED if is_compiled else WANTED
    return verdict("games", rate, wanted, "a second")


def _dealt(rules: Wonders, dice: random.Random) -> Table:
    """Return a table at which all is dealt."""
    table = empty(rules)
    book = table.book
    boards = sorted({board for board, _ in book.sides})
    for city, board in zip(table.cities, dice.sample(boards, PLAYERS), strict=True):
        side = book.by_side[board, dice.choice(("day", "night"))]
        city.found(side, rules.start_coins)
    for age in (1, 2, 3):
        deck = list(book.decks[age - 1])
        if age == 3:
            deck += dice.sample(book.decks[3], PLAYERS + 2)
        dice.shuffle(deck)
        table.lay_deck(age, deck)
    table.begin()
    return table
