"""Small drawings that both games share: gaps, coins, shields, points."""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.client.signs.draw import Piece, Row, piece
from sealed_wonders.client.signs.symbols import Symbols

GAP = piece(" ")

SLASH = piece("/", "dim")


def coins(n: int, symbols: Symbols, style: str = "coin") -> Piece:
    return piece(f"{n}{symbols.coin}", style)


def shields(n: int, symbols: Symbols) -> Piece:
    """Draw up to three shields as symbols, more as a number with a symbol."""
    one = symbols.shield
    return piece(one * n if 0 < n < 4 else f"{n}{one}", "shield")


def points(n: int, symbols: Symbols) -> Piece:
    return piece(f"{n}{symbols.point}", "point")


def joined(rows: Iterable[Row], gap: Piece = GAP) -> Row:
    """Concatenate rows, with a gap between those that aren't empty."""
    pieces: list[Piece] = []
    for one in rows:
        if one:
            pieces += [gap] if pieces else []
            pieces += one
    return tuple(pieces)
