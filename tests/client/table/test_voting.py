"""Ballots about silent players: who is asked, what bots do by themselves, results."""

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
from tests.support.inprocess.ballots import honest_proposal, open_ballot
from tests.support.inprocess.client import (
    Client,
    answer_ballot,
    asked_ballot,
    dropping,
    seats_of,
    vote_caster,
)
from tests.support.inprocess.server import HostHarness, open_terms

ASKED, OFFERED, BY_ITSELF = (
    GONE_AFTER.default * 2 // 3,
    GONE_AFTER.default,
    GONE_AFTER.default * 2,
)
"""Seconds until people are asked, may propose a ballot, and bots propose one."""

TICK = 5
"""Seconds between two looks of a client."""

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Return a function that begins a game where the last player (cleo) must choose."""

    def start(
        players: int = 3, *, silent: int = 1, **terms: object
    ) -> tuple[HostHarness, list[Client]]:
        host = HostHarness(tmp_path / "host", open_terms(players, **terms))
        names = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")[:players]
        people = host.join(names)
        for person in people[players - silent :]:
            person.player.pick = None
        for person in people:
            person.player.cast_vote = vote_caster(person)
        host.settle()
        assert all(it.player.question for it in people[players - silent :])
        return host, people

    return start


def go_missing(host: HostHarness, person: Client) -> None:
    """Disconnect somebody until others may propose to go on without them."""
    person.disconnect()
    host.pass_time(OFFERED + TICK, TICK)


def make_proposal(
    host: HostHarness, person: Client, out: tuple[int, ...] | None = None
) -> None:
    person.act(ProposeBallot(out))


def answer_and_settle(person: Client, *, yes: bool) -> None:
    """Make somebody answer the open ballots, and deliver the answers to all."""
    answer_ballot(person, yes=yes)
    person.host.settle()


def go_on_without(host: HostHarness, gone: Client, person: Client) -> None:
    """Disconnect somebody, and make another propose to go on without them."""
    go_missing(host, gone)
    make_proposal(host, person)


def active(host: HostHarness) -> tuple[int, ...]:
    return host.game.fold.active


def all_but(host: HostHarness, *others: Client) -> tuple[int, ...]:
    return seats_of(*(it for it in host.clients if it not in others))


def vote_from_now_on(yes: bool, *some: Client) -> None:
    """Make people answer ballots as soon as they are asked."""
    for one in some:
        one.player.vote = yes


def set_unattended(*some: Client, unattended: bool = True) -> None:
    """Set whether clients play by themselves, without a person."""
    for one in some:
        one.player.is_program = unattended


def test_a_seat_deceived_by_another_ballot_still_gets_the_result(
    start: Start,
) -> None:
    """
    A host with a player's help shows an absent player another ballot first, and then
    the ballot that was carried.
    """
    host, (ann, bob, cleo) = start()
    go_on_without(host, cleo, ann)
    cleo.tamper = dropping(Post)
    host.reconnect([cleo])
    fold = host.game.fold
    another = honest_proposal(fold, [bob.seat.number])
    wire = open_ballot(fold, ann.identity, ann.seat.number, another).wire
    cleo.session.receive(Log(cleo.session.table, fold.position, (wire,)))
    host.settle()
    cleo.disconnect()
    answer_and_settle(bob, yes=True)
    assert bob.player.sheet is not None
    assert all_but(host, cleo) == active(host)
    cleo.tamper = lambda message: message
    host.reconnect([cleo])
    assert bob.player.sheet == cleo.player.sheet


def test_an_old_yes_does_not_count_in_a_repeated_ballot(
    start: Start,
) -> None:
    """A modified client opens the same ballot again, as if it hadn't seen the first."""
    host, (ann, bob, _cleo, dan) = start(4)
    go_on_without(host, dan, ann)
    answer_ballot(bob, yes=True)
    host.pass_time(ASKED + TICK, TICK)  # cleo's silence counts as a no
    assert [Status.VOID] == [it.status for it in host.game.fold.ballots]
    host.reconnect([dan])
    again = honest_proposal(host.game.fold, [dan.seat.number], known=0)
    wire = open_ballot(host.game.fold, ann.identity, ann.seat.number, again).wire
    host.keeps_failures = True
    ann.speak(Post((wire,)))
    _first, second = host.game.fold.ballots
    assert (0, {ann.seat.number: True}) == (second.proposal.known, second.votes)
    asks = asked_ballot(bob)
    assert (second.key, None) == (asks.key, asks.first)


def test_a_proposal_counts_as_a_yes_to_an_equal_one_only_briefly(start: Start) -> None:
    """Otherwise a host could hold it back, and show what others propose later."""
    host, (ann, bob, _cleo, dan) = start(4)
    go_missing(host, dan)
    bob.tamper = dropping(Post)
    bob.game.do(ProposeBallot())
    host.pass_time(SAME_TIME + TICK, TICK)
    make_proposal(host, ann)
    (ballot,) = host.game.fold.ballots
    assert {ann.seat.number: True} == ballot.votes
    asks = asked_ballot(bob)
    assert ballot.key == asks.key


def test_a_restarted_client_gives_the_same_answer_to_a_ballot(start: Start) -> None:
    """Its yes is stored, so it signs nothing that contradicts it."""
    host, (ann, bob, cleo) = start()
    go_on_without(host, cleo, ann)
    said = [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    assert 1 == len(said)
    bob.disconnect()
    ann.restart()
    host.reconnect([ann])
    assert said == [it for it in ann.store.memories() if it.lane.startswith(BALLOTS)]
    host.reconnect([bob])
    answer_and_settle(bob, yes=True)
    assert all_but(host, cleo) == active(host)
    assert {} == host.game.fold.evidence


@pytest.mark.parametrize(
    ("players", "rounds", "offers", "then"),
    [
        pytest.param(
            *(4, [("dan", "bob cleo", "dan")]),
            *(["dan"], "dan"),
            id="all vote no, and nobody could go on without all of them",
        ),
        pytest.param(
            *(5, [("eve", "dan", "eve")]),
            *(["dan eve", "eve"], "eve"),
            id="the seat that votes no is kept, and agrees",
        ),
        pytest.param(
            *(5, [("eve", "dan", "eve")]),
            *(["dan eve", "eve"], "dan eve"),
            id="the seat that votes no is removed as well",
        ),
        pytest.param(
            *(5, [("eve", "bob cleo dan", "eve"), ("", "dan", "eve")]),
            *(["dan eve", "eve"], "dan eve"),
            id="seats that agree by now don't hide one that still votes no",
        ),
        pytest.param(
            *(5, [("eve", "bob cleo dan", "eve"), ("dan", "", "eve")]),
            *(["dan eve"], "dan eve"),
            id="nor does a seat that leaves before it has answered",
        ),
        pytest.param(
            7,
            [
                ("gus", "bob cleo dan eve finn", "gus"),
                ("", "finn", "gus"),
                ("", "eve", "finn gus"),
            ],
            *(["finn gus", "eve finn gus", "gus"], "eve finn gus"),
            id="a seat that won't go on without a no voter is added in turn",
        ),
    ],
)
def test_a_seat_that_keeps_voting_no_can_be_removed_too(
    players: int,
    rounds: Sequence[tuple[str, str, str]],
    offers: Sequence[str],
    then: str,
    start: Start,
) -> None:
    """
    The others needn't wait for a seat that votes no to reasonable ballots, nor must
    they remove it.

    In each round somebody may leave, some vote no, and ann proposes to go on without
    some seats. After that, several proposals are offered, and all agree to one of them.
    """
    host, people = start(players)
    ann, *others = people
    named = {one.name: one for one in people}

    def seats_named(names: str) -> tuple[int, ...]:
        return seats_of(*(named[name] for name in names.split()))

    for gone, noes, out in rounds:
        for one in others:
            one.player.vote = one.name not in noes.split()
        if gone:
            named[gone].disconnect()
        host.pass_time(OFFERED + TICK, TICK)
        make_proposal(host, ann, seats_named(out))
    host.pass_time(OFFERED + TICK, TICK)
    assert [seats_named(it) for it in offers] == [*ann.player.absence_now.offers]
    vote_from_now_on(True, *others)
    make_proposal(host, ann, seats_named(then))
    assert all_but(host, *(named[it] for it in then.split())) == active(host)


@pytest.mark.parametrize(("is_persuaded", "lasts"), [(True, 11), (False, 9)])
def test_bots_repeat_a_refused_ballot_ever_less_often(
    is_persuaded: bool, lasts: int, start: Start
) -> None:
    """
    A person who votes no isn't asked by each bot, nor without end. If another seat goes
    missing as well, the bots open a new ballot regardless of earlier refusals.
    """
    host, (*bots, bob, dan) = start(5)
    set_unattended(*bots)
    bob.player.vote, bob.player.pick = False, None
    dan.disconnect()
    host.pass_time(BY_ITSELF * lasts, 4 * TICK)
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


def test_a_lost_yes_is_sent_again(start: Start) -> None:
    """
    Until the ballot is refused, the author of the yes signs nothing beyond that phase.
    """
    host, (ann, _bob, cleo) = start()
    go_missing(host, cleo)
    ann.tamper = lambda message: None
    ann.game.do(ProposeBallot())
    ann.disconnect()
    assert [] == list(host.game.fold.ballots)
    host.reconnect([cleo])
    cleo.player.pick = None
    host.answer([cleo])
    ann.tamper = lambda message: message
    host.reconnect([ann])
    # It arrives when the phase is over: the others vote no at once, and play continues.
    (ballot,) = host.game.fold.ballots
    assert Status.VOID is ballot.status
    assert (0, 1, 2) == active(host)
    assert () != host.game.fold.missing
    assert (
        ann.seat.number not in host.game.fold.missing or ann.player.question is not None
    )


def test_bots_do_not_wait_for_a_seat_that_said_goodbye(start: Start) -> None:
    """
    The goodbye is signed, so the others may vote at once, and bots do so by themselves.
    They don't while the seat is still connected.
    """
    host, (*others, dan) = start(4)
    set_unattended(*others)
    dan.act(SayGoodbye())
    host.pass_time(OFFERED, TICK)
    assert [] == list(host.game.fold.ballots)
    set_unattended(*others, unattended=False)
    host.disconnect([dan])
    assert frozenset((dan.seat.number,)) == host.game.fold.attendance.leaving
    assert (dan.seat.number,) == others[0].player.absence_now.offered
    set_unattended(*others)
    host.pass_time(2 * TICK, TICK)
    assert all_but(host, dan) == active(host)


def test_a_table_that_agreed_to_wait_waits(start: Start) -> None:
    """Nobody is offered a ballot, and clients vote no to one opened all the same."""
    host, (ann, bob, cleo) = start(when_gone="wait")
    vote_from_now_on(True, ann, bob)
    cleo.disconnect()
    host.pass_time(2 * OFFERED, TICK)
    assert () == ann.player.absence_now.offered
    ann.propose(cleo)
    host.settle()
    (ballot,) = host.game.fold.ballots
    assert {ann.seat.number: True, bob.seat.number: False} == ballot.votes


def test_a_seat_that_proposes_too_often_can_still_play(start: Start) -> None:
    """
    Its client signs no proposal that others would refuse; otherwise all would wait for
    that proposal forever.
    """
    host, (ann, bob, cleo) = start()
    cleo.stalled = True
    for _ in range(20):
        ann.propose(cleo)
        host.settle()
        bob.vote_on_all(yes=False)
        host.settle()
    assert len(list(host.game.fold.ballots)) < 20
    cleo.stalled = False
    host.answer([cleo])
    cleo.player.pick = None
    assert [] == ann.refusals
    assert ann.seat.may_vote
    assert ann.seat.number not in host.game.fold.missing


def test_removing_a_seat_frees_a_voter_who_had_proposed_another(
    start: Start,
) -> None:
    """
    The removed seat is asked in a ballot that comes too late, and only that seat could
    answer it.
    """
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


def test_an_offline_client_counts_no_seat_as_absent(start: Start) -> None:
    """A client without a connection doesn't know who is there."""
    host, (*bots, dan) = start(4)
    set_unattended(*bots)
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


def test_a_new_holder_waits_for_answers_to_its_own_yes(start: Start) -> None:
    """Waiting begins with the new holder's yes, which belongs to the seat they took."""
    host, (ann, bob, cleo, dan, eve) = start(5, silent=2)
    zoe = host.connect("zoe", table=ann.session.table, looks_on=True)
    dan.game.do(HandOver(zoe.identity.public))
    zoe.player.pick, zoe.player.cast_vote = None, vote_caster(zoe)
    host.settle()
    assert zoe.seat.number == host.game.seat_of(zoe.identity.public)
    zoe.player.pick = ann.player.pick
    zoe.player.answer_now()
    eve.disconnect()
    cleo.stalled = True
    host.pass_time(OFFERED + TICK, TICK)
    vote_from_now_on(True, bob, zoe)
    make_proposal(host, ann)
    assert (cleo.seat.number,) == host.game.fold.ballots.on(
        host.game.fold.phase.number
    )[0].missing
    host.pass_time(OFFERED + TICK, TICK)
    assert cleo.seat.number in zoe.player.absence_now.offered


def test_a_new_holder_of_a_removed_seat_is_told(start: Start) -> None:
    """The handover came to nothing: none of the new holder's entries counts."""
    host, (ann, bob, cleo) = start(3)
    zoe = host.connect("zoe", table=ann.session.table, looks_on=True)
    cleo.game.do(HandOver(zoe.identity.public))
    host.leave_unanswered([zoe])
    assert [] != zoe.player.handovers
    host.pass_time(OFFERED + TICK, TICK)
    bob.player.vote = True
    make_proposal(host, ann)
    assert zoe.player.is_out
    assert not cleo.player.is_out
    assert host.game.fold.over
