"""Actions that every screen has, tried on each screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sealed_wonders.client.signs.draw import measure
from sealed_wonders.client.terminal import availability, rootscreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.wonders import gamescreens
from sealed_wonders.net import words
from tests.support.fakescreen import FakeScreen
from tests.support.findharness import FindHarness
from tests.support.stacks import Seated

ACTIONS = (
    *gamescreens.WondersScreens.actions,
    *(it for it in availability.ACTIONS if it not in availability.OF_PROGRAM),
)
"""Actions of every screen of 7 Wonders."""

REACHED: dict[str, Callable[[Seated], object]] = {
    rootscreen.LOBBY: lambda seated: None,
    gamescreens.SIDES: Seated.begin,
    gamescreens.TABLE: lambda seated: seated.play_until_turn(1, 3),
    rootscreen.END: Seated.play_out,
}

REFUSED: dict[str, set[str]] = {
    rootscreen.LOBBY: {
        *("details", "cities", "edifices", "scores", "memory", "without", "words"),
        *("compare", "pause", "break", "bot", "finish"),
    },
    gamescreens.SIDES: {
        *("cities", "edifices", "scores", "memory", "without", "words"),
        "break",
    },
    gamescreens.TABLE: {"edifices", "without", "words"},
    rootscreen.END: {
        *("details", "edifices", "without", "words", "compare", "pause", "break"),
        *("bot", "finish"),
    },
}
"""Actions that make no sense on a screen, where a notice says so."""


@pytest.fixture(scope="module", params=list(REACHED))
def placed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Seated]:
    """Return the name of a screen, and Ann sitting at it."""
    words.use("en")
    seated = Seated(tmp_path_factory.mktemp(request.param))
    seated.stack.base = FakeScreen(seated.stack)
    REACHED[request.param](seated)
    put = rootscreen.RootScreen(seated.stack, lambda: FakeScreen(seated.stack))
    put.put()
    assert request.param.capitalize() in type(seated.stack.base).__name__
    return request.param, seated


def opened(stack: ScreenStack, action: str) -> str:
    """Do an action, and return the opened box, the line's label, or the notice."""
    stack.overlays.clear()
    stack.field = None
    stack.draw(80, 24)
    assert stack.act(action)
    rows = stack.draw(80, 24)
    assert {measure(row) for row in rows} == {80}
    assert len(rows) == 24
    if stack.overlays:
        return type(stack.overlays[-1]).__name__
    if stack.field is not None:
        return stack.field.label
    return stack.messages.notice


@pytest.mark.parametrize("action", [one for one in ACTIONS if one != "quit"])
def test_each_action_does_something_or_says_why_not(
    placed: tuple[str, Seated], action: str
) -> None:
    kind, seated = placed
    result = opened(seated.stack, action)
    if action == "bot" and action not in REFUSED[kind]:
        assert seated.stack.known.handing.autopilot
        seated.stack.act(action)
        return
    assert result
    if action in REFUSED[kind]:
        assert seated.stack.messages.notice == result
        assert result.endswith(".")
    else:
        field = seated.stack.field
        hint = "" if field is None else field.hint
        assert seated.stack.messages.notice == hint


def test_offered_actions_are_never_refused(placed: tuple[str, Seated]) -> None:
    kind, seated = placed
    offered = set(availability.offered(seated.stack))
    assert not offered & REFUSED[kind]
    assert {"log", "chat", "command", "help", "quit"} <= offered


@pytest.mark.parametrize("action", ACTIONS)
def test_no_action_breaks_the_start_screen(action: str) -> None:
    harness = FindHarness()
    assert opened(harness.stack, action) or harness.navigation.done or action == "quit"


def test_agreeing_to_leave_the_lobby_does_not_leave_a_game_just_begun(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is asked again, because leaving costs more now."""
    left: list[str] = []
    assert seated.stack.person is not None
    monkeypatch.setattr(
        seated.stack.person.leaving, "leave", lambda: left.append("left")
    )
    seated.stack.act("quit")
    assert "Leave this table?" in seated.look()
    seated.begin()
    seated.stack.act("enter")
    assert not left
    assert "Leave the game?" in seated.look()
    seated.stack.act("enter")
    assert ["left"] == left
