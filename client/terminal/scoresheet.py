"""
A sheet of scores in words and signs: what its lines count, and what each seat is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.games import face_of
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.core.game import Seat, Sheet
from sealed_wonders.net.words import _, p_


class SheetWords(Protocol):
    """What the lines of one game's sheet are called, and how they look."""

    def line(self, name: str) -> str:
        """Name a line by its word in the data; the total has its name already."""

    def look(self, line: str, symbols: Symbols) -> tuple[str, str]:
        """Return the style and the sign of a line; nothing for one without."""

    def fact(self, name: str, value: str) -> str:
        """Write a fact about a seat (`core.games.standings`) for people."""

    def heading(self, name: str) -> str:
        """Say what stands above the column of a fact."""


def line(game: str, name: str) -> str:
    """Name a line of the sheet by its word in the data."""
    return (
        p_("points", "total")
        if name == "total"
        else face_of(game).scoresheet.line(name)
    )


def look(game: str, line: str, symbols: Symbols) -> tuple[str, str]:
    """Return the style and the sign of a line; nothing for one without."""
    return face_of(game).scoresheet.look(line, symbols)


def of_seat(game: str, sheet: Sheet, seat: Seat) -> str:
    """Read the points of a seat line by line, without the total."""
    pairs = zip(sheet.lines[:-1], sheet.rows[seat][:-1], strict=True)
    return text.sentence(
        ", ".join(f"{line(game, name)} {text.number(n)}" for name, n in pairs)
    )


def so_far(sight: Sight[Any]) -> Iterator[str]:
    """Read the points so far."""
    sheet, game = sight.state.score(), sight.state.rules.name
    yield _("Points, if the game ended now:")
    for seat in sight.clockwise:
        yield text.score_row(sight.who(seat), sheet.rows[seat][-1])
        yield f"   {of_seat(game, sheet, seat)}"


def facts(game: str, standing: Mapping[str, str]) -> Iterator[str]:
    """Give the words for what is known of a seat besides its score."""
    return (
        face_of(game).scoresheet.fact(name, value) for name, value in standing.items()
    )


def heading(game: str, standings: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Give what stands above the columns of `facts`."""
    return map(face_of(game).scoresheet.heading, next(iter(standings), {}))
