"""
What a table of Architects agrees besides what every table does.
"""

from __future__ import annotations

from sealed_wonders.core.draws import DRAW

PLAYERS = range(2, 8)
"""A game for two to seven."""

OPTIONS = (DRAW,)
