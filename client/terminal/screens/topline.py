"""
The uppermost row of a table: what is said of the moment, and what time is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.terminal.draw import Piece, Row, fit, measure, piece, row
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.net.words import _

HURRY = 10
"""Seconds left at which the time is in another colour."""


def topline(
    parts: Iterable[str],
    left: float | None,
    width: int,
    symbols: Symbols,
    *,
    others: Sequence[tuple[str, float]] = (),
    alone: bool = False,
    then: str = "",
) -> Row:
    """
    Draw it.

    Args:
        parts: what is said, the most important first; empty ones are left out.
        left: seconds until time is out; None if there is no limit.
        others: names, with what seconds each has for the game; left out where there is
            no room for all.
        alone: all wait for us, and for nobody else.
        then: what is done when time is out, as it runs short; said before all else.
    """
    if then:
        right = _time(left)
        said = row(f" {then}", style="head hurry")
        return (*fit(said, width - measure(right), "head", mark=symbols.more), *right)
    gap = f" {symbols.dot} "
    said = row(" " + gap.join(part for part in parts if part), style="head")
    note = piece(_("all wait for you") + " ", "head laid")
    right = ((note,) if alone else ()) + _time(left)
    theirs = row(
        *((piece(f"  {name}", "head"), _clock(seconds)) for name, seconds in others)
    )
    if measure((*said, *theirs, *right)) + 2 <= width:
        right = (*theirs, piece("  ", "head"), *right) if theirs else right
    return (*fit(said, width - measure(right), "head", mark=symbols.more), *right)


def _time(left: float | None) -> tuple[Piece, ...]:
    if left is None:
        return (piece(" ", "head"),)
    clock = _clock(left)
    return (clock, piece(" ", clock.style))


def _clock(left: float) -> Piece:
    whole = max(0, round(left))
    style = "head hurry" if whole <= HURRY else "head"
    return piece(f" {whole // 60}:{whole % 60:02}", style)
