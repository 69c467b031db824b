"""The signs of the lines of a score sheet of Architects."""

from __future__ import annotations

from sealed_wonders.client.signs.style import COLOURS
from sealed_wonders.client.signs.symbols import Symbols


def look(line: str, symbols: Symbols) -> tuple[str, str]:
    """Return the style and the symbol of a line; empty strings if it has none."""
    return {
        "wonder": ("point", symbols.built),
        "cat": ("cat", symbols.cat),
        "blue": ("blue", symbols.colours[COLOURS.index("blue")]),
        "military": ("shield", symbols.shield),
        "progress": ("progress", symbols.progress),
    }.get(line, ("", ""))
