"""
The score sheet of 7 Wonders, in words.

English sheets use the names in the data, which are English. Sheets in other languages
use the names that the boards have in that language's edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Seat
from sealed_wonders.core.options import names
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.model import Around
from sealed_wonders.core.wonders.scoring import CATEGORIES, by_card, categories
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.words import LANGUAGES, _, language, p_


def line(name: str) -> str:
    """Return the name of a line of the sheet."""
    known = {
        "military": p_("points", "military"),
        "treasury": p_("points", "treasury"),
        "wonder": p_("points", "wonder"),
        "blue": p_("points", "blue"),
        "yellow": p_("points", "yellow"),
        "green": p_("points", "green"),
        "guilds": p_("points", "guilds"),
        "leaders": p_("points", "leaders"),
        "edifice": p_("points", "edifice"),
    }
    return known.get(name, name)


def lines(agreed: Mapping[str, str]) -> Sequence[str]:
    """Return the names of the lines for a table's options, ``"total"`` last."""
    return categories(names(agreed, "with"))


def counts(line: str) -> str:
    """Return what the points of a line are counted for, in a few words."""
    said = {
        "military": _("conflict tokens: +1, +3 or +5 by age, −1 for a defeat"),
        "treasury": _("1 point for 3 coins"),
        "wonder": _("the stages built"),
        "blue": _("points on blue cards"),
        "yellow": _("points on yellow cards"),
        "green": _("matching symbols: 1, 4, 9, 16…; each set of three: 7"),
        "guilds": _("points on purple cards"),
        "leaders": _("the leaders recruited"),
        "edifice": _("edifices you took part in, less debts"),
    }
    return said.get(line, "")


def parts(state: State, seat: Seat, line: str) -> Sequence[str]:
    """Return the cards that score in a line, each with its points."""
    cities = state.cities
    if not cities:
        return ()
    around = Around(cities[seat], cities[(seat + 1) % len(cities)], cities[seat - 1])
    return [
        _("{card}: {points}").format(
            card=describe.name(it.building), points=text.points(it.points)
        )
        for it in by_card(around)
        if it.points and CATEGORIES[it.category] == line
    ]


def fact(name: str, value: str) -> str:
    """Return the name of a seat's board or side."""
    return {"board": _board, "side": side}.get(name, str)(value)


def heading(name: str) -> str:
    """Return the heading of the row of boards, or of sides."""
    return {"board": _("board"), "side": _("side")}.get(name, name)


def side(name: str) -> str:
    return {"day": _("day"), "night": _("night")}.get(name, name)


def _board(name: str) -> str:
    """Return a board's name; an unknown id stays as it is."""
    if language() == LANGUAGES[0] or name not in everything().boards_by_id:
        return name
    return everything().boards_by_id[name].names[language()]
