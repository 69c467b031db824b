"""Score sheets in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.words import text
from sealed_wonders.core.game import AnyState, Seat, Sheet
from sealed_wonders.net.words import _, p_


class SheetWords(Protocol):
    """Names of the lines of one game's score sheet."""

    def line(self, name: str) -> str:
        """Return the name of a line other than the total."""

    def lines(self, agreed: Mapping[str, str]) -> Sequence[str]:
        """Return the names of the lines for a table's options, ``"total"`` last."""

    def counts(self, line: str) -> str:
        """Return what the points of a line are counted for, in a few words."""

    def parts(self, state: Any, seat: Seat, line: str) -> Sequence[str]:
        """Return the cards that score in a line, each with its points."""

    def fact(self, name: str, value: str) -> str:
        """Return a fact about a seat (`core.games.standings`) in words."""

    def heading(self, name: str) -> str:
        """Return the column heading of a fact."""


def line(game: str, name: str) -> str:
    """Return the name of a line of a game's sheet."""
    return (
        p_("points", "total")
        if name == "total"
        else face_of(game).scoresheet.line(name)
    )


def counts(game: str, name: str) -> str:
    """Return what the points of a line of a game's sheet are counted for."""
    return "" if name == "total" else face_of(game).scoresheet.counts(name)


def parts(state: AnyState, sheet: Sheet, seat: Seat) -> Sequence[Sequence[str]]:
    """Return the cards that score for a seat, each with its points, by line."""
    words = face_of(state.rules.name).scoresheet
    return [words.parts(state, seat, line) for line in sheet.categories]


def of_seat(game: str, sheet: Sheet, seat: Seat) -> str:
    """Return the points of a seat by line, without the total."""
    pairs = zip(sheet.categories[:-1], sheet.rows[seat][:-1], strict=True)
    return text.sentence(
        ", ".join(f"{line(game, name)} {text.number(n)}" for name, n in pairs)
    )


def places(sheet: Sheet, ties: Sequence[int]) -> Sequence[tuple[int, Seat]]:
    """
    Return all seats, best first, each after its place; equals share a place.

    Args:
        ties: the tie-breaker of each seat, more being better.
    """
    keys = [(-row[-1], -tie) for row, tie in zip(sheet.rows, ties, strict=True)]
    order = sorted(keys)
    seats = sorted(range(len(keys)), key=lambda seat: keys[seat])
    return [(order.index(keys[seat]) + 1, seat) for seat in seats]


def final(sight: AnySight[Any], sheet: Sheet, ties: Sequence[int]) -> Iterator[str]:
    """Yield the final points, best first."""
    game = sight.state.rules.name
    for place, seat in places(sheet, ties):
        yield text.place(place, sight.who(seat), sheet.rows[seat][-1])
        yield f"   {of_seat(game, sheet, seat)}"


def so_far(sight: AnySight[Any]) -> Iterator[str]:
    """Yield the points so far, by seat."""
    sheet, game = sight.state.score(), sight.state.rules.name
    yield _("Points, if the game ended now:")
    for seat in sight.clockwise:
        yield text.score_row(sight.who(seat), sheet.rows[seat][-1])
        yield f"   {of_seat(game, sheet, seat)}"


def facts(game: str, standing: Mapping[str, str]) -> Iterator[str]:
    """Yield the facts about a seat besides its score, in words."""
    return (
        face_of(game).scoresheet.fact(name, value) for name, value in standing.items()
    )


def heading(game: str, standings: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield the column headings of `facts`."""
    return map(face_of(game).scoresheet.heading, next(iter(standings), {}))
