"""Keys that come before anybody can have seen what they would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_twisted

from sealed_wonders.client.terminal.bases import Bases
from sealed_wonders.client.terminal.haste import PATIENCE, Haste
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.terminal.screens.table import Table
from tests.support.desks import Seated
from tests.support.screens import Stage, glass


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """A game in which ann is asked for her card of the second turn."""
    seated = Seated(tmp_path)
    seated.go_on_to(1, 2)
    yield seated
    seated.close()


def looked_at(seated: Seated) -> Haste:
    """Give what has seen the question that is there."""
    haste = Haste(seated.desk)
    haste.drawn()
    seated.parlour.clock.advance(PATIENCE)
    return haste


def test_what_was_looked_at_is_answered_at_once(seated: Seated) -> None:
    """However often it was drawn meanwhile."""
    haste = looked_at(seated)
    haste.drawn()
    assert not haste.is_too_soon("build")


@pytest.mark.parametrize("action", ["enter", "build", "stage", "sell", "side 1"])
def test_another_hand_is_not_answered_by_what_was_meant_for_the_last(
    seated: Seated, action: str
) -> None:
    """Neither before it is drawn nor in the moment afterwards; one may go about in it."""
    haste = looked_at(seated)
    seated.choose()
    assert haste.is_too_soon(action)
    haste.drawn()
    assert haste.is_too_soon(action)
    assert not haste.is_too_soon("left")
    seated.parlour.clock.advance(PATIENCE)
    assert not haste.is_too_soon(action)


def test_a_box_that_lies_on_it_is_answered(seated: Seated) -> None:
    """It was there before."""
    haste = looked_at(seated)
    seated.desk.open(HelpBox(seated.desk, Table(seated.desk)))
    seated.choose()
    assert not haste.is_too_soon("enter")


def test_terms_that_have_changed_are_not_agreed_to(tmp_path: Path) -> None:
    """A host may send others just when somebody says that they are ready."""
    seated = Seated(tmp_path)
    haste = looked_at(seated)
    assert not haste.is_too_soon("ready")
    known = seated.desk.known
    assert known.news is not None
    options = [
        (name, 1 if name == "turn_time" else value)
        for name, value in known.news.options
    ]
    known.news = replace(known.news, options=tuple(options))
    assert haste.is_too_soon("ready")
    assert haste.is_too_soon("enter")
    seated.close()


def test_the_table_code_is_taken_away_by_no_key_that_was_pressed_before(
    seated: Seated,
) -> None:
    """Whatever key it is."""
    haste = looked_at(seated)
    seated.desk.known.code_read = False
    assert haste.is_too_soon("left")
    haste.drawn()
    assert haste.is_too_soon("left")
    seated.parlour.clock.advance(PATIENCE)
    assert not haste.is_too_soon("left")


def test_what_a_terminal_was_too_small_for_is_not_answered(seated: Seated) -> None:
    """Until there was room for it, and time to look."""
    haste = looked_at(seated)
    seated.desk.base = Table(seated.desk)
    seated.choose()
    for size, too_soon in (((79, 24), True), ((80, 24), False)):
        seated.desk.draw(*size)
        haste.drawn()
        seated.parlour.clock.advance(PATIENCE)
        assert too_soon == haste.is_too_soon("enter")


@pytest_twisted.ensureDeferred
async def test_it_is_said_and_nothing_done(seated: Seated) -> None:
    """Until the key is pressed again, by somebody who has looked."""
    bases = Bases(seated.desk, lambda: Table(seated.desk))
    with glass() as (keys, output):
        stage = Stage(
            seated.desk, keys, output, Path(), rebase=bases.put, patience=PATIENCE
        )
        await stage.type("s")
        table = seated.desk.base
        assert isinstance(table, Table)
        assert table.laid is None
        assert "only just come up" in await stage.look()
        seated.parlour.clock.advance(PATIENCE)
        await stage.type("s")
        assert table.laid is not None
        await stage.app.close()
        await stage.ended
