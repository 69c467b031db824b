"""
What is said of each game where somebody begins: one may be played or learned at once.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.client.terminal import games


class Home(NamedTuple):
    """The entries of a game; all are marked messages."""

    play: str
    go_on: str
    """With a game that was left."""
    another: str
    """Another one, where one was left."""
    learn: str


def home(game: str) -> Home:
    """
    Return what is said of a game; no more of it is loaded for that.

    Raises:
        ValueError: there is no such game.
    """
    found: Home = games.part(game, "home").HOME
    return found
