"""Hosts that lost the end of a log: returning clients send it again, in any order."""

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
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.moving import another_host, take_over
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    play_until_stalled,
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
    """
    Remove entries from the end of the host's log, as in a power cut, and restart the
    host.
    """
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
        host.reconnect([one])


def clear(host: HostHarness) -> None:
    """Remove the host's files, for another host with the same folder."""
    for path in host.folder.iterdir():
        path.unlink()


def says(client: Client, kind: str) -> bool:
    """Return whether a client is about to send an entry of this kind."""
    wires = (w for it in client.outgoing if isinstance(it, Post) for w in it.wires)
    return any(parse(w.env).lane == MAIN and parse(w.env).kind == kind for w in wires)


def until_one_says(host: HostHarness, kind: str) -> Client:
    """Play until a client is about to send an entry of this kind; return the client."""
    host.until(lambda: any(says(it, kind) for it in host.clients))
    return next(it for it in host.clients if says(it, kind))


@pytest.mark.parametrize("number", only([0, 8], range(len(KINDS))))
def test_clients_returning_in_any_order_agree_on_one_log(
    number: int, start_host: StartHost, toy: Terms
) -> None:
    """
    One of them has signed an entry that the host never had, and left before the others.
    """
    kind, lost = KINDS[number], (1, 2, 6)[number % 3]
    for order in list(permutations(range(3)))[number % 3 :: 3]:
        host = start_host(open_terms(3, game=TOY))
        people = host.join()
        unheard = until_one_says(host, kind)
        host.disconnect([unheard])
        forget(host, lost)
        come_back(host, *(people[one] for one in order))
        assert all(it.session.finished for it in people), order
        assert 1 == len({it.seat.fold.digest for it in people})
        host.completed_game()
        clear(host)


ALL = ("KEY", "MIX", "DEAL", "OPEN_SHARE", *KINDS[3:8])


def removed_by_ballot(host: HostHarness, kind: str) -> list[Client]:
    """
    Remove a stalled player by ballot in a phase of this kind.

    Returns: all people; first the removed player, who hasn't heard of it, then the
    voters.
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
    """Continue the game at a host of the removed player."""
    return moved(host, people, people[0], folder)


def ours(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Let the removed player go on alone, and then continue at a voter's host."""
    forget(host, 1000)
    host.reconnect(people[:1])
    assert () == host.game.left
    return moved(host, people, people[1], folder)


def its_own(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Make the host lose everything but the lobby."""
    forget(host, 1000)
    return host


def its_last(host: HostHarness, people: Sequence[Client], folder: Path) -> HostHarness:
    """Make the host lose the last vote and everything after it."""
    last = next(iter(host.game.fold.left_phases)).entries[-1]
    forget(host, host.game.fold.position - host.game.fold.entries().index(last))
    return host


def moved(
    host: HostHarness, people: Sequence[Client], owner: Client, folder: Path
) -> HostHarness:
    """Continue the game at another host, with the entries that *owner* has."""
    host.kill()
    there = another_host(host)
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
def test_a_ballot_that_the_host_lost_still_counts(
    kind: str,
    left_with: Callable[[HostHarness, Sequence[Client], Path], HostHarness],
    start_host: StartHost,
    tmp_path: Path,
) -> None:
    """It counts even if the removed player comes back first with late entries."""
    for order in every(6, list(permutations(range(3)))):
        begun = start_host(open_terms(3, own={"with": "leaders,edifice"}))
        people = removed_by_ballot(begun, kind)
        number = people[1].seat.fold.phase.number
        host = left_with(begun, people, tmp_path)
        come_back(host, *(people[one] for one in order))
        assert (people[0].seat.number,) == host.game.left
        assert 1 == len({it.seat.fold.digest for it in people})
        assert all(it.session.finished for it in people)
        # Nobody is blamed, and the removed player knows of the removal.
        assert number + 10 < host.game.fold.phase.number
        told = {line for it in people for line in it.player.story}
        assert not {"parted", "stuck", "closed"} & told
        assert not any(it.player.cheats or it.player.state_mismatches for it in people)
        assert not host.game.fold.evidence
        assert [True, False, False] == [it.player.is_out for it in people]
        for path in begun.folder.glob("*.*"):
            path.unlink()
        host.close()


@pytest.mark.parametrize(
    ("is_carried", "lost"),
    only([(False, 2), (True, 4)], itertools.product([False, True], [1, 2, 4])),
)
def test_a_lost_ballot_in_the_last_phase_leaves_the_result(
    *,
    is_carried: bool,
    lost: int,
    start_host: StartHost,
    short_terms: Terms,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Nobody waits for an answer from a player who has seen the end without the ballot.
    The sheet is the same for all, whoever comes back first. A host that reached the end
    can lose it only before it has written the log.
    """
    for order in every(2, list(permutations(range(3)))):
        host = start_host(short_terms)
        people = host.join()
        host.until_phase("END")
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
        ended = host.completed_game()
        assert [ended.sheet] * 3 == [it.player.sheet for it in people]
        assert [[]] * 3 == [it.player.refusals for it in people]
        told = {line for it in people for line in it.player.story}
        assert not {"parted", "stuck", "closed"} & told
        assert ended.log is not None
        assert Verdict.GOOD is audit(ended.log.read_bytes()).verdict
        for it in people:
            assert Verdict.GOOD is audit(it.seat.fold.log()).verdict
        clear(host)


def no_room(*given: object, **others: object) -> Path:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("first", only([0, 1], range(3)))
def test_a_lost_ballot_that_is_voted_down_removes_nobody(
    first: int, open_host: HostHarness
) -> None:
    """The host lost it before anybody else voted."""
    people = play_until_stalled(open_host, silent=0)
    people[0].stalled = False
    people[0].disconnect()
    people[1].propose(people[0])
    open_host.step()
    forget(open_host, 1)
    for one in (*range(first, 3), *range(first)):
        open_host.reconnect([people[one]])
    people[2].vote_on_all(yes=False)
    open_host.settle()
    assert all(it.session.finished for it in people)
    assert 1 == len({it.seat.fold.digest for it in people})
    assert () == open_host.completed_game().left


def test_entries_that_a_ballot_displaced_are_sent_again(
    start_host: StartHost, tmp_path: Path
) -> None:
    """The ballot is opened at a host of a player who missed how the game continued."""
    begun, people = waiting_for_ann(start_host)
    ann, bob, cleo = people
    bob.disconnect()
    begun.answer([ann])
    left, phase = bob.seat.fold.phase.number, ann.seat.fold.phase.number
    host = moved(begun, people, bob, tmp_path)
    host.reconnect([bob])
    bob.propose(ann)
    come_back(host, ann, cleo)
    assert left < phase < host.game.fold.phase.number
    play_on(host, people)
    assert () == host.game.left
    host.close()


@pytest.mark.parametrize("kind", ["PICK", "CHOOSE"])
def test_a_vote_that_nobody_received_is_sent_again(
    kind: str, start_host: StartHost
) -> None:
    """
    The voter comes back before the ballot is known again, and knows only the vote. What
    the client counted before, when the game had gone on, is dropped.
    """
    host = start_host(open_terms(4, own={"with": "leaders,edifice"}))
    people = host.join(NAMES[:4])
    host.until_phase(kind)
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
        host.reconnect([one])
    host.pass_time(2 * PATIENCE)
    assert [[]] * 4 == [it.player.state_mismatches for it in people]
    assert ann.seat.number in host.game.left
    assert 1 == len({it.seat.fold.digest for it in people})


def bound_by_a_late_ballot(
    start_host: StartHost, count: int, again: int
) -> list[Client]:
    """
    Let all but one vote to go on without ann; the host loses that, and ann goes on.

    Args:
      again: number of voters whose clients were restarted since, so that they read of the
          ballot only where the game had gone on without it.

    Returns: ann, the voters, and last dan, who never voted and stays away.
    """
    host = start_host(open_terms(count, game=TOY))
    people = host.join(NAMES[:count])
    host.until_phase("PICK")
    ann, *bound, dan = people
    ann.stalled = True
    host.settle()
    dan.stalled = True  # he has chosen, and gets no more messages
    host.go_on_without([ann], bound)
    assert () == host.game.left
    dan.disconnect()
    ann.stalled = dan.stalled = False
    forget(host, count - 2)
    for one in bound[len(bound) - again :]:
        one.restart("table 1")
    for one in (ann, *bound):
        one.player.pick = any_move
        host.reconnect([one])
    return people


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("count", "again"), only([(5, 0), (5, 3)], [(5, 0), (5, 1), (5, 3), (6, 4)])
)
def test_voters_are_not_bound_forever_by_an_absent_player(
    count: int, again: int, start_host: StartHost
) -> None:
    """They go back to the ballot and go on without the player who never voted, too."""
    people = bound_by_a_late_ballot(start_host, count, again)
    (ann, *bound, dan), host = people, people[0].host
    number = host.game.fold.phase.number
    host.pass_time(10 * GONE_AFTER.default)
    assert number == host.game.fold.phase.number
    for one in bound[::-1]:
        if not host.game.left:
            one.act(ProposeBallot())
            for voter in bound:
                voter.vote_on_all(yes=True)
            host.pass_time(2 * GONE_AFTER.default)
    assert {ann.seat.number, dan.seat.number} == set(host.game.left)
    host.reconnect([dan])
    assert all(it.session.finished for it in people)
    assert 1 == len({it.seat.fold.digest for it in people})
    assert not host.game.fold.evidence


@pytest.mark.usefixtures("toy")
def test_bots_resolve_a_stuck_ballot_by_themselves(start_host: StartHost) -> None:
    """
    The player who never voted is absent. Several bots may propose it at the same time.
    """
    ann, *bound, dan = bound_by_a_late_ballot(start_host, 5, 3)
    host = ann.host
    for one in bound:
        one.player.is_program = True
    host.pass_time(4 * GONE_AFTER.default)
    assert {ann.seat.number, dan.seat.number} == set(host.game.left)
    assert all(it.session.finished for it in (ann, *bound))


@pytest.mark.usefixtures("toy")
def test_bots_vote_out_a_connected_player_who_never_votes(
    start_host: StartHost,
) -> None:
    """An honest client votes by itself, so there is no person to wait for."""
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
def test_too_few_voters_wait_for_the_player_who_never_voted(
    again: int, start_host: StartHost
) -> None:
    """
    Of three players, one is bound by a yes, and the player whom it removes has gone on.
    """
    ann, bob, cleo = bound_by_a_late_ballot(start_host, 3, again)
    host = ann.host
    for one in (bob, ann, bob):
        host.pass_time(10 * GONE_AFTER.default)
        one.act(ProposeBallot())
        for voter in (ann, bob):
            voter.vote_on_all(yes=True)
    assert not any(it.session.finished for it in (ann, bob))
    assert () == host.game.left
    host.reconnect([cleo])
    assert all(it.session.finished for it in (ann, bob, cleo))


def test_a_spectator_gets_the_entries_that_the_host_lost(start_host: StartHost) -> None:
    """The spectator has read them before, and gets the rest in another order."""
    host, people = waiting_for_ann(start_host)
    eve = host.connect("eve", table="table 1", looks_on=True)
    people[0].player.answer_now()
    host.disconnect(people[:1])
    forget(host, 2)
    for client in (people[0], eve, *people[1:]):
        host.reconnect([client])
    host.answer(people[:1])
    assert [] == eve.refusals
    digests = {it.seat.fold.digest for it in (eve, *people)}
    assert {host.game.fold.digest} == digests


def test_clients_resend_entries_within_the_host_s_rate_limit(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host has lost all but the lobby, and may disconnect nobody for sending it."""
    assert hostlog.BATCH / PAUSE < FROM_CLIENT.message_rate
    assert hostlog.BATCH_BYTES / PAUSE < FROM_CLIENT.byte_rate
    monkeypatch.setattr(hostlog, "BATCH", 16)
    host, people = waiting_for_ann(start_host)
    while host.game.fold.position < 64:
        host.answer(people[:1])
    before, lobby = host.game.fold.position, len(host.game.fold.charter.wires)
    forget(host, before)
    host.reconnect(people[:1])
    assert lobby + 16 == host.game.fold.position
    host.pass_time(PAUSE)
    assert lobby + 32 == host.game.fold.position
    # Entries that one client has sent aren't sent by another.
    host.reconnect([people[1]])
    assert lobby + 48 == host.game.fold.position
    people[2].connect()
    host.pass_time(PAUSE * before / 16)
    assert before <= host.game.fold.position
    assert [[]] * 3 == [person.refusals for person in people]
    play_on(host, people)
