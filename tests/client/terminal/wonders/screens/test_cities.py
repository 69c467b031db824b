"""The cities around a table, in different sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.terminal.wonders.screens import cities, spread
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.symbols import UNICODE
from sealed_wonders.client.words.wonders import faces
from sealed_wonders.core.game import Over, seeded
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.city import found, with_building
from sealed_wonders.core.wonders.model import Board, City, Side
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.view import View, view
from sealed_wonders.net import words

NAMES = "Wolfeschlegelsteinhausen", "Bartholomaeus", "ann", "Maximiliana", "emil"

DEAR = Quote(None, (Split(12, 12, 1),))
"""As much as a price can take of a row."""

SIDES = [(board, side) for board in catalog().boards for side in board.sides.values()]


@pytest.fixture(params=words.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language."""
    words.use(request.param)
    yield request.param
    words.use(words.LANGUAGES[0])


def around(*some: City) -> CityRing:
    """Sit people around a table on the first turn, with these cities."""
    players = len(some)
    state = Wonders(players).begin(seeded("cities"))
    state = evolve(state, cities=some, task=Turn(1, 1), ask=Over())
    seen: View = view(state, 0, {})
    return CityRing(NAMES[:players], 0, UNICODE, seen, catalog())


def city(board: Board, side: Side) -> City:
    return found(board, side, 3)


@pytest.mark.parametrize(
    ("board", "side"), SIDES, ids=[f"{b.id}-{s.name}" for b, s in SIDES]
)
def test_every_stage_and_its_price_fit_at_the_smallest_terminal(
    board: Board, side: Side, language: str
) -> None:
    one = around(*[city(board, side)] * 3)
    rows = cities.mine(one, DEAR, 80)
    assert 3 == len(rows)
    drawn = text_of(rows)
    for stage in side.stages:
        assert text_of([faces.stage_effect(stage, UNICODE)]) in drawn
    assert UNICODE.more not in drawn.split("\n", 1)[1].replace("Barthol…", "")


@pytest.mark.parametrize("width", [26, 39, 66])
def test_a_whole_city_is_never_too_wide(width: int, language: str) -> None:
    for board, side in SIDES:
        full = city(board, side)
        for card in catalog().buildings:
            if card.building not in full.works.buildings:
                full = with_building(full, card)
        one = around(full, full, full)
        for rows in (cities.whole(one, 1, width), cities.own(one, DEAR, width)):
            assert all(measure(row) <= width for row in rows)
        shown = text_of(cities.whole(one, 1, width))
        last = full.buildings[-1].names[language]
        assert last.split()[-1] in shown, "all cards are there"
        assert 9 == len(cities.whole(one, 1, width, 8))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_has_a_place(players: int) -> None:
    one = around(*[city(*SIDES[at]) for at in range(players)])
    narrow = text_of(spread.narrow(one, None, (), 80, 10))
    broad = text_of(spread.broad(one, None, (), (), 120, 24))
    for name in NAMES[1:players]:
        assert name[:7] in narrow
        assert name[:7] in broad
    assert 10 == len(narrow.split("\n"))
    assert len(broad.split("\n")) <= 24
