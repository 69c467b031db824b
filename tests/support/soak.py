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
"""At random; building what can be built; and with seats that leave."""

PLAYERS: Mapping[str, Callable[[str], Player]] = {
    "chooser": chooser,
    "builder": builder,
    "leaving": builder,
    "joiner": edifice_player,
}


def soaked_ways(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Give the ways to play that reach everything there is to a game."""
    return (*SOAKED, "joiner") if "edifice" in expansions else SOAKED


def random_rules(players: int, seed: str, expansions: tuple[str, ...] = ()) -> Wonders:
    """Agree on rules, as they may come: of the same seed, the same ones."""
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
    """Lay out a game and seat its players."""
    seed = "/".join((way, str(players), seed, *expansions))
    rules = random_rules(players, seed, expansions)
    return LeavingDealer(rules, seeded(seed)), [PLAYERS[way](seed)] * players


def random_boards(
    chance: random.Random, players: int, expansions: tuple[str, ...]
) -> tuple[str, ...]:
    """
    Give some of all boards that can be played, enough of them, in their order.

    Of a wonder of which there are boards of two editions, it is one of the two.
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
    Say who leaves when.

    Args:
        answers: about how many each seat gives; 0 for games of 7 Wonders.
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
    Play a game and check it after every answer; give what happened in it.

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
