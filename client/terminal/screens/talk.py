"""
The last of what was said, and of what people and programs do.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Row, Rows, piece, row, ruled, wrapped
from sealed_wonders.client.terminal.messages import ASIDE
from sealed_wonders.client.terminal.narration import Kind, Told
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.net.words import _


def talk(narration: Sequence[Told], width: int, height: int, symbols: Symbols) -> Rows:
    """Tell the last of what was said, and of what people and programs do."""
    head = ruled((piece(_("talk"), "title", "chat"),), width, symbols)
    told = [one for one in narration if one.kind is not Kind.GAME][-height:]
    rows = [
        part
        for one in told
        for part in hanging(row(one.line, style=ASIDE[one.kind]), width)
    ]
    return (head, *rows[len(rows) - min(len(rows), height - 1) :])


def hanging(line: Row, width: int) -> list[Row]:
    """Break a line of the story between words, further in from its second row on."""
    first, *more = wrapped(line, width - 4)
    return [row(" ", first), *(row("   ", rest) for rest in more)]
