"""
The score sheet of Architects, in words.

In English, its lines are called as in the data; in other languages, as in the wonders'
own edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.scoring import CAT, CATEGORIES, VICTORY
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import LANGUAGES, _, language, p_


def line(name: str) -> str:
    """Return the name of a line, given its word in the data."""
    names = {
        "wonder": p_("points", "wonder"),
        "cat": p_("points", "cat"),
        "blue": p_("points", "blue"),
        "military": p_("points", "military"),
        "progress": p_("points", "progress"),
    }
    return names.get(name, name)


def lines(agreed: Mapping[str, str]) -> Sequence[str]:
    """Return the names of the lines, ``"total"`` last."""
    return CATEGORIES


def counts(line: str) -> str:
    """Return what the points of a line are counted for, in a few words."""
    said = {
        "wonder": _("the stages built"),
        "cat": _("{n} points for the cat").format(n=CAT),
        "blue": _("points on blue cards"),
        "military": _("{n} points for each military token").format(n=VICTORY),
        "progress": _("points on progress tokens"),
    }
    return said.get(line, "")


def parts(state: State, seat: Seat, line: str) -> Sequence[str]:
    """Return nothing: what scores in a line is counted, whichever cards it is on."""
    return ()


def fact(name: str, value: str) -> str:
    """Return the name of a seat's wonder; other values are returned unchanged."""
    known = catalog().wonders_by_id
    if name != "wonder" or language() == LANGUAGES[0] or value not in known:
        return value
    return known[value].names[language()]


def heading(name: str) -> str:
    """Return the column heading of a fact; "wonder" is already a line of the sheet."""
    return _("city") if name == "wonder" else name
