"""Keys pressed before anybody can have seen what they would do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import pytest_twisted

from sealed_wonders.client.terminal.keyguard import PATIENCE, KeyGuard
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from tests.support.appharness import AppHarness, fake_terminal
from tests.support.stacks import Seated, Sit


@pytest.fixture
def seated(seated: Seated) -> Seated:
    """A game in which ann is asked for her card of the second turn."""
    seated.go_on_to(1, 2)
    return seated


def looked_at(seated: Seated) -> KeyGuard:
    """Give what has seen the question that is there."""
    guard = KeyGuard(seated.stack)
    guard.drawn()
    seated.host.clock.advance(PATIENCE)
    return guard


def test_another_hand_is_not_answered_by_what_was_meant_for_the_last(
    seated: Seated,
) -> None:
    """Neither before it is drawn nor in the moment afterwards; one may go about in it."""
    actions = ("enter", "build", "stage", "sell", "side 1")
    guard = looked_at(seated)
    seated.choose()
    assert all(map(guard.is_too_soon, actions))
    guard.drawn()
    assert all(map(guard.is_too_soon, actions))
    assert not guard.is_too_soon("left")
    seated.host.clock.advance(PATIENCE)
    assert not any(map(guard.is_too_soon, actions))


def test_enter_that_was_meant_for_a_box_that_has_gone_does_nothing(
    seated: Seated,
) -> None:
    """Nor says it anything if that closed by itself; the next one counts again."""
    table = seated.stack.base = GameTable(seated.stack)
    seated.choose()
    table.note_news(3)
    seated.look(80)
    guard = looked_at(seated)
    assert table.is_news
    assert not guard.is_too_soon("enter")
    table.act("enter")
    for _ in range(2):
        assert not table.is_news
        assert guard.is_too_soon("enter")
        assert not guard.is_too_soon("build")
        guard.drawn()
    seated.host.clock.advance(PATIENCE)
    assert not guard.is_too_soon("enter")
    for key in ("enter", "right"):
        seated.choose()
        table.note_news(3)
        assert table.is_news
        seated.host.clock.advance(4)
        assert not table.is_news
        table.act(key)
        assert not seated.stack.messages.notice
        table.act("enter")
        assert "Lay the card down first" in seated.stack.messages.notice
        seated.stack.messages.notice = ""


def test_terms_that_have_changed_are_not_agreed_to(sit: Sit) -> None:
    """A host may send others just when somebody says that they are ready."""
    seated = sit()
    guard = looked_at(seated)
    assert not guard.is_too_soon("ready")
    options = [
        (name, 1 if name == "turn_time" else value)
        for name, value in seated.news.options
    ]
    seated.stack.known.news = replace(seated.news, options=tuple(options))
    assert guard.is_too_soon("ready")
    assert guard.is_too_soon("enter")


def test_the_table_code_is_taken_away_by_no_key_that_was_pressed_before(
    seated: Seated,
) -> None:
    """Whatever key it is."""
    guard = looked_at(seated)
    seated.stack.known.code_read = False
    assert guard.is_too_soon("left")
    guard.drawn()
    assert guard.is_too_soon("left")
    seated.host.clock.advance(PATIENCE)
    assert not guard.is_too_soon("left")


def test_a_box_that_lies_on_it_is_answered(seated: Seated) -> None:
    """It was there before."""
    guard = looked_at(seated)
    seated.stack.open(HelpBox(seated.stack, GameTable(seated.stack)))
    seated.choose()
    assert not guard.is_too_soon("enter")


def test_what_a_terminal_was_too_small_for_is_not_answered(seated: Seated) -> None:
    """Until there was room for it, and time to look."""
    guard = looked_at(seated)
    seated.stack.base = GameTable(seated.stack)
    seated.choose()
    for size, too_soon in (((79, 24), True), ((80, 24), False)):
        seated.stack.draw(*size)
        guard.drawn()
        seated.host.clock.advance(PATIENCE)
        assert too_soon == guard.is_too_soon("enter")


@pytest_twisted.ensureDeferred
async def test_it_is_said_and_nothing_done(seated: Seated) -> None:
    """Until the key is pressed again, by somebody who has looked."""
    root = RootScreen(seated.stack, lambda: GameTable(seated.stack))
    with fake_terminal() as (keys, output):
        harness = AppHarness(
            seated.stack, keys, output, Path(), rebase=root.put, patience=PATIENCE
        )
        await harness.type("s")
        table = seated.stack.base
        assert isinstance(table, GameTable)
        assert table.laid is None
        assert "has only just appeared" in await harness.look()
        seated.host.clock.advance(PATIENCE)
        await harness.type("s")
        assert table.laid is not None
        await harness.app.close()
        await harness.ended
