"""The box about a city."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.terminal.wonders.screens.city import CityBox
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.net import words
from tests.support.fakescreen import FakeScreen
from tests.support.scenes import At
from tests.support.stacks import Seated

SEATS = 6


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    words.use("en")
    seated = Seated(tmp_path_factory.mktemp("city"), SEATS)
    seated.stack.base = FakeScreen(seated.stack)
    seated.begin()
    while (seated.view.age, seated.view.turn) != (2, 5):
        stages = [move for move in seated.moves if move.text.startswith("stage")]
        seated.choose(stages[0] if stages else None)
    return seated


@pytest.fixture
def seated(table: Seated) -> Iterator[Seated]:
    """Yield Ann in the middle of a game of six, with stages built."""
    yield table
    table.stack.overlays.clear()


def box(seated: Seated) -> CityBox:
    top = seated.stack.top
    assert isinstance(top, CityBox)
    return top


def test_only_the_owner_sees_which_cards_are_under_the_stages(seated: Seated) -> None:
    sight = seated.sight
    told = 0
    for seat, city in enumerate(sight.state.cities):
        seated.stack.overlays.clear()
        seated.stack.act(f"city {seat}")
        under = seated.look(120, 40).count("under it")
        assert under == (len(city.stages) if seat == sight.viewpoint else 0)
        told += under
    assert told


def test_each_city_begins_at_its_top_and_can_be_opened_by_a_click(
    seated: Seated,
) -> None:
    seated.stack.act("cities")
    seated.look()
    seated.stack.act("last")
    seated.stack.act("left")
    assert " 1 ▰" in seated.look() or " 1 ▱" in seated.look()
    assert "coins" in seated.look()
    seated.stack.act("back")
    seated.stack.act("cities")
    does = [part.does for row in seated.stack.draw(80, 24) for part in row]
    for seat in range(SEATS):
        assert f"city {seat}" in does
        seated.stack.act(f"city {seat}")
        assert box(seated).seat == seat
        assert len(seated.stack.overlays) == 1


def test_details_go_through_the_cards_of_the_city(seated: Seated) -> None:
    """They don't go through our own hand. The same key returns to the city."""
    stack = seated.stack
    stack.act("cities")
    city = box(seated)
    cards = city.cards()
    assert cards
    stack.act("details")
    for card in (*cards, cards[0]):
        assert f" {describe.name(card)} ─" in seated.look()
        assert isinstance(stack.top, CardBox)
        assert stack.top.card is card
        assert not {"build", "stage", "sell"} & set(stack.top.actions)
        stack.act("right")
    stack.act("details")
    assert stack.top is city


def test_a_power_used_up_in_this_age_is_marked(at: At) -> None:
    """
    It is marked beside the city and in its box, but not while a payment is laid down
    instead.
    """
    play = at("power")
    play.act("digit 1", "build")
    assert " used " not in text_of(play.draw())
    play.act("down", "enter", "back")
    assert " used " in text_of(play.draw())
    play.act("cities", "right")
    assert "free (already used this age)" in " ".join(text_of(play.draw()).split())
