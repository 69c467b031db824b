"""Leaving on a page: one question where only bots are left, and what to type to play again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.program import ENDS_AT_START, typed
from sealed_wonders.host.offer import choices
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
        typed("play", "--help"),
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


# Another game.


@pytest.fixture
def over(seat: SeatPages) -> Page:
    """A page of a game that is over, at a host that lets options be chosen."""
    page = seat.begin()
    while "end" not in page:
        page.choose(seat.best(page))
    known = seat.human.person.known
    known.terms = structs.replace(known.terms, choose=tuple(choices()))
    seat.face.changed()
    seat.settle()
    return page.read()


def option(page: Page, name: str) -> dict[str, object]:
    found: dict[str, object] = next(
        it for it in page["options"]["choices"] if it["name"] == name
    )
    return found


@pytest.fixture
def wished(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The wishes with which another game was begun."""
    found: list[dict[str, object]] = []
    monkeypatch.setattr(
        Person, "play_again", lambda it, some=(): found.append({**dict(some)})
    )
    return found


def test_options_of_another_game_are_there_once_a_game_is_over(seat: SeatPages) -> None:
    page = seat.begin()
    assert "options" not in page
    assert page.post("option", text="game", at=1) == 400


def test_another_game_begins_with_the_options_that_were_chosen(
    over: Page, wished: list[dict[str, object]]
) -> None:
    """The same game, where nothing was changed; no other option or value can be posted."""
    for posted in (
        {},
        {"text": "game"},
        {"text": "game", "at": -1},
        {"text": "game", "at": 99},
        {"text": "game", "at": True},
        {"text": "suite", "at": 0},
    ):
        assert over.post("option", **posted) == 400, posted
    over.post("rematch")
    assert wished == [{}]
    assert over["options"]["learn"][1] == typed("learn", "--browser")
    for label, key, wish in (
        ("xpansion", "with", "leaders"),
        ("game", "game", "architects"),
    ):
        choices = over["options"]["choices"]
        name = next(it["name"] for it in choices if label in it["label"].lower())
        assert option(over, name)["at"] == 0
        over.post("option", text=name, at=1)
        assert option(over, name)["at"] == 1
        over.post("rematch")
        assert wish in str(wished[-1][key])


def test_alone_no_seat_of_another_game_is_left_for_people(
    seat: SeatPages, over: Page, wished: list[dict[str, object]]
) -> None:
    seat.human.person.known.is_private = True
    over.post("option", text="bots", at=4)
    assert "players" not in {it["name"] for it in over["options"]["choices"]}
    over.post("rematch")
    assert (wished[0]["bots"], wished[0]["seats"]) == (6, 7)


def test_a_guest_can_neither_choose_options_nor_begin_anything_else(
    seat: SeatPages,
    over: Page,
    wished: list[dict[str, object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever a guest's page posts, a rematch at the same table is all that begins."""
    over.post("option", text="game", at=1)
    monkeypatch.setattr(type(seat.human.person), "is_guest", True)
    assert over.post("option", text="game", at=1) == 400
    assert "options" not in Page(seat)
    for do in ("play", "learn", "host", "new", "begin"):
        assert over.post(do) == 400
    over.post("rematch")
    assert wished == [{}]
