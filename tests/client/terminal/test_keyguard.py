"""Keys that were pressed before anybody can have seen what they would do."""

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
    """Return a game in which Ann is to choose her card of the second turn."""
    seated.play_until_turn(1, 2)
    return seated


def looked_at(seated: Seated) -> KeyGuard:
    """Return a guard for which the present question has been shown long enough."""
    guard = KeyGuard(seated.stack)
    guard.drawn()
    seated.host.clock.advance(PATIENCE)
    return guard


def test_keys_meant_for_the_previous_hand_do_not_answer_the_next_one(
    seated: Seated,
) -> None:
    """
    They are ignored before the hand is drawn and for a moment afterwards. Keys that
    only move the cursor work at once.
    """
    actions = ("enter", "build", "stage", "sell", "side 1")
    guard = looked_at(seated)
    seated.choose()
    assert all(map(guard.is_too_soon, actions))
    guard.drawn()
    assert all(map(guard.is_too_soon, actions))
    assert not guard.is_too_soon("left")
    seated.host.clock.advance(PATIENCE)
    assert not any(map(guard.is_too_soon, actions))


def test_enter_meant_for_a_closed_box_does_nothing(
    seated: Seated,
) -> None:
    """
    If the box closed by itself, the key shows no notice either. The next Enter counts
    again.
    """
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


def test_ready_is_ignored_just_after_the_terms_have_changed(sit: Sit) -> None:
    """A host may send other terms just when somebody gets ready."""
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


def test_the_table_code_is_not_closed_by_a_key_pressed_before_it(
    seated: Seated,
) -> None:
    guard = looked_at(seated)
    seated.stack.known.code_read = False
    assert guard.is_too_soon("left")
    guard.drawn()
    assert guard.is_too_soon("left")
    seated.host.clock.advance(PATIENCE)
    assert not guard.is_too_soon("left")


def test_an_open_box_takes_enter_although_a_new_hand_came(seated: Seated) -> None:
    """The box was there before the hand."""
    guard = looked_at(seated)
    seated.stack.open(HelpBox(seated.stack, GameTable(seated.stack)))
    seated.choose()
    assert not guard.is_too_soon("enter")


def test_a_hand_that_a_small_terminal_did_not_show_is_not_answered(
    seated: Seated,
) -> None:
    """It can be answered once there has been room for it and time to look."""
    guard = looked_at(seated)
    seated.stack.base = GameTable(seated.stack)
    seated.choose()
    for size, too_soon in (((79, 24), True), ((80, 24), False)):
        seated.stack.draw(*size)
        guard.drawn()
        seated.host.clock.advance(PATIENCE)
        assert too_soon == guard.is_too_soon("enter")


@pytest_twisted.ensureDeferred
async def test_a_key_pressed_too_soon_shows_a_notice_and_does_nothing(
    seated: Seated,
) -> None:
    """The same key works when it is pressed again later."""
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
