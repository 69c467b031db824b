"""
What somebody built on, on a sheet of scores for people.

Sheets in English have the words of the data, which are English; others have the names of
the cards' own edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sealed_wonders.client.words import LANGUAGES, _, language


def board(name: str) -> str:
    """Name a board by its id; what is no board of ours stays as it is."""
    from sealed_wonders.core.wonders.catalog import everything

    if language() == LANGUAGES[0] or name not in everything().boards_by_id:
        return name
    return everything().boards_by_id[name].names[language()]


def side(name: str) -> str:
    """Name a side by its word in the data."""
    return {"day": _("day"), "night": _("night")}.get(name, name)


def wonder(name: str) -> str:
    """Name a wonder by its id; what is no wonder of ours stays as it is."""
    from sealed_wonders.core.architects.catalog import catalog

    if language() == LANGUAGES[0] or name not in catalog().wonders_by_id:
        return name
    return catalog().wonders_by_id[name].names[language()]


_SHOWN: Mapping[str, Callable[[str], str]] = {
    "board": board,
    "side": side,
    "wonder": wonder,
}
"""What makes words for people of a fact about a seat (`core.games.standings`)."""


def facts(standing: Mapping[str, str]) -> Iterator[str]:
    """Give the words for what is known of a seat besides its score."""
    return (_SHOWN.get(name, str)(value) for name, value in standing.items())


def heading(standings: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """
    Give what stands above the columns of `facts`.

    A line of the sheet of Architects is called after its wonders already.
    """
    names = {"board": _("board"), "side": _("side"), "wonder": _("city")}
    return (names.get(name, name) for name in next(iter(standings), {}))
