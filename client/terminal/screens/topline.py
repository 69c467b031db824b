"""
The top row of a game's screen: the state of the turn, and the time that is left.

The module `header` of each game draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.signs.draw import Piece, Row, fit, measure, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.net.words import _

HURRY = 10
"""Seconds left from which the time is highlighted."""


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
    Draw the top row.

    Args:
        parts: sentences, the most important first; empty ones are skipped.
        left: seconds until time is up; None if there is no limit.
        others: names, each with the seconds left for the game; omitted if not all fit.
        alone: whether everybody is waiting only for us.
        then: what happens when time is up; unless empty, it replaces everything but the
            time that is left.
    """
    if then:
        right = _time(left)
        said = row(f" {then}", style="head hurry")
        return (*fit(said, width - measure(right), "head", mark=symbols.more), *right)
    gap = f" {symbols.dot} "
    said = row(" " + gap.join(part for part in parts if part), style="head")
    note = piece(_("waiting for you") + " ", "head laid")
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
