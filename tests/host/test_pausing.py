"""Pauses: anybody may start one, and everybody has to agree to resume."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import PauseClock
from sealed_wonders.host.news import Trouble
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.messages import Clock, Pause, Paused
from sealed_wonders.net.tableoptions import GONE_AFTER
from tests.host.test_two_versions import lie
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, open_terms

TURN = 60
"""Seconds for a choice."""

LONG = 5 * TURN


class Party:
    """Three people at a table with a turn time; the others wait for ann."""

    def __init__(self, start_host: StartHost, **terms: object) -> None:
        self.host: HostHarness = start_host(open_terms(3, turn_time=TURN, **terms))
        self.people = self.host.join()
        self.ann, self.bob, self.cleo = self.people
        self.ann.player.pick = None
        self.host.settle()
        assert self.ann.player.question is not None

    def pause(self, who: Client) -> None:
        who.session.do(PauseClock(paused=True))
        self.host.settle()

    def go_on(self, *people: Client) -> None:
        for who in people:
            who.session.do(PauseClock(paused=False))
        self.host.settle()

    def restart(self) -> None:
        """Kill the host, and let all come back to the next."""
        self.host.restart()
        for client in self.people:
            client.connect()
        self.host.settle()

    @property
    def clock(self) -> int | None:
        """What ann was told last of the time that is left."""
        told = [it for it in self.ann.received if isinstance(it, Clock)][-1]
        return told.seconds if told.runs else None

    @property
    def told(self) -> tuple[str | None, set[str]]:
        """Who has paused, as all were told last, and the names of who would go on."""
        said = {
            [it for it in client.received if isinstance(it, Paused)][-1]
            for client in self.people
            if client.connection is not None
        }
        (paused,) = said
        names = self.host.game.names
        return paused.by, {names[seat] for seat, on in enumerate(paused.on) if on}


@pytest.fixture
def party(start_host: StartHost) -> Party:
    return Party(start_host)


def test_time_stands_still_until_all_would_go_on(party: Party) -> None:
    """And goes on with what was left of it."""
    party.host.pass_time(20)
    party.pause(party.bob)
    assert ("bob", set()) == party.told
    assert party.clock is None
    party.host.pass_time(LONG)
    assert party.ann.player.question is not None
    party.go_on(party.bob, party.ann)
    assert ("bob", {"ann", "bob"}) == party.told
    party.host.pass_time(LONG)
    party.go_on(party.cleo)
    assert not party.told[0]
    assert TURN - 20 == party.clock
    party.host.pass_time(TURN - 21)
    assert party.ann.player.question is not None
    party.host.pass_time(2)
    assert 0 in [it.seconds for it in party.ann.received if isinstance(it, Clock)]


def test_who_must_may_choose_and_the_next_choice_has_all_its_time(party: Party) -> None:
    """As soon as the clock goes on."""
    party.pause(party.bob)
    before = party.host.game.fold.phase.number
    party.ann.player.pick = any_move
    party.ann.player.answer_now()
    party.host.settle()
    assert party.host.game.fold.phase.number > before
    assert party.clock is None


def test_who_is_gone_keeps_nobody_waiting(party: Party) -> None:
    """Nor are they asked before: whoever is there decides."""
    party.pause(party.bob)
    party.go_on(party.ann, party.cleo)
    assert "bob" == party.told[0]
    party.bob.disconnect()
    party.host.settle()
    assert not party.told[0]


def test_where_nobody_is_nothing_goes_on(party: Party) -> None:
    """They find it as they left it."""
    party.pause(party.bob)
    for client in party.people:
        client.disconnect()
    party.host.settle()
    party.host.pass_time(LONG)
    assert party.host.game.time.stands_still
    for client in party.people:
        client.connect()
    party.host.settle()
    assert ("bob", set()) == party.told
    assert party.clock is None


@pytest.fixture
def bounded(start_host: StartHost) -> Party:
    """A party of which each may stop the clock for two turns' time."""
    return Party(start_host, pause_time=2 * TURN)


def test_nobody_holds_the_others_up_for_ever(bounded: Party) -> None:
    """By one long pause or by many; others may still want one."""
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN)
    bounded.go_on(*bounded.people)
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN - 1, 1)
    assert "bob" == bounded.told[0]
    received = [it for it in bounded.ann.received if isinstance(it, Paused)]
    assert [2 * TURN, None, TURN] == [it.most for it in received if not any(it.on)]
    bounded.host.pass_time(1)
    assert bounded.told[0] is None
    assert TURN == bounded.clock
    bounded.pause(bounded.bob)
    assert ["no-pause"] == bounded.bob.refusals
    bounded.pause(bounded.cleo)
    assert "cleo" == bounded.told[0]


def test_a_pause_lasts_while_nobody_is_there(bounded: Party) -> None:
    """All may go to bed; and goes on to be used up when one is back."""
    bounded.pause(bounded.bob)
    for client in bounded.people:
        client.disconnect()
    bounded.host.settle()
    bounded.host.pass_time(LONG)
    bounded.cleo.connect()
    bounded.host.settle()
    bounded.host.pass_time(2 * TURN - 1, 1)
    assert bounded.host.game.time.stands_still
    bounded.host.pass_time(1, 1)
    assert not bounded.host.game.time.stands_still


def test_a_pause_outlives_the_host(bounded: Party) -> None:
    """And what it has used up does; all are told, and who had agreed to go on says so again."""
    bounded.pause(bounded.bob)
    bounded.host.pass_time(TURN)
    bounded.go_on(*bounded.people)
    bounded.pause(bounded.bob)
    bounded.go_on(bounded.ann)
    bounded.restart()
    assert ("bob", set()) == bounded.told
    assert bounded.clock is None
    bounded.host.pass_time(TURN)
    assert bounded.told[0] is None
    assert bounded.clock == TURN
    bounded.restart()
    assert (None, set()) == bounded.told
    bounded.pause(bounded.bob)
    assert ["no-pause"] == bounded.bob.refusals


def test_of_a_pause_nothing_is_left_behind_a_game(bounded: Party) -> None:
    """Nor does it matter that it can't be written, or read, but for one line."""
    bounded.pause(bounded.bob)
    (path,) = bounded.host.folder.glob("*.clock")
    path.write_bytes(b"rubbish")
    bounded.restart()
    assert (None, set()) == bounded.told
    path.unlink()
    path.mkdir()
    bounded.pause(bounded.bob)
    bounded.go_on(*bounded.people)
    (trouble,) = bounded.host.told(Trouble)
    assert "can't write down the clock of 'table 1': Is a directory" in str(trouble)
    path.rmdir()
    bounded.pause(bounded.bob)
    bounded.go_on(*bounded.people)
    assert path.exists()
    bounded.ann.player.pick = any_move
    bounded.ann.player.answer_now()
    bounded.host.settle()
    assert TableState.OVER is bounded.host.table.state
    assert not path.exists()


def test_whoever_runs_the_host_stops_the_clock_for_longer(bounded: Party) -> None:
    """As long as they like."""
    (record,) = bounded.host.server.registry
    bounded.host.server.pause(record, bounded.host.game, paused=True)
    bounded.host.pass_time(LONG)
    assert bounded.clock is None


def test_who_has_cheated_stops_no_clock(party: Party) -> None:
    """They could hold up those who are about to go on without them."""
    lie(party.host, party.bob)
    party.pause(party.bob)
    assert ["two-versions", "no-pause"] == party.bob.refusals
    assert not party.host.game.time.stands_still


def test_a_bot_stops_no_clock(start_host: StartHost) -> None:
    """Whosever it is: it wants nothing by itself."""
    host = start_host(open_terms(3))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    bot = host.client("robot", table="table 1", owner=bob.identity.public)
    host.settle()
    bot.send(Pause("table 1", True))
    host.settle()
    assert ["no-seat"] == bot.refusals
    assert not host.game.time.stands_still


def test_nothing_is_held_against_anybody_meanwhile(start_host: StartHost) -> None:
    """Who is away isn't gone: nobody is asked to go on without them."""
    party = Party(start_host)
    party.pause(party.cleo)
    party.ann.stalled = True
    party.host.pass_time(3 * GONE_AFTER.default)
    assert not party.bob.player.absence_now.since
    assert not party.bob.player.absence_now.offered
    party.host.server.pause(
        next(iter(party.host.server.registry)), party.host.game, paused=False
    )
    party.host.pass_time(GONE_AFTER.default + 10)
    assert party.bob.player.absence_now.since


def test_it_is_paused_once(party: Party) -> None:
    """By whoever came first; and to go on without that means nothing."""
    party.go_on(*party.people)
    assert not [it for it in party.bob.received if isinstance(it, Paused)]
    party.pause(party.bob)
    party.go_on(party.ann)
    party.pause(party.cleo)
    assert ("bob", {"ann"}) == party.told


def test_only_who_plays_may(party: Party) -> None:
    """Who looks on sees it."""
    table = party.host.table.name
    eve = party.host.client("eve", table=table, looks_on=True)
    party.host.settle()
    eve.send(Pause(table, True), Pause("elm", True))
    party.host.settle()
    assert ["no-seat", "no-table"] == eve.refusals
    assert not party.host.game.time.stands_still
    party.pause(party.ann)
    assert "ann" == [it for it in eve.received if isinstance(it, Paused)][-1].by


def test_somebody_who_plays_with_it_is_slowed_down(party: Party) -> None:
    """All are told of it each time."""
    for _ in range(100):
        party.bob.send(Pause(party.host.table.name, True))
    party.host.settle()
    assert "too-fast" in party.bob.refusals


def test_without_a_turn_time_nothing_changes_but_what_is_said(
    start_host: StartHost,
) -> None:
    """There is no clock; nobody is asked about those who are away, all the same."""
    host = start_host()
    people = host.join()
    people[0].player.pick = None
    host.settle()
    people[1].session.do(PauseClock(paused=True))
    host.settle()
    assert host.game.time.stands_still
    for client in people:
        client.session.do(PauseClock(paused=False))
    host.settle()
    assert not host.game.time.stands_still
    assert not [it for it in people[0].received if isinstance(it, Clock)]


def test_a_game_that_was_paused_is_played_to_its_end(party: Party) -> None:
    """And one that is over isn't paused."""
    party.pause(party.bob)
    party.go_on(*party.people)
    party.ann.player.pick = any_move
    party.ann.player.answer_now()
    party.host.settle()
    assert TableState.OVER is party.host.table.state
    party.bob.send(Pause(party.host.table.name, True))
    party.host.settle()
    assert ["no-game"] == party.bob.refusals
