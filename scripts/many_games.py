"""
Play many sealed games at one host, several at a time, and check whether it grows.

    python scripts/many_games.py GAMES [--tables N] [--seats N] [OPTION...]

Each game is different. The same people play at each table, so the host knows no more of
them than on one evening. They send everything that real players would, without taking
time to check anything (`scripts.benches._replaying`). Other options are those of
``wonders-host``; with ``--relay`` the run is faster. The host is measured ten times,
while nobody is connected. The script ends with status 1 if the host has grown by more
than `GROWS` per game since the middle of the run, or has more open descriptors.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from twisted.internet.task import deferLater

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.benches._replaying import Replay, host_of, play, read, replay
from scripts.benches._table import run, weight

LOOKS = 10
"""The number of measurements."""

SETTLES = 2.0
"""Seconds between the last disconnection and a measurement."""

GROWS = 1.0
"""Kilobytes by which reused memory may grow with each game."""


class Look(NamedTuple):
    """A host's resources while nobody is connected."""

    games: int
    """The number of games before it."""
    weight: int
    """Resident memory, in bytes."""
    descriptors: int


async def _play(
    journals: Iterable[bytes], options: argparse.Namespace, others: Sequence[str]
) -> list[Look]:
    """Replay recorded games; return the measurements of the host."""
    from twisted.internet import reactor

    looks: list[Look] = []
    games = turns = 0
    cpu = 0.0
    with (
        tempfile.TemporaryDirectory() as folder,
        host_of(options.seats, Path(folder), *others) as host,
    ):
        while some := tuple(itertools.islice(journals, options.tables)):
            tables = [Replay(read(journal)) for journal in some]
            played = await replay(tables, host)
            games, turns, cpu = (
                games + len(tables),
                turns + played.turns,
                cpu + played.cpu,
            )
            if games * LOOKS < options.games * (len(looks) + 1):
                continue
            await deferLater(reactor, SETTLES)
            descriptors = len(list(Path(f"/proc/{host.pid}/fd").iterdir()))
            looks.append(Look(games, weight(host.pid), descriptors))
            print(
                f"{games} games: {looks[-1].weight / 1e6:.1f} MB, {descriptors} "
                f"descriptors, {cpu / turns * 1000:.1f} ms of a core for a turn",
                flush=True,
            )
    return looks


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--tables", type=int, default=8, help="at the same time")
    parser.add_argument("--seats", type=int, default=3, help="at each")
    options, others = parser.parse_known_args()
    if options.games < LOOKS:
        parser.error(f"{options.games} games: at least {LOOKS} are looked at")
    with ProcessPoolExecutor(1) as pool:
        numbers = range(options.games)
        seats, tables = map(itertools.repeat, (options.seats, options.tables))
        journals = pool.map(play, numbers, seats, tables)
        looks = run(lambda: _play(journals, options, others))
    middle, last = looks[len(looks) // 2], looks[-1]
    games = max(1, last.games - middle.games)
    grown = (last.weight - middle.weight) / 1000 / games
    print(
        f"since {middle.games} games the host has grown by {grown:.2f} kB a game, and by "
        f"{last.descriptors - middle.descriptors} descriptors"
    )
    return 0 if grown <= GROWS and last.descriptors <= middle.descriptors else 1


if __name__ == "__main__":
    sys.exit(main())
