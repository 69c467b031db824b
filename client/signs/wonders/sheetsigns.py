"""The signs of the lines of a score sheet of 7 Wonders."""

from __future__ import annotations

from sealed_wonders.client.signs.style import COLOURS, EDIFICE, LEADER
from sealed_wonders.client.signs.symbols import Symbols

_CARDS = {"blue": "blue", "yellow": "yellow", "green": "green", "guilds": "purple"}
"""The colour of the cards that a line counts."""


def look(line: str, symbols: Symbols) -> tuple[str, str]:
    """Return the style and the symbol of a line; empty strings if it has none."""
    if line in _CARDS:
        colour = _CARDS[line]
        return colour, symbols.colours[COLOURS.index(colour)]
    return {
        "military": ("shield", symbols.shield),
        "treasury": ("coin", symbols.coin),
        "wonder": ("point", symbols.built),
        "leaders": (LEADER, symbols.leader),
        "edifice": (EDIFICE, symbols.edifice),
    }.get(line, ("", ""))
