"""
What is said of each game where somebody begins: one may be played or learned at once.
"""

from __future__ import annotations

from typing import NamedTuple


class Home(NamedTuple):
    """The entries of a game; all are marked messages."""

    play: str
    go_on: str
    """With a game that was left."""
    another: str
    """Another one, where one was left."""
    learn: str
