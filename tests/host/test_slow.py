"""Too slow: peers who don't read, and players who don't choose."""

from __future__ import annotations

import pytest

from sealed_wonders.net.limits import FROM_CLIENT, LOGIN_PATIENCE
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Clock, Ping, Read, logs
from tests.support.inn import Inn, Inns, Visitor, go_on, open_terms, playing


def test_who_never_logs_in_is_let_go(inns: Inns) -> None:
    """A connection that says nothing takes nobody's place for long."""
    inn, people = playing(inns)
    eve = Visitor(inn, "eve")
    eve.open_line()
    inn.clock.advance(LOGIN_PATIENCE)
    assert eve.is_cut_off
    go_on(inn, people)


def test_who_doesn_t_read_is_cut_off(inns: Inns) -> None:
    """What waits for one connection has a limit; nobody else waits at all."""
    inn, people = playing(inns)
    slow = inn.visitor("eve", table="another", ready=False)
    inn.settle()
    assert slow.end is not None
    slow.end.pauseProducing()
    slow.away = True
    size = len(inn.game.fold.log())
    for _ in range(FROM_CLIENT.backlog // size + 100):
        slow.send(Read(inn.table.name, 0))
        inn.clock.advance(1)
        for person in people:
            person.send(Ping(0))
        if slow.transport.disconnected or slow.transport.disconnecting:
            break
    else:
        pytest.fail("it is kept waiting for ever")
    slow.drop()
    inn.settle()
    go_on(inn, people)


SEVEN = {
    "KEY": (35, 282),
    "MIX": (42, 9662),
    "OPEN_SHARE": (7, 789),
    "DEAL": (28, 3933),
    "PICK": (126, 1627),
    "REVEAL": (126, 714),
}
"""How many entries a sealed game of seven has of a kind, and bytes of the longest."""


def test_a_pause_outlasts_a_whole_sealed_log_and_more(inns: Inns) -> None:
    """Who has asked for one, and is slow, gets it; twice, if they ask twice."""
    inn = inns()
    eve = inn.visitor("eve", ready=False)
    inn.settle()
    wires = [
        Wire(bytes(size), bytes(64))
        for count, size in SEVEN.values()
        for _ in range(count)
    ]
    assert 700_000 < sum(len(wire.env) for wire in wires) < 900_000
    assert eve.end is not None
    eve.end.pauseProducing()
    for _ in range(2):
        for log in logs("no table of mine", 0, wires):
            eve.end.send(log)
    assert not eve.is_cut_off
    eve.end.resumeProducing()
    inn.settle()
    assert 2 * len(wires) == eve.logged()


def test_who_reads_slowly_gets_it_all(inns: Inns) -> None:
    """A pause holds nobody up, and afterwards nothing is missing."""
    inn, people = playing(inns)
    bob = people[1]
    assert bob.end is not None
    bob.end.pauseProducing()
    before = bob.transport.value()
    bob.end.resumeProducing()
    assert before == bob.transport.value()
    go_on(inn, people)


# Turn time.


def timed(inns: Inns, seconds: int = 30) -> tuple[Inn, list[Visitor]]:
    """Give a game with a turn time, in which the host waits for ann."""
    inn = inns(open_terms(3, turn_time=seconds))
    people = inn.seat()
    people[0].mind.waits = True
    inn.settle()
    return inn, people


def test_all_are_told_of_the_time(inns: Inns) -> None:
    """When a choice is open, at its beginning: who is to choose and who waits."""
    inn, people = timed(inns)
    assert [[30]] * 3 == [person.mind.left for person in people]
    phase = inn.game.fold.phase.number
    assert Clock(inn.table.name, 30, phase) in people[1].said


def test_without_a_turn_time_there_is_no_clock(inns: Inns) -> None:
    """As long as it takes."""
    inn, people = playing(inns)
    inn.pass_time(3600)
    assert [[]] * 3 == [person.mind.left for person in people]
    go_on(inn, people)


def test_when_time_is_out_a_client_makes_the_choice_it_has_shown(inns: Inns) -> None:
    """At the very second, and the game goes on; the host chooses for nobody."""
    inn, people = timed(inns)
    phase = inn.game.fold.phase.number
    inn.pass_time(29.5)
    assert phase == inn.game.fold.phase.number
    assert [30] == people[0].mind.left
    inn.pass_time(0.5)
    assert [30, 0] == people[0].mind.left[:2]
    assert [True] == people[0].mind.late
    assert phase < inn.game.fold.phase.number


def test_every_choice_has_its_own_time(inns: Inns) -> None:
    """What was left of one is not added to the next."""
    inn, people = timed(inns)
    inn.pass_time(20)
    question, answer = people[0].mind.question, people[0].mind.answer
    assert question is not None
    assert answer is not None
    answer(question.default)
    inn.settle()
    assert [30, 30] == people[0].mind.left
    inn.pass_time(20)
    assert [30, 30] == people[0].mind.left


def test_who_comes_back_is_told_what_is_left(inns: Inns) -> None:
    """Not the whole time again."""
    inn, people = timed(inns)
    inn.pass_time(12)
    people[0].drop()
    people[0].connect()
    inn.settle()
    assert [30, 18] == people[0].mind.left


def test_who_comes_back_too_late_has_chosen(inns: Inns) -> None:
    """Their own program makes the choice as soon as it hears that time is out."""
    inn, people = timed(inns)
    people[0].drop()
    phase = inn.game.fold.phase.number
    inn.pass_time(300)
    assert phase == inn.game.fold.phase.number
    people[0].connect()
    inn.settle()
    assert 0 == people[0].mind.left[1]
    assert phase < inn.game.fold.phase.number


def test_a_whole_game_of_nothing_but_defaults(inns: Inns) -> None:
    """Somebody who has fallen asleep at the keyboard ends the game like everybody."""
    inn, people = timed(inns, 1)
    for _ in range(100):
        inn.pass_time(1)
        if inn.game.fold.over:
            break
    ended = inn.ended()
    assert ended.sheet == people[0].mind.sheet
    assert all(people[0].mind.late)
