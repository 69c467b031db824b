"""
``wonders learn``: a first game, in which everything is explained as it comes up.
"""

from __future__ import annotations

from typing import Any

import click

from sealed_wonders.client.commands.options import load, look
from sealed_wonders.client.words import marked

TABLE = {
    "--seats": 3,
    "--bots": 2,
    "--strategy": "builder",
    "--sides": "day",
    "--turn-time": 0,
}
"""A table of one's own with two bots, with all the time one wants."""


@click.command(
    "learn",
    help=marked(
        "Play a first game on this machine, against two bots, with nobody waiting.\n\n"
        "Each thing is explained once, when it comes up: what cards cost, how "
        "neighbours are paid, what a wonder is for, how it is counted. The lessons can "
        "be ended at any time, and the game be played on."
    ),
)
@look
def learn(**options: Any) -> None:
    """Play a first game, in which everything is explained."""
    loaded = load(options)
    from sealed_wonders.client.commands.play import play_here
    from sealed_wonders.client.terminal.lessons import Teacher

    play_here(loaded, TABLE, alone=True, teacher=Teacher())
