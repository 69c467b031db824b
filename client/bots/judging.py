"""
Choices that somebody made, and what they were worth: what a game's package judges them by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, halve
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


class Value(NamedTuple):
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

    chosen: Value
    best: Value
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

AGAIN = 4
"""One of so many games in mind is played again, with each of the two moves ..."""

LEAST = 10
"""... but so many at least: fewer don't say how much they differ."""


def judged(
    arms: list[Arm],
    mine: Arm,
    look: Callable[[Sequence[Arm]], object],
    play: Callable[[Sequence[Arm]], object],
    games: int,
    most: int,
    value: Callable[[Arm], Value],
) -> Judged:
    """
    Look for the best of some moves, and hold it against the one that was chosen.

    The two are played on from the same deals, which are others than those by which the
    best one was found: that a move was the best by these says less of it, and more of them.

    Args:
        arms: all moves, what seems best first.
        mine: the one that was chosen.
        look: tries each of some moves, from one deal, as a thinker does.
        play: plays a game to its end with each of some moves, from one deal.
        games: how many may be played to find the best one; half as many are played more.
        most: how many moves are tried at all.
        value: says what came of a move.
    """
    halve(arms, look, Budget(games), lambda: 0.0, most=most, begun=0.0)
    pair = [Arm(arm.move, arm.number, arm.prior) for arm in (mine, arms[0])]
    if arms[0] is mine:
        del pair[1]
    more, leads = [], []
    for _deal in range(max(LEAST, games // AGAIN)):
        before = pair[-1].won - pair[0].won, pair[-1].lead - pair[0].lead
        play(pair)
        more.append(pair[-1].won - pair[0].won - before[0])
        leads.append(pair[-1].lead - pair[0].lead - before[1])
    win, lead = fmean(more), fmean(leads)
    ours, theirs = value(pair[0]), value(pair[-1])
    if win <= 0:
        return Judged(ours, ours, 0.0, 0.0, 0.0)
    return Judged(ours, theirs, win, lead, (variance(more) / len(more)) ** 0.5)
