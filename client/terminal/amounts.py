"""
What small drawings have in common in all games: gaps, coins, shields, points.
"""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.client.terminal.draw import Piece, Row, piece
from sealed_wonders.client.terminal.symbols import Symbols

GAP = piece(" ")

SLASH = piece("/", "dim")


def coins(n: int, symbols: Symbols, style: str = "coin") -> Piece:
    """Write so many coins."""
    return piece(f"{n}{symbols.coin}", style)


def shields(n: int, symbols: Symbols) -> Piece:
    """Draw shields: one by one as long as they can be counted at a glance."""
    one = symbols.shield
    return piece(one * n if 0 < n < 4 else f"{n}{one}", "shield")


def points(n: int, symbols: Symbols) -> Piece:
    """Write so many points."""
    return piece(f"{n}{symbols.point}", "point")


def joined(rows: Iterable[Row], gap: Piece = GAP) -> Row:
    """Put rows one behind the other, with a gap between those that aren't empty."""
    pieces: list[Piece] = []
    for one in rows:
        if one:
            pieces += [gap] if pieces else []
            pieces += one
    return tuple(pieces)
