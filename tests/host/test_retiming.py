"""Changing the clock during a game: proposed, agreed, and in force from the next part on."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import (
    HandOver,
    KeepToTimes,
    PauseClock,
    ProposeTimes,
    Speak,
)
from sealed_wonders.core.games import part
from sealed_wonders.net.messages import Clock, Retime, Timing
from sealed_wonders.net.talk import BOT, MYSELF
from sealed_wonders.net.times import Times
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.lobbies import HOST

QUICK = Times(20)
SLOW = Times(90)
OWN = Times(0, 300, 10)


class Party:
    """Three people at a table; the others wait for ann in each choice."""

    def __init__(self, start_host: StartHost, **terms: object) -> None:
        self.host: HostHarness = start_host(open_terms(3, **terms))
        self.people = self.host.join()
        self.ann, self.bob, self.cleo = self.people
        self.ann.player.pick = None
        self.host.settle()

    def say(self, times: Times, *people: Client, agrees: bool = True) -> None:
        for who in people:
            who.session.do(ProposeTimes(times, agrees=agrees))
        self.host.settle()

    def choose(self) -> None:
        """Let ann answer one question."""
        question, answer = self.ann.player.question, self.ann.player.answer
        assert question is not None
        assert answer is not None
        answer(question.default)
        self.host.settle()

    def go_on_to(self, number: int) -> None:
        """Play until a part of the game."""
        while part(self.host.game.fold.state) < number:
            self.choose()

    def restart(self) -> None:
        """Kill the host, and let all come back to the next."""
        self.host.restart()
        for client in self.people:
            client.connect()
        self.host.settle()

    @property
    def told(self) -> Timing:
        """What all were told last."""
        (said,) = {
            it.player.timings[-1] for it in self.people if it.connection is not None
        }
        return said

    @property
    def agree(self) -> set[str]:
        """The names of those who agree to what is proposed."""
        proposal = self.told.proposal
        assert proposal is not None
        names = self.host.game.names
        return {name for name, does in zip(names, proposal.agree, strict=True) if does}

    @property
    def clock(self) -> Clock:
        """What ann was told last."""
        return [it for it in self.ann.received if isinstance(it, Clock)][-1]


@pytest.fixture
def party(start_host: StartHost) -> Party:
    return Party(start_host, turn_time=60)


def test_all_see_who_proposes_what_and_who_agrees(party: Party) -> None:
    """And nothing comes of it before all do."""
    party.say(QUICK, party.bob)
    proposal = party.told.proposal
    assert proposal is not None
    assert ("bob", QUICK, None) == (proposal.by, proposal.times, proposal.against)
    assert {"bob"} == party.agree
    party.say(QUICK, party.ann, party.ann)
    assert {"ann", "bob"} == party.agree
    assert party.told.next is None


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_it_holds_from_the_next_part_of_the_game_on(
    start_host: StartHost, game: str
) -> None:
    """Not before: what somebody thinks about has the time that it had."""
    party = Party(start_host, turn_time=60, game=game)
    party.go_on_to(1)
    party.say(OWN, *party.people)
    assert Timing("table 1", Times(60), OWN, None) == party.told
    assert (60, ()) == (party.clock.seconds, party.clock.seats)
    party.choose()
    while part(party.host.game.fold.state) == 1:
        assert 60 == party.clock.seconds
        party.choose()
    assert Timing("table 1", OWN, None, None) == party.told
    assert party.clock.seconds is None
    assert {300, 310} >= set(party.clock.seats)


def test_a_clock_comes_and_goes(start_host: StartHost) -> None:
    """Also where there was none before; then nobody is told of any."""
    party = Party(start_host)
    party.say(QUICK, *party.people)
    party.go_on_to(1)
    assert 20 == party.clock.seconds
    party.say(Times(), *party.people)
    party.go_on_to(2)
    assert party.clock.seconds is None
    assert () == party.clock.seats
    party.host.pass_time(1000)
    assert True not in party.ann.player.late


def test_what_is_agreed_outlives_the_host(party: Party) -> None:
    """Before it holds and afterwards; and all are told so, who may have heard otherwise."""
    party.say(OWN, *party.people)
    party.say(QUICK, party.bob)
    party.restart()
    assert Timing("table 1", Times(60), OWN, None) == party.told
    party.go_on_to(1)
    assert Timing("table 1", OWN, None, None) == party.told
    party.restart()
    assert Timing("table 1", OWN, None, None) == party.told
    assert (None, (300, 300, 300)) == (party.clock.seconds, party.clock.seats)
    for path in party.host.folder.glob("*.clock"):
        path.unlink()
    party.restart()
    assert Timing("table 1", Times(60), None, None) == party.told
    assert 60 == party.clock.seconds


def test_another_proposal_takes_the_place_of_the_last(party: Party) -> None:
    """Whoever agrees to one has agreed to it, also if it is proposed again; to no other."""
    party.say(QUICK, party.bob, party.ann)
    party.say(OWN, party.cleo)
    assert {"cleo"} == party.agree
    party.say(QUICK, party.ann)
    proposal = party.told.proposal
    assert proposal is not None
    assert ("ann", QUICK) == (proposal.by, proposal.times)
    assert {"ann", "bob"} == party.agree
    party.say(OWN, party.bob, agrees=False)
    assert party.told.proposal == proposal


def test_nothing_comes_of_what_somebody_doesn_t_want(party: Party) -> None:
    """All read who; it can be proposed again."""
    party.say(QUICK, party.bob, party.ann)
    party.say(QUICK, party.cleo, agrees=False)
    proposal = party.told.proposal
    assert proposal is not None
    assert "cleo" == proposal.against
    party.cleo.disconnect()
    party.host.settle()
    assert party.told.next is None
    party.say(QUICK, party.ann)
    assert {"ann"} == party.agree


def test_what_two_propose_at_once_is_asked_once(party: Party) -> None:
    """Also where a third has proposed something else between them; declined, it is asked anew."""
    for who, times in ((party.ann, QUICK), (party.bob, SLOW), (party.cleo, QUICK)):
        who.session.do(ProposeTimes(times, agrees=True))
    party.host.settle()
    assert {"ann", "cleo"} == party.agree
    party.say(QUICK, party.bob, agrees=False)
    party.say(QUICK, party.cleo)
    assert {"cleo"} == party.agree


def test_who_is_gone_is_not_asked(party: Party) -> None:
    """Whoever is there decides, as for a pause; but nobody is hurried by that."""
    party.cleo.disconnect()
    party.host.settle()
    party.say(SLOW, party.bob, party.ann)
    assert SLOW == party.told.next
    party.say(QUICK, party.bob, party.ann)
    assert SLOW == party.told.next
    assert {"ann", "bob"} == party.agree
    party.cleo.connect()
    party.host.settle()
    party.say(QUICK, party.cleo)
    assert QUICK == party.told.next


def test_whose_program_plays_for_them_is_not_asked(party: Party) -> None:
    """They are away for a minute, and can't answer; but aren't hurried, either."""
    party.cleo.session.do(Speak("", BOT))
    party.say(SLOW, party.bob, party.ann)
    assert SLOW == party.told.next
    party.say(QUICK, party.bob, party.ann)
    assert SLOW == party.told.next
    party.say(Times(), party.bob)
    party.ann.session.do(Speak("", BOT))
    party.host.settle()
    assert Times() == party.told.next
    party.ann.session.do(Speak("", MYSELF))
    party.say(SLOW, party.bob)
    assert {"bob"} == party.agree
    party.bob.session.do(Speak("", BOT))
    party.host.settle()
    assert Times() == party.told.next


def test_to_what_hurries_nobody_all_who_are_there_agree() -> None:
    """Each of the times may be longer, or shorter."""
    before = Times(60, 600, 10)
    for longer in (before, Times(), Times(90, 600, 10), Times(60), Times(0, 900, 10)):
        assert not longer.hurries(before)
    for shorter in (Times(59, 600, 10), Times(60, 599, 20), Times(60, 600, 5)):
        assert shorter.hurries(before)
    assert QUICK.hurries(Times())
    assert OWN.hurries(SLOW)


def test_nothing_is_agreed_by_who_is_cut_off_last(party: Party) -> None:
    """A switch that fails leaves one alone for a moment; they needn't decide by that."""
    party.say(QUICK, party.bob)
    party.ann.disconnect()
    party.cleo.disconnect()
    party.host.settle()
    assert party.told.next is None
    party.bob.disconnect()
    party.host.settle()
    for client in party.people:
        client.connect()
    party.host.settle()
    assert {"bob"} == party.agree
    party.ann.disconnect()
    party.cleo.disconnect()
    party.host.settle()
    party.say(SLOW, party.bob)
    assert SLOW == party.told.next


def test_bots_have_no_say(start_host: StartHost) -> None:
    """Neither are they asked, nor can they propose anything."""
    host = start_host(open_terms(3, bots=1))
    ann, bob = host.join(("ann", "bob"))
    ann.player.pick = None
    host.until(lambda: bool(host.bots.started))
    bot = host.client("Atossa", table="table 1", owner=HOST.public, near=True)
    host.settle()
    bot.send(Retime("table 1", QUICK, True))
    host.settle()
    assert ["no-seat"] == bot.refusals
    ann.session.do(ProposeTimes(QUICK, agrees=True))
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert QUICK == bot.player.timings[-1].next


def test_who_has_handed_their_seat_over_is_not_waited_for(party: Party) -> None:
    """Nor for a pause: whoever has the seat now decides, and a bot decides nothing."""
    party.say(QUICK, party.ann, party.bob)
    party.cleo.session.do(PauseClock(paused=True))
    party.host.settle()
    party.ann.session.do(PauseClock(paused=False))
    party.bob.session.do(PauseClock(paused=False))
    bot = party.host.client(
        "Atossa", table="table 1", looks_on=True, owner=HOST.public, near=True
    )
    party.host.settle()
    assert party.host.game.time.stands_still
    party.cleo.game.do(HandOver(bot.identity.public))
    party.host.settle()
    party.choose()
    assert "Atossa" in party.host.game.names
    assert not party.host.game.time.stands_still
    assert QUICK == party.ann.player.timings[-1].now


def test_only_who_plays_may(party: Party) -> None:
    """Who looks on sees it."""
    table = party.host.table.name
    eve = party.host.client("eve", table=table, looks_on=True)
    party.host.settle()
    eve.send(Retime(table, QUICK, True), Retime("elm", QUICK, True))
    party.host.settle()
    assert ["no-seat", "no-table"] == eve.refusals
    party.say(QUICK, party.ann)
    assert party.told == [it for it in eve.received if isinstance(it, Timing)][-1]


def test_somebody_who_plays_with_it_is_slowed_down(party: Party) -> None:
    """All are told of it each time."""
    for number in range(100):
        party.bob.send(Retime(party.host.table.name, Times(number), True))
    party.host.settle()
    assert "too-fast" in party.bob.refusals


def test_who_hasn_t_agreed_isn_t_hurried_where_there_was_no_clock(
    start_host: StartHost,
) -> None:
    """A host could say that all had; who finds it so may agree then."""
    party = Party(start_host)
    party.say(QUICK, party.bob, party.cleo)
    game, asked = party.host.game, [party.bob.identity.public]
    game.time.look_who_agrees(asked, asked, part(game.fold.state))
    party.go_on_to(1)
    party.host.pass_time(30)
    assert QUICK == party.told.now
    assert 0 == party.clock.seconds
    assert True not in party.ann.player.late
    party.ann.game.do(KeepToTimes(OWN))
    assert True not in party.ann.player.late
    party.ann.game.do(KeepToTimes(QUICK))
    party.host.settle()
    assert party.ann.player.late[-1]


def test_a_host_can_t_say_that_one_has_agreed(start_host: StartHost) -> None:
    """To whatever it is: the choice waits, however often it says that time is out."""
    party = Party(start_host)
    question = party.ann.player.question
    assert question is not None
    party.ann.session.receive(Timing("table 1", QUICK, None, None))
    party.ann.session.receive(Clock("table 1", 0, question.phase, (0, 0, 0)))
    assert True not in party.ann.player.late
    assert question == party.ann.player.question


def test_a_game_that_is_over_is_timed_by_nobody(party: Party) -> None:
    """Whoever proposes something then is told so."""
    party.say(QUICK, *party.people)
    party.ann.player.pick = any_move
    party.ann.player.answer_now()
    party.host.settle()
    assert party.host.game.is_complete
    party.bob.send(Retime(party.host.table.name, OWN, True))
    party.host.settle()
    assert ["no-game"] == party.bob.refusals
