"""
The games a terminal can show, by their names.

Besides here, nothing outside the packages of the games names one: all else reaches a game
by its face (`sealed_wonders.client.terminal.gameface`). Only the games that are asked for
are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sealed_wonders.core.games import GAMES

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.gameface import GameFace
    from sealed_wonders.net.lobby import Options


def _wonders() -> GameFace:
    from sealed_wonders.client.terminal.wonders.face import FACE

    return FACE


def _architects() -> GameFace:
    from sealed_wonders.client.terminal.architects.face import FACE

    return FACE


FACES: Mapping[str, Callable[[], GameFace]] = {
    "wonders": _wonders,
    "architects": _architects,
}
"""What imports the face of a game, by its name in the options of a table."""


def face_of(game: str) -> GameFace:
    """
    Return the face of a game.

    Raises:
        ValueError: there is no such game.
    """
    if game not in FACES:
        raise ValueError(f"no game is called {game!r:.80}, only {', '.join(FACES)}")
    return FACES[game]()


def named(options: Options | None) -> str:
    """Return which game a table plays; the first one where nothing is agreed yet."""
    name = dict(options or ()).get("game")
    return name if isinstance(name, str) and name in GAMES else GAMES[0]
