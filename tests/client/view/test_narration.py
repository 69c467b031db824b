"""The narration, and its limits against a flood of lines."""

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


def line(number: int, kind: LineKind = LineKind.CHAT) -> NarratedLine:
    return NarratedLine(kind, f"line {number}", None)


def test_only_the_end_of_a_flood_is_kept() -> None:
    narration = Narration(map(line, range(10 * CAP)))
    assert len(narration) <= CAP
    assert 10 * CAP == narration.total
    assert line(10 * CAP - 1) == narration[-1]


def test_lines_of_the_game_and_warnings_outlast_chat() -> None:
    """Nobody can flush a warning away by chatting."""
    narration = Narration([line(0, LineKind.GAME), line(1, LineKind.WARNING)])
    narration += map(line, range(2, 3 * CAP))
    assert [line(0, LineKind.GAME), line(1, LineKind.WARNING)] == list(narration[:2])
    narration += [line(number, LineKind.WARNING) for number in range(3 * CAP)]
    assert len(narration) <= CAP


def test_new_lines_are_found_even_after_others_were_dropped() -> None:
    """They are found by the total number of lines so far."""
    narration = Narration(map(line, range(CAP)))
    before = narration.total
    narration += map(line, range(CAP, CAP + 10))
    assert len(narration) < CAP
    assert [line(number) for number in range(CAP, CAP + 10)] == narration.since(before)
    assert list(narration) == narration.since(0)
    assert [] == narration.since(narration.total)


def test_unread_lines_are_counted_correctly_in_a_flood() -> None:
    """The open log shows the last line."""
    known = TableModel(Keyring(bytes(32), lambda name, key: Pin.NEW))
    stack = ScreenStack(known, Settings(), UNICODE, lambda: 0.0)
    stack.base = WaitingScreen(lambda: "")
    known.narration.append(line(0, LineKind.WARNING))
    known.narration += map(line, range(1, CAP))
    stack.draw(80, 24)
    known.narration += map(line, range(CAP, CAP + 5))
    assert f"+{len(known.narration) - 1}" in text_of(stack.draw(80, 24))
    assert "line 0" in text_of(stack.draw(80, 24))
    stack.open(LogBox(stack))
    assert f"line {CAP + 4}" in text_of(stack.draw(80, 24))
    known.narration.append(line(CAP + 5))
    assert f"line {CAP + 5}" in text_of(stack.draw(80, 24))
