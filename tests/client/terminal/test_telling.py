"""All that was told, and what is kept of a flood."""

from __future__ import annotations

from sealed_wonders.client.settings import Settings
from sealed_wonders.client.terminal.desk import Desk
from sealed_wonders.client.terminal.draw import text_of
from sealed_wonders.client.terminal.known import Known
from sealed_wonders.client.terminal.lobby import Company
from sealed_wonders.client.terminal.screens.log import LogBox
from sealed_wonders.client.terminal.screens.waiting import Waiting
from sealed_wonders.client.terminal.symbols import UNICODE
from sealed_wonders.client.terminal.telling import CAP, Kind, Story, Told
from sealed_wonders.net.pins import Pin


def said(number: int, kind: Kind = Kind.CHAT) -> Told:
    return Told(kind, f"line {number}", None)


def test_a_flood_is_not_kept_whole() -> None:
    """However long it lasts; the last of it is there."""
    story = Story(map(said, range(10 * CAP)))
    assert len(story) <= CAP
    assert 10 * CAP == story.total
    assert said(10 * CAP - 1) == story[-1]


def test_the_game_and_warnings_outlast_talk() -> None:
    """Nobody washes a warning away by talking."""
    story = Story([said(0, Kind.GAME), said(1, Kind.WARNING)])
    story += map(said, range(2, 3 * CAP))
    assert [said(0, Kind.GAME), said(1, Kind.WARNING)] == list(story[:2])
    story += [said(number, Kind.WARNING) for number in range(3 * CAP)]
    assert len(story) <= CAP


def test_what_came_since_is_found_whatever_was_dropped() -> None:
    """By how many lines had been told by then."""
    story = Story(map(said, range(CAP)))
    before = story.total
    story += map(said, range(CAP, CAP + 10))
    assert len(story) < CAP
    assert [said(number) for number in range(CAP, CAP + 10)] == story.since(before)
    assert list(story) == story.since(0)
    assert [] == story.since(story.total)


def test_what_is_unread_is_counted_through_a_flood() -> None:
    """And the log, which is open meanwhile, ends with the last line."""
    known = Known(Company(bytes(32), lambda name, key: Pin.NEW))
    desk = Desk(known, Settings(), UNICODE, lambda: 0.0)
    desk.base = Waiting(desk, lambda: "")
    known.story.append(said(0, Kind.WARNING))
    known.story += map(said, range(1, CAP))
    desk.draw(80, 24)
    known.story += map(said, range(CAP, CAP + 5))
    assert f"+{len(known.story) - 1}" in text_of(desk.draw(80, 24))
    assert "line 0" in text_of(desk.draw(80, 24))
    desk.open(LogBox(desk))
    assert f"line {CAP + 4}" in text_of(desk.draw(80, 24))
    known.story.append(said(CAP + 5))
    assert f"line {CAP + 5}" in text_of(desk.draw(80, 24))
