"""Many random games, each compared with an independent account."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Seat, seeded
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.options import SIDES
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.account import Account
from tests.support.games import LeavingDealer, builder, chooser, edifice_player

SOAKED = ("chooser", "builder", "leaving")
"""Random moves; players that build whatever they can; and seats that leave."""

PLAYERS: Mapping[str, Callable[[str], Player]] = {
    "chooser": chooser,
    "builder": builder,
    "leaving": builder,
    "joiner": edifice_player,
}


def soaked_ways(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ways to play that together reach every part of a game."""
    return (*SOAKED, "joiner") if "edifice" in expansions else SOAKED


def random_rules(players: int, seed: str, expansions: tuple[str, ...] = ()) -> Wonders:
    """Return random rules; the same seed always gives the same rules."""
    chance = random.Random(f"table/{seed}")
    sides = chance.choice(SIDES)
    leaders = "standard"
    if "leaders" in expansions:
        leaders = chance.choice(("standard", "expert", "expert"))
    draw = chance.choice(DRAWS)
    boards = chance.choice(((), random_boards(chance, players, expansions)))
    return Wonders(players, sides, expansions, leaders, boards=boards, draw=draw)


def seated_table(
    players: int, way: str, seed: str, expansions: tuple[str, ...] = ()
) -> tuple[LeavingDealer, list[Player]]:
    """Set up a game, and return its dealer and its players."""
    seed = "/".join((way, str(players), seed, *expansions))
    rules = random_rules(players, seed, expansions)
    return LeavingDealer(rules, seeded(seed)), [PLAYERS[way](seed)] * players


def random_boards(
    chance: random.Random, players: int, expansions: tuple[str, ...]
) -> tuple[str, ...]:
    """
    Return a random choice of boards, at least one per player, in the usual order.

    If a wonder has boards of two editions, the result contains at most one of them.
    """
    possible = possible_boards(expansions)
    editions = [
        [it.id for it in possible if one.id in (it.id, it.of)] for one in possible
    ]
    wonders = [
        chance.choice(some)
        for some, one in zip(editions, possible, strict=True)
        if not one.of
    ]
    some = chance.sample(wonders, chance.randint(players, len(wonders)))
    return tuple(board.id for board in possible if board.id in some)


def random_leavers(
    players: int, seed: str, expansions: tuple[str, ...] = (), answers: int = 0
) -> dict[int, tuple[Seat, ...]]:
    """
    Return the seats that leave, by the number of answers given before.

    Args:
        answers: the approximate number of answers per seat; 0 for games of 7 Wonders.
    """
    chance = random.Random(seed)
    answers = answers or 20 + 9 * bool(expansions)
    leaving: dict[int, tuple[Seat, ...]] = {}
    for seat in chance.sample(range(players), chance.randint(1, players)):
        when = chance.randint(0, answers * players)
        leaving[when] = tuple(sorted((*leaving.get(when, ()), seat)))
    return leaving


def soak(
    players: int, way: str, seed: str, expansions: tuple[str, ...] = ()
) -> Counter[str]:
    """
    Play a game and check it after every answer; return what occurred in it, counted.

    Raises:
        Wrong: the state and the account disagree.
    """
    dealer, crowd = seated_table(players, way, seed, expansions)
    leaving = random_leavers(players, seed, expansions) if way == "leaving" else {}
    account = Account(dealer)
    dealer.after_answer = account.post
    for _ in dealer.follow(crowd, leaving):
        pass
    return account.seen
