"""
``wonders learn``: a first game, in which everything is explained as it comes up.
"""

from __future__ import annotations

from typing import Any

import click

from sealed_wonders.client.commands.options import (
    OWN,
    WithLook,
    boards,
    check_game,
    check_leaders,
    expansions,
    game,
    load,
    look,
    new,
    read_boards,
)
from sealed_wonders.client.words import marked

TABLE: dict[str, Any] = {
    "--seats": 3,
    "--bots": 2,
    "--strategy": "builder",
    "--turn-time": 0,
}
"""A table of one's own with two bots, with all the time one wants."""


@click.command(
    "learn",
    cls=WithLook,
    help=marked(
        "Play a first game on this machine, against two bots, with nobody waiting.\n\n"
        "Each thing is explained once, when it comes up: what cards cost, how "
        "neighbours are paid, what a wonder is for, how it is counted. The lessons can "
        "be ended at any time, and the game be played on."
    ),
)
@game
@expansions
@boards
@new
@look
def learn(
    game: str,
    expansions: tuple[str, ...],
    leaders: str,
    boards: str,
    draw: str,
    new: bool,
    **options: Any,
) -> None:
    """Play a first game, in which everything is explained."""
    check_game(game)
    check_leaders(expansions, leaders)
    loaded = load(options)
    from sealed_wonders.client.commands.play import drawn, lying, play_here, played_with
    from sealed_wonders.client.terminal.teacher import Teacher, lessons

    wanted = {"--game": game, **TABLE}
    if "sides" in OWN[game]:
        # The sides with the plain boards.
        wanted |= {"--sides": "day", **played_with(expansions, leaders)}
        wanted |= lying(read_boards(boards, expansions, TABLE["--seats"]))
    wanted |= drawn(draw)
    teacher = Teacher(lessons(game))
    play_here(loaded, wanted, given=wanted, new=new, teacher=teacher)
