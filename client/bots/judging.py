"""Evaluation of choices: the types, and the comparison that all games share."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, halve
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot


class Made(NamedTuple):
    """A choice that a seat made."""

    moment: int
    """The index of the moment in the game that it led to."""
    turn: tuple[int, int]
    """
    Where in the game it was made: in 7 Wonders the age and the turn, in Architects the
    turn and its seat.
    """
    state: AnyState
    """The state in which it was made."""
    seat: Seat
    faces: Mapping[Slot, Card]
    """The faces of the cards to choose from, as far as they are known now."""
    move: Move
    """The move; its slot is None if the used card is unknown."""
    hidden: int
    """The number of cards to choose from that are unknown."""


class MoveValue(NamedTuple):
    """The estimated value of a move."""

    move: str
    """The move as in records."""
    card: str
    """The id of the card it uses; empty if it uses none."""
    win: float
    """The approximate share of games won with it, from 0 to 1."""
    lead: float
    """The mean lead over the best of the others, in points."""


class Judged(NamedTuple):
    """The value of a choice compared with the best move found."""

    chosen: MoveValue
    best: MoveValue
    """Equal to `chosen` if nothing better was found."""
    win: float
    """The additional share of games won with the best move."""
    lead: float
    """The additional lead with the best move, in points."""
    error: float
    """The standard error of `win`."""

    @property
    def is_sure(self) -> bool:
        """Whether the best move is better with statistical significance."""
        return self.win > SURE * self.error and self.win > 0


class Unjudged(enum.Enum):
    """Why a choice can't be evaluated."""

    ONLY = "only-move"
    """There was nothing else to choose."""
    HAND = "hand-unknown"
    """Too few of the cards to choose from are known."""
    CARD = "card-unknown"
    """The card that was used is unknown, as it was laid face down."""
    LEFT = "player-left"
    """Somebody had left the game, and bots don't simulate that."""
    OTHER = "not-simulated"
    """Bots don't simulate this kind of choice."""


SURE = 2.0
"""The number of standard errors for a significant difference."""

AGAIN = 4
"""
The fraction of rollouts, as a divisor, that are repeated with each of the two moves.
"""

LEAST = 10
"""The minimum number of repeated rollouts, for a meaningful standard error."""


def judged(
    arms: list[Arm],
    mine: Arm,
    look: Callable[[Sequence[Arm]], object],
    play: Callable[[Sequence[Arm]], object],
    games: int,
    most: int,
    value: Callable[[Arm], MoveValue],
) -> Judged:
    """
    Find the best of several moves, and compare it with the one that was chosen.

    The comparison uses other deals than the search: a move that was selected as the
    best in certain deals looks better in them than it is.

    Args:
        arms: all moves, with the most promising ones first.
        mine: the chosen move.
        look: tries each of these moves from one deal, as a thinker does.
        play: plays a game to its end from one deal for each of these moves.
        games: the number of rollouts for finding the best move. The comparison takes
            about half as many more.
        most: the maximum number of moves to try.
        value: returns the value of a move.
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
