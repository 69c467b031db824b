"""
The games that a terminal can show, by name.

Only this module names the games outside their own packages; other code reaches a game
through its `GameFace` (`sealed_wonders.client.view.gameface`). A game is imported when
it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sealed_wonders.core import games as core_games
from sealed_wonders.core.games import GAMES

if TYPE_CHECKING:
    from sealed_wonders.client.view.gameface import GameFace
    from sealed_wonders.net.lobby import Options


def _wonders() -> GameFace:
    from sealed_wonders.client.games.wonders import FACE

    return FACE


def _architects() -> GameFace:
    from sealed_wonders.client.games.architects import FACE

    return FACE


FACES: Mapping[str, Callable[[], GameFace]] = {
    "wonders": _wonders,
    "architects": _architects,
}
"""Functions that import a game's face, by its name in a table's options."""


def face_of(game: str) -> GameFace:
    """
    Return the face of a game.

    Raises:
        ValueError: There is no such game.
    """
    if game not in FACES:
        raise ValueError(
            f"there is no game called {game!r:.80}; the games are {', '.join(FACES)}"
        )
    return FACES[game]()


def named(options: Options | None) -> str:
    """Return the game that a table plays; the first one before options are agreed."""
    name = dict(options or ()).get("game")
    return name if isinstance(name, str) and name in GAMES else GAMES[0]


def expansions(agreed: Options) -> tuple[str, ...]:
    """Return the expansions in play, by their words in the options."""
    values = dict(agreed)
    return core_games.expansions(str(values.get("game", "")), values)
