"""
Plays many sealed games at one host, some at a time, and looks whether it grows.

    python scripts/many_games.py GAMES [--tables N] [--seats N] [OPTION...]

Each game is another one. The same people play at each table, so there are no more of them than of
an evening; they say all that real players would, and take no time to check it (`scripts.benches._replaying`). Other options are those of ``wonders-host``; with
``--relay`` it takes less time. The host is looked at ten times, when nobody is connected. It
ends with status 1 if the host has grown since the middle by more than `GROWS` for a game, or has
more descriptors open.
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
"""How often it is looked at."""

SETTLES = 2.0
"""Seconds after the last has hung up until it is."""

GROWS = 1.0
"""Kilobytes that it may grow by for each game: what memory comes to when it is used again."""


class Look(NamedTuple):
    """What a host takes while nobody is connected."""

    games: int
    """So many were played before."""
    weight: int
    """Bytes it has resident."""
    descriptors: int


async def _play(
    journals: Iterable[bytes], options: argparse.Namespace, others: Sequence[str]
) -> list[Look]:
    """Play games that were played before; give how the host was meanwhile."""
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
    """Play them; give the exit status."""
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
