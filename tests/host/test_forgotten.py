"""Hosts that have lost the end of a log: returning clients send it again, in any order."""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table import hostlog
from sealed_wonders.client.table.actions import ProposeBallot
from sealed_wonders.client.table.agreement import PATIENCE
from sealed_wonders.client.table.hostlog import PAUSE
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.limits import FROM_CLIENT
from sealed_wonders.net.log.envelopes import parse, wires_of
from sealed_wonders.net.log.journal import begin, pack, read
from sealed_wonders.net.log.lanes import LOBBY, MAIN
from sealed_wonders.net.messages import Post
from sealed_wonders.net.tableoptions import GONE_AFTER
from tests.support.inprocess.client import Client, choose
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.moving import another, take_over
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    sat,
    waiting_for_ann,
)
from tests.support.thorough import every, only
from tests.support.toy import TOY

KINDS = (
    "KEY",
    "MIX",
    "DEAL",
    "PICK",
    "REVEAL",
    "DECIDE",
    "DECLARE",
    "CHOOSE",
    "OPEN_SHARE",
    "END",
)


def forget(host: HostHarness, entries: int) -> None:
    """Take so many entries from the host's log, as a power cut does, and start it again."""
    host.kill()
    (path,) = host.folder.glob("*.journal")
    kept = read(path.read_bytes())
    lobby = sum(parse(wire.env).lane == LOBBY for wire in kept.wires)
    left = kept.wires[: max(lobby, len(kept.wires) - entries)]
    path.write_bytes(begin(kept.head) + pack(left))
    host.start_again()
    host.clock.advance(0)


def come_back(host: HostHarness, *people: Client) -> None:
    for one in people:
        host.come_back([one])


def clear(host: HostHarness) -> None:
    """Take away what a host has kept, for another one with the same folder."""
    for path in host.folder.iterdir():
        path.unlink()


def says(client: Client, kind: str) -> bool:
    """Tell whether somebody says something in a phase of a kind, that is under way."""
    wires = (w for it in client.outgoing if isinstance(it, Post) for w in it.wires)
    return any(parse(w.env).lane == MAIN and parse(w.env).kind == kind for w in wires)


def until_one_says(host: HostHarness, kind: str) -> Client:
    """Let them play until somebody is about to say something of a kind."""
    host.until(lambda: any(says(it, kind) for it in host.clients))
    return next(it for it in host.clients if says(it, kind))


@pytest.mark.parametrize("number", only([0, 8], range(len(KINDS))))
def test_whoever_comes_back_first_all_have_one_log(
    number: int, start_host: StartHost, toy: Terms
) -> None:
    """One of them has signed what the host never had, and is there before the others."""
    kind, lost = KINDS[number], (1, 2, 6)[number % 3]
    for order in list(permutations(range(3)))[number % 3 :: 3]:
        host = start_host(open_terms(3, game=TOY))
        people = host.join()
        unheard = until_one_says(host, kind)
        host.go([unheard])
        forget(host, lost)
        come_back(host, *(people[one] for one in order))
        assert all(it.session.finished for it in people), order
        assert 1 == len({it.seat.fold.digest for it in people})
        host.ended()
        clear(host)


ALL = ("KEY", "MIX", "DEAL", "OPEN_SHARE", *KINDS[3:8])


def voted_on(host: HostHarness, kind: str) -> list[Client]:
    """
    Let all others go on without somebody, who hears nothing of it, in a phase of a kind.

    Returns: all of them, first who is out, then those who have voted.
    """
    people = host.join()
    host.until(
        lambda: (
            host.has_begun
            and all(it.session.game is not None for it in people)
            and host.game.fold.phase.kind == kind
        )
    )
    seat, *_ = host.game.fold.phase.seats
    people.sort(key=lambda it: it.seat.number != seat)
    out, *voters = people
    out.stalled = True
    host.settle()
    host.vote_out([out], voters)
    for _ in range(4):
        host.step()
    assert (seat,) == host.game.left
    out.stalled = False
    return people


def theirs(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Let the game go on where who was put out has another host."""
    return moved(host, people, people[0], folder)


def ours(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Let who was put out go on by themselves, and then come to a voter's host."""
    forget(host, 1000)
    host.come_back([people[0]])
    assert () == host.game.left
    return moved(host, people, people[1], folder)


def its_own(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Let the host have lost all of the game but the lobby."""
    forget(host, 1000)
    return host


def its_last(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Let the host have lost no more than a vote, and what came behind it."""
    last = next(iter(host.game.fold.left_phases)).entries[-1]
    forget(host, host.game.fold.position - host.game.fold.entries().index(last))
    return host


def moved(
    host: HostHarness, people: Sequence[Client], owner: Client, folder: Path
) -> HostHarness:
    """Let the host of one of them go on with what that one has of the game."""
    host.kill()
    there = another(host)
    take_over(there, folder, wires_of(owner.seat.fold.entries()))
    for person in people:
        person.host = there
        there.clients.append(person)
    return there


@pytest.mark.parametrize(
    ("kind", "left_with"),
    only(
        [
            *(("OPEN_SHARE", its_last), ("REVEAL", theirs)),
            *(("DECIDE", ours), ("CHOOSE", its_own)),
        ],
        itertools.product(ALL, (its_own, theirs, ours, its_last)),
    ),
)
def test_a_ballot_that_a_host_has_lost_counts(
    kind: str,
    left_with: Callable[[HostHarness, Sequence[Client], Path], HostHarness],
    start_host: StartHost,
    tmp_path: Path,
) -> None:
    """Also where who was put out is there first, with what they say too late."""
    for order in every(6, list(permutations(range(3)))):
        begun = start_host(open_terms(3, own={"with": "leaders,edifice"}))
        people = voted_on(begun, kind)
        number = people[1].seat.fold.phase.number
        host = left_with(begun, people, tmp_path)
        come_back(host, *(people[one] for one in order))
        assert (people[0].seat.number,) == host.game.left
        assert 1 == len({it.seat.fold.digest for it in people})
        assert all(it.session.finished for it in people)
        # Nobody is blamed, and whoever is out is told so.
        assert number + 10 < host.game.fold.phase.number
        told = {line for it in people for line in it.player.story}
        assert not {"parted", "stuck", "closed"} & told
        assert not any(it.player.cheats or it.player.aparts for it in people)
        assert not host.game.fold.evidence
        assert [True, False, False] == [it.player.is_out for it in people]
        for path in begun.folder.glob("*.*"):
            path.unlink()
        host.close()


@pytest.mark.parametrize(
    ("is_carried", "lost"),
    only([(False, 2), (True, 4)], itertools.product([False, True], [1, 2, 4])),
)
def test_the_end_is_the_end_whatever_ballot_on_it_is_lost(
    *,
    is_carried: bool,
    lost: int,
    start_host: StartHost,
    short: Terms,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Nobody waits for an answer of somebody who has seen the end without the ballot.

    The sheet stands, whoever is there first, and all have signed the same. A host that has
    come to the end loses it only before its log is written.
    """
    for order in every(2, list(permutations(range(3)))):
        host = start_host(short)
        people = host.join()
        host.until(lambda host=host: host.has_begun and is_at_end(host))  # type: ignore[misc]
        silent, *voters = people
        silent.stalled = True
        host.settle()
        with monkeypatch.context() as full:
            full.setattr(host.archive, "write_log", no_room)
            voters[0].propose(silent)
            host.until(lambda voter=voters[1]: bool(voter.seat.unanswered))  # type: ignore[misc]
            if is_carried:
                voters[1].vote_on_all(yes=True)
            host.settle()
            assert is_carried == (silent.seat.number in host.game.left)
        silent.stalled = False
        host.news.clear()
        forget(host, lost)
        come_back(host, *(people[one] for one in order))
        assert all(it.session.finished for it in people), order
        ended = host.ended()
        assert [ended.sheet] * 3 == [it.player.sheet for it in people]
        assert [[]] * 3 == [it.player.refusals for it in people]
        told = {line for it in people for line in it.player.story}
        assert not {"parted", "stuck", "closed"} & told
        assert ended.log is not None
        assert Verdict.GOOD is audit(ended.log.read_bytes()).verdict
        for it in people:
            assert Verdict.GOOD is audit(it.seat.fold.log()).verdict
        clear(host)


def is_at_end(host: HostHarness) -> bool:
    return host.game.fold.phase.kind == "END"


def no_room(*given: object, **others: object) -> Path:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("first", only([0, 1], range(3)))
def test_a_ballot_that_comes_to_nothing_puts_nobody_out(
    first: int, open_host: HostHarness
) -> None:
    """One had opened it, and nobody answered before the host lost it."""
    people = sat(open_host, silent=0)
    people[0].stalled = False
    people[0].disconnect()
    people[1].propose(people[0])
    open_host.step()
    forget(open_host, 1)
    for one in (*range(first, 3), *range(first)):
        people[one].connect()
        open_host.settle()
    people[2].vote_on_all(yes=False)
    open_host.settle()
    assert all(it.session.finished for it in people)
    assert 1 == len({it.seat.fold.digest for it in people})
    assert () == open_host.ended().left


def test_what_a_ballot_has_kept_out_is_told_again(
    start_host: StartHost, tmp_path: Path
) -> None:
    """At a host of somebody's who had missed how it went on, and would go on without one."""
    begun, people = waiting_for_ann(start_host)
    ann, bob, cleo = people
    bob.disconnect()
    ann.player.answer_now()
    begun.settle()
    left, phase = bob.seat.fold.phase.number, ann.seat.fold.phase.number
    host = moved(begun, people, bob, tmp_path)
    host.come_back([bob])
    bob.propose(ann)
    come_back(host, ann, cleo)
    assert left < phase < host.game.fold.phase.number
    play_on(host, people)
    assert () == host.game.left
    host.close()


@pytest.mark.parametrize("kind", ["PICK", "CHOOSE"])
def test_a_yes_that_nobody_has_heard_is_said_again(
    kind: str, start_host: StartHost
) -> None:
    """
    Whoever said it was there before the ballot was known again, and knew only that.

    What their program has counted before, where the game had gone on, is forgotten.
    """
    host = start_host(open_terms(4, own={"with": "leaders,edifice"}))
    people = host.join(NAMES[:4])
    host.until(lambda: host.has_begun and host.game.fold.phase.kind == kind)
    people.sort(key=lambda it: it.seat.number != host.game.fold.phase.seats[0])
    ann, bob, cleo, dan = people
    ann.stalled = True
    host.settle()
    host.go_on_without([ann], [bob, cleo])
    ann.stalled = False
    dan.vote_on_all(yes=True)
    forget(host, 3)
    assert () == host.game.left
    dan.restart()
    for one in (ann, dan, cleo, bob):
        one.player.pick = any_move if one is ann else None
        host.come_back([one])
    host.pass_time(2 * PATIENCE)
    assert [[]] * 4 == [it.player.aparts for it in people]
    assert ann.seat.number in host.game.left
    assert 1 == len({it.seat.fold.digest for it in people})


def bound_by_a_late_ballot(
    start_host: StartHost, count: int, again: int
) -> list[Client]:
    """
    Let all but one say yes to going on without ann; the host loses that, and she goes on.

    Args:
        again: so many of those who have said yes have programs that were started again since:
            they have read of the ballot only where the game had gone on without it.

    Returns: ann, those who have said yes, and last dan, who never answered and is gone for good.
    """
    host = start_host(open_terms(count, game=TOY))
    people = host.join(NAMES[:count])
    host.until(lambda: host.has_begun and host.game.fold.phase.kind == "PICK")
    ann, *bound, dan = people
    ann.stalled = True
    host.settle()
    dan.stalled = True  # he has chosen, and hears no more
    host.go_on_without([ann], bound)
    assert () == host.game.left
    dan.disconnect()
    ann.stalled = dan.stalled = False
    forget(host, count - 2)
    for one in bound[len(bound) - again :]:
        one.restart("table 1")
    for one in (ann, *bound):
        one.player.pick = any_move
        host.come_back([one])
    return people


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("count", "again"), only([(5, 0), (5, 3)], [(5, 0), (5, 1), (5, 3), (6, 4)])
)
def test_nobody_is_bound_for_ever_by_somebody_who_is_gone(
    count: int, again: int, start_host: StartHost
) -> None:
    """Those who wait for one who never answers go back, and go on without that one, too."""
    people = bound_by_a_late_ballot(start_host, count, again)
    (ann, *bound, dan), host = people, people[0].host
    number = host.game.fold.phase.number
    host.pass_time(10 * GONE_AFTER.default)
    assert number == host.game.fold.phase.number
    for one in bound[::-1]:
        if not host.game.left:
            one.game.do(ProposeBallot())
            host.settle()
            for voter in bound:
                voter.vote_on_all(yes=True)
            host.pass_time(2 * GONE_AFTER.default)
    assert {ann.seat.number, dan.seat.number} == set(host.game.left)
    host.come_back([dan])
    assert all(it.session.finished for it in people)
    assert 1 == len({it.seat.fold.digest for it in people})
    assert not host.game.fold.evidence


@pytest.mark.usefixtures("toy")
def test_programs_find_the_way_out_by_themselves(start_host: StartHost) -> None:
    """Whoever never answered is away; two of them may think of it at the same time."""
    ann, *bound, dan = bound_by_a_late_ballot(start_host, 5, 3)
    host = ann.host
    for one in bound:
        one.player.is_program = True
    host.pass_time(4 * GONE_AFTER.default)
    assert {ann.seat.number, dan.seat.number} == set(host.game.left)
    assert all(it.session.finished for it in (ann, *bound))


@pytest.mark.usefixtures("toy")
def test_programs_agree_to_a_way_out_from_who_is_there_and_never_answers(
    start_host: StartHost,
) -> None:
    """An honest program answers by itself: nobody is there who thinks."""
    ann, *bound, dan = bound_by_a_late_ballot(start_host, 5, 3)
    host = ann.host
    dan.tamper = lambda message: None if isinstance(message, Post) else message
    dan.connect()
    person, *programs = bound
    for one in programs:
        one.player.is_program = True
    host.pass_time(GONE_AFTER.default)
    person.game.do(ProposeBallot())
    host.pass_time(2.5 * GONE_AFTER.default)
    assert () == host.game.left
    host.pass_time(GONE_AFTER.default)
    assert {ann.seat.number, dan.seat.number} == set(host.game.left)
    assert all(it.session.finished for it in (ann, *bound))


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("again", [0, 1])
def test_who_are_too_few_wait_for_whoever_never_answered(
    again: int, start_host: StartHost
) -> None:
    """Of three, one is bound by a yes, and she whom it puts out has gone on."""
    ann, bob, cleo = bound_by_a_late_ballot(start_host, 3, again)
    host = ann.host
    for one in (bob, ann, bob):
        host.pass_time(10 * GONE_AFTER.default)
        one.game.do(ProposeBallot())
        host.settle()
        for voter in (ann, bob):
            voter.vote_on_all(yes=True)
    assert not any(it.session.finished for it in (ann, bob))
    assert () == host.game.left
    host.come_back([cleo])
    assert all(it.session.finished for it in (ann, bob, cleo))


def test_who_looks_on_misses_nothing_either(start_host: StartHost) -> None:
    """They have heard what the host has forgotten, and hear the rest in another order."""
    host, people = waiting_for_ann(start_host)
    eve = host.come("eve", table="table 1", looks_on=True)
    people[0].player.answer_now()
    host.go([people[0]])
    forget(host, 2)
    for client in (people[0], eve, *people[1:]):
        host.come_back([client])
    choose(host, people[0])
    assert [] == eve.refusals
    digests = {it.seat.fold.digest for it in (eve, *people)}
    assert {host.game.fold.digest} == digests


def test_a_host_is_told_of_many_entries_no_faster_than_it_listens(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has all but the lobby to hear again, and cuts nobody off for that."""
    assert hostlog.BATCH / PAUSE < FROM_CLIENT.message_rate
    assert hostlog.BATCH_BYTES / PAUSE < FROM_CLIENT.byte_rate
    monkeypatch.setattr(hostlog, "BATCH", 16)
    host, people = waiting_for_ann(start_host)
    while host.game.fold.position < 64:
        choose(host, people[0])
    before, lobby = host.game.fold.position, len(host.game.fold.charter.wires)
    forget(host, before)
    host.come_back([people[0]])
    assert lobby + 16 == host.game.fold.position
    host.pass_time(PAUSE)
    assert lobby + 32 == host.game.fold.position
    # Of what another brings nothing is brought again.
    host.come_back([people[1]])
    assert lobby + 48 == host.game.fold.position
    people[2].connect()
    host.pass_time(PAUSE * before / 16)
    assert before <= host.game.fold.position
    assert [[]] * 3 == [person.refusals for person in people]
    play_on(host, people)
