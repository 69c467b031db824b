"""Votes on silent players: who is asked, what programs do by themselves, the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    HandOver,
    ProposeBallot,
    SayGoodbye,
    ShowPresence,
    VoteOn,
)
from sealed_wonders.client.table.answers import SAME_TIME
from sealed_wonders.client.table.voting import LONGEST_PAUSE
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.lanes import BALLOTS
from sealed_wonders.net.messages import Log, Post
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.voting import ANSWER_SECONDS
from tests.support.inprocess.ballots import open_ballot, propose
from tests.support.inprocess.client import Client, answers, asked, votes
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms

ASKED, OFFERED, BY_ITSELF = (
    GONE_AFTER.default * 2 // 3,
    GONE_AFTER.default,
    GONE_AFTER.default * 2,
)
"""Seconds until people are asked, may propose, and programs do."""

TICK = 5
"""Seconds between two looks."""

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Give a game in which cleo, who sits last, is asked for a choice."""

    def start(
        players: int = 3, *, silent: int = 1, **terms: object
    ) -> tuple[HostHarness, list[Client]]:
        host = HostHarness(tmp_path / "host", open_terms(players, **terms))
        names = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")[:players]
        people = host.join(names)
        for person in people[players - silent :]:
            person.player.pick = None
        for person in people:
            person.player.cast = votes(person)
        host.settle()
        assert all(it.player.question for it in people[players - silent :])
        return host, people

    return start


def seat_of(person: Client) -> int:
    seat = person.session.seat
    if seat is None:
        raise ValueError("there is no game")
    return seat.number


def is_gone(host: HostHarness, person: Client) -> None:
    """Let somebody be gone until others may propose to go on without them."""
    person.disconnect()
    host.pass_time(OFFERED + TICK, TICK)


def proposes(
    host: HostHarness, person: Client, out: tuple[int, ...] | None = None
) -> None:
    person.game.do(ProposeBallot(out))
    host.settle()


def without(host: HostHarness, gone: Client, person: Client) -> None:
    """Let somebody be gone until another has proposed to go on without them."""
    is_gone(host, gone)
    proposes(host, person)


def active(host: HostHarness) -> tuple[int, ...]:
    return host.game.fold.active


def all_but(people: Sequence[Client], *others: Client) -> tuple[int, ...]:
    return tuple(sorted(seat_of(it) for it in people if it not in others))


def test_who_is_silent_is_voted_out_and_the_game_goes_on(start: Start) -> None:
    """One proposes it, the other agrees; the game goes on to its end at once."""
    host, people = start()
    ann, bob, cleo = people
    out = seat_of(cleo)
    remain = all_but(people, cleo)
    cleo.disconnect()
    host.pass_time(OFFERED - TICK, TICK)
    assert not ann.player.absence_now.offered
    assert [out] == list(ann.player.absence_now.since)
    host.pass_time(2 * TICK, TICK)
    assert (out,) == ann.player.absence_now.offered == bob.player.absence_now.offered
    proposes(host, ann)
    asks = asked(bob)
    assert (out,) == asks.out
    assert {seat_of(ann): True} == dict(asks.votes)
    bob.game.do(VoteOn(asks.opener, asks.number, yes=True))
    host.settle()
    assert remain == active(host)
    assert ann.player.sheet is not None
    assert ann.player.sheet == bob.player.sheet
    assert out not in ann.player.sheet.winners


def test_who_comes_back_in_time_is_let_in_and_nothing_is_lost(start: Start) -> None:
    """By speaking they make the ballot unsound: who hasn't answered says no."""
    host, people = start()
    ann, bob, cleo = people
    without(host, cleo, ann)
    assert bob.player.absence_now.asks is not None
    cleo.connect()
    host.settle()
    cleo.player.pick, question = None, cleo.player.question
    cleo.player.answer_now()
    host.settle()
    assert question is not None
    assert bob.player.absence_now.asks is None
    (ballot,) = host.game.fold.ballots
    assert Status.VOID is ballot.status
    assert (0, 1, 2) == active(host)
    assert host.game.fold.phase.number > question.phase


def test_a_no_that_no_host_takes_any_more_leads_to_the_end(start: Start) -> None:
    """A host with a player's help shows whoever is silent another ballot, and then the end."""
    host, people = start()
    ann, bob, cleo = people
    without(host, cleo, ann)
    cleo.tamper = lambda message: None if isinstance(message, Post) else message
    cleo.connect()
    host.settle()
    fold = host.game.fold
    another = propose(fold, [seat_of(bob)])
    wire = open_ballot(fold, ann.identity, seat_of(ann), another).wire
    cleo.session.receive(Log(cleo.session.table, fold.position, (wire,)))
    host.settle()
    cleo.disconnect()
    answers(bob, yes=True)
    host.settle()
    assert bob.player.sheet is not None
    assert all_but(people, cleo) == active(host)
    cleo.tamper = lambda message: message
    cleo.connect()
    host.settle()
    assert bob.player.sheet == cleo.player.sheet


def test_without_an_answer_it_is_a_no(start: Start) -> None:
    host, people = start()
    ann, bob, cleo = people
    without(host, cleo, ann)
    assert bob.player.absence_now.asks is not None
    host.pass_time(ASKED + TICK, TICK)
    (ballot,) = host.game.fold.ballots
    assert {seat_of(ann): True, seat_of(bob): False} == ballot.votes
    assert (0, 1, 2) == active(host)


def test_what_several_propose_at_once_is_asked_once(start: Start) -> None:
    """Who has proposed it, or has answered, has said the same to all that is the same."""
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    is_gone(host, eve)
    for person in (ann, bob, cleo):
        person.game.do(ProposeBallot())
    host.settle()
    three = list(host.game.fold.ballots)
    assert [(seat_of(eve),)] * 3 == [ballot.proposal.out for ballot in three]
    assert all(it.player.absence_now.asks is None for it in (ann, bob, cleo))
    first, *others = dan.player.absence_now.votes
    assert [first.key] * 2 == [vote.first for vote in others]
    answers(dan, yes=True)
    host.settle()
    assert dan.player.absence_now.asks is None
    assert all_but(people, eve) == active(host)
    assert {Status.CARRIED} == {ballot.status for ballot in three}
    assert {} == host.game.fold.evidence


def test_a_no_is_one_to_all_that_came_at_once_and_to_no_later_one(start: Start) -> None:
    """Who proposes it again asks again; whoever has said no may have thought about it."""
    host, people = start(4)
    ann, bob, cleo, dan = people
    is_gone(host, dan)
    ann.game.do(ProposeBallot())
    proposes(host, bob)
    answers(cleo, yes=False)
    host.settle()
    assert cleo.player.absence_now.asks is None
    assert [Status.VOID] * 2 == [it.status for it in host.game.fold.ballots]
    host.pass_time(OFFERED + TICK, TICK)
    proposes(host, ann)
    for person in (bob, cleo):
        answers(person, yes=True)
    host.settle()
    assert all_but(people, dan) == active(host)


def test_an_answer_of_before_is_none_whatever_the_opener_says_to_know(
    start: Start,
) -> None:
    """A modified program opens the same again as if it had heard of nothing."""
    host, people = start(4)
    ann, bob, _cleo, dan = people
    without(host, dan, ann)
    answers(bob, yes=True)
    host.pass_time(ASKED + TICK, TICK)  # cleo says nothing to it, which is a no
    assert [Status.VOID] == [it.status for it in host.game.fold.ballots]
    dan.connect()
    host.settle()
    again = propose(host.game.fold, [seat_of(dan)], known=0)
    wire = open_ballot(host.game.fold, ann.identity, seat_of(ann), again).wire
    host.keeps_failures = True
    ann.send(Post((wire,)))
    host.settle()
    _first, second = host.game.fold.ballots
    assert (0, {seat_of(ann): True}) == (second.proposal.known, second.votes)
    asks = asked(bob)
    assert (second.key, None) == (asks.key, asks.first)


def test_what_one_has_proposed_is_a_yes_for_a_moment_only(start: Start) -> None:
    """A host may hold it back, and show what others propose later."""
    host, people = start(4)
    ann, bob, _cleo, dan = people
    is_gone(host, dan)
    bob.tamper = lambda message: None if isinstance(message, Post) else message
    bob.game.do(ProposeBallot())
    host.pass_time(SAME_TIME + TICK, TICK)
    proposes(host, ann)
    (ballot,) = host.game.fold.ballots
    assert {seat_of(ann): True} == ballot.votes
    asks = asked(bob)
    assert ballot.key == asks.key


def test_programs_go_on_without_who_is_gone(start: Start) -> None:
    """Nobody else need be there; one of them opens the ballot, the others agree."""
    host, people = start(4)
    *programs, dan = people
    for program in programs:
        program.player.is_program = True
    remain = all_but(people, dan)
    dan.disconnect()
    host.pass_time(BY_ITSELF - TICK, TICK)
    assert (0, 1, 2, 3) == active(host)
    host.pass_time(4 * TICK, TICK)
    assert remain == active(host)
    assert all(program.player.sheet is not None for program in programs)


def test_whoever_a_program_plays_for_is_asked_first(start: Start) -> None:
    """As long as anybody is; then the program says what a bot says at once."""
    host, people = start(4)
    ann, bob, cleo, dan = people
    for program in (bob, cleo):
        program.player.is_program = True
    cleo.player.has_person = True
    remain = all_but(people, dan)
    without(host, dan, ann)
    assert bob.player.absence_now.asks is None
    asks = asked(cleo)
    assert {seat_of(ann): True, seat_of(bob): True} == dict(asks.votes)
    host.pass_time(ASKED - TICK, TICK)
    assert (0, 1, 2, 3) == active(host)
    host.pass_time(2 * TICK, TICK)
    assert remain == active(host)


def test_programs_put_nobody_out_who_is_there_and_thinks(start: Start) -> None:
    """Nor whoever was there a moment ago; one is waited for, for ever."""
    host, people = start(4)
    *programs, dan = people
    for program in programs:
        program.player.is_program = True
    host.pass_time(3 * BY_ITSELF, 60)
    assert (0, 1, 2, 3) == active(host)
    assert [] == list(host.game.fold.ballots)
    dan.disconnect()
    host.pass_time(OFFERED - TICK, TICK)
    assert (0, 1, 2, 3) == active(host)
    dan.connect()
    host.pass_time(TICK, TICK)
    dan.disconnect()
    host.pass_time(OFFERED - TICK, TICK)
    assert [] == list(host.game.fold.ballots)


def test_at_an_impatient_table_there_is_time_to_answer(
    start: Start,
) -> None:
    """Nor does anybody go on without whoever is still reading what is asked."""
    host, people = start(5, gone_after=5)
    ann, bob, cleo, eve, dan = people
    dan.disconnect()
    host.pass_time(10, 1)
    proposes(host, ann)
    asks = asked(bob)
    for one in (cleo, eve):
        one.game.do(VoteOn(*asks.key, yes=True))
    host.pass_time(ANSWER_SECONDS - 2, 1)
    still = bob.player.absence_now.asks
    assert still is not None
    assert asks.key == still.key
    (ballot,) = host.game.fold.ballots
    assert (seat_of(bob),) == ballot.missing
    # Three could go on without two.
    for one in (ann, cleo, eve):
        assert () == one.player.absence_now.offers
    host.pass_time(3, 1)
    assert Status.VOID is ballot.status


def test_one_against_one_waits_for_ever(start: Start) -> None:
    """Half of a table can't put out the other half."""
    host, people = start(4, silent=2)
    for person in people[2:]:
        person.disconnect()
    host.pass_time(3 * BY_ITSELF, 30)
    assert all(() == it.player.absence_now.offered for it in people[:2])
    assert [] == list(host.game.fold.ballots)


def test_two_leave_at_once(start: Start) -> None:
    """One ballot is about both."""
    host, people = start(5, silent=2)
    for person in people[3:]:
        person.disconnect()
    host.pass_time(OFFERED + TICK, TICK)
    for person in people[:3]:
        person.player.vote = True
    people[0].game.do(ProposeBallot())
    host.settle()
    host.pass_time(TICK, TICK)
    assert all_but(people, *people[3:]) == active(host)
    assert all(it.player.sheet is not None for it in people[:3])


def test_who_refuses_for_ever_may_be_put_out_as_well(start: Start) -> None:
    """The others need not wait for one who says no to what is sound."""
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    for person in (ann, bob, cleo):
        person.player.vote = True
    dan.player.vote = False
    is_gone(host, eve)
    ann.game.do(ProposeBallot())
    host.pass_time(TICK, TICK)
    assert (0, 1, 2, 3, 4) == active(host)
    host.pass_time(OFFERED + TICK, TICK)
    assert {seat_of(dan), seat_of(eve)} >= set(bob.player.absence_now.offered) != set()
    bob.game.do(ProposeBallot())
    host.pass_time(TICK, TICK)
    assert len(active(host)) < 5
    assert seat_of(eve) not in active(host)


def test_programs_put_nobody_out_at_once_who_is_there_and_has_said_no(
    start: Start,
) -> None:
    """Whoever has answered otherwise has as long as anybody who is there; a key stops it."""
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    cleo.player.is_program = dan.player.is_program = True
    ann.player.vote, bob.player.vote = True, False
    is_gone(host, eve)
    ann.game.do(ProposeBallot())
    host.pass_time(OFFERED + TICK, TICK)
    ann.game.do(ProposeBallot((seat_of(bob), seat_of(eve))))
    host.pass_time(TICK, TICK)
    _, ballot = host.game.fold.ballots
    assert {seat_of(bob), seat_of(eve)} == {*ballot.proposal.out}
    assert {seat_of(cleo), seat_of(dan)} == {*ballot.missing}
    bob.game.do(ShowPresence())
    host.settle()
    assert Status.VOID is ballot.status
    eve.connect()
    host.settle()
    eve.player.pick = any_move
    eve.player.answer_now()
    host.settle()
    assert all(it.player.sheet is not None for it in people)


def test_who_was_put_out_may_look_on(start: Start) -> None:
    """They hear what goes on, and are asked nothing any more."""
    host, people = start(4)
    ann, bob, cleo, dan = people
    for person in (bob, cleo):
        person.player.vote = True
    is_gone(host, dan)
    for person in (ann, bob, cleo):
        person.player.pick = None
    ann.game.do(ProposeBallot())
    host.pass_time(TICK, TICK)
    assert 3 == len(active(host))
    dan.player.question = None
    dan.connect()
    host.settle()
    assert dan.player.is_out
    assert dan.player.question is None
    seat = dan.session.seat
    assert seat is not None
    assert seat.fold.digest == host.game.fold.digest


def test_a_program_started_again_says_the_same_to_a_ballot(start: Start) -> None:
    """What it kept has its yes; and it signs nothing that could be in another world."""
    host, people = start()
    ann, bob, cleo = people
    without(host, cleo, ann)
    said = [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    assert 1 == len(said)
    bob.disconnect()
    ann.restart()
    ann.connect()
    host.settle()
    assert said == [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    bob.connect()
    host.settle()
    answers(bob, yes=True)
    host.settle()
    assert all_but(people, cleo) == active(host)
    assert {} == host.game.fold.evidence


def test_so_many_noes_that_all_stay_leave_another_proposal(start: Start) -> None:
    """Whoever has said no may agree later, or to something else."""
    host, people = start(4)
    ann, bob, cleo, dan = people
    for person in (bob, cleo):
        person.player.vote = False
    without(host, dan, ann)
    (ballot,) = host.game.fold.ballots
    assert Status.VOID is ballot.status
    host.pass_time(OFFERED + TICK, TICK)
    # Without three of four nobody could go on.
    for person in (ann, bob, cleo):
        assert ((seat_of(dan),),) == person.player.absence_now.offers
    bob.player.vote = cleo.player.vote = True
    proposes(host, ann)
    assert all_but(people, dan) == active(host)


def test_who_said_no_is_kept_or_not_as_is_proposed(start: Start) -> None:
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    dan.player.vote = False
    for person in (bob, cleo):
        person.player.vote = True
    without(host, eve, ann)
    host.pass_time(OFFERED + TICK, TICK)
    both = tuple(sorted((seat_of(dan), seat_of(eve))))
    assert (both, (seat_of(eve),)) == ann.player.absence_now.offers
    dan.player.vote = True
    proposes(host, ann, (seat_of(eve),))
    assert all_but(people, eve) == active(host)


def test_who_said_no_is_not_in_the_way_when_another_goes_who_has_not_answered(
    start: Start,
) -> None:
    """Those who said no to the first proposal are too many to be put out with them."""
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    for person in (bob, cleo, dan):
        person.player.vote = False
    without(host, eve, ann)
    for person in (bob, cleo):
        person.player.vote = True
    is_gone(host, dan)
    proposes(host, ann, (seat_of(eve),))
    host.pass_time(OFFERED + TICK, TICK)
    both = tuple(sorted((seat_of(dan), seat_of(eve))))
    assert (both,) == ann.player.absence_now.offers
    proposes(host, ann)
    assert all_but(people, dan, eve) == active(host)


def test_who_has_agreed_since_does_not_hide_who_refuses_for_ever(start: Start) -> None:
    """All who have ever said no are too many to be put out; one of them still does."""
    host, people = start(5)
    ann, bob, cleo, dan, eve = people
    for person in (bob, cleo, dan):
        person.player.vote = False
    without(host, eve, ann)
    ann.player.vote = bob.player.vote = cleo.player.vote = True
    host.pass_time(OFFERED + TICK, TICK)
    proposes(host, ann, (seat_of(eve),))
    host.pass_time(OFFERED + TICK, TICK)
    both = tuple(sorted((seat_of(dan), seat_of(eve))))
    for person in (ann, bob, cleo):
        assert (both, (seat_of(eve),)) == person.player.absence_now.offers
    proposes(host, bob)
    assert all_but(people, dan, eve) == active(host)


def test_who_refuses_that_as_well_is_put_out_with_them(start: Start) -> None:
    """Whoever won't go on without the first who refuses is added in turn."""
    host, people = start(7)
    ann, bob, cleo, dan, eve, finn, gus = people
    for person in (bob, cleo, dan, eve, finn):
        person.player.vote = False
    without(host, gus, ann)
    for person in (bob, cleo, dan, eve):
        person.player.vote = True
    out = [gus]
    for one in (finn, eve):
        host.pass_time(OFFERED + TICK, TICK)
        eve.player.vote = one is finn
        proposes(host, ann, all_but(out))
        out.append(one)
    host.pass_time(OFFERED + TICK, TICK)
    wanted = [all_but(out), all_but(out[:2]), all_but(out[:1])]
    assert {*wanted} == {*ann.player.absence_now.offers}
    proposes(host, ann, wanted[0])
    assert all_but(people, *out) == active(host)


def test_programs_ask_again_ever_more_seldom(start: Start) -> None:
    """A person who said no isn't asked by each of them, nor without end."""
    host, people = start(5)
    *programs, bob, dan = people
    for program in programs:
        program.player.is_program = True
    bob.player.vote = False
    dan.disconnect()
    host.pass_time(BY_ITSELF * 11, 4 * TICK)
    ballots = list(host.game.fold.ballots)
    assert 4 == len(ballots), "after one, two, four and eight times as long"
    assert {(seat_of(dan),)} == {it.proposal.out for it in ballots}
    bob.player.vote = True
    host.pass_time(BY_ITSELF * LONGEST_PAUSE + TICK, 4 * TICK)
    assert all_but(people, dan) == active(host)


def test_who_goes_as_well_is_something_else_to_ask_about(start: Start) -> None:
    """However often a no was said before."""
    host, people = start(5)
    *programs, bob, dan = people
    for program in programs:
        program.player.is_program = True
    bob.player.vote, bob.player.pick = False, None
    dan.disconnect()
    host.pass_time(BY_ITSELF * 11, 4 * TICK)
    bob.disconnect()
    host.pass_time(BY_ITSELF + OFFERED + TICK, TICK)
    assert all_but(people, bob, dan) == active(host)


def test_a_yes_that_never_got_there_is_said_again(start: Start) -> None:
    """Until it is answered with no, its author signs nothing beyond that phase."""
    host, people = start()
    ann, _bob, cleo = people
    is_gone(host, cleo)
    ann.tamper = lambda message: None
    ann.game.do(ProposeBallot())
    ann.disconnect()
    assert [] == list(host.game.fold.ballots)
    cleo.connect()
    host.settle()
    cleo.player.pick = None
    cleo.player.answer_now()
    host.settle()
    ann.tamper = lambda message: message
    ann.connect()
    host.settle()
    # It comes when the phase is left: the others say no at once, and all goes on.
    (ballot,) = host.game.fold.ballots
    assert Status.VOID is ballot.status
    assert (0, 1, 2) == active(host)
    assert () != host.game.fold.missing
    assert seat_of(ann) not in host.game.fold.missing or ann.player.question is not None


def test_who_goes_for_good_is_not_waited_for(start: Start) -> None:
    """It is signed: the others may vote at once, and programs do by themselves."""
    host, people = start(4)
    ann, bob, cleo, dan = people
    dan.game.do(SayGoodbye())
    host.settle()
    dan.disconnect()
    host.settle()
    assert frozenset((seat_of(dan),)) == host.game.fold.attendance.leaving
    assert (seat_of(dan),) == ann.player.absence_now.offered
    for program in (ann, bob, cleo):
        program.player.is_program = True
    host.pass_time(2 * TICK, TICK)
    assert all_but(people, dan) == active(host)


def test_who_has_said_goodbye_may_come_back_all_the_same(start: Start) -> None:
    """As long as they haven't been put out: they speak, and nobody holds it against them."""
    host, people = start(3)
    ann, _bob, cleo = people
    cleo.game.do(SayGoodbye())
    cleo.game.do(SayGoodbye())
    host.settle()
    assert (seat_of(cleo),) == ann.player.absence_now.offered
    cleo.player.answer_now()
    host.settle()
    assert frozenset() == host.game.fold.attendance.leaving
    assert not ann.player.absence_now.offered
    assert (0, 1, 2) == active(host)


def test_a_table_that_agreed_to_wait_waits(tmp_path: Path) -> None:
    """Nobody may propose anything, and a proposal of somebody else's gets a no."""
    host = HostHarness(tmp_path / "host", open_terms(3, when_gone="wait"))
    people = ann, bob, cleo = host.join()
    cleo.player.pick = None
    for person in people:
        person.player.cast = votes(person)
        person.player.vote = True
    host.settle()
    cleo.disconnect()
    host.pass_time(2 * OFFERED, TICK)
    assert () == ann.player.absence_now.offered
    ann.propose(cleo)
    host.settle()
    (ballot,) = host.game.fold.ballots
    assert {seat_of(ann): True, seat_of(bob): False} == ballot.votes


def test_whoever_proposes_it_over_and_over_can_still_go_on(start: Start) -> None:
    """Nothing is signed that the others don't take: it would be waited for, for ever."""
    host, people = start()
    ann, bob, cleo = people
    cleo.stalled = True
    for _ in range(20):
        ann.propose(cleo)
        host.settle()
        bob.vote_on_all(yes=False)
        host.settle()
    assert len(list(host.game.fold.ballots)) < 20
    cleo.stalled = False
    cleo.player.answer_now()
    host.settle()
    cleo.player.pick = None
    assert [] == ann.refusals
    assert ann.seat.may_vote
    assert seat_of(ann) not in host.game.fold.missing


def test_two_whose_proposals_come_too_late_free_each_other(start: Start) -> None:
    """Each has said yes to its own, and goes on once the other has said no to it."""
    host, people = start()
    ann, bob, cleo = people
    for one in (ann, bob):
        one.seat.propose([seat_of(cleo)])
    late = [(one, Post(one.seat.unheard())) for one in (ann, bob)]
    cleo.player.answer_now()
    host.until(lambda: cleo.seat.fold.phase.number > 0 and not cleo.outgoing)
    for one, posts in late:
        one.send(posts)
    cleo.player.pick = any_move
    host.settle()
    assert [Status.VOID] * 2 == [it.status for it in host.game.fold.ballots]
    assert host.game.fold.over


def test_who_was_put_out_frees_whoever_had_proposed_something_else(
    start: Start,
) -> None:
    """They are asked in a ballot that comes too late, and nobody else could answer that."""
    host, people = start()
    ann, bob, cleo = people
    ann.seat.propose([seat_of(cleo)])
    first = Post(ann.seat.unheard())
    ann.seat.propose([seat_of(bob)])
    said = ann.seat.unheard()
    late = Post(tuple(it for it in said if it not in first.wires))
    ann.send(first)
    host.until(lambda: bool(bob.seat.unanswered))
    bob.vote_on_all(yes=True)
    host.settle()
    assert all_but(people, cleo) == active(host)
    assert not host.game.fold.over
    ann.send(late)
    host.settle()
    assert [Status.CARRIED, Status.VOID] == [it.status for it in host.game.fold.ballots]
    assert host.game.fold.over


def test_nothing_is_held_against_anybody_while_one_is_offline(start: Start) -> None:
    """A program that has lost its host doesn't know who is there."""
    host, people = start(4)
    *programs, dan = people
    for program in programs:
        program.player.is_program = True
    dan.disconnect()
    host.pass_time(TICK, TICK)
    for program in programs:
        program.disconnect()
    dan.connect()
    host.pass_time(2 * BY_ITSELF, 30)
    for program in programs:
        program.connect()
    host.pass_time(2 * TICK, TICK)
    assert [] == list(host.game.fold.ballots)


def test_who_has_said_goodbye_and_is_back_is_not_put_out_by_programs(
    start: Start,
) -> None:
    host, people = start(4)
    *programs, dan = people
    for program in programs:
        program.player.is_program = True
    dan.game.do(SayGoodbye())
    host.settle()
    host.pass_time(OFFERED, TICK)
    assert [] == list(host.game.fold.ballots)


def test_who_took_a_seat_waits_for_answers_like_anybody(start: Start) -> None:
    """From their own yes on, which is that of the seat they have by then."""
    host, people = start(5, silent=2)
    ann, bob, cleo, dan, eve = people
    zoe = host.client("zoe", table=ann.session.table, looks_on=True)
    host.settle()
    dan.game.do(HandOver(zoe.identity.public))
    zoe.player.pick, zoe.player.cast = None, votes(zoe)
    host.settle()
    assert zoe.seat.number == host.game.seat_of(zoe.identity.public)
    zoe.player.pick = ann.player.pick
    zoe.player.answer_now()
    eve.disconnect()
    cleo.stalled = True
    host.pass_time(OFFERED + TICK, TICK)
    for person in (bob, zoe):
        person.player.vote = True
    proposes(host, ann)
    assert (seat_of(cleo),) == host.game.fold.ballots.on(host.game.fold.phase.number)[
        0
    ].missing
    host.pass_time(OFFERED + TICK, TICK)
    assert seat_of(cleo) in zoe.player.absence_now.offered


def test_who_took_a_seat_and_is_put_out_hears_of_that(start: Start) -> None:
    """Though the handover came to nothing: none of what they signed counts."""
    host, people = start(3)
    ann, bob, cleo = people
    zoe = host.client("zoe", table=ann.session.table, looks_on=True)
    host.settle()
    cleo.game.do(HandOver(zoe.identity.public))
    zoe.player.pick = None
    host.settle()
    assert [] != zoe.player.handovers
    host.pass_time(OFFERED + TICK, TICK)
    bob.player.vote = True
    proposes(host, ann)
    assert zoe.player.is_out
    assert not cleo.player.is_out
    assert host.game.fold.over
