"""Bad frames, too large, too many: who sends such is cut off, and the table is unharmed."""

from __future__ import annotations

import pytest

from sealed_wonders.host.peer import READ_BURST, READS_CAP, SAY_BURST, SEAT_BURST
from sealed_wonders.host.seating import OPEN_BURST
from sealed_wonders.net.frames import MAX_FRAME, frame_bytes
from sealed_wonders.net.limits import FROM_CLIENT
from sealed_wonders.net.lobby import Draw
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    Hello,
    Leave,
    Ping,
    Post,
    Read,
    Ready,
    Say,
    Sit,
    encode,
)
from tests.support.inn import Inns, Visitor, go_on, open_terms, playing
from tests.support.lobbies import named, nonce


def commit(name: str) -> Wire:
    return Draw(named(name), name, nonce=nonce(name)).commit.wire


RUBBISH: dict[str, bytes] = {
    "not a message": frame_bytes(b"rubbish"),
    "a message of the host's": frame_bytes(b"\x92\xa4pong\x01"),
    "an empty frame": bytes(4),
    "a frame too long by one": (MAX_FRAME + 1).to_bytes(4, "big"),
    "a frame of four gigabytes": b"\xff\xff\xff\xff",
    "a second login": frame_bytes(
        encode(Hello(1, "ann", named("ann").public, bytes(64)))
    ),
    "a field too many": frame_bytes(b"\x92\xa5leave\x01"),
    "an envelope over the cap": frame_bytes(
        b"\x92\xa4post\x91\x92\xc6\x00\x01\x02\x01"
        + bytes(0x10201)
        + b"\xc4\x40"
        + bytes(64)
    ),
}


@pytest.mark.parametrize("what", RUBBISH)
def test_who_talks_rubbish_is_cut_off(what: str, inns: Inns) -> None:
    """In the middle of a game: told why, hung up on, and the table waits for them."""
    inn, people = playing(inns)
    people[0].send_bytes(RUBBISH[what])
    assert people[0].is_cut_off
    people[0].hear()
    assert ["rubbish"] == people[0].reasons
    people[0].drop()
    inn.settle()
    assert [False] == [
        here
        for person, here in zip(inn.game.names, people[1].mind.here, strict=True)
        if person == "ann"
    ]


def test_after_rubbish_the_game_goes_on(inns: Inns) -> None:
    """Who was cut off comes back and plays, and nobody else has noticed."""
    inn, people = playing(inns)
    people[0].send_bytes(b"GET / HTTP/1.1\r\n\r\n")
    go_on(inn, people)


def test_a_stranger_s_rubbish_is_nobody_s_business(inns: Inns) -> None:
    """Who never logged in is cut off; nobody at the table hears of it."""
    inn, people = playing(inns)
    stranger = Visitor(inn, "eve")
    inn.visitors.append(stranger)
    before = [len(person.said) for person in people]
    stranger.connect()
    stranger.send_bytes(bytes(4))
    assert stranger.is_cut_off
    inn.settle()
    assert before == [len(person.said) for person in people]
    go_on(inn, people)


def test_a_login_for_another_connection_is_refused(inns: Inns) -> None:
    """A signature of another secret gets nobody in, and moves no seat."""
    inn, people = playing(inns)
    thief = Visitor(inn, "mallory")
    thief.connect()
    thief.drop()
    thief.open_line()
    # What ann once signed on another connection, to another host.
    thief.send(make_hello(named("ann"), "ann", bytes(32)))
    assert thief.is_cut_off
    thief.hear()
    assert ["rubbish"] == thief.reasons
    assert [True] * 3 == list(inn.game.here)
    go_on(inn, people)


def test_too_many_messages(inns: Inns) -> None:
    """One more than the burst ends the connection; the game doesn't end with it."""
    inn, people = playing(inns)
    ann = people[0]
    inn.clock.advance(10)
    for _ in range(FROM_CLIENT.message_burst):
        ann.send(Ping(1))
    assert not ann.is_cut_off
    ann.send(Ping(1))
    assert ann.is_cut_off
    ann.hear()
    assert ["flood"] == ann.reasons
    go_on(inn, people)


def test_too_many_bytes(inns: Inns) -> None:
    """Large envelopes that belong nowhere: refused one by one, then cut off."""
    inn, people = playing(inns)
    ann = people[0]
    inn.clock.advance(10)
    big = frame_bytes(encode(Post((Wire(bytes(60_000), bytes(64)),))))
    for _ in range(FROM_CLIENT.byte_burst // len(big)):
        ann.send_bytes(big)
    assert not ann.is_cut_off
    ann.send_bytes(big)
    assert ann.is_cut_off
    go_on(inn, people)


# What is bounded besides.


def test_so_many_tables_and_no_more(inns: Inns) -> None:
    """One more is refused; a seat at those there are isn't."""
    inn = inns(tables=2)
    ann, bob, cleo = (inn.visitor(name, table=f"of {name}") for name in "abc")
    inn.settle()
    assert [] == ann.reasons + bob.reasons
    assert ["no-room"] == cleo.reasons
    dan = inn.visitor("dan")
    inn.settle()
    assert "of a" == dan.session.table


def test_tables_are_not_opened_without_end(inns: Inns) -> None:
    """Sitting down and getting up again, one after the other, opens a few."""
    inn = inns()
    for number in range(OPEN_BURST):
        peer = inn.visitor(f"guest {number}", table=f"no {number}", ready=False)
        inn.settle()
        peer.send(Leave())
        inn.settle()
        assert [] == peer.reasons
    ann = inn.visitor("ann", table="one more", ready=False)
    inn.settle()
    assert ["too-fast"] == ann.reasons
    inn.clock.advance(5)
    ann.send(Sit("another", commit("ann")))
    inn.settle()
    assert ["another"] == [record.table.name for record in inn.server.registry][-1:]


def test_a_log_is_not_sent_again_without_end(inns: Inns) -> None:
    """Asking is free for who asks, and costs the host a whole log."""
    inn, _ = playing(inns)
    eve = inn.visitor("eve", ready=False, table="another")
    inn.settle()
    for _ in range(READ_BURST):
        eve.send(Read(inn.table.name, 0))
    inn.settle()
    assert [] == eve.reasons
    eve.send(Read(inn.table.name, 0))
    inn.settle()
    assert ["too-fast"] == eve.reasons
    assert inn.game.fold.position == eve.logged()  # all in one turn: sent once
    inn.clock.advance(1)
    eve.send(Read(inn.table.name, 5))
    inn.settle()
    assert 2 * inn.game.fold.position - 5 == eve.logged()


def test_one_guest_follows_so_many_tables(inns: Inns) -> None:
    """The first of more than that is left again."""
    inn = inns(tables=READS_CAP + 1)
    for number in range(READS_CAP + 1):
        inn.server.open(f"no {number}", permanent=True)
    eve = inn.visitor("eve", table="no 0", ready=False)
    inn.settle()
    eve.send(Leave())
    inn.settle()
    for number in range(READS_CAP + 1):
        eve.send(Read(f"no {number}", 0))
        inn.settle()
    assert READS_CAP == sum(len(record.subscriptions) for record in inn.server.registry)


def test_nobody_talks_all_the_time(inns: Inns) -> None:
    """Everybody must hear it, so there is a limit to it."""
    inn, people = playing(inns)
    for number in range(SAY_BURST + 1):
        people[0].send(Say(f"{number}"))
    inn.settle()
    assert ["too-fast"] == people[0].reasons
    assert SAY_BURST == len(people[1].mind.heard)
    assert ("ann", "0") == people[1].mind.heard[0]


@pytest.mark.parametrize(
    "message",
    [Say("hello"), Leave(), Read("no such table", 0)],
    ids=lambda message: type(message).__name__,
)
def test_what_means_nothing_is_refused(message: Say | Leave | Read, inns: Inns) -> None:
    """Somebody who sits nowhere can't talk to a table, leave it, or read one."""
    inn = inns()
    eve = Visitor(inn, "eve")
    eve.session.welcomed = lambda welcome: None  # type: ignore[method-assign]
    inn.visitors.append(eve)
    eve.connect()
    eve.send(message)
    inn.settle()
    assert 1 == len(eve.reasons)
    assert eve.reasons[0] in ("no-seat", "no-table")
    assert not eve.is_cut_off


def test_a_house_has_a_number_of_tables(inns: Inns) -> None:
    """As many as a Welcome can tell of, with those that are over."""
    assert 56 == inns(tables=56).server.registry.most
    for tables in (0, 57):
        with pytest.raises(ValueError, match="1 to 56"):
            inns(tables=tables)


def test_bots_are_called_for_somebody_who_sits(inns: Inns) -> None:
    """Whoever can't have a seat doesn't start a crowd of processes by asking for one."""
    inn = inns(open_terms(3, bots=2))
    eve = inn.visitor("eve", ready=False, table="first")
    inn.settle()
    before = len(inn.called)
    eve.send(Leave())
    for number in range(OPEN_BURST):
        late = Draw(eve.identity, "eve", nonce=nonce("eve", number), number=7)
        eve.send(Sit(f"no {number}", late.commit.wire))
        inn.settle()
    assert before == len(inn.called)
    assert {"wrong-draw"} <= set(eve.reasons)


def test_nobody_sits_down_and_gets_up_all_the_time(inns: Inns) -> None:
    """All at the table are told each time, and each has to be ready again."""
    inn = inns()
    ann = inn.visitor("ann", ready=False)
    inn.settle()
    said = len(ann.said)
    for _ in range(SEAT_BURST):
        ann.send(Ready(False, bytes(32)))
    inn.settle()
    assert {"too-fast"} == set(ann.reasons)
    assert 1 == ann.reasons.count("too-fast")
    assert said < len(ann.said)
