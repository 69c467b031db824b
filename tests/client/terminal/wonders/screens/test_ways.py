"""The list of ways to pay for or play the card that is laid down."""

from __future__ import annotations

import pytest

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import measure, piece, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.laying import Laying
from sealed_wonders.client.terminal.wonders.screens import ways
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders import notation
from tests.support.agreed import agreed
from tests.support.stacks import Seated, Sit

WAYS = [f"stage left={n}" for n in range(1, 13)]


@pytest.fixture
def seated(sit: Sit) -> Seated:
    own = agreed(sides="day", expansions=("leaders", "edifice"))
    seated = sit(settings=Settings(reveal=0), own=own, seed="1/")
    seated.play_until_turn(1, 1)
    return seated


def around(seated: Seated) -> CityRing:
    known = seated.stack.known
    assert known.sight is not None
    cards = known.sight.state.rules.catalog
    return CityRing(known.names, known.ours, UNICODE, seated.view, cards)


def laid(seated: Seated, *texts: str) -> Laying:
    laying = Laying(seated.stack)
    laying.lay(
        [MenuMove(text, Move(text), notation.parse(text), text, text) for text in texts]
    )
    return laying


def drawn(seated: Seated, laying: Laying, height: int) -> list[str]:
    lying = CardItem(1, "Altar", (), "", ())
    box = ways.listed(around(seated), lying, laying, 60, height)
    assert len(box) <= height
    assert {60} == {measure(row) for row in box}
    return text_of(box).split("\n")


def test_the_chosen_way_is_visible_among_many(seated: Seated) -> None:
    laying = laid(seated, *WAYS)
    lines = drawn(seated, laying, 8)
    assert "─ Choose how to pay 1 of 12 ─" in lines[0]
    assert lines[1].startswith("│ ▷ 1  1¤ ← ")
    assert lines[6].rstrip(" │").endswith("↓"), "there are more"
    laying.act("up")
    lines = drawn(seated, laying, 8)
    assert "─ Choose how to pay 12 of 12 ─" in lines[0]
    assert lines[6].startswith("│ ▷ 12 12¤ ← ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stage bury=nero", "∩ Nero   own goods"),
        ("stage half=left", "own goods"),
        ("stage bury=caesar left=2", "∩ Caesar   2¤ ← "),
        ("stage", "own goods"),
    ],
)
def test_a_way_names_its_buried_leader_and_its_price(
    seated: Seated, text: str, said: str
) -> None:
    [line] = drawn(seated, laid(seated, text), 8)[1:-1]
    assert f"▷ 1  {said}" in line or line.rstrip(" │").endswith(said)


def test_pawns_and_edifices_are_named(seated: Seated) -> None:
    """A short list is shown whole."""
    edifices = [project.edifice for project in seated.view.projects]
    first, second, _third = (edifice.names["en"] for edifice in edifices)
    brings = text_of([faces.does(edifices[1], UNICODE)])
    lines = drawn(seated, laid(seated, "stage pawn=2", "stage join=1 bank=2"), 8)
    assert "─ Choose how to pay ─" in lines[0]
    assert f"▷ 1  ♙ 2, {second} ⇒ {brings}   own goods" in lines[1]
    assert f"  2  + ⌂ {first}   2¤ bank" in lines[2]


def test_a_wide_way_ends_with_its_price_or_with_a_mark(seated: Seated) -> None:
    texts = ("stage", "stage half=left bury=hatshepsut join=1 left=2 right=3 bank=6")
    lying, laying = CardItem(1, "Altar", (), "", ()), laid(seated, *texts)
    wide, narrow = (
        text_of(ways.listed(around(seated), lying, laying, width, 8)).split("\n")
        for width in (100, 60)
    )
    assert wide[2].endswith(" 6¤ bank │")
    assert narrow[2].endswith("… │")
    assert {len(wide[2])} == {measure((piece(line),)) for line in wide}


def test_a_long_choice_is_abbreviated_but_keeps_its_price(
    seated: Seated,
) -> None:
    text = "stage join=1 left=2 right=3 bank=6"
    use = MenuMove(text, Move(text), notation.parse(text), text, text)
    lying = CardItem(1, "East Trading Post", (), "", ())
    whole, brief, briefest = (
        text_of([ways.laid_down(around(seated), lying, use, width)])
        for width in (200, 79, 70)
    )
    assert whole.startswith("▷ Build wonder stage 1 with East Trading Post   + ⌂ ")
    assert brief.startswith("▷ Stage 1: East Trading Post   + ⌂ ")
    assert briefest.startswith("▷ Stage 1   + ⌂ ")
    assert whole.endswith(" 6¤ bank")
    assert brief.endswith(" 6¤ bank")
    assert briefest.endswith(" 6¤ bank")
    assert len(brief) <= 79
    assert len(briefest) <= 70
