"""How the machine that plays a lent seat is named during a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.browser import seatsections
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.screens.players import PlayersAround
from sealed_wonders.client.words.lodging import Lodging
from tests.support.evening import SIZES, Evening

LARGE = (140, 45)

BOB = Lodging("on ann's machine", "at ann's")


@pytest.fixture(params=["wonders", "architects"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    """Return a game of five in which Ann's machine lends Cleo her seat."""
    made = Evening(tmp_path, request.param, ("dan", "emil"), lent=("cleo",))
    if request.param == "wonders":
        made.choose(*made.people)  # a side of their boards
    return made


def test_the_machine_of_a_lent_seat_is_shown_beside_the_name(evening: Evening) -> None:
    """The box of the city and the page in the browser show it, too."""
    said = {"wonders": "cleo·at yours", "architects": "cleo (on your machine)"}
    assert said[evening.ann.person.known.game] in evening.screen(*LARGE)
    for size in SIZES:
        drawn = evening.screen(*size)
        assert "cleo·a" in drawn or said["architects"] in drawn
    evening.screen.stack.act(f"city {evening.ann.person.known.names.index('cleo')}")
    assert "on your machine" in evening.screen.flat(*LARGE)
    person = evening.bob.person
    lent = seatsections.of_person(person, lambda name: "", 0)["game"]["lent"]
    assert [
        "on ann's machine" if it == "cleo" else "" for it in person.known.names
    ] == lent


@pytest.mark.parametrize(
    ("width", "called"),
    [
        (30, "cleo (on ann's machine)"),
        (20, "cleo·at ann's"),
        (8, "cleo·at…"),
        (6, "cleo"),
        (3, "cl…"),
    ],
)
def test_the_machine_of_a_lent_seat_is_shortened_in_narrow_columns(
    width: int, called: str
) -> None:
    seen = PlayersAround(("ann", "cleo"), 0, UNICODE, lodgings={1: BOB})
    assert called == seen.called(1, width)
    assert "ann" == seen.called(0, width)
