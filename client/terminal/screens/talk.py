"""Panel with the latest chat, and the latest actions of players and programs."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import Row, Rows, piece, row, ruled, wrapped
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.terminal.messages import ASIDE
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.net.words import _


def talk(
    narration: Sequence[NarratedLine], width: int, height: int, symbols: Symbols
) -> Rows:
    """
    Draw the latest chat, and the latest actions in this game, with a heading.

    What programs did before the first turn is in the log: a connection that was lost then
    would look as if it were lost now.
    """
    head = ruled((piece(_("talk"), "title", "chat"),), width, symbols)
    told = [
        one
        for one in narration
        if one.kind is LineKind.CHAT
        or (one.kind is not LineKind.GAME and one.turn is not None)
    ][-height:]
    rows = [
        part
        for one in told
        for part in hanging(row(one.line, style=ASIDE[one.kind]), width)
    ]
    return (head, *rows[len(rows) - min(len(rows), height - 1) :])


def hanging(line: Row, width: int) -> list[Row]:
    """Wrap a line of the narration, with its continuation indented."""
    first, *more = wrapped(line, width - 4)
    return [row(" ", first), *(row("   ", rest) for rest in more)]
