"""
Wishes: settings that somebody asks for when opening a table, where the host allows it.

A wish consists of a name and a value. The name is that of the option, or the older one
in `TableOption.wish_name`. The value is written as on the command line, but numbers are
integers, and switches are 1 or 0. Settings without a wish get the host's defaults.
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
"""Options that can be wished for at every table, apart from the game."""

WishName = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,31}\Z")]
WishText = Annotated[str, Meta(max_length=VALUE_CAP, pattern=r"^[ -~]*\Z")]
WishNumber = Annotated[int, Meta(ge=0, lt=NUMBER_CAP)]

Wishes = Annotated[
    tuple[tuple[WishName, WishText | WishNumber], ...], Meta(max_length=MAX_OPTIONS)
]
"""Wishes as pairs of name and value; each name appears once."""

WishNames = Annotated[tuple[WishName, ...], Meta(max_length=MAX_OPTIONS)]


def wire(value: Value) -> str | int:
    """Return a value as it appears in a wish."""
    return value if isinstance(value, str) else int(value)


def agreed(options: Options) -> Wishes:
    """Return the wishes that lead to a table's options that every table has."""
    game = str(dict(options)[GAME.wish])
    wished = (it for it in WISHES if it.key)
    return (GAME.wish, game), *((it.wish, wire(it.agreed(options))) for it in wished)


def on_top(wishes: Wishes, before: Wishes, general: frozenset[str]) -> Wishes:
    """
    Merge wishes with those of an earlier table.

    Args:
        general: names of options that mean the same in every game. The values of all
            others are dropped if the new wishes name another game.
    """
    values, new = dict(before), dict(wishes)
    if new.get(GAME.wish, values.get(GAME.wish)) != values.get(GAME.wish):
        values = {name: value for name, value in values.items() if name in general}
    return tuple({**values, **new}.items())
