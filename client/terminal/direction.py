"""
Text that is written from right to left, on a terminal.

Most terminals show text in the order in which it is sent. Those that reorder Hebrew and Arabic
do so for a whole line, including adjacent numbers and columns. A zero-width direction mark after
such text confines the reordering to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from sealed_wonders.client.terminal.draw import Piece, Row, Rows

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u200e", "\u200f"
"""The marks. Terminals keep them with the letter before; those that begin something are lost."""

MORE = "…"
"""What stands where a text is cut off."""

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"

_BETWEEN = r"[^\w\s\u2190-\u2bff]?"
"""What may stand in such a text beside its letters; arrows and frames stand around it."""

_RUN = re.compile(rf"{_LETTER}(?:{_BETWEEN}\s?{_BETWEEN}{_LETTER})*({MORE})?")
"""Words of such letters with single spaces between them; a gap is between columns."""


def settled(text: str) -> str:
    """Put marks behind whatever is written from right to left."""
    return text if text.isascii() else _RUN.sub(_ended, text)


def _ended(run: re.Match[str]) -> str:
    # What is missing is missing at the left.
    return f"{run[0]}{RIGHT_TO_LEFT if run[1] else ''}{LEFT_TO_RIGHT}"


def settle(rows: Rows) -> Rows:
    """Put marks behind whatever is written from right to left."""
    return [_settle(one) for one in rows]


def _settle(one: Row) -> Row:
    if all(part.text.isascii() for part in one):
        return one
    pieces = [part._replace(text=settled(part.text)) for part in _joined(one)]
    for at, part in enumerate(pieces[1:], start=1):
        # Where a text was cut off, that is a piece of its own.
        before = pieces[at - 1].text
        if part.text.startswith(MORE) and before.endswith(LEFT_TO_RIGHT):
            pieces[at - 1] = pieces[at - 1]._replace(text=before[:-1])
            said = f"{MORE}{RIGHT_TO_LEFT}{LEFT_TO_RIGHT}{part.text[len(MORE) :]}"
            pieces[at] = part._replace(text=said)
    return tuple(pieces)


def _joined(one: Row) -> Iterator[Piece]:
    """Put pieces together that look alike: words may be apart where a text was broken."""
    for (style, does), some in groupby(one, key=lambda part: (part.style, part.does)):
        yield Piece(style, "".join(part.text for part in some), does)
