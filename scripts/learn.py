"""
Learn how likely a seat of Architects is to win, for the evaluation that thinkers use.

    python scripts/learn.py DIR [--rounds N] [--games N] [--seed TEXT] [--write]

Requires `pip install -e '.[tune]'`; it is fast after `scripts/compile`. In each round,
it plays games in which one seat chooses by what has been learned so far, sometimes at
random, and all others play like `builder`. The training data are that seat's positions
at the end of each of its turns, with the result of the game; positions from earlier
rounds are included. Games have two to seven players, most often four.

DIR contains the positions and the networks, and the same command continues from there.
After each round, the script prints how often a seat wins that uses the new network
without searching further. `--write` installs the network for thinkers
(`client/engine/architects/data/value.bin`).
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.client.engine.architects import value
from sealed_wonders.client.engine.architects.encode import printed
from sealed_wonders.client.engine.architects.foresight import Foresight
from sealed_wonders.client.engine.architects.kinds import SIZE
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.architects.weights import builders, weights

PLAYERS = (4, 3, 4, 5, 4, 2, 4, 6, 4, 7)
"""Numbers of players, one game after the other."""

AT_RANDOM = 0.1
"""Probability of a random choice, so that other choices are tried as well."""

INNER = 32
"""Hidden units of the network."""

TIMES = 3
"""Epochs: how often the network sees each position."""

AT_ONCE = 2048
"""Positions in a training step."""

FASTEST = 3e-3
"""Learning rate of the first step; it decreases to 0 by the last."""

LEADS = 0.3
"""Weight of the lead in a training goal; the rest is whether the game was won."""

SCALE = 5.0
"""The lead that is worth about as much as winning three games of four."""

COMPARED = 2000
"""Games for measuring the new network."""


class Places(NamedTuple):
    """A seat's positions, and the result of the game for each."""

    rows: bytes
    wins: list[float]
    leads: list[float]


@cache
def _policies(players: int) -> tuple[Policy, Policy]:
    """
    Return the policies without a network: of the learning seat, and of all others.
    """
    book = printed(players)
    needs = needs_of(book)
    return Policy(book, weights(), needs), Policy(book, builders(), needs)


def _players(players: int, numbers: tuple[float, ...]) -> tuple[Any, ...]:
    """Return the players: the learning seat, its network, and all others."""
    own, others = _policies(players)
    # Created anew, so that a game depends only on its seed, not on earlier games.
    learned = value.ValueNetwork(own.book, own.needs, array("d", numbers))
    return Foresight(learned, own), learned, others


def dealt(players: int, seed: str) -> EngineTable:
    """Return a table with everything dealt."""
    dice = random.Random(seed)
    book = printed(players)
    table = EngineTable(book)
    wonders = dice.sample(range(len(book.wonders)), players)
    for pile, counts in enumerate(
        [*(book.piles[it] for it in wonders), book.piles[-1]]
    ):
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        dice.shuffle(cards)
        table.lay_pile(pile, cards)
    for seat, wonder in enumerate(wonders):
        table.found(seat, wonder)
    tokens = list(book.supply)
    dice.shuffle(tokens)
    table.lay_supply(tokens)
    table.dice = dice.getrandbits(31)
    table.begin(dice.randrange(players))
    return table


def played(
    players: int, seed: str, numbers: tuple[float, ...], chance: float
) -> Places:
    """Play a game; return a seat's positions at the end of each of its turns."""
    one, learned, others = _players(players, numbers)
    dice = random.Random(seed)
    table = dealt(players, seed)
    me = dice.randrange(players)
    before = EngineTable(table.book)
    rows = []
    while not table.over:
        if table.seat != me:
            table.play(others.choose(table))
            continue
        before.copy_from(table)
        while not table.over and table.turn == before.turn:
            if dice.random() < chance:
                table.play(dice.choice(table.options))
            else:
                table.play(one.choose(table))
        if not table.over:
            rows.append(learned.row(table, me, one.drawn(table, before)))
    lead = table.lead(me)
    won = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    return Places(b"".join(rows), [won] * len(rows), [lead] * len(rows))


def _share(games: int, seed: str, numbers: tuple[float, ...]) -> float:
    """Return the share of games of four that a seat with this network wins."""
    won = 0.0
    for nth in range(games):
        one, _, others = _players(4, numbers)
        table, me = dealt(4, f"{seed}:{nth // 4}"), nth % 4
        while not table.over:
            player = one if table.seat == me else others
            table.play(player.choose(table))
        lead = table.lead(me)
        won += 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    return won / games


class Network:
    """The network, trained with Adam (Kingma and Ba 2015)."""

    def __init__(self, numpy: Any, seed: int) -> None:
        self._np = numpy
        self._dice = numpy.random.default_rng(seed)
        first = self._dice.standard_normal((SIZE, INNER)) * 0.12
        second = self._dice.standard_normal(INNER) * 0.3
        parts = (first, numpy.zeros(INNER) + 0.05, second, numpy.zeros(1) - 1)
        self._parts = [part.astype(numpy.float32) for part in parts]

    def learn(self, rows: Any, goals: Any) -> None:
        """Train on all positions, in random order, `TIMES` times."""
        np = self._np
        means = [np.zeros_like(part) for part in self._parts]
        squares = [np.zeros_like(part) for part in self._parts]
        steps = max(1, TIMES * len(rows) // AT_ONCE)
        places = np.concatenate(
            [self._dice.permutation(len(rows)) for _ in range(TIMES)]
        )
        for step in range(1, steps + 1):
            some = places[(step - 1) * AT_ONCE : step * AT_ONCE]
            slopes = self._slopes(rows[some].astype(np.float32), goals[some])
            pace = FASTEST * (1 - step / steps)
            for nth, slope in enumerate(slopes):
                means[nth] = 0.9 * means[nth] + 0.1 * slope
                squares[nth] = 0.999 * squares[nth] + 0.001 * slope**2
                size = np.sqrt(squares[nth] / (1 - 0.999**step)) + 1e-8
                self._parts[nth] -= pace * means[nth] / (1 - 0.9**step) / size
        # Inputs that never occurred have no weight.
        self._parts[0][~rows.any(axis=0)] = 0.0

    def _slopes(self, rows: Any, goals: Any) -> list[Any]:
        np = self._np
        first, more, second, last = self._parts
        inner = np.maximum(rows @ first + more, 0)
        told = 1 / (1 + np.exp(-(inner @ second + last[0])))
        off = (told - goals) / len(goals)
        back = np.outer(off, second)
        back[inner <= 0] = 0
        return [rows.T @ back, back.sum(0), inner.T @ off, off.sum(keepdims=True)]

    @property
    def numbers(self) -> list[float]:
        """All weights, in the order that `value.ValueNetwork` expects."""
        flat = self._np.concatenate([part.ravel() for part in self._parts])
        numbers: list[float] = flat.astype(self._np.float16).tolist()
        return numbers


def _round(
    options: argparse.Namespace, nth: int, numbers: tuple[float, ...], numpy: Any
) -> list[float]:
    """Play games with the last network, and train a new one on all positions so far."""
    folder, seed = options.folder, options.seed
    found = [
        played(PLAYERS[it % len(PLAYERS)], f"{seed}:{nth}:{it}", numbers, AT_RANDOM)
        for it in range(options.games)
    ]
    rows = numpy.frombuffer(b"".join(it.rows for it in found)).reshape(-1, SIZE)
    wins = numpy.concatenate([it.wins for it in found])
    leads = numpy.concatenate([it.leads for it in found])
    goals = (1 - LEADS) * wins + LEADS / (1 + numpy.exp(-leads / SCALE))
    numpy.savez(
        folder / f"places{nth}.npz",
        rows=rows.astype(numpy.float16),
        goals=goals.astype(numpy.float32),
    )
    files = [numpy.load(folder / f"places{it}.npz") for it in range(1, nth + 1)]
    network = Network(numpy, nth)
    network.learn(
        *(numpy.concatenate([it[name] for it in files]) for name in ("rows", "goals"))
    )
    for file in files:
        file.close()
    learned = network.numbers
    (folder / f"value{nth}.bin").write_bytes(struct.pack(f"<{len(learned)}e", *learned))
    return learned


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", default="learn")
    parser.add_argument("--compare", type=int, default=COMPARED)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    try:
        import numpy
    except ModuleNotFoundError:
        parser.exit(1, "this takes numpy: pip install -e '.[tune]'\n")
    options.folder.mkdir(parents=True, exist_ok=True)
    done = len(list(options.folder.glob("places*.npz")))
    learned: list[float] = []
    for nth in range(done + 1, done + options.rounds + 1):
        written = options.folder / f"value{nth - 1}.bin"
        try:
            before = value.numbers_in(written if written.exists() else value.FILE)
        except ValueError as error:
            parser.exit(1, f"{error}\n")
        learned = _round(options, nth, tuple(before), numpy)
        share = _share(options.compare, f"{options.seed}:compare", tuple(learned))
        print(f"round {nth}: wins {100 * share:.1f} % of {options.compare}", flush=True)
    if options.write and learned:
        value.FILE.write_bytes(struct.pack(f"<{len(learned)}e", *learned))


if __name__ == "__main__":
    main()
