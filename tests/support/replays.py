"""Games that were played, to be looked through."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from sealed_wonders.client.replaying import Replay, replay
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import OPEN
from tests.support.company import Company

LOG = Path(__file__).parents[1] / "vectors" / "three_seats.swlog"
"""A whole game of three, sealed, with looks at the discard and extra cards."""


@functools.cache
def sealed() -> Replay:
    return replay(LOG.read_bytes())


@functools.cache
def cut() -> Replay:
    """Give the first half of it."""
    some = file.read(LOG.read_bytes())
    return replay(file.write(some[: len(some) // 2]))


@functools.cache
def unsealed(players: int) -> Replay:
    """Give a whole game in which nothing is hidden."""
    company = Company(Wonders(players), "replay", suite=OPEN, sides="choose")
    return replay(company.play().log())


REPLAYS: dict[str, Callable[[], Replay]] = {
    "sealed": sealed,
    "cut": cut,
    "3": lambda: unsealed(3),
    "5": lambda: unsealed(5),
    "7": lambda: unsealed(7),
}
"""By what they are of."""
