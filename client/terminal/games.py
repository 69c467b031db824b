"""
The games a terminal can show: each has a package, of the same shape as all others.

Whoever sits at a table meets one game: only the modules of that one are ever loaded, and
each of them when it is needed. Besides here nothing outside those packages names one.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sealed_wonders.core.games import GAMES

if TYPE_CHECKING:
    from sealed_wonders.net.lobby import Options

PACKAGES: Mapping[str, str] = {
    "wonders": "sealed_wonders.client.terminal.wonders",
    "architects": "sealed_wonders.client.terminal.architects",
}
"""By the name in the options of a table."""


def part(game: str, name: str) -> Any:
    """
    Return a module of a game's package.

    Whoever asks for one says what it has to have, as `narrator`, `asker` and
    `gamescreens` do.

    Raises:
        ValueError: there is no such game.
    """
    if game not in PACKAGES:
        raise ValueError(f"no game is called {game!r:.80}, only {', '.join(PACKAGES)}")
    return importlib.import_module(f"{PACKAGES[game]}.{name}")


def named(options: Options | None) -> str:
    """Return which game a table plays; the first one where nothing is agreed yet."""
    name = dict(options or ()).get("game")
    return name if isinstance(name, str) and name in GAMES else GAMES[0]
