"""Votes on silent players: who is asked, what programs do by themselves, the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    HandOver,
    ProposeBallot,
    SayGoodbye,
)
from sealed_wonders.client.table.answers import SAME_TIME
from sealed_wonders.client.table.voting import LONGEST_PAUSE
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.lanes import BALLOTS
from sealed_wonders.net.messages import Log, Post
from sealed_wonders.net.tableoptions import GONE_AFTER
from tests.support.inprocess.ballots import open_ballot, propose
from tests.support.inprocess.client import Client, answers, asked, choose, silent, votes
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


def is_gone(host: HostHarness, person: Client) -> None:
    """Let somebody be gone until others may propose to go on without them."""
    person.disconnect()
    host.pass_time(OFFERED + TICK, TICK)


def proposes(
    host: HostHarness, person: Client, out: tuple[int, ...] | None = None
) -> None:
    person.act(ProposeBallot(out))


def answered(person: Client, *, yes: bool) -> None:
    """Let somebody answer what they are asked, and all hear it."""
    answers(person, yes=yes)
    person.host.settle()


def without(host: HostHarness, gone: Client, person: Client) -> None:
    """Let somebody be gone until another has proposed to go on without them."""
    is_gone(host, gone)
    proposes(host, person)


def active(host: HostHarness) -> tuple[int, ...]:
    return host.game.fold.active


def seats(*some: Client) -> tuple[int, ...]:
    return tuple(sorted(it.seat.number for it in some))


def all_but(host: HostHarness, *others: Client) -> tuple[int, ...]:
    return seats(*(it for it in host.clients if it not in others))


def will_vote(yes: bool, *some: Client) -> None:
    """Let people answer from now on as soon as they are asked."""
    for one in some:
        one.player.vote = yes


def programs(*some: Client, are: bool = True) -> None:
    """Let nobody be at some programs, which play by themselves; or somebody."""
    for one in some:
        one.player.is_program = are


def test_a_no_that_no_host_takes_any_more_leads_to_the_end(start: Start) -> None:
    """A host with a player's help shows whoever is silent another ballot, and then the end."""
    host, (ann, bob, cleo) = start()
    without(host, cleo, ann)
    cleo.tamper = silent(Post)
    host.come_back([cleo])
    fold = host.game.fold
    another = propose(fold, [bob.seat.number])
    wire = open_ballot(fold, ann.identity, ann.seat.number, another).wire
    cleo.session.receive(Log(cleo.session.table, fold.position, (wire,)))
    host.settle()
    cleo.disconnect()
    answered(bob, yes=True)
    assert bob.player.sheet is not None
    assert all_but(host, cleo) == active(host)
    cleo.tamper = lambda message: message
    host.come_back([cleo])
    assert bob.player.sheet == cleo.player.sheet


def test_an_answer_of_before_is_none_whatever_the_opener_says_to_know(
    start: Start,
) -> None:
    """A modified program opens the same again as if it had heard of nothing."""
    host, (ann, bob, _cleo, dan) = start(4)
    without(host, dan, ann)
    answers(bob, yes=True)
    host.pass_time(ASKED + TICK, TICK)  # cleo says nothing to it, which is a no
    assert [Status.VOID] == [it.status for it in host.game.fold.ballots]
    host.come_back([dan])
    again = propose(host.game.fold, [dan.seat.number], known=0)
    wire = open_ballot(host.game.fold, ann.identity, ann.seat.number, again).wire
    host.keeps_failures = True
    ann.speak(Post((wire,)))
    _first, second = host.game.fold.ballots
    assert (0, {ann.seat.number: True}) == (second.proposal.known, second.votes)
    asks = asked(bob)
    assert (second.key, None) == (asks.key, asks.first)


def test_what_one_has_proposed_is_a_yes_for_a_moment_only(start: Start) -> None:
    """A host may hold it back, and show what others propose later."""
    host, (ann, bob, _cleo, dan) = start(4)
    is_gone(host, dan)
    bob.tamper = silent(Post)
    bob.game.do(ProposeBallot())
    host.pass_time(SAME_TIME + TICK, TICK)
    proposes(host, ann)
    (ballot,) = host.game.fold.ballots
    assert {ann.seat.number: True} == ballot.votes
    asks = asked(bob)
    assert ballot.key == asks.key


def test_a_program_started_again_says_the_same_to_a_ballot(start: Start) -> None:
    """What it kept has its yes; and it signs nothing that could be in another world."""
    host, (ann, bob, cleo) = start()
    without(host, cleo, ann)
    said = [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    assert 1 == len(said)
    bob.disconnect()
    ann.restart()
    host.come_back([ann])
    assert said == [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    host.come_back([bob])
    answered(bob, yes=True)
    assert all_but(host, cleo) == active(host)
    assert {} == host.game.fold.evidence


@pytest.mark.parametrize(
    ("players", "rounds", "offers", "then"),
    [
        pytest.param(
            *(4, [("dan", "bob cleo", "dan")]),
            *(["dan"], "dan"),
            id="all say no, and without all of them nobody could go on",
        ),
        pytest.param(
            *(5, [("eve", "dan", "eve")]),
            *(["dan eve", "eve"], "eve"),
            id="who says no is kept, and agrees",
        ),
        pytest.param(
            *(5, [("eve", "dan", "eve")]),
            *(["dan eve", "eve"], "dan eve"),
            id="who says no is put out as well",
        ),
        pytest.param(
            *(5, [("eve", "bob cleo dan", "eve"), ("", "dan", "eve")]),
            *(["dan eve", "eve"], "dan eve"),
            id="who agrees by now doesn't hide who still says no",
        ),
        pytest.param(
            *(5, [("eve", "bob cleo dan", "eve"), ("dan", "", "eve")]),
            *(["dan eve"], "dan eve"),
            id="nor who goes before they have answered",
        ),
        pytest.param(
            7,
            [
                ("gus", "bob cleo dan eve finn", "gus"),
                ("", "finn", "gus"),
                ("", "eve", "finn gus"),
            ],
            *(["finn gus", "eve finn gus", "gus"], "eve finn gus"),
            id="who won't go on without who says no is added in turn",
        ),
    ],
)
def test_who_says_no_for_ever_may_be_put_out_as_well(
    players: int,
    rounds: Sequence[tuple[str, str, str]],
    offers: Sequence[str],
    then: str,
    start: Start,
) -> None:
    """
    The others need not wait for one who says no to what is sound; nor put them out.

    In each round somebody goes, if anybody does, some say no, and ann proposes to go on
    without some; then this and that may be proposed, and to one of it all agree.
    """
    host, people = start(players)
    ann, *others = people
    named = {one.name: one for one in people}

    def seats_of(names: str) -> tuple[int, ...]:
        return seats(*(named[name] for name in names.split()))

    for gone, noes, out in rounds:
        for one in others:
            one.player.vote = one.name not in noes.split()
        if gone:
            named[gone].disconnect()
        host.pass_time(OFFERED + TICK, TICK)
        proposes(host, ann, seats_of(out))
    host.pass_time(OFFERED + TICK, TICK)
    assert [seats_of(it) for it in offers] == [*ann.player.absence_now.offers]
    will_vote(True, *others)
    proposes(host, ann, seats_of(then))
    assert all_but(host, *(named[it] for it in then.split())) == active(host)


@pytest.mark.parametrize("is_persuaded", [True, False])
def test_programs_ask_again_ever_more_seldom(is_persuaded: bool, start: Start) -> None:
    """
    A person who said no isn't asked by each of them, nor without end.

    Who goes as well is something else to ask about, however often a no was said before.
    """
    host, (*bots, bob, dan) = start(5)
    programs(*bots)
    bob.player.vote, bob.player.pick = False, None
    dan.disconnect()
    host.pass_time(BY_ITSELF * 11, 4 * TICK)
    ballots = list(host.game.fold.ballots)
    assert 4 == len(ballots), "after one, two, four and eight times as long"
    assert {(dan.seat.number,)} == {it.proposal.out for it in ballots}
    if is_persuaded:
        bob.player.vote = True
        host.pass_time(BY_ITSELF * LONGEST_PAUSE + TICK, 4 * TICK)
        assert all_but(host, dan) == active(host)
    else:
        bob.disconnect()
        host.pass_time(BY_ITSELF + OFFERED + TICK, TICK)
        assert all_but(host, bob, dan) == active(host)


def test_a_yes_that_never_got_there_is_said_again(start: Start) -> None:
    """Until it is answered with no, its author signs nothing beyond that phase."""
    host, (ann, _bob, cleo) = start()
    is_gone(host, cleo)
    ann.tamper = lambda message: None
    ann.game.do(ProposeBallot())
    ann.disconnect()
    assert [] == list(host.game.fold.ballots)
    host.come_back([cleo])
    cleo.player.pick = None
    choose(host, cleo)
    ann.tamper = lambda message: message
    host.come_back([ann])
    # It comes when the phase is left: the others say no at once, and all goes on.
    (ballot,) = host.game.fold.ballots
    assert Status.VOID is ballot.status
    assert (0, 1, 2) == active(host)
    assert () != host.game.fold.missing
    assert (
        ann.seat.number not in host.game.fold.missing or ann.player.question is not None
    )


def test_who_goes_for_good_is_not_waited_for(start: Start) -> None:
    """
    It is signed: the others may vote at once, and programs do by themselves.

    They don't as long as whoever has said goodbye is still there.
    """
    host, (*others, dan) = start(4)
    programs(*others)
    dan.act(SayGoodbye())
    host.pass_time(OFFERED, TICK)
    assert [] == list(host.game.fold.ballots)
    programs(*others, are=False)
    host.go([dan])
    assert frozenset((dan.seat.number,)) == host.game.fold.attendance.leaving
    assert (dan.seat.number,) == others[0].player.absence_now.offered
    programs(*others)
    host.pass_time(2 * TICK, TICK)
    assert all_but(host, dan) == active(host)


def test_a_table_that_agreed_to_wait_waits(start: Start) -> None:
    """Nobody may propose anything, and a proposal of somebody else's gets a no."""
    host, (ann, bob, cleo) = start(when_gone="wait")
    will_vote(True, ann, bob)
    cleo.disconnect()
    host.pass_time(2 * OFFERED, TICK)
    assert () == ann.player.absence_now.offered
    ann.propose(cleo)
    host.settle()
    (ballot,) = host.game.fold.ballots
    assert {ann.seat.number: True, bob.seat.number: False} == ballot.votes


def test_whoever_proposes_it_over_and_over_can_still_go_on(start: Start) -> None:
    """Nothing is signed that the others don't take: it would be waited for, for ever."""
    host, (ann, bob, cleo) = start()
    cleo.stalled = True
    for _ in range(20):
        ann.propose(cleo)
        host.settle()
        bob.vote_on_all(yes=False)
        host.settle()
    assert len(list(host.game.fold.ballots)) < 20
    cleo.stalled = False
    choose(host, cleo)
    cleo.player.pick = None
    assert [] == ann.refusals
    assert ann.seat.may_vote
    assert ann.seat.number not in host.game.fold.missing


def test_who_was_put_out_frees_whoever_had_proposed_something_else(
    start: Start,
) -> None:
    """They are asked in a ballot that comes too late, and nobody else could answer that."""
    host, (ann, bob, cleo) = start()
    ann.seat.propose([cleo.seat.number])
    first = Post(ann.seat.unheard())
    ann.seat.propose([bob.seat.number])
    said = ann.seat.unheard()
    late = Post(tuple(it for it in said if it not in first.wires))
    ann.send(first)
    host.until(lambda: bool(bob.seat.unanswered))
    bob.vote_on_all(yes=True)
    host.settle()
    assert all_but(host, cleo) == active(host)
    assert not host.game.fold.over
    ann.speak(late)
    assert [Status.CARRIED, Status.VOID] == [it.status for it in host.game.fold.ballots]
    assert host.game.fold.over


def test_nothing_is_held_against_anybody_while_one_is_offline(start: Start) -> None:
    """A program that has lost its host doesn't know who is there."""
    host, (*bots, dan) = start(4)
    programs(*bots)
    dan.disconnect()
    host.pass_time(TICK, TICK)
    for program in bots:
        program.disconnect()
    dan.connect()
    host.pass_time(2 * BY_ITSELF, 30)
    for program in bots:
        program.connect()
    host.pass_time(2 * TICK, TICK)
    assert [] == list(host.game.fold.ballots)


def test_who_took_a_seat_waits_for_answers_like_anybody(start: Start) -> None:
    """From their own yes on, which is that of the seat they have by then."""
    host, (ann, bob, cleo, dan, eve) = start(5, silent=2)
    zoe = host.come("zoe", table=ann.session.table, looks_on=True)
    dan.game.do(HandOver(zoe.identity.public))
    zoe.player.pick, zoe.player.cast = None, votes(zoe)
    host.settle()
    assert zoe.seat.number == host.game.seat_of(zoe.identity.public)
    zoe.player.pick = ann.player.pick
    zoe.player.answer_now()
    eve.disconnect()
    cleo.stalled = True
    host.pass_time(OFFERED + TICK, TICK)
    will_vote(True, bob, zoe)
    proposes(host, ann)
    assert (cleo.seat.number,) == host.game.fold.ballots.on(
        host.game.fold.phase.number
    )[0].missing
    host.pass_time(OFFERED + TICK, TICK)
    assert cleo.seat.number in zoe.player.absence_now.offered


def test_who_took_a_seat_and_is_put_out_hears_of_that(start: Start) -> None:
    """Though the handover came to nothing: none of what they signed counts."""
    host, (ann, bob, cleo) = start(3)
    zoe = host.come("zoe", table=ann.session.table, looks_on=True)
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
