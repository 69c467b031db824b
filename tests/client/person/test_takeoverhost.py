"""Continuing a table on this machine: what people read, type and press."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.person import takeoverhost
from sealed_wonders.client.person.takeoverhost import HERE_PATIENCE
from sealed_wonders.client.words.draw import text_of
from sealed_wonders.net.invitations import Invitation
from tests.support.evening import Four

INVITED = (Invitation("192.0.2.5#" + "70" * 16),)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Four]:
    made = Four(tmp_path)
    for human in made.people:
        human.can_host = True
    yield made
    made.host.close()


def lose(evening: Four, seconds: float = HERE_PATIENCE) -> None:
    """Let everybody lose the host."""
    for human in evening.people:
        human.disconnect()
    evening.host.clock.advance(seconds)


def box(evening: Four) -> str:
    """Give what the box on top says."""
    rows = evening.stack.overlays[-1].rows(60, 40)  # type: ignore[attr-defined]
    return " ".join(text_of((row,)) for row in rows)


def test_in_lines_it_is_offered_after_a_while(evening: Four) -> None:
    """And a word does it; once, whatever is typed then."""
    dan = evening.dan
    lose(evening, HERE_PATIENCE - 1)
    dan.look()
    assert takeoverhost.not_now() in evening.type(dan, "here")
    evening.host.clock.advance(1)
    said = "\n".join(dan.look())
    assert takeoverhost.offered() in said
    assert "To continue here, type: here" in said
    assert "here" in dan.commands.words()
    assert "host the table on this machine" in evening.type(dan, "help")
    assert takeoverhost.starting() in evening.type(dan, "here")
    assert takeoverhost.not_now() in evening.type(dan, "here")
    assert 1 == dan.hosted
    assert "here" not in dan.commands.words()


def test_a_host_that_is_back_ends_the_offer(evening: Four) -> None:
    """Nobody is asked who has one again, nor whose program can't host."""
    dan, bob = evening.dan, evening.bob
    bob.can_host = False
    lose(evening)
    assert (True, False) == (dan.person.known.may_host, bob.person.known.may_host)
    bob.can_host = True
    evening.host.clock.advance(HERE_PATIENCE)
    assert bob.person.known.may_host
    for human in evening.people:
        human.connect()
    evening.host.settle()
    assert not dan.person.known.may_host
    assert takeoverhost.not_now() in evening.type(dan, "here")
    lose(evening, HERE_PATIENCE - 1)
    assert not dan.person.known.may_host


def test_at_the_screen_a_box_asks(evening: Four) -> None:
    """Enter does it; after a no the key for going on without somebody asks again."""
    lose(evening)
    assert "Continue here?" in evening.screen()
    assert takeoverhost.offered() in " ".join(box(evening).split())
    evening.screen.press("back")
    assert not evening.stack.overlays
    assert "Continue here?" in evening.screen.press("without")
    evening.screen.press("help")
    assert takeoverhost.means()[0] in " ".join(box(evening).split())
    evening.screen.press("help")
    evening.screen.press("enter")
    assert 1 == evening.ann.hosted
    assert takeoverhost.starting() in [
        it.line for it in evening.ann.person.known.narration
    ]


def test_the_box_goes_when_there_is_a_host(evening: Four) -> None:
    """Its question has no meaning any more."""
    lose(evening)
    evening.screen()
    assert ["here"] == [getattr(it, "name", "") for it in evening.stack.overlays]
    for human in evening.people:
        human.connect()
    evening.host.settle()
    evening.screen()
    assert [] == evening.stack.overlays


def test_what_became_of_it_is_told(evening: Four) -> None:
    """How others come here; or that there is no host, and it may be tried again."""
    dan = evening.dan
    lose(evening)
    dan.person.here.go_on()
    dan.person.here.failed("the host didn't start: no power")
    said = "\n".join(dan.look())
    assert "This machine can't take over the table: the host didn't start" in said
    assert dan.person.known.may_host
    dan.person.here.stands(INVITED)
    said = "\n".join(dan.look())
    assert "This machine now hosts the table." in said
    assert f"wonders join {INVITED[0].at}" in said
    assert (True, INVITED) == (dan.person.known.hosts, dan.person.known.invitations)
