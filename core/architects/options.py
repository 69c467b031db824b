"""
The options that only tables of Architects have.

Players sign their keys and values (docs/PROTOCOL.md, Options), and type them.
"""

from __future__ import annotations

from sealed_wonders.core.draws import DRAW

PLAYERS = range(2, 8)
"""The supported numbers of players."""

OPTIONS = (DRAW,)
