"""
The evening's standings at a table, as its host has counted them.

Nobody has signed them. Players' names are those that our own program uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.columns import columns
from sealed_wonders.net.words import _


class Stand(NamedTuple):
    """One player's standings."""

    name: str
    mine: bool
    games: int
    won: int
    points: int
    average: int
    rating: int | None

    @property
    def cells(self) -> tuple[object, ...]:
        rating = "" if self.rating is None else self.rating
        return self.games, self.won, self.points, self.average, rating


def stands(known: TableModel) -> Sequence[Stand]:
    """Return the standings of people who are at the table."""
    names = {} if known.news is None else dict(shownnames.people(known.news))
    people = (person.identity for person in known.people)
    names |= zip(people, known.names, strict=True)
    me = known.keyring.me
    return [
        Stand(
            names[it.identity],
            it.identity == me,
            it.games,
            it.wins,
            it.points,
            round(it.points / it.games),
            it.rating,
        )
        for it in {one.identity: one for one in known.standings}.values()
        if it.identity in names and it.games
    ]


def title() -> str:
    return _("This evening")


def note() -> str:
    """Return what the table is about: people alone, and the last column."""
    return _(
        "Only people are listed. A rating is an estimate of strength, 1000 at first."
    )


def headings() -> tuple[str, ...]:
    return _("games"), _("won"), _("points"), _("average"), _("rating")


def lines(known: TableModel) -> Iterator[str]:
    """Yield the standings as a table of text; nothing if there are none."""
    some = stands(known)
    if some:
        rows = [(it.name, *it.cells) for it in some]
        yield from columns([(title(), *headings()), *rows])
        yield note()


def brief(known: TableModel) -> str:
    """Return how many games each player won; empty if there are no standings."""
    some = stands(known)
    if not some:
        return ""
    won = [
        _("{name} {won} of {n}").format(name=it.name, won=it.won, n=it.games)
        for it in some
    ]
    return _("Games won this evening: {who}.").format(who=", ".join(won))
