"""
Learns how likely a seat of Architects wins, from games: what a thinker goes by there.

    python scripts/learn.py DIR [--rounds N] [--games N] [--seed TEXT] [--write]

It takes `pip install -e '.[tune]'`, and is quick where `scripts/compile` has been run. In each
round games are played in which one seat chooses by what has been learned so far, but now and
then at random, and all others as `builder` does. How it stood at the end of each of its turns,
and whether it won, is what is learned from: all that was played in rounds before counts, too.
Games are of two to seven players; those of four come up most.

What was played and learned lies in DIR, and the same command goes on from there. After each
round it says how often a seat wins that goes by what was learned, without looking any
further. `--write` makes it what thinkers go by (`client/engine/architects/data/value.bin`).
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
from sealed_wonders.client.engine.architects.foresight import Foresight
from sealed_wonders.client.engine.architects.habits import builders, weights
from sealed_wonders.client.engine.architects.kinds import SIZE
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.printing import printed
from sealed_wonders.client.engine.architects.table import Table

PLAYERS = (4, 3, 4, 5, 4, 2, 4, 6, 4, 7)
"""How many play, one game after the other."""

AT_RANDOM = 0.1
"""How often a choice is left to chance, so that something is learned of other choices."""

INNER = 32
"""Numbers inside the network."""

TIMES = 3
"""How often it is shown each place."""

AT_ONCE = 2048
"""Places from which it learns in one step."""

FASTEST = 3e-3
"""How far it goes in the first step; in the last, not at all."""

LEADS = 0.3
"""What counts of how far a game was won or lost; all else is whether it was."""

SCALE = 5.0
"""The lead that is as good as about three games won of four."""

COMPARED = 2000
"""Games in which what was learned is tried."""


class Places(NamedTuple):
    """How a seat stood, row by row, and what came of it."""

    rows: bytes
    wins: list[float]
    leads: list[float]


@cache
def _policies(players: int) -> tuple[Policy, Policy]:
    """Return what one seat goes by for lack of anything else, and who all others are."""
    book = printed(players)
    needs = needs_of(book)
    return Policy(book, weights(), needs), Policy(book, builders(), needs)


def _players(players: int, numbers: tuple[float, ...]) -> tuple[Any, ...]:
    """Return who plays: one seat, what it goes by, and all others."""
    own, others = _policies(players)
    # New ones: a game depends on its seed alone, and not on those before it.
    learned = value.Value(own.book, own.needs, array("d", numbers))
    return Foresight(learned, own), learned, others


def dealt(players: int, seed: str) -> Table:
    """Return a table at which all is dealt."""
    dice = random.Random(seed)
    book = printed(players)
    table = Table(book)
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
    """Play a game, and write down how a seat stood at the end of each of its turns."""
    one, learned, others = _players(players, numbers)
    dice = random.Random(seed)
    table = dealt(players, seed)
    me = dice.randrange(players)
    before = Table(table.book)
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
    """Return which share of games of four a seat wins that goes by some numbers."""
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
    """What learns, and Adam, by which it does (Kingma and Ba 2015)."""

    def __init__(self, numpy: Any, seed: int) -> None:
        self._np = numpy
        self._dice = numpy.random.default_rng(seed)
        first = self._dice.standard_normal((SIZE, INNER)) * 0.12
        second = self._dice.standard_normal(INNER) * 0.3
        parts = (first, numpy.zeros(INNER) + 0.05, second, numpy.zeros(1) - 1)
        self._parts = [part.astype(numpy.float32) for part in parts]

    def learn(self, rows: Any, goals: Any) -> None:
        """Learn from all places, in any order, again and again."""
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
        # What never stood anywhere says nothing.
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
        """All its numbers, as `value.Value` takes them."""
        flat = self._np.concatenate([part.ravel() for part in self._parts])
        numbers: list[float] = flat.astype(self._np.float16).tolist()
        return numbers


def _round(
    options: argparse.Namespace, nth: int, numbers: tuple[float, ...], numpy: Any
) -> list[float]:
    """Play some games by what was learned before, and learn from all there are."""
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
    """Learn for some rounds."""
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
