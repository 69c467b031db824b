"""The twelve words of a seat: who sees them, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.person import seatwords
from sealed_wonders.client.tablewords.unavailable import no_seat_words
from tests.support.evening import SIZES, Evening

SEED = bytes(range(16))
SECRET = "expire"
"""One of the words of that seed."""

WORDS = "abandon amount liar amount expire adjust cage candy arch gather drum buyer"


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    made = Evening(tmp_path)
    for human in (made.ann, made.bob):
        human.store.begin(SEED)
    return made


def test_in_line_mode_a_warning_precedes_the_words(table: Evening) -> None:
    """The terminal keeps what it has shown; the narration doesn't contain the words."""
    asked = table.type(table.bob, "words")
    assert "Write the words on paper, and show them to nobody." in asked
    assert "Terminals keep what they have shown. To" in asked
    assert "rejoin HOST" in asked
    assert SECRET not in asked
    shown = table.bob.type("words show")
    assert 3 == len(shown)
    assert f" 5 {SECRET} " in shown[1]
    told = "".join(it.line for it in table.bob.person.known.narration)
    assert SECRET not in told


def test_on_a_screen_the_words_appear_only_in_a_box(table: Evening) -> None:
    """
    The box shows all the words and leaves nothing behind when it is closed. The typed
    command opens the box as well, so the words aren't kept with earlier answers.
    """
    for size in SIZES:
        table.screen.press("words")
        drawn = table.screen.read("words", *size)
        assert [it for it in WORDS.split() if it not in drawn] == []
        assert seatwords.means("")[1] in drawn
        assert SECRET not in table.screen.press("words")
        assert [] == table.screen.boxes("words")
    table.screen.press("command")
    table.screen.stack.typed("words")
    assert [] != table.screen.boxes("words")


def test_without_a_seed_or_a_game_there_are_no_words(table: Evening) -> None:
    assert no_seat_words() == table.type(table.cleo, "words")
    table.ann.person.stop()
    assert no_seat_words() in table.screen.press("words")
