"""
Games of five in the engine: how many it plays in a second.

Each is a whole game, from the first choice on. The *quick players* are those of a
thinker's playouts, which start in the middle of a real game and so are shorter. *Random
players* take any legal move, so that the figure measures the rules alone: at each
choice, all legal moves with all payments are found and counted. The code is compiled if
`scripts/compile` has been run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from scripts.benches._measure import verdict
from scripts.learn import dealt
from sealed_wonders.client.engine.architects import policy as architects_policy
from sealed_wonders.client.engine.architects import table as architects
from sealed_wonders.client.engine.architects import weights as architects_habits
from sealed_wonders.client.engine.architects.encode import printed
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.wonders import table as wonders
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import book_of, empty
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = 5
SECONDS = 5.0
WARM = 20

WANTED = {
    "7 Wonders, quick players": (50.0, 1000.0),
    "7 Wonders, random players": (150.0, 5000.0),
    "Architects, quick players": (50.0, 1000.0),
    "Architects, random players": (500.0, 3000.0),
}
"""Games per second, interpreted and compiled."""


def run() -> bool:
    is_compiled = not wonders.__file__.endswith(".py")
    print(f"games of {PLAYERS}, {'compiled' if is_compiled else 'not compiled'}")
    rules, book = Wonders(PLAYERS), printed(PLAYERS)
    quick = Policy(book_of(rules), weights())
    others = architects_policy.Policy(book, architects_habits.weights(), needs_of(book))
    dice = random.Random("bench")
    games: tuple[Callable[[], None], ...] = (
        lambda: quick.play(_wonders(rules, dice)),
        lambda: _random_wonders(_wonders(rules, dice), dice),
        lambda: others.play(dealt(PLAYERS, str(dice.random()))),
        lambda: _random_architects(dealt(PLAYERS, str(dice.random())), dice),
    )
    good = True
    for (name, wanted), play in zip(WANTED.items(), games, strict=True):
        good &= verdict(name, _rate(play), wanted[is_compiled], "a second")
    return good


def _rate(play: Callable[[], None]) -> float:
    """Return the number of games per second of processor time."""
    for _ in range(WARM):
        play()
    games, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        play()
        games += 1
    return games / (time.process_time() - begun)


def _random_wonders(table: wonders.EngineTable, dice: random.Random) -> None:
    while table.asked:
        for seat in range(PLAYERS):
            if table.asked >> seat & 1:
                nth = int(dice.random() * table.count_moves(seat))
                table.choose(seat, table.nth_move(nth))
        table.resolve()


def _random_architects(table: architects.EngineTable, dice: random.Random) -> None:
    while not table.over:
        table.play(dice.choice(table.options))


def _wonders(rules: Wonders, dice: random.Random) -> wonders.EngineTable:
    """Return a table with everything dealt."""
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
