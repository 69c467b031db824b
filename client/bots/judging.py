"""
Choices that somebody made, and what they were worth: what a game's package judges them by.

A package of a game in which bots think has a function ``judge(choices, nth, games)``: the
choices of one seat, in order, which of them is meant, and how many games may be played in
mind for it. It gives None where nothing can be said of a choice.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.client.bots import BUILDERS
from sealed_wonders.core.game import Card, Move, Seat, Slot, State


class Made(NamedTuple):
    """A choice that was made."""

    moment: int
    """Which moment of the game it led to."""
    turn: tuple[int, int]
    """Where in the game that is."""
    state: State
    """The one it was made in."""
    seat: Seat
    faces: Mapping[Slot, Card]
    """Of the cards it was made from, those that are known by now."""
    move: Move
    """Its slot is None if it isn't known which card was used."""
    hidden: int
    """How many of the cards it was made from aren't known."""


class Worth(NamedTuple):
    """What a move is worth."""

    move: str
    """As in records."""
    card: str
    """The id of the card that it uses; empty if it uses none."""
    win: float
    """About the share of games that are won with it, 0 to 1."""
    lead: float
    """The mean lead over the best of the others, in points."""


class Judged(NamedTuple):
    """What a choice was worth, beside the best one that was found."""

    chosen: Worth
    best: Worth
    """The same if nothing better was found."""
    win: float
    """How much more is won with the best one."""
    lead: float
    """By how many points more one leads with it."""
    error: float
    """The standard error of how much more is won."""

    @property
    def is_sure(self) -> bool:
        """Whether the best one is better for all we can tell, and not by chance alone."""
        return self.win > SURE * self.error and self.win > 0


SURE = 2.0
"""By how many standard errors one move has to be better than another."""

Judge = Callable[[Sequence[Made], int, int], "Judged | None"]


def judge_of(game: str) -> Judge | None:
    """Return what judges choices of a game; None if there is nothing that does."""
    package = importlib.import_module(BUILDERS[game])
    found: Judge | None = getattr(package, "judge", None)
    return found
