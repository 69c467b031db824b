"""
The moments of a game at which an expansion may add tasks.
"""

from __future__ import annotations

import enum


class Moment(enum.Enum):
    """When an expansion may put tasks on the agenda."""

    BOARDS_LIE = enum.auto()
    """Boards are turned up; sides are not chosen yet."""
    CITIES_STAND = enum.auto()
    """Sides are chosen; the first age has not begun."""
    AGE_BEGINS = enum.auto()
    """Before an age's cards are dealt."""
    TURN_PAID = enum.auto()
    """What a turn's cards, or Babylon's extra one, cost and brought is settled (W4.3)."""
    CARDS_PLAYED = enum.auto()
    """Nothing of the cards themselves is left to do (W4.3)."""
    AGE_ENDS = enum.auto()
    """Before an age's conflicts."""
