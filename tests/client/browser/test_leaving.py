"""Leaving on a page: one question where only bots are left, and what to type to play again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.program import ENDS_AT_START, typed
from tests.support.browserseats import Page, SeatPages


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[SeatPages]:
    made = SeatPages(tmp_path)
    yield made
    made.close()


def alone(seat: SeatPages, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it a table of one's own, where bots have all other seats."""
    person = seat.human.person
    monkeypatch.setattr(type(person.known), "is_among_bots", True)
    person.back = typed("play", "--browser")
    person.leaving.gives_up = lambda: None


def ended(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.read()["ended"]["further"]
    return found


def test_leaving_bots_is_one_question_with_two_buttons(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = seat.begin()
    alone(seat, monkeypatch)
    page.post("press", text="quit")
    dialog = page["dialog"]
    assert dialog["title"] == "Leave the game?"
    assert [it["word"] for it in dialog["answers"]] == ["leave", "stay"]
    assert dialog["ways"] == []
    assert [it["text"] for it in dialog["lines"]] == [
        "Your game is kept. To come back, type:",
        seat.human.person.back,
    ]
    page.post("answer", ticket=dialog["ticket"], text="back")
    assert "dialog" not in page
    assert not seat.human.person.over
    page.post("press", text="quit")
    page.post("answer", ticket=page["dialog"]["ticket"], text="enter")
    assert seat.human.person.over
    assert not seat.human.person.leaving.for_good, "the game can be resumed"


def test_leaving_people_still_offers_every_way(seat: SeatPages) -> None:
    page = seat.begin()
    seat.human.person.leaving.gives_up = lambda: None
    page.post("press", text="quit")
    assert len(page["dialog"]["ways"]) > 1


def test_a_page_that_was_left_says_what_to_type_to_play_again(seat: SeatPages) -> None:
    page = seat.begin()
    seat.face.end("")
    commands = [it for _said, it in ended(page)]
    assert commands == [
        typed("play", "--browser", "--new"),
        typed("play", "--browser", "--new", "--with", "leaders"),
        typed("learn", "--browser"),
    ]
    assert ended(Page(seat)) == ended(page), "a page that is opened later says the same"


def test_a_page_leads_to_the_start_screen_that_comes_next(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENDS_AT_START, "1")
    page = seat.begin()
    seat.face.end("")
    ((said, command),) = ended(page)
    assert "start screen" in said
    assert not command


def test_a_guest_gets_no_command_for_a_machine_that_isnt_theirs(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = seat.begin()
    monkeypatch.setattr(type(seat.human.person), "is_guest", True)
    seat.face.end("")
    assert ended(page) == []
