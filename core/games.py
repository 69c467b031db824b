"""
The games there are, by the name a table gives them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.game import Ruleset

GAMES = ("wonders",)
"""The games this program plays."""


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    """
    Give the rules a table plays by.

    Args:
        options: what the table agreed; those that aren't the game's don't matter.

    Raises:
        ValueError: there is no such game, or not with these; the message is one
            sentence for a person.
    """
    match game:
        case "wonders":
            # Whoever never asks for a game doesn't wait for its catalogue either.
            from sealed_wonders.core.wonders.ruleset import Wonders

            sides = options.get("sides", "choose")
            if type(sides) is not str:
                raise ValueError(f"sides are named by a word: {sides!r:.80}")
            return Wonders(players, sides)
    raise ValueError(f"no game is called {game!r:.80}, only {', '.join(GAMES)}")
