"""The box about one card."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sealed_wonders.client.signs.draw import Room, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.wonders.screens.card import CardBox
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.net import words
from tests.support.stacks import Seated


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    words.use("en")
    seated = Seated(tmp_path_factory.mktemp("card"), settings=Settings(reveal=0))
    seated.stack.base = GameTable(seated.stack)
    seated.play_until_turn(2, 3)
    return seated


@pytest.fixture
def seated(table: Seated) -> Iterator[Seated]:
    """Yield Ann with a hand of age II."""
    for action in ("back", "first"):
        table.stack.act(action)
    yield table
    table.stack.overlays.clear()


def on_table(seated: Seated) -> GameTable:
    base = seated.stack.base
    assert isinstance(base, GameTable)
    return base


def show(seated: Seated, name: str) -> str:
    """Open the box of a card, and return its text."""
    box = CardBox(seated.stack, catalog().buildings_by_id[name])
    seated.stack.open(box)
    return text_of(box.draw(Room(80, 22, UNICODE)))


def inside(seen: str) -> list[str]:
    """Return the rows inside the frame, from their labels on."""
    rows = seen.split("\n")
    return [row[1:-1].strip() for row in rows if row.startswith("│")]


def test_a_card_is_described_in_symbols_and_words(seated: Seated) -> None:
    seen = show(seated, "library")
    assert "─ ♣ Library ─" in seen
    rows = [" ".join(row.split()) for row in inside(seen)]
    worth = next(at for at, row in enumerate(rows) if row.startswith("worth "))
    assert "the square of how many" in rows[worth]
    assert "Each set of all three is worth 7" in " ".join(rows[worth : worth + 3])
    del rows[worth : worth + 3]
    assert rows[:6] == [
        "colour ♣ green, age 2",
        "cost SSL",
        "2 stone, 1 loom",
        "effect ▤",
        "science: tablet",
        "free with Scriptorium",
    ]
    assert rows[6].startswith("makes free ")
    assert "Senate and University" in rows[6]
    assert "copies 1 copy in this game." in " ".join(rows)


def test_the_box_names_who_has_built_the_card(seated: Seated) -> None:
    sight = seated.sight
    left = sight.left(sight.viewpoint)
    card = sight.state.cities[left].buildings[0]
    rows = inside(show(seated, card.id))
    [built] = [row for row in rows if row.startswith("built by")]
    assert sight.names[left] in built


def test_a_digit_shows_the_card_with_that_number(seated: Seated) -> None:
    """The cursor goes there, too. A number that is too high does nothing."""
    table = on_table(seated)
    seated.stack.act("details")
    box = seated.stack.top
    assert isinstance(box, CardBox)
    for place, card in enumerate(table.faces, start=1):
        assert seated.stack.act(f"digit {place}")
        assert box.card is card is table.building
    assert not seated.stack.act("digit 9")
    assert box.card is table.faces[-1]


def test_a_card_outside_the_hand_cannot_be_used(seated: Seated) -> None:
    """Right leads from it to the hand."""
    show(seated, "altar")
    box = seated.stack.top
    assert isinstance(box, CardBox)
    assert not {"build", "stage", "sell"} & {*box.actions}
    for action in ("build", "stage", "sell"):
        seated.stack.act(action)
        assert seated.stack.top is box
    assert on_table(seated).laid is None
    seated.stack.act("right")
    assert box.card is on_table(seated).faces[0]


def test_every_way_to_pay_is_listed_cheapest_first(seated: Seated) -> None:
    dear = [
        one
        for one in seated.view.hand
        if one.quote is not None and len(one.quote.splits) > 1
    ]
    for held in dear:
        assert held.quote is not None
        seated.stack.overlays.clear()
        rows = inside(show(seated, held.face.id))
        now = next(at for at, row in enumerate(rows) if row.startswith("now"))
        ways = rows[now + 1 : now + 1 + len(held.quote.splits)]
        paid = [sum(map(int, re.findall(r"(\d+)¤", way))) for way in ways]
        assert paid == sorted(map(sum, held.quote.splits))
    assert dear


def test_a_card_that_we_have_seen_in_a_hand_names_the_holder(seated: Seated) -> None:
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
def test_every_card_of_the_game_fits_in_its_box(seated: Seated, language: str) -> None:
    words.use(language)
    for card in catalog().buildings:
        seated.stack.overlays.clear()
        seen = show(seated, card.id)
        assert f" {describe.name(card)} ─" in seen
        assert "up" not in seated.stack.top.actions, "nothing has to be scrolled"
