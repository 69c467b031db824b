"""
Checks that the storm finds a mutation: runs a changed copy of the program with many
seeds.

A seed finds a mutation if something is wrong with the changed program, and nothing with
the unchanged one. A program that ends with an error, or never ends, counts as found,
too.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.mutation.trials import Program
from tests.storm.chance import Chance
from tests.storm.faults import FINAL, HOUSE, KINDS, Event
from tests.storm.mutations import MUTATIONS, Mutation
from tests.storm.table import Setting, Table, play
from tests.support.inprocess.folds import NAMES
from tests.support.toytable import register_toy

ROOT = Path(__file__).parent.parent.parent

PATIENCE_SECONDS = 600.0
"""Seconds after which a mutation counts as not found, even if seeds are left."""

RARE_CHEAT_FACTOR = 20
"""Factor for the number of seeds if somebody has to cheat in a certain way."""

MAX_FAULTS, SPAN_SECONDS = 12, 25.0
"""Faults of the kinds that a mutation names in a game, and the seconds they fall into."""

HANG_SECONDS = 90.0
"""Seconds after which a game is taken to hang."""


class Found(NamedTuple):
    """How a mutation was found."""

    seed: int
    complaint: str
    """The first thing that is wrong."""


class Tried(NamedTuple):
    """The result for one mutation."""

    number: int
    mutation: Mutation
    found: Found | None


def spoil(mutation: Mutation) -> str:
    """
    Return the text of a program file with a mutation in it.

    Raises:
        ValueError: the text to replace doesn't occur exactly once.
        SyntaxError: the result isn't valid Python.
    """
    text = (ROOT / mutation.path).read_text("utf-8")
    if text.count(mutation.old) != 1:
        raise ValueError(f"{mutation.what}: it isn't once in {mutation.path}")
    spoilt = text.replace(mutation.old, mutation.new)
    compile(spoilt, mutation.path, "exec")
    return spoilt


def chosen(word: str) -> dict[int, Mutation]:
    """Return the mutations with a number or with a part of a name; "" chooses all."""
    known = dict(enumerate(MUTATIONS, 1))
    if word.isdigit():
        return {int(word): known[int(word)]}
    return {n: it for n, it in known.items() if word in f"{it.what} {it.path}"}


def hunt(mutations: dict[int, Mutation], seeds: range, jobs: int) -> Iterator[Tried]:
    """Look for mutations, and yield each result as soon as it is known."""
    with ThreadPoolExecutor(jobs) as pool:
        tries = {
            pool.submit(find, mutation, seeds): (number, mutation)
            for number, mutation in mutations.items()
        }
        for done in as_completed(tries):
            yield Tried(*tries[done], done.result())


def find(mutation: Mutation, seeds: range) -> Found | None:
    """Return the first seed that finds a mutation."""
    if mutation.cheat:
        seeds = range(seeds.start, seeds.start + RARE_CHEAT_FACTOR * len(seeds))
    with tempfile.TemporaryDirectory() as name:
        spoilt = Program(ROOT, Path(name)).path / mutation.path
        spoilt.unlink()
        spoilt.write_text(spoil(mutation), "utf-8")
        while seeds:
            found = _first_wrong(mutation, seeds, name)
            if found is None:
                return None
            if _first_wrong(mutation, range(found.seed, found.seed + 1), "") is None:
                return found
            # The unchanged program fails with that seed, too.
            seeds = range(found.seed + 1, seeds.stop)
    return None


def _first_wrong(mutation: Mutation, seeds: range, program: str) -> Found | None:
    """
    Play in another process, with the program in a folder, or with our own if that is
    "".
    """
    where = mutation.game, mutation.weather, mutation.cheat
    asked = (*where, str(seeds.start), str(seeds.stop))
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if program:
        env["PYTHONPATH"] = program
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.storm.hunt", *asked],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return None
    *_, last = ["", *ran.stdout.splitlines()]
    seed, _, complaint = last.partition(" ")
    if complaint:
        return Found(int(seed), complaint)
    if ran.returncode:
        # The process ended by itself, before or during a game.
        lines = ran.stderr.splitlines()
        hangs = any(line.startswith("Timeout (") for line in lines)
        how = f"it isn't over after {HANG_SECONDS:g} seconds" if hangs else lines[-1]
        return Found(int(seed or seeds.start), how)
    return None


def main(arguments: Sequence[str]) -> None:
    """Print each seed that is played, and after the first that fails what is wrong."""
    game, weather, cheat, first, stop = arguments
    setting = Setting(game)
    gc.set_threshold(50_000, 20, 50)
    for seed in range(int(first), int(stop)):
        if cheat and cheat not in _crooks(seed, setting):
            continue
        _say(str(seed))
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        try:
            wrong = play(seed, setting, _events(seed, weather)).wrong
        except Exception as error:  # noqa: BLE001  any error counts as found
            wrong = (f"{type(error).__name__}: {error}",)
        faulthandler.cancel_dump_traceback_later()
        if wrong:
            # Paths contain the name of a temporary folder, which differs each time.
            complaint = " ".join(re.sub(r"\S*/storm\w+/", "", wrong[0]).split())
            _say(f" {complaint}\n")
            return
        _say("\n")


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _crooks(seed: int, setting: Setting) -> str:
    """Return who cheats at a table, and how."""
    folder = tempfile.TemporaryDirectory()
    with folder as name, pytest.MonkeyPatch.context() as patch:
        register_toy(patch)
        return Table(seed, setting, Path(name)).crooks


def _events(seed: int, weather: str) -> tuple[Event, ...] | None:
    """Draw faults of the kinds that a mutation names; None keeps those of the seed."""
    if not weather:
        return None
    dice = Chance(seed).dice("weather")
    events: list[Event] = []
    for _ in range(MAX_FAULTS):
        where, kind = dice.choice(weather.split()).split(":")
        whom = HOUSE if where == HOUSE else dice.choice(NAMES[:3])
        much = KINDS[kind][1] * dice.random() ** 2
        if kind not in FINAL or all(it.kind not in FINAL for it in events):
            at = round(SPAN_SECONDS * dice.random(), 2)
            events.append(Event(at, kind, whom, round(much, 1)))
    return tuple(sorted(events))


if __name__ == "__main__":
    main(sys.argv[1:])
