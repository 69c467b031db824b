"""The box about one card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.net import words
from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seated]:
    words.use("en")
    seated = Seated(tmp_path_factory.mktemp("card"))
    seated.stack.base = FakeScreen(seated.stack)
    seated.go_on_to(2, 3)
    yield seated
    seated.close()


@pytest.fixture
def seated(table: Seated) -> Iterator[Seated]:
    """Ann, with a hand of age II."""
    yield table
    table.stack.overlays.clear()


def show(seated: Seated, name: str) -> str:
    """Look at any card."""
    seated.stack.open(CardBox(seated.stack, catalog().buildings_by_id[name]))
    return seated.look()


def inside(seen: str) -> list[str]:
    """Give what stands in the frame, from the label on."""
    rows = [row.strip(".") for row in seen.split("\n")]
    return [row[1:-1].strip() for row in rows if row.startswith("│")]


def test_a_card_is_told_in_signs_and_words(seated: Seated) -> None:
    seen = show(seated, "library")
    assert "─ ♣ Library ─" in seen
    rows = [" ".join(row.split()) for row in inside(seen)]
    assert rows[:6] == [
        "colour ♣ green, age 2",
        "cost SSL",
        "2 stone, 1 loom",
        "effect ▤ tablet",
        "science: tablet",
        "free with Scriptorium",
    ]
    assert rows[6].startswith("makes free ")
    assert "Senate and University" in rows[6]
    assert (
        "copies One copy is added at each of these player counts: 3+ and 6+. 1 copy "
        "is in this game."
    ) in " ".join(rows)


def test_who_has_built_it_is_told(seated: Seated) -> None:
    sight = seated.stack.known.sight
    assert sight is not None
    left = sight.left(sight.viewpoint)
    card = sight.state.cities[left].buildings[0]
    rows = inside(show(seated, card.id))
    [built] = [row for row in rows if row.startswith("built by")]
    assert sight.names[left] in built


def test_it_says_what_it_takes_to_build_it_now(seated: Seated) -> None:
    view = seated.view
    for held in view.hand:
        seated.stack.overlays.clear()
        rows = inside(show(seated, held.face.id))
        [now] = [row for row in rows if row.startswith("now")]
        assert held.quote is not None
        assert ("✓" in now) is (held.quote.refusal is None)


def test_left_and_right_go_through_the_hand(seated: Seated) -> None:
    names = list(dict.fromkeys(one.face for one in seated.view.hand))
    seated.stack.act("details")
    box = seated.stack.top
    assert isinstance(box, CardBox)
    for key, order in (("right", names), ("left", [names[0], *names[:0:-1]])):
        for card in order:
            assert box.card is card
            seated.stack.act(key)
        assert box.card is names[0]


def test_from_any_other_card_one_comes_to_the_hand(seated: Seated) -> None:
    show(seated, "altar")
    box = seated.stack.top
    assert isinstance(box, CardBox)
    seated.stack.act("right")
    assert box.card is seated.view.hand[0].face


def test_a_card_in_a_hand_we_have_seen_says_whose(seated: Seated) -> None:
    known = seated.stack.known
    assert known.notes is not None
    assert known.sight is not None
    told = 0
    for one in known.notes.hands(known.sight.state):
        if one.holder == known.viewpoint:
            continue
        for number in one.sure:
            card = catalog().building(number)
            assert card is not None
            seated.stack.overlays.clear()
            rows = inside(show(seated, card.id))
            said = f"in {known.names[one.holder]}'s hand"
            assert any(said in row for row in rows)
            told += 1
    assert told


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_card_of_the_game_can_be_looked_at(seated: Seated, language: str) -> None:
    words.use(language)
    for card in catalog().buildings:
        seated.stack.overlays.clear()
        seen = show(seated, card.id)
        assert f" {describe.name(card)} ─" in seen
        assert "up" not in seated.stack.top.actions, "it is all there at once"
