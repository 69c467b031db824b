"""Pauses: anybody may start one, and everybody has to agree to resume."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sealed_wonders.host.news import Trouble
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.messages import Clock, FromClient, Pause, Paused, Retime, Timing
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.times import Times
from tests.host.test_two_versions import lie
from tests.support.inprocess.server import StartHost, open_terms
from tests.support.inprocess.timed import TimedTable

TURN = 60
"""Seconds for a choice."""

LONG = 5 * TURN


@pytest.fixture
def table(start_host: StartHost) -> TimedTable:
    return TimedTable(start_host, turn_time=TURN)


@pytest.fixture
def bounded(start_host: StartHost) -> TimedTable:
    """A table at which each may stop the clock for two turns' time."""
    return TimedTable(start_host, turn_time=TURN, pause_time=2 * TURN)


def test_who_must_may_choose_and_the_next_choice_has_all_its_time(
    table: TimedTable,
) -> None:
    """As soon as the clock goes on."""
    table.pause(table.bob)
    before = table.host.game.fold.phase.number
    table.choose()
    assert table.host.game.fold.phase.number > before
    assert not table.clock.runs


def test_nobody_holds_the_others_up_for_ever(bounded: TimedTable) -> None:
    """By one long pause or by many; others may still want one."""
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN)
    bounded.resume(*bounded.people)
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN - 1, 1)
    assert "bob" == bounded.paused[0]
    received = bounded.ann.heard(Paused)
    assert [2 * TURN, None, TURN] == [it.most for it in received if not any(it.on)]
    bounded.host.pass_time(1)
    assert bounded.paused[0] is None
    assert (TURN, True) == (bounded.clock.seconds, bounded.clock.runs)
    bounded.pause(bounded.bob)
    assert ["no-pause"] == bounded.bob.refusals
    bounded.pause(bounded.cleo)
    assert "cleo" == bounded.paused[0]


def test_a_pause_lasts_while_nobody_is_there(bounded: TimedTable) -> None:
    """All may go to bed; and goes on to be used up when one is back."""
    bounded.pause(bounded.bob)
    bounded.leave()
    bounded.host.pass_time(LONG)
    bounded.come_back(bounded.cleo)
    assert ("bob", set()) == bounded.paused
    bounded.host.pass_time(2 * TURN - 1, 1)
    assert bounded.host.game.time.stands_still
    bounded.host.pass_time(1, 1)
    assert not bounded.host.game.time.stands_still
    # Whoever runs the host stops the clock for as long as they like.
    bounded.host.server.pause(bounded.host.table, bounded.host.game, paused=True)
    bounded.host.pass_time(LONG)
    assert bounded.host.game.time.stands_still


def test_a_pause_outlives_the_host(bounded: TimedTable) -> None:
    """And what it has used up does; all are told, and who had agreed to go on says so again."""
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN)
    bounded.resume(*bounded.people)
    bounded.pause(bounded.bob)
    bounded.resume(bounded.ann)
    bounded.restart()
    assert ("bob", set()) == bounded.paused
    assert not bounded.clock.runs
    bounded.host.pass_time(TURN)
    assert bounded.paused[0] is None
    assert (TURN, True) == (bounded.clock.seconds, bounded.clock.runs)
    bounded.restart()
    assert (None, set()) == bounded.paused
    bounded.pause(bounded.bob)
    assert ["no-pause"] == bounded.bob.refusals


def test_of_a_pause_nothing_is_left_behind_a_game(bounded: TimedTable) -> None:
    """Nor does it matter that it can't be written, or read, but for one line."""
    bounded.pause(bounded.bob)
    (path,) = bounded.host.folder.glob("*.clock")
    for damaged in (b"rubbish", path.read_bytes().replace(b"bob", b"b\xffb")):
        path.write_bytes(damaged)
        bounded.restart()
        assert (None, set()) == bounded.paused
    path.unlink()
    path.mkdir()
    bounded.pause(bounded.bob)
    bounded.resume(*bounded.people)
    (trouble,) = bounded.host.told(Trouble)
    assert "can't write down the clock of 'table 1': Is a directory" in str(trouble)
    path.rmdir()
    bounded.pause(bounded.bob)
    bounded.resume(*bounded.people)
    assert path.exists()
    bounded.end_early()
    assert TableState.OVER is bounded.host.table.state
    assert not path.exists()
    bounded.bob.speak(Pause("table 1", True), Retime("table 1", Times(20), True))
    assert ["no-game"] * 2 == bounded.bob.refusals


def test_who_has_cheated_stops_no_clock(table: TimedTable) -> None:
    """They could hold up those who are about to go on without them."""
    lie(table.host, table.bob)
    table.pause(table.bob)
    assert ["two-versions", "no-pause"] == table.bob.refusals
    assert not table.host.game.time.stands_still


def test_nothing_is_held_against_anybody_meanwhile(table: TimedTable) -> None:
    """Who is away isn't gone: nobody is asked to go on without them."""
    table.pause(table.cleo)
    table.ann.stalled = True
    table.host.pass_time(3 * GONE_AFTER.default)
    assert not table.bob.player.absence_now.since
    assert not table.bob.player.absence_now.offered
    table.host.server.pause(table.host.table, table.host.game, paused=False)
    table.host.pass_time(GONE_AFTER.default + 10)
    assert table.bob.player.absence_now.since


def test_it_is_paused_once(table: TimedTable) -> None:
    """By whoever came first; and to go on without that means nothing."""
    table.resume(*table.people)
    table.pause(table.bob)
    table.resume(table.ann)
    table.pause(table.cleo)
    assert ("bob", {"ann"}) == table.paused
    table.resume(table.cleo)
    assert "bob" == table.paused[0]
    # Who is gone keeps nobody waiting: whoever is there decides.
    table.leave(table.bob)
    assert not table.paused[0]


def test_without_a_turn_time_nothing_changes_but_what_is_said(
    start_host: StartHost,
) -> None:
    """There is no clock; nobody is asked about those who are away, all the same."""
    table = TimedTable(start_host)
    table.pause(table.bob)
    assert table.host.game.time.stands_still
    table.resume(*table.people)
    assert not table.host.game.time.stands_still
    assert not table.ann.heard(Clock)


# What is asked of the clock, a pause or another one.

Ask = Callable[[str], FromClient]

asks = pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda table: Pause(table, True), id="pause"),
        pytest.param(lambda table: Retime(table, Times(20), True), id="retime"),
    ],
)


@asks
def test_only_people_who_play_may(ask: Ask, start_host: StartHost) -> None:
    """Neither who looks on, who sees what others do, nor a bot, whosever it is."""
    host = start_host(open_terms(3))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    name = "table 1"
    bot = host.come("robot", table=name, owner=bob.identity.public)
    eve = host.come("eve", table=name, looks_on=True)
    eve.send(ask(name), ask("elm"))
    bot.speak(ask(name))
    assert (["no-seat", "no-table"], ["no-seat"]) == (eve.refusals, bot.refusals)
    assert not host.game.time.stands_still
    ann.speak(ask(name))
    told = [it for it in eve.received if isinstance(it, Paused | Timing)][-1]
    by = told.by if isinstance(told, Paused) else told.proposal and told.proposal.by
    assert "ann" == by


@asks
def test_somebody_who_plays_with_it_is_slowed_down(ask: Ask, table: TimedTable) -> None:
    """All are told of it each time."""
    for _ in range(100):
        table.bob.send(ask(table.host.table.name))
    table.host.settle()
    assert "too-fast" in table.bob.refusals
