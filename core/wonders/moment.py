"""The points in a game at which expansions may add tasks."""

from __future__ import annotations

import enum


class Moment(enum.Enum):
    BOARDS_LIE = enum.auto()
    """Boards have been turned up; sides haven't been chosen."""
    CITIES_STAND = enum.auto()
    """Sides have been chosen; the first age hasn't begun."""
    AGE_BEGINS = enum.auto()
    """Before an age's cards are dealt."""
    TURN_PAID = enum.auto()
    """
    Costs and income of a turn's cards, or of Babylon's extra card, are settled (W4.3).
    """
    CARDS_PLAYED = enum.auto()
    """Everything that the cards of the turn require has been done (W4.3)."""
    AGE_ENDS = enum.auto()
    """Before an age's conflicts."""
