"""
A game between bots, determined entirely by its task.

The same task has the same result in every process and on every machine, unless bots
think for a certain time; executors and ``wonders arena`` rely on that.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.own import BotError
from sealed_wonders.client.simulation.executor import CannotContinue
from sealed_wonders.core import games
from sealed_wonders.core.game import (
    AnyState,
    Card,
    Move,
    Ruleset,
    Seat,
    Sheet,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.sentences import Sentence, sentence_of


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """The game, its options and its players."""

    game: str
    options: tuple[tuple[str, str], ...]
    """The game's options, by name."""
    strategies: tuple[str, ...]
    """By seat."""
    think: float | None = None
    """
    Thinking time in seconds per choice; None to limit the number of rollouts instead.
    """


class GameTask(NamedTuple):
    """A game to play."""

    table: SimulatedTable
    seed: str
    """Determines all random outcomes."""
    recorded: bool = False
    """Whether to write a record."""


class GameResults(NamedTuple):
    """The results of a game that was played."""

    name: str
    seed: str
    names: Sequence[str]
    standings: Sequence[Mapping[str, str]]
    sheet: Sheet
    record: Sequence[str]
    seconds: Sequence[Sequence[float]]
    """The duration of each choice, by seat."""


def play(task: GameTask) -> GameResults:
    """
    Play a game. The result depends on the task alone.

    Raises:
        CannotContinue: an installed bot failed, or isn't installed here.
    """
    try:
        return _played(task)
    except (BotError, ValueError) as problem:
        said = sentence_of(problem)
        if not isinstance(said, Sentence):
            raise
        raise CannotContinue(said) from None


def _played(task: GameTask) -> GameResults:
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
    # Written at each step, while the cards are still in their slots.
    for _step in dealer.steps(players):
        if write is not None:
            record += write(dealer.state, names, dealer.faces.get)
    state = dealer.state
    standings = games.standings(state)
    return GameResults(
        table.game, seed, names, standings, state.score(), record, seconds
    )


def _timed(player: Player, seconds: list[float]) -> Player:
    """Return a player that notes the duration of each choice."""

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        started = time.perf_counter()
        move = player(state, seat, faces)
        seconds.append(time.perf_counter() - started)
        return move

    return choose


def rules_of(table: SimulatedTable) -> Ruleset:
    """Return the rules of a table; they are created once for all its games."""
    return _rules(table.game, len(table.strategies), table.options)


@lru_cache(64)
def _rules(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return games.ruleset(game, players, dict(options))
