"""Changing the clock during a game: proposed, agreed, and in force from the next part on."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import (
    HandOver,
    KeepToTimes,
    ProposeTimes,
    Speak,
)
from sealed_wonders.core.games import part
from sealed_wonders.net.messages import Clock, Timing
from sealed_wonders.net.talk import BOT, MYSELF
from sealed_wonders.net.times import Times
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import StartHost, open_terms
from tests.support.inprocess.timed import TimedTable
from tests.support.lobbies import HOST

QUICK = Times(20)
SLOW = Times(90)
OWN = Times(0, 300, 10)


@pytest.fixture
def table(start_host: StartHost) -> TimedTable:
    return TimedTable(start_host, turn_time=60)


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_it_holds_from_the_next_part_of_the_game_on(
    start_host: StartHost, game: str
) -> None:
    """Not before: what somebody thinks about has the time that it had."""
    table = TimedTable(start_host, turn_time=60, game=game)
    table.go_on_to(1)
    table.propose(OWN, *table.people)
    assert Timing("table 1", Times(60), OWN, None) == table.timing
    assert (60, ()) == (table.clock.seconds, table.clock.seats)
    table.choose()
    while part(table.host.game.fold.state) == 1:
        assert 60 == table.clock.seconds
        table.choose()
    assert Timing("table 1", OWN, None, None) == table.timing
    assert table.clock.seconds is None
    assert {300, 310} >= set(table.clock.seats)


def test_a_clock_comes_and_goes(start_host: StartHost) -> None:
    """Also where there was none before; then nobody is told of any."""
    table = TimedTable(start_host)
    table.propose(QUICK, *table.people)
    table.go_on_to(1)
    assert 20 == table.clock.seconds
    table.propose(Times(), *table.people)
    table.go_on_to(2)
    assert table.clock.seconds is None
    assert () == table.clock.seats
    table.host.pass_time(1000)
    assert True not in table.ann.player.late


def test_what_is_agreed_outlives_the_host(table: TimedTable) -> None:
    """Before it holds and afterwards; and all are told so, who may have heard otherwise."""
    table.propose(OWN, *table.people)
    table.propose(QUICK, table.bob)
    table.restart()
    assert Timing("table 1", Times(60), OWN, None) == table.timing
    table.go_on_to(1)
    assert Timing("table 1", OWN, None, None) == table.timing
    table.restart()
    assert Timing("table 1", OWN, None, None) == table.timing
    assert (None, (300, 300, 300)) == (table.clock.seconds, table.clock.seats)
    for path in table.host.folder.glob("*.clock"):
        path.unlink()
    table.restart()
    assert Timing("table 1", Times(60), None, None) == table.timing
    assert 60 == table.clock.seconds


def test_all_see_who_proposes_what_and_who_agrees(table: TimedTable) -> None:
    """Nothing comes of it before all do. Another proposal takes its place."""
    table.propose(QUICK, table.bob)
    proposal = table.timing.proposal
    assert proposal is not None
    assert ("bob", QUICK, None) == (proposal.by, proposal.times, proposal.against)
    assert {"bob"} == table.agree
    table.propose(QUICK, table.ann, table.ann)
    assert {"ann", "bob"} == table.agree
    assert table.timing.next is None
    # Whoever agrees to one has agreed to it, also if it is proposed again; to no other.
    table.propose(OWN, table.cleo)
    assert {"cleo"} == table.agree
    table.propose(QUICK, table.ann)
    proposal = table.timing.proposal
    assert proposal is not None
    assert ("ann", QUICK) == (proposal.by, proposal.times)
    assert {"ann", "bob"} == table.agree
    table.propose(OWN, table.bob, agrees=False)
    assert table.timing.proposal == proposal


def test_what_two_propose_at_once_is_asked_once(table: TimedTable) -> None:
    """Also where a third has proposed something else between them; declined, it is asked anew."""
    for who, times in ((table.ann, QUICK), (table.bob, SLOW), (table.cleo, QUICK)):
        who.session.do(ProposeTimes(times, agrees=True))
    table.host.settle()
    assert {"ann", "cleo"} == table.agree
    table.propose(QUICK, table.bob, agrees=False)
    table.propose(QUICK, table.cleo)
    assert {"cleo"} == table.agree


def test_who_is_gone_is_not_asked(table: TimedTable) -> None:
    """Whoever is there decides, as for a pause; but nobody is hurried by that."""
    table.leave(table.cleo)
    table.propose(SLOW, table.bob, table.ann)
    assert SLOW == table.timing.next
    table.propose(QUICK, table.bob, table.ann)
    assert SLOW == table.timing.next
    assert {"ann", "bob"} == table.agree
    table.come_back(table.cleo)
    table.propose(QUICK, table.cleo)
    assert QUICK == table.timing.next


def test_whose_program_plays_for_them_is_not_asked(table: TimedTable) -> None:
    """They are away for a minute, and can't answer; but aren't hurried, either."""

    def is_bot(who: Client, code: str = BOT) -> None:
        who.session.do(Speak("", code))
        table.host.settle()

    is_bot(table.cleo)
    table.propose(SLOW, table.bob, table.ann)
    assert SLOW == table.timing.next
    table.propose(QUICK, table.bob, table.ann)
    assert SLOW == table.timing.next
    table.propose(Times(), table.bob)
    is_bot(table.ann)
    assert Times() == table.timing.next
    is_bot(table.ann, MYSELF)
    table.propose(SLOW, table.bob)
    assert {"bob"} == table.agree
    is_bot(table.bob)
    assert Times() == table.timing.next


def test_to_what_hurries_nobody_all_who_are_there_agree() -> None:
    """Each of the times may be longer, or shorter."""
    before = Times(60, 600, 10)
    for longer in (before, Times(), Times(90, 600, 10), Times(60), Times(0, 900, 10)):
        assert not longer.hurries(before)
    for shorter in (Times(59, 600, 10), Times(60, 599, 20), Times(60, 600, 5)):
        assert shorter.hurries(before)
    assert QUICK.hurries(Times())
    assert OWN.hurries(SLOW)


def test_nothing_is_agreed_by_who_is_cut_off_last(table: TimedTable) -> None:
    """A switch that fails leaves one alone for a moment; they needn't decide by that."""
    table.propose(QUICK, table.bob)
    table.leave(table.ann, table.cleo)
    assert table.timing.next is None
    table.leave(table.bob)
    table.come_back()
    assert {"bob"} == table.agree
    table.leave(table.ann, table.cleo)
    table.propose(SLOW, table.bob)
    assert SLOW == table.timing.next


def test_bots_are_not_asked(start_host: StartHost) -> None:
    """And hear what is agreed."""
    host = start_host(open_terms(3, bots=1))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    host.until(lambda: bool(host.bots.started))
    bot = host.come("Atossa", table="table 1", owner=HOST.public, near=True)
    for person in (ann, bob):
        person.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert QUICK == bot.player.timings[-1].next


def test_who_has_handed_their_seat_over_is_not_waited_for(table: TimedTable) -> None:
    """Nor for a pause: whoever has the seat now decides, and a bot decides nothing."""
    table.propose(QUICK, table.ann, table.bob)
    table.pause(table.cleo)
    table.resume(table.ann, table.bob)
    bot = table.host.client(
        "Atossa", table="table 1", looks_on=True, owner=HOST.public, near=True
    )
    table.host.settle()
    assert table.host.game.time.stands_still
    table.cleo.game.do(HandOver(bot.identity.public))
    table.host.settle()
    table.choose()
    assert "Atossa" in table.host.game.names
    assert not table.host.game.time.stands_still
    assert QUICK == table.ann.player.timings[-1].now


def test_who_hasn_t_agreed_isn_t_hurried_where_there_was_no_clock(
    start_host: StartHost,
) -> None:
    """A host could say that all had; who finds it so may agree then."""
    table = TimedTable(start_host)
    table.propose(QUICK, table.bob, table.cleo)
    game, asked = table.host.game, [table.bob.identity.public]
    game.time.vote.settle(asked, asked, game.time.times, part(game.fold.state))
    table.go_on_to(1)
    table.host.pass_time(30)
    assert (QUICK, 0) == (table.timing.now, table.clock.seconds)
    for kept, is_late in ((None, False), (OWN, False), (QUICK, True)):
        if kept is not None:
            table.ann.game.do(KeepToTimes(kept))
            table.host.settle()
        assert is_late == (True in table.ann.player.late), kept


def test_a_host_can_t_say_that_one_has_agreed(start_host: StartHost) -> None:
    """To whatever it is: the choice waits, however often it says that time is out."""
    table = TimedTable(start_host)
    question = table.ann.player.question
    assert question is not None
    table.ann.session.receive(Timing("table 1", QUICK, None, None))
    table.ann.session.receive(Clock("table 1", 0, question.phase, (0, 0, 0)))
    assert True not in table.ann.player.late
    assert question == table.ann.player.question
