"""
The sheet of scores of Architects, in words and signs.

Sheets in English have the words of the data, which are English; others have the names of
the wonders' own edition.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.style import COLOURS
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.net.words import LANGUAGES, _, language, p_


def line(name: str) -> str:
    """Name a line of the sheet by its word in the data."""
    names = {
        "wonder": p_("points", "wonder"),
        "cat": p_("points", "cat"),
        "blue": p_("points", "blue"),
        "military": p_("points", "military"),
        "progress": p_("points", "progress"),
    }
    return names.get(name, name)


def look(line: str, symbols: Symbols) -> tuple[str, str]:
    """Return the style and the sign of a line; nothing for one without."""
    return {
        "wonder": ("point", symbols.built),
        "cat": ("cat", symbols.cat),
        "blue": ("blue", symbols.colours[COLOURS.index("blue")]),
        "military": ("shield", symbols.shield),
        "progress": ("progress", symbols.progress),
    }.get(line, ("", ""))


def fact(name: str, value: str) -> str:
    """Name the wonder of a seat by its id; what is no wonder of ours stays as it is."""
    known = catalog().wonders_by_id
    if name != "wonder" or language() == LANGUAGES[0] or value not in known:
        return value
    return known[value].names[language()]


def heading(name: str) -> str:
    """Say what stands above the wonders; a line of the sheet is called so already."""
    return _("city") if name == "wonder" else name
