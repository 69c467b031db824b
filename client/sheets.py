"""
Which board somebody has, on a sheet of scores for people.

Sheets in English have the words of the data, which are English; others have the names of
the cards' own edition.
"""

from __future__ import annotations

from sealed_wonders.client.words import LANGUAGES, _, language
from sealed_wonders.core.wonders.catalog import everything


def board(name: str) -> str:
    """Name a board by its id; what is no board of ours stays as it is."""
    if language() == LANGUAGES[0] or name not in everything().boards_by_id:
        return name
    return everything().boards_by_id[name].names[language()]


def side(name: str) -> str:
    """Name a side by its word in the data."""
    return {"day": _("day"), "night": _("night")}.get(name, name)
