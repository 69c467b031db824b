"""Laying a choice down, and taking it back until it is sealed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.laying import Laying
from tests.support.stacks import Seated


@pytest.fixture
def seated(seated: Seated) -> Seated:
    """Return Ann, who is to choose the side of her board."""
    seated.begin()
    return seated


def looks(laying: Laying, width: int = 80) -> str:
    return text_of([laying.row(width)])


def test_enter_seals_the_choice_that_is_laid_down(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, _night = seated.menu.uses
    assert "" == looks(laying)

    laying.lay([day])
    assert "▷ The day side  Enter seals it  Esc takes it back" == looks(laying)
    long = replace(day, whole="a wonder of " + "words " * 40)
    laying.lay([long])
    assert all(len(line) <= 80 for line in looks(laying).split("\n"))
    assert "takes it back" in looks(laying)
    laying.lay([day])
    assert seated.stack.known.asked

    assert laying.act("enter")
    assert laying.laid is None
    assert not seated.stack.known.asked
    assert "▣ Sealed and sent: the day side." == looks(laying)
    laying.lay([day])
    assert laying.laid is None, "there is no question"


def test_a_choice_that_is_laid_down_can_be_taken_back_once(seated: Seated) -> None:
    laying = Laying(seated.stack)
    day, night = seated.menu.uses
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
    """The person knows the selected one, because it is what a timeout would seal."""
    laying, person = Laying(seated.stack), seated.human.person
    day, night = seated.menu.uses
    laying.lay([day, night])
    assert day == laying.laid == person.lies
    for action, at in [
        *(("down", night), ("down", day), ("up", night), ("digit 1", day)),
        ("way 2", night),
    ]:
        assert laying.act(action)
        assert at == laying.laid == person.lies
    assert not laying.act("way 3")
    assert not laying.act("digit 0")
    assert night == laying.laid
    laying.take_back()
    assert person.lies is None
    laying.lay([night])
    laying.seal()
    assert person.lies is None


def test_a_choice_disappears_when_another_question_is_asked(seated: Seated) -> None:
    laying = Laying(seated.stack)
    laying.lay(seated.menu.uses[:1])
    seated.choose()  # not through the screen
    assert seated.stack.known.asked, "the question is that of the first turn"
    assert laying.laid is None
    assert "" == looks(laying)


def test_without_confirmation_a_single_choice_is_sealed_at_once(seated: Seated) -> None:
    seated.stack.settings = replace(Settings(), confirm=False)
    laying = Laying(seated.stack)
    day, night = seated.menu.uses
    laying.lay([day, night])
    assert seated.stack.known.asked, "there is still something to choose"
    laying.take_back()
    laying.lay([day])
    assert not seated.stack.known.asked
