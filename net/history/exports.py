"""
Exports of games for other programs: as JSON, or as CSV for spreadsheets.

Both programs' command ``history`` prints them. Scripts rely on the names of fields and
columns, so these may be added, but not renamed.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

from sealed_wonders.net.history.evening import EVER, told
from sealed_wonders.net.history.played import FinalPlace, PlayedGame
from sealed_wonders.net.history.standings import RatingRow

COLUMNS = (
    *("gid", "ended", "game", "players", "log", "seat", "name", "identity", "owner"),
    *("points", "rank", "left", "handed"),
)
"""Columns of the CSV, which has one row per seat and game."""

FORMULA = ("=", "+", "-", "@")
"""First characters of a cell that a spreadsheet would evaluate."""


def as_json(
    games: Sequence[PlayedGame], some: Sequence[RatingRow], since: float
) -> Iterator[str]:
    begun = None if since == EVER else told(since)
    row = {
        "since": begun,
        "standings": [_standing(one) for one in some],
        "games": [_game(game) for game in games],
    }
    yield json.dumps(row, ensure_ascii=False)


def as_csv(games: Sequence[PlayedGame]) -> Iterator[str]:
    """
    Yield one CSV row per seat and game.

    Names that look like formulas get a leading apostrophe.
    """
    yield _line(COLUMNS)
    for game in games:
        for seat, place in enumerate(game.places):
            facts = _place(seat, place)
            facts["name"] = harmless(place.name)
            row = {**_facts(game), "log": harmless(game.log), **facts}
            yield _line([_cell(row[name]) for name in COLUMNS])


def harmless(text: str) -> str:
    """Keep a spreadsheet from evaluating a name that a player has chosen."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _cell(value: object) -> object:
    """Convert bools to numbers, so that they can be added up."""
    return int(value) if isinstance(value, bool) else value


def _line(cells: Sequence[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(cells)
    return written.getvalue()


def _game(game: PlayedGame) -> dict[str, object]:
    places = [_place(seat, it) for seat, it in enumerate(game.places)]
    return {**_facts(game), "seats": places}


def _facts(game: PlayedGame) -> dict[str, object]:
    return {
        "gid": game.gid.hex(),
        "ended": told(game.ended),
        "game": str(game.title),
        "players": len(game.places),
        "log": game.log,
    }


def _place(seat: int, place: FinalPlace) -> dict[str, object]:
    return {
        "seat": seat,
        "name": place.name,
        **_who(place.identity, place.owner),
        "points": place.points,
        "rank": place.rank,
        "left": place.left,
        "handed": place.handed,
    }


def _standing(one: RatingRow) -> dict[str, object]:
    rating = one.rating
    return {
        "game": one.game,
        "name": one.name,
        **_who(one.identity, one.owner),
        "games": one.games,
        "wins": one.wins,
        "points": one.points,
        "average": one.average,
        "rating": None if rating is None else rating.figure,
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
        "last": one.gid.hex(),
    }


def _who(identity: bytes, owner: bytes | None) -> dict[str, object]:
    return {
        "identity": identity.hex(),
        "owner": None if owner is None else owner.hex(),
    }
