"""
Wishes: what whoever opens a table would have there, where the host lets them choose.

A wish has the name of the option, or the older one that `TableOption.wish_name` gives, and a
value as it is typed, but numbers are numbers, and what is on or off is 1 or 0. What isn't
wished for is as usual at that host.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sealed_wonders.net.lobby.options import (
    MAX_OPTIONS,
    NUMBER_CAP,
    Options,
)
from sealed_wonders.net.tableoptions import GAME, JOIN, VALUE_CAP, Value, options_of

WISHES = tuple(it for it in options_of(JOIN) if it is not GAME)
"""What can be wished for at every table, besides the game."""

WishName = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,31}\Z")]
WishText = Annotated[str, Meta(max_length=VALUE_CAP, pattern=r"^[ -~]*\Z")]
WishNumber = Annotated[int, Meta(ge=0, lt=NUMBER_CAP)]

Wishes = Annotated[
    tuple[tuple[WishName, WishText | WishNumber], ...], Meta(max_length=MAX_OPTIONS)
]
"""Each name once."""

WishNames = Annotated[tuple[WishName, ...], Meta(max_length=MAX_OPTIONS)]


def wire(value: Value) -> str | int:
    """Return a value as a wish has it."""
    return value if isinstance(value, str) else int(value)


def agreed(options: Options) -> Wishes:
    """Return what a table has agreed of what every table can be wished to have."""
    game = str(dict(options)[GAME.wish])
    wished = (it for it in WISHES if it.key)
    return (GAME.wish, game), *((it.wish, wire(it.agreed(options))) for it in wished)


def on_top(wishes: Wishes, before: Wishes, general: frozenset[str]) -> Wishes:
    """
    Put wishes on top of those of a table that was there before.

    Args:
        general: the names of those that mean the same in every game; of the others
            nothing is left where another game is wished for.
    """
    values, new = dict(before), dict(wishes)
    if new.get(GAME.wish, values.get(GAME.wish)) != values.get(GAME.wish):
        values = {name: value for name, value in values.items() if name in general}
    return tuple({**values, **new}.items())
