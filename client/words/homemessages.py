"""Entries of each game on the home screen: to play and to learn it."""

from __future__ import annotations

from typing import NamedTuple


class HomeMessages(NamedTuple):
    """The entries of a game; all are marked messages."""

    play: str
    go_on: str
    """Continues an unfinished game."""
    another: str
    """Starts another game although one is unfinished."""
    learn: str
