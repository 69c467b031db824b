"""Laying a choice down, and taking it back until it is sealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.laying import Laying
from sealed_wonders.client.words.draw import text_of
from sealed_wonders.client.words.menu import MenuMove
from tests.support.stacks import Seated


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Ann, asked for the side of her board."""
    seated = Seated(tmp_path)
    seated.begin()
    yield seated
    seated.close()


def uses(seated: Seated) -> tuple[MenuMove, ...]:
    menu = seated.stack.known.menu
    assert menu is not None
    return menu.uses


def looks(laying: Laying, width: int = 80) -> str:
    return text_of([laying.row(width)])


def test_what_is_laid_down_is_sealed_by_enter_alone(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, _night = uses(seated)
    assert "" == looks(laying)

    laying.lay([day])
    assert "▷ The day side  Enter seals it  Esc takes it back" == looks(laying)
    assert seated.stack.known.asked

    assert laying.act("enter")
    assert laying.laid is None
    assert not seated.stack.known.asked
    assert "▣ Sealed and sent: the day side." == looks(laying)


def test_what_is_laid_down_can_be_taken_back_once(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, night = uses(seated)
    laying.lay([day])
    assert laying.act("back")
    assert laying.laid is None
    assert not laying.act("back"), "it means something else now"
    assert not laying.act("enter")
    assert seated.stack.known.asked

    laying.lay([night])
    laying.act("enter")
    assert "▣ Sealed and sent: the night side." == looks(laying)


def test_ways_are_chosen_by_arrows_numbers_and_clicks(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, night = uses(seated)
    laying.lay([day, night])
    assert day == laying.laid
    for action, at in [("down", night), ("down", day), ("up", night), ("digit 1", day)]:
        assert laying.act(action)
        assert at == laying.laid
    assert laying.act("way 2")
    assert night == laying.laid
    assert not laying.act("way 3")
    assert not laying.act("digit 0")
    assert night == laying.laid


def test_a_person_knows_what_lies_there(seated: Seated) -> None:
    """It is what is sealed when time is out."""
    laying, person = Laying(seated.stack), seated.human.person
    day, night = uses(seated)
    laying.lay([day, night])
    assert day == person.lies
    laying.act("down")
    assert night == person.lies
    laying.act("way 1")
    assert day == person.lies
    laying.take_back()
    assert person.lies is None
    laying.lay([night])
    laying.seal()
    assert person.lies is None


def test_a_choice_is_gone_when_another_question_is_asked(seated: Seated) -> None:
    laying = Laying(seated.stack)
    laying.lay(uses(seated)[:1])
    seated.choose()  # by another way than the screen
    assert seated.stack.known.asked, "the first turn"
    assert laying.laid is None
    assert "" == looks(laying)


def test_whoever_does_not_want_to_be_asked_seals_at_once(seated: Seated) -> None:
    seated.stack.settings = replace(Settings(), confirm=False)
    laying = Laying(seated.stack)
    day, night = uses(seated)
    laying.lay([day, night])
    assert seated.stack.known.asked, "there is still something to choose"
    laying.take_back()
    laying.lay([day])
    assert not seated.stack.known.asked


def test_nothing_is_laid_down_where_nothing_is_asked(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, night = uses(seated)
    laying.lay([day])
    laying.act("enter")
    seated.stack.known.asked = False
    laying.lay([night])
    assert laying.laid is None


def test_a_row_is_never_wider_than_there_is_room(seated: Seated) -> None:
    laying = Laying(seated.stack)
    long = replace(uses(seated)[0], whole="a wonder of " + "words " * 40)
    laying.lay([long, long])
    for width in (80, 120):
        assert all(len(line) <= width for line in looks(laying, width).split("\n"))
        assert "takes it back" in looks(laying, width)
