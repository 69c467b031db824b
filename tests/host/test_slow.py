"""Too slow: peers who don't read, and players who don't choose."""

from __future__ import annotations

import pytest

from sealed_wonders.net.limits import FROM_CLIENT, LOGIN_PATIENCE
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Clock, Read, logs
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    waiting_for_ann,
)


def test_who_never_logs_in_is_let_go(start_host: StartHost) -> None:
    """A connection that says nothing takes nobody's place for long."""
    host, people = waiting_for_ann(start_host)
    eve = Client(host, "eve")
    eve.open_connection()
    host.clock.advance(LOGIN_PATIENCE)
    assert eve.is_cut_off
    play_on(host, people)


def test_who_doesn_t_read_is_cut_off(start_host: StartHost) -> None:
    """What waits for one connection has a limit; nobody else waits at all."""
    host, people = waiting_for_ann(start_host)
    slow = host.client("eve", table="another", ready=False)
    host.settle()
    assert slow.connection is not None
    slow.connection.pauseProducing()
    slow.stalled = True
    size = len(host.game.fold.log())
    for _ in range(FROM_CLIENT.backlog // size + 100):
        slow.send(Read(host.table.name, 0))
        host.clock.advance(1)
        if slow.is_cut_off:
            break
    else:
        pytest.fail("it is kept waiting for ever")
    slow.disconnect()
    host.settle()
    play_on(host, people)


SEVEN = {
    "KEY": (35, 282),
    "MIX": (42, 9662),
    "OPEN_SHARE": (7, 789),
    "DEAL": (28, 3933),
    "PICK": (126, 1627),
    "REVEAL": (126, 714),
}
"""How many entries a sealed game of seven has of a kind, and bytes of the longest."""


def test_a_pause_outlasts_a_whole_sealed_log_and_more(start_host: StartHost) -> None:
    """Who has asked for one, and is slow, gets it; twice, if they ask twice."""
    host = start_host()
    eve = host.client("eve", ready=False)
    host.settle()
    wires = [
        Wire(bytes(size), bytes(64))
        for count, size in SEVEN.values()
        for _ in range(count)
    ]
    assert 700_000 < sum(len(wire.env) for wire in wires) < 900_000
    assert eve.connection is not None
    eve.connection.pauseProducing()
    for _ in range(2):
        for log in logs("no table of mine", 0, wires):
            eve.connection.send(log)
    assert not eve.is_cut_off
    eve.connection.resumeProducing()
    host.settle()
    assert 2 * len(wires) == eve.entries_received


def test_who_reads_slowly_gets_it_all(start_host: StartHost) -> None:
    """A pause holds nobody up, and afterwards nothing is missing."""
    host, people = waiting_for_ann(start_host)
    bob = people[1]
    assert bob.connection is not None
    bob.connection.pauseProducing()
    before = bob.transport.value()
    bob.connection.resumeProducing()
    assert before == bob.transport.value()
    play_on(host, people)


# Turn time.


def timed(start_host: StartHost, seconds: int = 30) -> tuple[HostHarness, list[Client]]:
    """Give a game with a turn time, in which the host waits for ann."""
    host = start_host(open_terms(3, turn_time=seconds))
    people = host.join()
    people[0].player.pick = None
    host.settle()
    return host, people


def test_all_are_told_of_the_time(start_host: StartHost) -> None:
    """When a choice is open, at its beginning: who is to choose and who waits."""
    host, people = timed(start_host)
    assert [[30]] * 3 == [person.player.seconds for person in people]
    phase = host.game.fold.phase.number
    assert Clock(host.table.name, 30, phase) in people[1].received


def test_without_a_turn_time_there_is_no_clock(start_host: StartHost) -> None:
    """As long as it takes."""
    host, people = waiting_for_ann(start_host)
    host.pass_time(3600)
    assert [[]] * 3 == [person.player.seconds for person in people]
    play_on(host, people)


def test_when_time_is_out_a_client_makes_the_choice_it_has_shown(
    start_host: StartHost,
) -> None:
    """At the very second, and the game goes on; the host chooses for nobody."""
    host, people = timed(start_host)
    phase = host.game.fold.phase.number
    host.pass_time(29.5)
    assert phase == host.game.fold.phase.number
    assert [30] == people[0].player.seconds
    host.pass_time(0.5)
    assert [30, 0] == people[0].player.seconds[:2]
    assert [True] == people[0].player.late
    assert phase < host.game.fold.phase.number


def test_every_choice_has_its_own_time(start_host: StartHost) -> None:
    """What was left of one is not added to the next."""
    host, people = timed(start_host)
    host.pass_time(20)
    question, answer = people[0].player.question, people[0].player.answer
    assert question is not None
    assert answer is not None
    answer(question.default)
    host.settle()
    assert [30, 30] == people[0].player.seconds
    host.pass_time(20)
    assert [30, 30] == people[0].player.seconds


def test_who_comes_back_is_told_what_is_left(start_host: StartHost) -> None:
    """Not the whole time again."""
    host, people = timed(start_host)
    host.pass_time(12)
    people[0].disconnect()
    people[0].connect()
    host.settle()
    assert [30, 18] == people[0].player.seconds


def test_who_comes_back_too_late_has_chosen(start_host: StartHost) -> None:
    """Their own program makes the choice as soon as it hears that time is out."""
    host, people = timed(start_host)
    people[0].disconnect()
    phase = host.game.fold.phase.number
    host.pass_time(300)
    assert phase == host.game.fold.phase.number
    people[0].connect()
    host.settle()
    assert 0 == people[0].player.seconds[1]
    assert phase < host.game.fold.phase.number


def test_a_whole_game_of_nothing_but_defaults(start_host: StartHost) -> None:
    """Somebody who has fallen asleep at the keyboard ends the game like everybody."""
    host, people = timed(start_host, 1)
    for _ in range(100):
        host.pass_time(1)
        if host.game.fold.over:
            break
    ended = host.ended()
    assert ended.sheet == people[0].player.sheet
    assert all(people[0].player.late)
