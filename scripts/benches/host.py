"""
A host under load: tables of seven on one core, and attacks. Takes 20 minutes.

`scripts/bench host tables` measures tables only, and `scripts/bench host attacks`
attacks only.

Recorded sealed games are replayed over TLS (`_replaying`). The host has one core to
itself, and receives everything that real players would send, as soon as they could;
they take no time to make proofs, or to check them. So the figures are those of the host
alone: its memory with 1, 10 and 50 tables, its processor time for a turn until it has
relayed it, or checked it as well (including a share of the starts of ages), and the
turns it relays per second when all tables want it at once. The latency of a turn is the
time from the last sealed choice until all seats have received all reveals, which takes
two passes through the host. Memory is the host's peak resident memory, including memory
shared with other programs, such as Python itself and the system's libraries.

With fifty tables at which people think for up to 20 seconds each, the latency of a turn
is the time that people wait for the host. With two tables at which they think for up to
a second, and an attacker (`_besieger`), it is at most twice as long as at rest. There,
the attackers share a core with the players, so that only the host's time matters. Of
figures that don't take long, the faster of two counts.
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
"""Megabytes: a base, and the additional memory for each table."""
TURN = {"relaying": 20.0, "checking": 200.0}
"""Milliseconds of a core, including a sixth of each age's common part."""
TURNS = 50.0
"""Turns per second with fifty tables: one for each table."""
THINKS, WAY, CORE = 20.0, 250.0, 1.0
"""
Maximum seconds of thinking; median latency of a turn in milliseconds; number of cores.
"""

FEW, PAUSE = 2, 1.0
"""Tables under attack, and the maximum seconds of thinking there."""
SLOWER = 2.0
"""Maximum latency under attack, as a multiple of that at rest."""

TRIES = 2


PARTS = ("tables", "attacks")


def run(*parts: str) -> bool:
    """
    Run the bench.

    Args:
        parts: some of `PARTS`; none for all.
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
    """Return the fastest of several runs, as the machine also runs other programs."""
    played = [await _play(games, options, thinks, attack) for _ in range(TRIES)]
    return min(played, key=_way)


def _thinking(most: float) -> Callable[[], float]:
    """Return a function that returns thinking times, the same sequence in each run."""
    chance = random.Random("thinking")
    return lambda: chance.uniform(0, most)


async def _play(
    games: Sequence[Recorded],
    options: Sequence[str],
    thinks: float = 0.0,
    attack: str = "",
) -> Played:
    """Replay some games in which everybody thinks for up to `thinks` seconds."""
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
