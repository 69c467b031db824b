"""Pauses: any player may start one, and everybody has to agree to resume."""

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
"""Turn time in seconds."""

LONG = 5 * TURN


@pytest.fixture
def table(start_host: StartHost) -> TimedTable:
    return TimedTable(start_host, turn_time=TURN)


@pytest.fixture
def bounded(start_host: StartHost) -> TimedTable:
    """Return a table at which each player may pause for the time of two turns."""
    return TimedTable(start_host, turn_time=TURN, pause_time=2 * TURN)


def test_choosing_during_a_pause_does_not_start_the_clock(
    table: TimedTable,
) -> None:
    table.pause(table.bob)
    before = table.host.game.fold.phase.number
    table.choose()
    assert table.host.game.fold.phase.number > before
    assert not table.clock.runs


def test_a_player_s_total_time_for_pauses_is_limited(bounded: TimedTable) -> None:
    """One long pause and several short ones count alike. Others may still pause."""
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


def test_a_pause_uses_no_time_while_nobody_is_there(bounded: TimedTable) -> None:
    """
    Everybody may go to bed. The pause continues to use up time when one player is back.
    The operator's pauses have no limit.
    """
    bounded.pause(bounded.bob)
    bounded.leave()
    bounded.host.pass_time(LONG)
    bounded.reconnect(bounded.cleo)
    assert ("bob", set()) == bounded.paused
    bounded.host.pass_time(2 * TURN - 1, 1)
    assert bounded.host.game.time.stands_still
    bounded.host.pass_time(1, 1)
    assert not bounded.host.game.time.stands_still
    # The operator can stop the clock for any time.
    bounded.host.server.pause(bounded.host.table, bounded.host.game, paused=True)
    bounded.host.pass_time(LONG)
    assert bounded.host.game.time.stands_still


def test_a_pause_survives_a_restart(bounded: TimedTable) -> None:
    """So does the time used up. Everybody gets the state and agrees to resume again."""
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


def test_the_file_of_a_pause_is_removed_after_the_game(bounded: TimedTable) -> None:
    """A file that can't be written is reported; a damaged one is ignored."""
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
    (trouble,) = bounded.host.news_of(Trouble)
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


def test_a_cheat_can_t_pause(table: TimedTable) -> None:
    """A pause could hold up those who are about to go on without the cheat."""
    lie(table.host, table.bob)
    table.pause(table.bob)
    assert ["two-versions", "no-pause"] == table.bob.refusals
    assert not table.host.game.time.stands_still


def test_nobody_counts_as_absent_during_a_pause(table: TimedTable) -> None:
    """So nobody is asked to go on without an absent player."""
    table.pause(table.cleo)
    table.ann.stalled = True
    table.host.pass_time(3 * GONE_AFTER.default)
    assert not table.bob.player.absence_now.since
    assert not table.bob.player.absence_now.offered
    table.host.server.pause(table.host.table, table.host.game, paused=False)
    table.host.pass_time(GONE_AFTER.default + 10)
    assert table.bob.player.absence_now.since


def test_a_second_pause_is_ignored(table: TimedTable) -> None:
    """The first one counts. Agreeing to resume without a pause has no effect."""
    table.resume(*table.people)
    table.pause(table.bob)
    table.resume(table.ann)
    table.pause(table.cleo)
    assert ("bob", {"ann"}) == table.paused
    table.resume(table.cleo)
    assert "bob" == table.paused[0]
    # Nobody waits for an absent player: those present decide.
    table.leave(table.bob)
    assert not table.paused[0]


def test_a_table_without_a_clock_can_be_paused(
    start_host: StartHost,
) -> None:
    """Nobody is asked about absent players meanwhile."""
    table = TimedTable(start_host)
    table.pause(table.bob)
    assert table.host.game.time.stands_still
    table.resume(*table.people)
    assert not table.host.game.time.stands_still
    assert not table.ann.heard(Clock)


# Requests to pause or to change the clock.

Ask = Callable[[str], FromClient]

asks = pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda table: Pause(table, True), id="pause"),
        pytest.param(lambda table: Retime(table, Times(20), True), id="retime"),
    ],
)


@asks
def test_only_people_with_a_seat_may_pause_or_change_the_clock(
    ask: Ask, start_host: StartHost
) -> None:
    """Spectators see what players do, but neither they nor bots may."""
    host = start_host(open_terms(3))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    name = "table 1"
    bot = host.connect("robot", table=name, owner=bob.identity.public)
    eve = host.connect("eve", table=name, looks_on=True)
    eve.send(ask(name), ask("elm"))
    bot.speak(ask(name))
    assert (["no-seat", "no-table"], ["no-seat"]) == (eve.refusals, bot.refusals)
    assert not host.game.time.stands_still
    ann.speak(ask(name))
    told = [it for it in eve.received if isinstance(it, Paused | Timing)][-1]
    by = told.by if isinstance(told, Paused) else told.proposal and told.proposal.by
    assert "ann" == by


@asks
def test_frequent_pauses_and_proposals_are_refused(ask: Ask, table: TimedTable) -> None:
    """Everybody gets a message each time."""
    for _ in range(100):
        table.bob.send(ask(table.host.table.name))
    table.host.settle()
    assert "too-fast" in table.bob.refusals
