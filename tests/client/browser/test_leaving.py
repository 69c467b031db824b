"""Leaving on a page: a question if only bots remain, and the command to play again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.program import ENDS_AT_START, typed
from sealed_wonders.host.offer import choices
from tests.support.browserseats import Page, SeatPages


@pytest.fixture
def seat(tmp_path: Path) -> SeatPages:
    return SeatPages(tmp_path)


def make_everybody_else_a_bot(seat: SeatPages, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn this into the player's own table, at which bots have all the other seats."""
    person = seat.human.person
    monkeypatch.setattr(type(person.known), "is_among_bots", True)
    person.back = typed("play", "--browser")
    person.leaving.gives_up = lambda: None


def commands_after_the_end(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.read()["ended"]["further"]
    return found


def test_leaving_bots_is_one_question_with_two_buttons(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = seat.begin()
    make_everybody_else_a_bot(seat, monkeypatch)
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


def test_leaving_a_table_of_people_offers_several_ways(seat: SeatPages) -> None:
    page = seat.begin()
    seat.human.person.leaving.gives_up = lambda: None
    page.post("press", text="quit")
    assert len(page["dialog"]["ways"]) > 1


def test_an_ended_page_shows_the_commands_to_play_again(seat: SeatPages) -> None:
    page = seat.begin()
    seat.face.end("")
    commands = [it for _said, it in commands_after_the_end(page)]
    assert commands == [
        typed("play", "--browser", "--new"),
        typed("play", "--help"),
        typed("learn", "--browser"),
    ]
    assert commands_after_the_end(Page(seat)) == commands_after_the_end(page), (
        "a page that is opened later says the same"
    )


def test_an_ended_page_mentions_the_start_screen_that_comes_next(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENDS_AT_START, "1")
    page = seat.begin()
    seat.face.end("")
    ((said, command),) = commands_after_the_end(page)
    assert "start screen" in said
    assert not command


def test_an_ended_page_of_a_guest_shows_no_commands(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = seat.begin()
    monkeypatch.setattr(type(seat.human.person), "is_guest", True)
    seat.face.end("")
    assert commands_after_the_end(page) == []


# Rematches.


@pytest.fixture
def finished_page(seat: SeatPages) -> Page:
    """Return the page of a finished game on a host that lets players choose options."""
    page = seat.begin()
    while "end" not in page:
        page.choose(seat.best(page))
    known = seat.human.person.known
    known.terms = structs.replace(known.terms, choose=tuple(choices()))
    seat.face.changed()
    seat.settle()
    return page.read()


def option_named(page: Page, name: str) -> dict[str, object]:
    found: dict[str, object] = next(
        it for it in page["options"]["choices"] if it["name"] == name
    )
    return found


@pytest.fixture
def wishes(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The wishes with which a rematch was begun, in order."""
    found: list[dict[str, object]] = []
    monkeypatch.setattr(
        Person, "play_again", lambda it, some=(): found.append({**dict(some)})
    )
    return found


def test_options_for_a_rematch_are_unavailable_during_a_game(seat: SeatPages) -> None:
    page = seat.begin()
    assert "options" not in page
    assert page.post("option", text="game", at=1) == 400


def test_a_rematch_begins_with_the_chosen_options(
    finished_page: Page, wishes: list[dict[str, object]]
) -> None:
    """Without a change it is the same game. Other options or values can't be posted."""
    for posted in (
        {},
        {"text": "game"},
        {"text": "game", "at": -1},
        {"text": "game", "at": 99},
        {"text": "game", "at": True},
        {"text": "suite", "at": 0},
    ):
        assert finished_page.post("option", **posted) == 400, posted
    finished_page.post("rematch")
    assert wishes == [{}]
    assert finished_page["options"]["learn"][1] == typed("learn", "--browser")
    for label, key, wish in (
        ("xpansion", "with", "leaders"),
        ("game", "game", "architects"),
    ):
        choices = finished_page["options"]["choices"]
        name = next(it["name"] for it in choices if label in it["label"].lower())
        assert option_named(finished_page, name)["at"] == 0
        finished_page.post("option", text=name, at=1)
        assert option_named(finished_page, name)["at"] == 1
        finished_page.post("rematch")
        assert wish in str(wishes[-1][key])


def test_in_a_private_rematch_bots_take_all_the_other_seats(
    seat: SeatPages, finished_page: Page, wishes: list[dict[str, object]]
) -> None:
    seat.human.person.known.is_private = True
    finished_page.post("option", text="bots", at=4)
    assert "players" not in {it["name"] for it in finished_page["options"]["choices"]}
    finished_page.post("rematch")
    assert (wishes[0]["bots"], wishes[0]["seats"]) == (6, 7)


def test_a_guest_can_begin_nothing_but_a_plain_rematch(
    seat: SeatPages,
    finished_page: Page,
    wishes: list[dict[str, object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds whatever a guest's page posts."""
    finished_page.post("option", text="game", at=1)
    monkeypatch.setattr(type(seat.human.person), "is_guest", True)
    assert finished_page.post("option", text="game", at=1) == 400
    assert "options" not in Page(seat)
    for do in ("play", "learn", "host", "new", "begin"):
        assert finished_page.post(do) == 400
    finished_page.post("rematch")
    assert wishes == [{}]
