"""
Bots: strategies that choose one of the legal moves.

`random` plays any game. Each game has a package here with its own strategies, which
`botregistry` finds. To add a game, add a package and an entry there. Installed packages can
provide more strategies: see `own`.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.bots import own, random
from sealed_wonders.client.bots.botregistry import BOTS, bots_of
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot
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
"""A description of each strategy."""

THINKS = "thinker"
"""The strategy that uses all the time it has: ``thinker:N`` plays N rollouts."""

ROLLOUTS = 1000
"""Rollouts of a thinker per choice, if it isn't limited by time."""

MOST_ROLLOUTS = 1_000_000


def rollouts(name: str) -> int | None:
    """
    Return the number of rollouts that a strategy plays per choice; 0 if it plays none.

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
    Return a player for any game; code for a game is loaded when it is first played.

    In a game that it doesn't know, the player makes the default move.

    Args:
        name: one of `STRATEGIES`, ``thinker:N``, or the name of an installed bot.
        seed: determines all its random choices.
        seconds: the thinking time per choice of a thinker. Without it, the number of
            rollouts is limited instead, so that the same seed results in the same
            moves.

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
                "there is no strategy called {name}; choose one of {known}",
                name=quoted(name, 40),
                known=known,
            )
        )
    if name == "random":
        return random.player(seed)
    budget = Budget(some) if seconds is None else Budget(seconds=seconds)
    players: dict[str, Player] = {}

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
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
