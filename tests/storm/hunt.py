"""
Checks that the storm finds a mutation: runs a changed copy of the program with many seeds.

A seed finds a mutation if something is wrong with the changed program, and nothing with
the unchanged one. A program that ends with an error, or never ends, counts as found, too.
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
from tests.storm.faults import HOUSE, KINDS, ONCE, Event
from tests.storm.mutations import MUTATIONS, Mutation
from tests.storm.table import Setting, Table, play
from tests.support.inprocess.folds import NAMES
from tests.support.toytable import put_up

ROOT = Path(__file__).parent.parent.parent

PATIENCE = 600.0
"""Seconds after which a mutation counts as not found, whatever seeds are left."""

RARE = 20
"""How many times as many seeds are looked at where somebody has to cheat in some way."""

MAX_FAULTS, SPAN = 12, 25.0
"""Faults in a game where a mutation names their kinds, and the seconds in which they come."""

HANGS = 90.0
"""Seconds after which a game that takes one hangs."""


class Found(NamedTuple):
    """How a mutation is found."""

    seed: int
    complaint: str
    """The first thing that is wrong."""


class Tried(NamedTuple):
    """A mutation that was looked for."""

    number: int
    mutation: Mutation
    found: Found | None


def spoil(mutation: Mutation) -> str:
    """
    Give a file of the program with a mutation in it.

    Raises:
        ValueError: what is replaced isn't there, or not only once.
        SyntaxError: what comes of it is no program.
    """
    text = (ROOT / mutation.path).read_text("utf-8")
    if text.count(mutation.old) != 1:
        raise ValueError(f"{mutation.what}: it isn't once in {mutation.path}")
    spoilt = text.replace(mutation.old, mutation.new)
    compile(spoilt, mutation.path, "exec")
    return spoilt


def chosen(word: str) -> dict[int, Mutation]:
    """Give the mutations that somebody means by a number, or a part of a name; "" is all."""
    known = dict(enumerate(MUTATIONS, 1))
    if word.isdigit():
        return {int(word): known[int(word)]}
    return {n: it for n, it in known.items() if word in f"{it.what} {it.path}"}


def hunt(mutations: dict[int, Mutation], seeds: range, jobs: int) -> Iterator[Tried]:
    """Look for mutations, and give each as soon as it is known how that went."""
    with ThreadPoolExecutor(jobs) as pool:
        tries = {
            pool.submit(find, mutation, seeds): (number, mutation)
            for number, mutation in mutations.items()
        }
        for done in as_completed(tries):
            yield Tried(*tries[done], done.result())


def find(mutation: Mutation, seeds: range) -> Found | None:
    """Give the first seed that finds a mutation."""
    if mutation.cheat:
        seeds = range(seeds.start, seeds.start + RARE * len(seeds))
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
            # That seed has something to say of the program as it is.
            seeds = range(found.seed + 1, seeds.stop)
    return None


def _first_wrong(mutation: Mutation, seeds: range, program: str) -> Found | None:
    """Play in another process, with the program in a folder or, if that is "", our own."""
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
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return None
    *_, last = ["", *ran.stdout.splitlines()]
    seed, _, complaint = last.partition(" ")
    if complaint:
        return Found(int(seed), complaint)
    if ran.returncode:
        # It ended by itself: before there was any game, or in the middle of one.
        lines = ran.stderr.splitlines()
        hangs = any(line.startswith("Timeout (") for line in lines)
        how = f"it isn't over after {HANGS:g} seconds" if hangs else lines[-1]
        return Found(int(seed or seeds.start), how)
    return None


def main(arguments: Sequence[str]) -> None:
    """Print each seed that is played, and behind the first that is wrong what is."""
    game, weather, cheat, first, stop = arguments
    setting = Setting(game)
    gc.set_threshold(50_000, 20, 50)
    for seed in range(int(first), int(stop)):
        if cheat and cheat not in _crooks(seed, setting):
            continue
        _say(str(seed))
        faulthandler.dump_traceback_later(HANGS, exit=True)
        try:
            wrong = play(seed, setting, _events(seed, weather)).wrong
        except Exception as error:  # noqa: BLE001  whatever it is, it is found by that
            wrong = (f"{type(error).__name__}: {error}",)
        faulthandler.cancel_dump_traceback_later()
        if wrong:
            # What was written lay in a folder that is called otherwise each time.
            complaint = " ".join(re.sub(r"\S*/storm\w+/", "", wrong[0]).split())
            _say(f" {complaint}\n")
            return
        _say("\n")


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _crooks(seed: int, setting: Setting) -> str:
    """Tell who cheats at a table, and how."""
    folder = tempfile.TemporaryDirectory()
    with folder as name, pytest.MonkeyPatch.context() as patch:
        put_up(patch)
        return Table(seed, setting, Path(name)).crooks


def _events(seed: int, weather: str) -> tuple[Event, ...] | None:
    """Draw what goes wrong from kinds of it that a mutation names; None: as the seed has it."""
    if not weather:
        return None
    dice = Chance(seed).dice("weather")
    events: list[Event] = []
    for _ in range(MAX_FAULTS):
        where, kind = dice.choice(weather.split()).split(":")
        whom = HOUSE if where == HOUSE else dice.choice(NAMES[:3])
        much = KINDS[kind][1] * dice.random() ** 2
        if kind not in ONCE or all(it.kind not in ONCE for it in events):
            at = round(SPAN * dice.random(), 2)
            events.append(Event(at, kind, whom, round(much, 1)))
    return tuple(sorted(events))


if __name__ == "__main__":
    main(sys.argv[1:])
