"""
Wishes: what whoever opens a table would have there, where the host lets them choose.

A wish has the name that the option has at ``wonders-host``, but for `OPTION_NAMES`, and a
value as it is typed there, but numbers are numbers. What isn't wished for is as usual at that host.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sealed_wonders.net.lobby.options import (
    GOES_ON,
    GONE,
    MAX_OPTIONS,
    NUMBER_CAP,
    VALUE_CAP,
    Options,
    gone_after,
    onlookers_after,
)
from sealed_wonders.net.times import times_of

GAME = "game"
SEATS = "seats"
BOTS = "bots"
TURN_TIME = "turn-time"
GAME_TIME = "game-time"
INCREMENT = "increment"
WHEN_GONE = "when-gone"
GONE_AFTER = "gone-after"
ONLOOKERS_AFTER = "onlookers-after"
OPTION_NAMES = {SEATS: "players", ONLOOKERS_AFTER: "spectator-delay"}
"""What options are called whose wishes still travel under an older name."""
PRIVATE = "private"
"""1 for a table that no list shows."""
NO_PAGE = "no-page"
"""1 for a table that isn't on the page on which its host shows tables to a room."""

WishName = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,31}\Z")]
WishText = Annotated[str, Meta(max_length=VALUE_CAP, pattern=r"^[ -~]*\Z")]
WishNumber = Annotated[int, Meta(ge=0, lt=NUMBER_CAP)]

Wishes = Annotated[
    tuple[tuple[WishName, WishText | WishNumber], ...], Meta(max_length=MAX_OPTIONS)
]
"""Each name once."""

WishNames = Annotated[tuple[WishName, ...], Meta(max_length=MAX_OPTIONS)]


def agreed(options: Options) -> Wishes:
    """Return what a table has agreed of what every table can be wished to have."""
    values, times = dict(options), times_of(options)
    return (
        (GAME, str(values["game"])),
        (TURN_TIME, times.turn),
        (GAME_TIME, times.game),
        (INCREMENT, times.increment),
        (WHEN_GONE, str(values.get(GONE, GOES_ON))),
        (GONE_AFTER, gone_after(options)),
        (ONLOOKERS_AFTER, onlookers_after(options)),
    )


def on_top(wishes: Wishes, before: Wishes, general: frozenset[str]) -> Wishes:
    """
    Put wishes on top of those of a table that was there before.

    Args:
        general: the names of those that mean the same in every game; of the others
            nothing is left where another game is wished for.
    """
    values, new = dict(before), dict(wishes)
    if new.get(GAME, values.get(GAME)) != values.get(GAME):
        values = {name: value for name, value in values.items() if name in general}
    return tuple({**values, **new}.items())
