"""
Right-to-left text on a terminal.

Most terminals show text in the order in which it is sent. Those that reorder Hebrew and
Arabic do so for a whole line, including adjacent numbers and columns. A zero-width
direction mark after such text confines the reordering to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from sealed_wonders.client.signs.draw import Piece, Row, Rows

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u200e", "\u200f"
"""
Direction marks. Terminals keep one with the letter before it, and lose a leading one.
"""

MORE = "…"
"""Replaces the rest of a truncated text."""

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"

_BETWEEN = r"[^\w\s\u2190-\u2bff]?"
"""A character allowed between right-to-left letters; arrows and frames aren't."""

_RUN = re.compile(rf"{_LETTER}(?:{_BETWEEN}\s?{_BETWEEN}{_LETTER})*({MORE})?")
"""
Right-to-left words with single spaces between them; a wider gap separates columns.
"""


def settled(text: str) -> str:
    """Return a text with a direction mark after each right-to-left run."""
    return text if text.isascii() else _RUN.sub(_ended, text)


def _ended(run: re.Match[str]) -> str:
    # A right-to-left text is cut off at its left end.
    return f"{run[0]}{RIGHT_TO_LEFT if run[1] else ''}{LEFT_TO_RIGHT}"


def settle(rows: Rows) -> Rows:
    """Return rows with a direction mark after each right-to-left run."""
    return [_settle(one) for one in rows]


def _settle(one: Row) -> Row:
    if all(part.text.isascii() for part in one):
        return one
    pieces = [part._replace(text=settled(part.text)) for part in _joined(one)]
    for at, part in enumerate(pieces[1:], start=1):
        # The ellipsis of a truncated text is a piece of its own.
        before = pieces[at - 1].text
        if part.text.startswith(MORE) and before.endswith(LEFT_TO_RIGHT):
            pieces[at - 1] = pieces[at - 1]._replace(text=before[:-1])
            said = f"{MORE}{RIGHT_TO_LEFT}{LEFT_TO_RIGHT}{part.text[len(MORE) :]}"
            pieces[at] = part._replace(text=said)
    return tuple(pieces)


def _joined(one: Row) -> Iterator[Piece]:
    """Merge adjacent pieces of the same style, since wrapping may have split a run."""
    for (style, does), some in groupby(one, key=lambda part: (part.style, part.does)):
        yield Piece(style, "".join(part.text for part in some), does)
