"""The box with the points so far."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated


@pytest.fixture(scope="module", params=[3, 7])
def late(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Seated]:
    """Ann, in age III."""
    seated = Seated(tmp_path_factory.mktemp("late"), request.param)
    seated.stack.base = FakeScreen(seated.stack)
    seated.go_on_to(3, 2)
    yield seated
    seated.close()


@pytest.fixture
def seated(late: Seated) -> Seated:
    """Ann there, looking at the points. The last test plays on."""
    late.stack.overlays.clear()
    late.stack.act("scores")
    return late


def table(seated: Seated, width: int = 80, height: int = 24) -> list[list[str]]:
    rows = [row.strip(".") for row in seated.look(width, height).split("\n")]
    return [row[1:-1].split() for row in rows if row.startswith("│")]


def test_the_sheet_is_that_of_the_rules(seated: Seated) -> None:
    sight = seated.stack.known.sight
    assert sight is not None
    sheet = sight.state.score()
    head, *rows = table(seated)
    assert head == [sight.names[seat] for seat in sight.clockwise]
    for index, row in enumerate(rows[: len(sheet.categories)]):
        expected = [str(sheet.rows[seat][index]) for seat in sight.clockwise]
        assert row[1:] == expected
    assert rows[len(sheet.categories) - 1][0] == "total"


def test_strengths_are_compared_with_both_neighbours(seated: Seated) -> None:
    sight = seated.stack.known.sight
    assert sight is not None
    shields = [city.works.shields for city in sight.state.cities]
    rows = {row[0]: row for row in table(seated)[10:] if row}
    for seat, name in enumerate(sight.names):
        left, right = sight.left(seat), sight.right(seat)

        def score(other: int, mine: int = shields[seat]) -> str:
            return f"{mine}:{shields[other]}"

        tokens = [f"{token:+d}" for token in sight.state.cities[seat].tokens]
        assert rows[name] == [
            name,
            f"{shields[seat]}†",
            *("←", score(left), sight.names[left]),
            *("→", score(right), sight.names[right]),
            *tokens,
        ]


def test_names_lead_to_cities(seated: Seated) -> None:
    does = [part.does for row in seated.stack.draw(80, 24) for part in row]
    assert {f"city {seat}" for seat in range(len(seated.view.hands))} <= set(does)
    seated.stack.act("city 1")
    assert type(seated.stack.top).__name__ == "CityBox"


def test_when_the_game_is_over_they_are_the_points(seated: Seated) -> None:
    assert "─ Points, if the game ended now ─" in seated.look()
    seated.play_out()
    assert "─ Points ─" in seated.look()
