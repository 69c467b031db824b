"""
``wonders learn``: a first game against bots, with explanations.

The lessons are in `client/lessons`, each game's in a package of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    game,
    of_games,
    read,
    to_host,
)
from sealed_wonders.client.commands.options import load, look, new
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core.games import OPTIONS
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.words import marked

TABLE: dict[str, Any] = {
    "--players": 3,
    "--bots": 2,
    "--strategy": "builder",
    "--turn-time": 0,
}
"""The table's options: two bots, and no time limit."""


@command(
    "learn",
    help=marked(
        "Play a first game against two bots, with explanations.\n\n"
        "Everything is explained when it first comes up, and you can take as long "
        "as you like. You can end the lessons at any time and continue the game."
    ),
)
@game
@of_games(lambda option: option.is_rule and not option.to_learn)
@new
@look
def learn(
    game: str,
    typed: Mapping[str, str],
    new: bool,
    **options: Any,
) -> None:
    check_game(game)
    loaded = load(options)
    from sealed_wonders.client.commands import playing
    from sealed_wonders.client.lessons.teacher import Teacher

    taught = {it.name: it.to_learn for it in OPTIONS[game] if it.to_learn}
    agreed = read(game, {**typed, **taught}, TABLE["--players"])
    wanted = {"--game": game, **TABLE, **dict(to_host(game, agreed))}
    teacher = Teacher(face_of(game).lessons)
    playing.play_here(loaded, wanted, given=wanted, new=new, teacher=teacher)
