"""The narration, and its limits against a flood."""

from __future__ import annotations

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.log import LogBox
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.narration import CAP, LineKind, NarratedLine, Narration
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.pins import Pin


def said(number: int, kind: LineKind = LineKind.CHAT) -> NarratedLine:
    return NarratedLine(kind, f"line {number}", None)


def test_a_flood_is_not_kept_whole() -> None:
    """However long it lasts; the last of it is there."""
    narration = Narration(map(said, range(10 * CAP)))
    assert len(narration) <= CAP
    assert 10 * CAP == narration.total
    assert said(10 * CAP - 1) == narration[-1]


def test_the_game_and_warnings_outlast_talk() -> None:
    """Nobody washes a warning away by talking."""
    narration = Narration([said(0, LineKind.GAME), said(1, LineKind.WARNING)])
    narration += map(said, range(2, 3 * CAP))
    assert [said(0, LineKind.GAME), said(1, LineKind.WARNING)] == list(narration[:2])
    narration += [said(number, LineKind.WARNING) for number in range(3 * CAP)]
    assert len(narration) <= CAP


def test_what_came_since_is_found_whatever_was_dropped() -> None:
    """By how many lines had been told by then."""
    narration = Narration(map(said, range(CAP)))
    before = narration.total
    narration += map(said, range(CAP, CAP + 10))
    assert len(narration) < CAP
    assert [said(number) for number in range(CAP, CAP + 10)] == narration.since(before)
    assert list(narration) == narration.since(0)
    assert [] == narration.since(narration.total)


def test_what_is_unread_is_counted_through_a_flood() -> None:
    """And the log, which is open meanwhile, ends with the last line."""
    known = TableModel(Keyring(bytes(32), lambda name, key: Pin.NEW))
    stack = ScreenStack(known, Settings(), UNICODE, lambda: 0.0)
    stack.base = WaitingScreen(lambda: "")
    known.narration.append(said(0, LineKind.WARNING))
    known.narration += map(said, range(1, CAP))
    stack.draw(80, 24)
    known.narration += map(said, range(CAP, CAP + 5))
    assert f"+{len(known.narration) - 1}" in text_of(stack.draw(80, 24))
    assert "line 0" in text_of(stack.draw(80, 24))
    stack.open(LogBox(stack))
    assert f"line {CAP + 4}" in text_of(stack.draw(80, 24))
    known.narration.append(said(CAP + 5))
    assert f"line {CAP + 5}" in text_of(stack.draw(80, 24))
