"""Changing the clock during a game: proposals, agreement, and when they take effect."""

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
def test_a_new_clock_applies_from_the_next_part_of_the_game(
    start_host: StartHost, game: str
) -> None:
    """A choice in progress keeps the time that it had."""
    table = TimedTable(start_host, turn_time=60, game=game)
    table.play_until_part(1)
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


def test_a_clock_can_be_introduced_and_removed(start_host: StartHost) -> None:
    table = TimedTable(start_host)
    table.propose(QUICK, *table.people)
    table.play_until_part(1)
    assert 20 == table.clock.seconds
    table.propose(Times(), *table.people)
    table.play_until_part(2)
    assert table.clock.seconds is None
    assert () == table.clock.seats
    table.host.pass_time(1000)
    assert True not in table.ann.player.late


def test_an_agreement_survives_a_restart(table: TimedTable) -> None:
    """It does so before and after it takes effect. Everybody gets the current state."""
    table.propose(OWN, *table.people)
    table.propose(QUICK, table.bob)
    table.restart()
    assert Timing("table 1", Times(60), OWN, None) == table.timing
    table.play_until_part(1)
    assert Timing("table 1", OWN, None, None) == table.timing
    table.restart()
    assert Timing("table 1", OWN, None, None) == table.timing
    assert (None, (300, 300, 300)) == (table.clock.seconds, table.clock.seats)
    for path in table.host.folder.glob("*.clock"):
        path.unlink()
    table.restart()
    assert Timing("table 1", Times(60), None, None) == table.timing
    assert 60 == table.clock.seconds


def test_everybody_sees_the_proposal_and_who_agrees(table: TimedTable) -> None:
    """
    It takes effect only if all agree. Another proposal replaces it, but a player who
    agreed to the first one needn't agree again if it is repeated.
    """
    table.propose(QUICK, table.bob)
    proposal = table.timing.proposal
    assert proposal is not None
    assert ("bob", QUICK, None) == (proposal.by, proposal.times, proposal.against)
    assert {"bob"} == table.agreeing
    table.propose(QUICK, table.ann, table.ann)
    assert {"ann", "bob"} == table.agreeing
    assert table.timing.next is None
    # Agreement holds for one proposal, and also counts if that is repeated.
    table.propose(OWN, table.cleo)
    assert {"cleo"} == table.agreeing
    table.propose(QUICK, table.ann)
    proposal = table.timing.proposal
    assert proposal is not None
    assert ("ann", QUICK) == (proposal.by, proposal.times)
    assert {"ann", "bob"} == table.agreeing
    table.propose(OWN, table.bob, agrees=False)
    assert table.timing.proposal == proposal


def test_the_same_proposal_by_two_players_counts_as_one(table: TimedTable) -> None:
    """
    This holds even if a third player proposed something else in between. Once declined,
    it has to be agreed to again.
    """
    for who, times in ((table.ann, QUICK), (table.bob, SLOW), (table.cleo, QUICK)):
        who.session.do(ProposeTimes(times, agrees=True))
    table.host.settle()
    assert {"ann", "cleo"} == table.agreeing
    table.propose(QUICK, table.bob, agrees=False)
    table.propose(QUICK, table.cleo)
    assert {"cleo"} == table.agreeing


def test_absent_players_are_not_asked(table: TimedTable) -> None:
    """
    As with a pause, those present decide. But they can't shorten an absent player's
    time.
    """
    table.leave(table.cleo)
    table.propose(SLOW, table.bob, table.ann)
    assert SLOW == table.timing.next
    table.propose(QUICK, table.bob, table.ann)
    assert SLOW == table.timing.next
    assert {"ann", "bob"} == table.agreeing
    table.reconnect(table.cleo)
    table.propose(QUICK, table.cleo)
    assert QUICK == table.timing.next


def test_players_whose_client_plays_for_them_are_not_asked(table: TimedTable) -> None:
    """They are away for a minute and can't answer. Nor can their time be shortened."""

    def is_bot(who: Client, code: str = BOT) -> None:
        who.act(Speak("", code))

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
    assert {"bob"} == table.agreeing
    is_bot(table.bob)
    assert Times() == table.timing.next


def test_times_hurry_if_any_of_them_is_shorter() -> None:
    before = Times(60, 600, 10)
    for longer in (before, Times(), Times(90, 600, 10), Times(60), Times(0, 900, 10)):
        assert not longer.hurries(before)
    for shorter in (Times(59, 600, 10), Times(60, 599, 20), Times(60, 600, 5)):
        assert shorter.hurries(before)
    assert QUICK.hurries(Times())
    assert OWN.hurries(SLOW)


def test_the_last_player_connected_does_not_decide_alone(table: TimedTable) -> None:
    """If a network switch fails, one player is alone for a moment."""
    table.propose(QUICK, table.bob)
    table.leave(table.ann, table.cleo)
    assert table.timing.next is None
    table.leave(table.bob)
    table.reconnect()
    assert {"bob"} == table.agreeing
    table.leave(table.ann, table.cleo)
    table.propose(SLOW, table.bob)
    assert SLOW == table.timing.next


def test_bots_are_not_asked(start_host: StartHost) -> None:
    """They are told the result."""
    host = start_host(open_terms(3, bots=1))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    host.until(lambda: bool(host.bots.started))
    bot = host.connect("Atossa", table="table 1", owner=HOST.public, near=True)
    for person in (ann, bob):
        person.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert QUICK == bot.player.timings[-1].next


def test_the_former_holder_of_a_seat_is_not_asked(table: TimedTable) -> None:
    """The same goes for a pause. The new holder decides, and a bot isn't asked."""
    table.propose(QUICK, table.ann, table.bob)
    table.pause(table.cleo)
    table.resume(table.ann, table.bob)
    bot = table.host.client(
        "Atossa", table="table 1", looks_on=True, owner=HOST.public, near=True
    )
    table.host.settle()
    assert table.host.game.time.stands_still
    table.cleo.act(HandOver(bot.identity.public))
    table.choose()
    assert "Atossa" in table.host.game.names
    assert not table.host.game.time.stands_still
    assert QUICK == table.ann.player.timings[-1].now


def test_a_player_who_has_not_agreed_gets_no_clock(
    start_host: StartHost,
) -> None:
    """A host could claim that all had agreed. The player may still agree afterwards."""
    table = TimedTable(start_host)
    table.propose(QUICK, table.bob, table.cleo)
    game, asked = table.host.game, [table.bob.identity.public]
    game.time.vote.settle(asked, asked, game.time.times, part(game.fold.state))
    table.play_until_part(1)
    table.host.pass_time(30)
    assert (QUICK, 0) == (table.timing.now, table.clock.seconds)
    for kept, is_late in ((None, False), (OWN, False), (QUICK, True)):
        if kept is not None:
            table.ann.act(KeepToTimes(kept))
        assert is_late == (True in table.ann.player.late), kept


def test_a_host_can_t_claim_a_player_s_agreement(start_host: StartHost) -> None:
    """Whatever times it sends, the choice waits, even if it says that time is up."""
    table = TimedTable(start_host)
    question = table.ann.player.question
    assert question is not None
    table.ann.session.receive(Timing("table 1", QUICK, None, None))
    table.ann.session.receive(Clock("table 1", 0, question.phase, (0, 0, 0)))
    assert True not in table.ann.player.late
    assert question == table.ann.player.question
