"""Which screen there is: by what is known, kept while it stays the same, and seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.terminal.bases import Bases, kind_of
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.terminal.screens.log import LogBox
from sealed_wonders.client.terminal.screens.waiting import Waiting
from tests.support.desks import Seated


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    seated = Seated(tmp_path)
    yield seated
    seated.close()


def bases_of(seated: Seated) -> Bases:
    return Bases(seated.desk, lambda: Waiting(seated.desk, lambda: "nothing yet"))


def shown(seated: Seated, bases: Bases) -> str:
    bases.put()
    return type(seated.desk.base).__name__


def test_screens_follow_a_game(seated: Seated) -> None:
    """From the lobby to the end."""
    bases = bases_of(seated)
    assert "Lobby" == shown(seated, bases)
    seated.begin()
    assert "Sides" == shown(seated, bases)
    seated.choose()
    kinds = [shown(seated, bases)]
    while seated.moves:
        seated.choose()
        kind = shown(seated, bases)
        if kind != kinds[-1]:
            kinds.append(kind)
    assert "Table" == kinds[0] == kinds[-1], "how the last turn ended is still shown"
    seated.parlour.clock.advance(5)
    kinds.append(shown(seated, bases))
    assert "End" == kinds[-1]
    assert {*kinds} <= {"Table", "Discard", "End"}


def test_with_programs_alone_there_is_no_lobby_to_be_seen(seated: Seated) -> None:
    """Nothing could be done in it, and it would be gone before it is read."""
    bases = bases_of(seated)
    bases.alone = True
    assert "Waiting" == shown(seated, bases)
    seated.begin()
    assert "Sides" == shown(seated, bases)


def test_nobody_who_sits_nowhere_sees_a_table(seated: Seated) -> None:
    """There is another screen for that, which may be another one later."""
    bases = bases_of(seated)
    seated.desk.known.news = None
    assert "find" == kind_of(seated.desk.known)
    assert "Waiting" == shown(seated, bases)
    other = Waiting(seated.desk, lambda: "still nothing")
    bases.begin_at(other)
    bases.put()
    assert seated.desk.base is other


def test_a_screen_stays_what_it_was_left(seated: Seated) -> None:
    """As long as it is the same kind of screen: its cursor is somebody's."""
    bases = bases_of(seated)
    seated.go_on_to(1, 2)
    bases.put()
    before = seated.desk.base
    seated.choose()
    bases.put()
    assert seated.desk.base is before


def test_a_new_question_is_seen(seated: Seated) -> None:
    """What shows the game goes away; what somebody is asked stays, and they are told."""
    bases = bases_of(seated)
    seated.go_on_to(1, 2)
    bases.put()
    desk = seated.desk
    log = LogBox(desk)
    desk.open(log)
    bases.put()
    assert [log] == desk.overlays, "it is no new question"
    seated.choose()
    bases.put()
    assert [] == desk.overlays
    question = Confirm(desk, "Leave?", lambda: None)
    desk.open(question)
    seated.choose()
    bases.put()
    assert [question] == desk.overlays
    assert "It is your turn to choose." in seated.look()
