"""
A game between bots, from a task that says all it depends on.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.own import BotError
from sealed_wonders.client.simulation.executor import Impossible
from sealed_wonders.core import games
from sealed_wonders.core.game import (
    Card,
    Move,
    Ruleset,
    Seat,
    Sheet,
    Slot,
    State,
    seeded,
)
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.sentences import Sentence, sentence_of


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what."""

    game: str
    options: tuple[tuple[str, str], ...]
    """What is agreed besides, by name."""
    strategies: tuple[str, ...]
    """By seat."""
    think: float | None = None
    """For how many seconds those think that do; by number if it is left out."""


class Task(NamedTuple):
    """A game to be played."""

    table: Table
    seed: str
    """Decides everything that is left to chance."""
    recorded: bool = False
    """Whether a record is wanted."""


class Game(NamedTuple):
    """A game that was played, and what of it is written or shown."""

    name: str
    seed: str
    names: Sequence[str]
    standings: Sequence[Mapping[str, str]]
    sheet: Sheet
    record: Sequence[str]
    seconds: Sequence[Sequence[float]]
    """How long each choice took, by seat."""


def play(task: Task) -> Game:
    """
    Play a game; nothing but its task decides what comes of it.

    Raises:
        Impossible: a bot of somebody's own went wrong, or isn't installed here.
    """
    try:
        return _played(task)
    except (BotError, ValueError) as problem:
        said = sentence_of(problem)
        if not isinstance(said, Sentence):
            raise
        raise Impossible(said) from None


def _played(task: Task) -> Game:
    table, seed, recorded = task
    names = [f"{name} {seat}" for seat, name in enumerate(table.strategies)]
    seconds: list[list[float]] = [[] for _ in table.strategies]
    players = [
        _timed(strategy(name, f"{seed}:{seat}", table.think), seconds[seat])
        for seat, name in enumerate(table.strategies)
    ]
    dealer = Dealer(rules_of(table), seeded(seed))
    write = writer(table.game) if recorded else None
    record: list[str] = []
    # Cards are looked at while they still lie where it happened.
    for _step in dealer.steps(players):
        if write is not None:
            record += write(dealer.state, names, dealer.faces.get)
    state = dealer.state
    standings = games.standings(state)
    return Game(table.game, seed, names, standings, state.score(), record, seconds)


def _timed(player: Player, seconds: list[float]) -> Player:
    """Note how long each choice of a player takes."""

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        started = time.perf_counter()
        move = player(state, seat, faces)
        seconds.append(time.perf_counter() - started)
        return move

    return choose


def rules_of(table: Table) -> Ruleset:
    """Give the rules of a table, made once for all its games."""
    return _rules(table.game, len(table.strategies), table.options)


@lru_cache(64)
def _rules(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return games.ruleset(game, players, dict(options))
