"""The signs of the lines of a score sheet."""

from __future__ import annotations

from typing import Protocol

from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.view.games import face_of


class SheetSigns(Protocol):
    """The appearance of the lines of one game's score sheet."""

    def look(self, line: str, symbols: Symbols) -> tuple[str, str]:
        """Return the style and the symbol of a line; empty strings if it has none."""


def look(game: str, line: str, symbols: Symbols) -> tuple[str, str]:
    """Return the style and the symbol of a line of a game's sheet, where it has any."""
    return face_of(game).sheet_signs.look(line, symbols)
