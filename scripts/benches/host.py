"""
A host under load: tables of seven on one core, what each costs, what attacks do. Takes 20 minutes.

`scripts/bench host tables` looks at tables alone, and `scripts/bench host attacks` at attacks.

Sealed games that were played before are played again over TLS (`_replaying`): the host has a
core of its own, and is given all that real players would say, as soon as they could; they take
no time to make proofs, or to check them. So what is measured is the host: the memory it takes
with 1, 10 and 50 tables, its processor's time for a turn until it has relayed it, or checked it
as well (a part of the starts of ages included), and how many turns it relays in a second when
all tables want it at once. The way of a turn is the time from the last sealed choice to the
moment when all seats have heard what all have revealed, which is twice through the host.
Memory is the most that the host has had resident at any moment, with what it shares with other
programs, such as Python itself and the system's libraries.

With fifty tables at which people think, for up to 20 seconds each, the way of a turn is what
people wait for the host. With two at which they think for a second at most, and somebody who attacks
(`_besieger`), it is at most twice as long as at rest. There the attackers have the same core as
the players, so that it is the host's time that is looked at. Of what doesn't take long the
quickest of two counts.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from pathlib import Path

from scripts.benches._besieger import ATTACKS, Came
from scripts.benches._measure import at_most, verdict
from scripts.benches._replaying import (
    Played,
    Recorded,
    Replay,
    host_of,
    recorded,
    replay,
)
from scripts.benches._table import run as run_games
from scripts.benches.siege import besieging, came_of, tell

SEATS = 7
TABLES = (1, 10, 50)
KINDS = {"relaying": ("--relay",), "checking": ()}

WEIGHT, EACH = 60.0, 1.0
"""Megabytes, and those for each table."""
TURN = {"relaying": 20.0, "checking": 200.0}
"""Milliseconds of a core, and of what belongs to all turns of an age a sixth."""
TURNS = 50.0
"""A second, with fifty tables: each has one."""
THINKS, WAY, CORE = 20.0, 250.0, 1.0
"""Seconds that somebody thinks at most, the median of milliseconds of a turn's way, and a core."""

FEW, PAUSE = 2, 1.0
"""Tables at which somebody attacks, and seconds that somebody thinks there at most."""
SLOWER = 2.0
"""Times as long as at rest."""

TRIES = 2


PARTS = ("tables", "attacks")


def run(*parts: str) -> bool:
    """
    Measure.

    Args:
        parts: some of `PARTS`; all, if none is named.
    """
    if unknown := set(parts).difference(PARTS):
        sys.exit(f"no such part: {' '.join(sorted(unknown))}; there are {PARTS}")
    games = recorded(TABLES[-1], SEATS)
    return run_games(lambda: _measured(games, parts or PARTS))


async def _measured(games: Sequence[Recorded], parts: Collection[str]) -> bool:
    kept = await _loaded(games) if "tables" in parts else []
    if "attacks" in parts:
        kept += await _attacked(games[:FEW])
    return all(kept)


async def _loaded(games: Sequence[Recorded]) -> list[bool]:
    kept = []
    for kind, options in KINDS.items():
        for count in TABLES[:-1]:
            played = await _best(games[:count], options)
            _print(f"{kind}, {count}", played)
            kept.append(_weigh(kind, count, played))
        turn = played.cpu / played.turns * 1000
        kept.append(at_most(f"a turn, {kind}", turn, TURN[kind], "ms of a core"))
    relaying = await _play(games, KINDS["relaying"])
    _print(f"relaying, {len(games)}", relaying)
    kept.append(_weigh("relaying", len(games), relaying))
    rate = relaying.turns / relaying.seconds
    what = f"turns that are relayed, {len(games)} tables that wait for nothing else"
    kept.append(verdict(what, rate, TURNS, "a second"))
    checking = await _play(games, KINDS["checking"], THINKS)
    _print(f"checking, {len(games)}, thinking up to {THINKS:g} s", checking)
    kept.append(_weigh("checking", len(games), checking))
    what = f"{len(games)} tables at which people think for up to {THINKS:g} s"
    used = checking.cpu / checking.seconds
    kept.append(at_most(f"{what}, checked: of a core", used, CORE, ""))
    kept.append(at_most(f"{what}: a turn's way", _way(checking), WAY, "ms"))
    return kept


def _weigh(kind: str, count: int, played: Played) -> bool:
    what, weight = f"a {kind} host with {count} tables", played.weight / 1e6
    return at_most(what, weight, WEIGHT + EACH * count, "MB")


async def _attacked(games: Sequence[Recorded]) -> list[bool]:
    rest = await _best(games, KINDS["checking"], PAUSE)
    _print("at rest", rest)
    kept = []
    for attack in ATTACKS:
        played = await _best(games, KINDS["checking"], PAUSE, attack)
        _print(f"under `{attack}`", played)
        what = f"under `{attack}`, a turn's way of {_way(played):.0f} ms beside one at rest"
        kept.append(at_most(what, _way(played) / _way(rest), SLOWER, "times"))
    return kept


async def _best(
    games: Sequence[Recorded],
    options: Sequence[str],
    thinks: float = 0.0,
    attack: str = "",
) -> Played:
    """Give the quickest of some: others are on this machine, too."""
    played = [await _play(games, options, thinks, attack) for _ in range(TRIES)]
    return min(played, key=_way)


def _thinking(most: float) -> Callable[[], float]:
    """Give what says how long somebody thinks; the same each time it is measured."""
    chance = random.Random("thinking")
    return lambda: chance.uniform(0, most)


async def _play(
    games: Sequence[Recorded],
    options: Sequence[str],
    thinks: float = 0.0,
    attack: str = "",
) -> Played:
    """Play some games, at which everybody thinks for so many seconds at most."""
    pause = _thinking(thinks)
    with (
        tempfile.TemporaryDirectory() as folder,
        host_of(SEATS, Path(folder), *options) as host,
        besieging(attack, host.address) if attack else nullcontext() as besieger,
    ):
        if besieger is not None:
            tell(besieger, "go")
        played = await replay([Replay(game, pause) for game in games], host)
        if besieger is not None:
            _print_attack(came_of(besieger))
        return played


def _print_attack(came: Came) -> None:
    print(
        f"  {came.tried / came.seconds:.0f} connections a second, {came.welcome} were let "
        f"in, {came.lost} are gone; {came.said} times they said what it is about"
    )


def _way(played: Played) -> float:
    return statistics.median(played.ways) * 1000


def _print(what: str, played: Played) -> None:
    ways = sorted(played.ways)
    print(
        f"{what}: {played.turns} turns in {played.seconds:.1f} s, with "
        f"{played.cpu / played.turns * 1000:.1f} ms of the host's core for each; its way "
        f"{_way(played):.0f} ms, {ways[len(ways) * 19 // 20] * 1000:.0f} of one in twenty; "
        f"{played.weight / 1e6:.1f} MB; {os.getloadavg()[0]:.1f} programs wanted a core"
    )
