"""Exports for other programs contain all games."""

from __future__ import annotations

import csv
import json

from hypothesis import given

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.exports import COLUMNS, as_csv, as_json, harmless
from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.standings import standings
from tests.support.history import some_played
from tests.support.thorough import examples


def hexed(identity: bytes | None) -> str | None:
    return None if identity is None else identity.hex()


@examples(40)
@given(some_played)
def test_json_contains_all_games_and_standings(games: list[PlayedGame]) -> None:
    """It is one line, whatever the names contain."""
    some = standings(games)
    (line,) = as_json(games, some, EVER)
    found = json.loads(line)
    assert found["since"] is None
    assert [one.name for one in some] == [row["name"] for row in found["standings"]]
    for game, row in zip(games, found["games"], strict=True):
        assert (game.gid.hex(), game.log) == (row["gid"], row["log"])
        assert [
            (it.name, it.identity.hex(), hexed(it.owner), it.points, it.rank)
            for it in game.places
        ] == [
            (it["name"], it["identity"], it["owner"], it["points"], it["rank"])
            for it in row["seats"]
        ]


@examples(40)
@given(some_played)
def test_csv_contains_all_places_of_all_games(games: list[PlayedGame]) -> None:
    """Any program can read it, and no spreadsheet takes a name for a formula."""
    rows = list(csv.DictReader(as_csv(games)))
    places = [(game, seat, it) for game in games for seat, it in enumerate(game.places)]
    assert len(places) == len(rows)
    for (game, seat, place), row in zip(places, rows, strict=True):
        assert list(COLUMNS) == list(row)
        assert (game.gid.hex(), str(seat)) == (row["gid"], row["seat"])
        assert harmless(place.name) == row["name"]
        assert not row["name"].startswith(("=", "+", "-", "@"))
        assert row["name"].removeprefix("'") == place.name.removeprefix("'")
        assert str(place.points) == row["points"]
        assert (hexed(place.owner) or "") == row["owner"]
        assert [int(place.left), int(place.handed)] == [
            int(row["left"]),
            int(row["handed"]),
        ]
