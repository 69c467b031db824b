"""
Players that are not people: strategies that pick one of the legal moves.

`random` plays any game. Each game has a package here with its own players, which `games`
finds; a game more is a folder more, and an entry there. Packages that are installed may
bring more of them, see `own`.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.bots import own, random
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.games import BOTS, bots_of
from sealed_wonders.core.game import Card, Move, Seat, Slot, State
from sealed_wonders.core.local import Player
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import botnames

STRATEGIES: Mapping[str, str] = {
    "random": "any legal move, all alike",
    "easy": "as builder, but now and then any move",
    "builder": "what is worth most to the city just now",
    "thinker": "what wins most games of those that it plays in its mind",
}
"""What each does."""

THINKS = "thinker"
"""The one that takes as long as it may: ``thinker:N`` plays N games in its mind."""

ROLLOUTS = 1000
"""How many games a thinker plays in its mind for a choice, unless it goes by the clock."""

MOST_ROLLOUTS = 1_000_000


def rollouts(name: str) -> int | None:
    """
    Return how many games a strategy plays in its mind for a choice: 0 if it does not.

    None if there is no such strategy.
    """
    word, colon, number = name.partition(":")
    if not colon and word in STRATEGIES:
        return ROLLOUTS if word == THINKS else 0
    if word == THINKS and number.isdecimal() and len(number) < 8:
        some = int(number)
        return some if 0 < some <= MOST_ROLLOUTS and str(some) == number else None
    return None


def strategy(name: str, seed: str, seconds: float | None = None) -> Player:
    """
    Make a player, of whatever is played: what a game takes is loaded when it is.

    At a game that it doesn't understand it makes the simplest move.

    Args:
        name: one of `STRATEGIES`, or ``thinker:N``.
        seed: decides whatever it leaves to chance.
        seconds: for how long it may think, if it does; else by number, so that the same
            seed gives the same moves.

    Raises:
        ValueError: there is no such strategy.
    """
    if name not in STRATEGIES and name in botnames.found():
        return own.player(name, seed)
    some = rollouts(name)
    if some is None:
        known = ", ".join((*STRATEGIES, *botnames.found()))
        raise ValueError(
            Sentence(
                "no strategy {name}; there are {known}",
                name=quoted(name, 40),
                known=known,
            )
        )
    if name == "random":
        return random.player(seed)
    budget = Budget(some) if seconds is None else Budget(seconds=seconds)
    players: dict[str, Player] = {}

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        game = state.rules.name
        if game not in players:
            players[game] = _player(game, seed, budget if some else None)
        return players[game](state, seat, faces)

    return random.careless(choose, seed) if name == "easy" else choose


def _player(game: str, seed: str, budget: Budget | None) -> Player:
    if game not in BOTS:
        return lambda state, seat, faces: state.default(seat, faces)
    bots = bots_of(game)
    return bots.thinking(seed, budget) if budget else bots.player(seed)
