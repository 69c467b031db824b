"""Invalid, oversized or too many frames: their sender is cut off, the table unharmed."""

from __future__ import annotations

import pytest

from sealed_wonders.host.news import TableClosed
from sealed_wonders.host.openingrights import BY_ALL, BY_ONE, FROM_ADDRESS, FROM_NETWORK
from sealed_wonders.host.peer import READS_CAP
from sealed_wonders.host.requests import READ_LIMIT, REFUSAL_LIMIT, SEAT_LIMIT
from sealed_wonders.net.frames import MAX_FRAME, frame_bytes
from sealed_wonders.net.limits import FROM_CLIENT
from sealed_wonders.net.lobby import DrawSide
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import Hello, Leave, Post, Read, Ready, Sit, encode
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms, play_on
from tests.support.lobbies import named, nonce


def commit(name: str) -> Wire:
    return DrawSide(named(name), name, nonce=nonce(name)).commit.wire


RUBBISH: dict[str, bytes] = {
    "not a message": frame_bytes(b"rubbish"),
    "a message of the host's": frame_bytes(b"\x92\xa4pong\x01"),
    "a frame too long by one": (MAX_FRAME + 1).to_bytes(4, "big"),
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
def test_who_talks_rubbish_is_cut_off(what: str, host: HostHarness) -> None:
    """In the middle of a game: told why, hung up on; the table waits until they are back."""
    ann, bob, _cleo = host.clients
    ann.send_bytes(RUBBISH[what])
    assert ann.is_cut_off
    ann.exchange()
    assert ["rubbish"] == ann.refusals
    host.go([ann])
    assert [it != "ann" for it in host.game.names] == [*bob.player.here]
    play_on(host)


def test_a_stranger_s_rubbish_is_nobody_s_business(host: HostHarness) -> None:
    """Who never logged in is cut off; nobody at the table hears of it."""
    people = [*host.clients]
    stranger = Client(host, "eve")
    before = [len(person.received) for person in people]
    host.add(stranger).send_bytes(bytes(4))
    assert stranger.is_cut_off
    host.settle()
    assert before == [len(person.received) for person in people]
    play_on(host)


def test_a_login_for_another_connection_is_refused(host: HostHarness) -> None:
    """A signature of another secret gets nobody in, and moves no seat."""
    thief = Client(host, "mallory")
    thief.connect()
    thief.disconnect()
    thief.open_connection()
    # What ann once signed on another connection, to another host.
    thief.send(make_hello(named("ann"), "ann", bytes(32)))
    assert thief.is_cut_off
    thief.exchange()
    assert ["rubbish"] == thief.refusals
    assert [True] * 3 == list(host.game.here)
    play_on(host)


def test_too_many_bytes(host: HostHarness) -> None:
    """Large envelopes that belong nowhere: refused one by one, then cut off."""
    ann = host.clients[0]
    host.clock.advance(10)
    big = frame_bytes(encode(Post((Wire(bytes(60_000), bytes(64)),))))
    for _ in range(FROM_CLIENT.byte_burst // len(big)):
        ann.send_bytes(big)
    assert not ann.is_cut_off
    ann.send_bytes(big)
    assert ann.is_cut_off
    play_on(host)


def test_too_many_wires_that_nobody_can_take(host: HostHarness) -> None:
    """A stranger brings a player's own, each of which costs the host as much as a good one."""
    eve = host.client("eve", sits=False)
    eve.exchange()
    wire = host.game.fold.entries(0)[-1].wire
    for _ in range(REFUSAL_LIMIT.burst // 10):
        eve.send(Post((wire,) * 10))
    assert not eve.is_cut_off
    eve.send(Post((wire,) * 10))
    assert eve.is_cut_off
    eve.exchange()
    assert ["no-seat"] * REFUSAL_LIMIT.burst + ["flood"] == eve.refusals
    play_on(host)


# What is bounded besides.


def test_tables_are_not_opened_without_end(start_host: StartHost) -> None:
    """Sitting down and getting up again, one after the other, opens a few."""
    host = start_host()
    for number in range(BY_ALL.at_once):
        peer = host.come(f"guest {number}", table=f"no {number}", ready=False)
        peer.speak(Leave())
        assert [] == peer.refusals
    ann = host.come("ann", table="one more", ready=False)
    assert ["too-fast"] == ann.refusals
    host.clock.advance(5)
    ann.speak(Sit("another", commit("ann")))
    assert ["another"] == [record.name for record in host.server.registry][-1:]


def circle(host: HostHarness, eve: Client, name: str) -> list[str]:
    """Open a table and leave it at once, and give what is refused."""
    before = len(eve.refusals)
    eve.speak(Sit(name, commit(eve.name)), Leave())
    return [it for it in eve.refusals[before:] if it != "no-seat"]


def test_who_opens_tables_in_a_circle_pays_for_it_alone(start_host: StartHost) -> None:
    """One identity, or one address under many names; nobody else notices."""
    host = start_host()
    eve = host.come("eve", address="10.0.0.66", sits=False)
    assert [[]] * BY_ONE.at_once == [
        circle(host, eve, f"no {n}") for n in range(BY_ONE.at_once)
    ]
    assert ["too-fast"] == circle(host, eve, "one more")
    eve.disconnect()
    eve.connect()  # which changes nothing
    host.settle()
    assert ["too-fast"] == circle(host, eve, "one more")
    others = [
        host.client(f"eve {n}", address="10.0.0.66", sits=False) for n in range(9)
    ]
    host.settle()
    assert ["too-fast"] in [circle(host, it, f"of {it.name}") for it in others]
    bob = host.come("bob", address="10.0.0.20", ready=False)
    assert [] == bob.refusals
    assert FROM_ADDRESS.at_once == len(host.told(TableClosed))


def test_three_networks_of_circles_hold_nobody_up(start_host: StartHost) -> None:
    """With a new key each time; the host's own machine is never told to wait."""
    host = start_host()
    for n in range(FROM_NETWORK.at_once):
        for net in range(3):
            at = f"10.0.{net}.{20 + n % 3}"
            eve = host.come(f"eve {net} {n}", address=at, sits=False)
            assert [] == circle(host, eve, f"of {net} {n}")
    eve = host.client("eve", address="10.0.0.66", sits=False)
    bob = host.client("bob", address="10.9.9.9", sits=False)
    me = host.come("me", near=True, sits=False)
    assert ["too-fast"] == circle(host, eve, "one more")
    assert [] == circle(host, bob, "of bob")
    assert [[]] * 16 == [circle(host, me, f"no {n}") for n in range(16)]


def test_one_address_takes_a_quarter_of_the_tables(start_host: StartHost) -> None:
    """However many they say they are; those who come later find room, or a seat there."""
    host = start_host(tables=16)
    crowd = [
        host.client(f"eve {n}", table=f"of {n}", address="10.0.0.66", ready=False)
        for n in range(16)
    ]
    host.settle()
    assert [[]] * 4 + [["tables-wait"]] * 12 == [it.refusals for it in crowd]
    more = [
        host.client(f"mal {n}", table=f"off {n}", address=f"10.0.0.{n}", ready=False)
        for n in range(70, 80)
    ]
    host.settle()
    assert [[]] * 8 + [["tables-wait"]] * 2 == [it.refusals for it in more]
    bob = host.client("bob", address="192.168.1.20", table="of bob", ready=False)
    here = host.client("me", near=True, table="of mine", ready=False)
    cleo = host.come("cleo", address="10.0.0.20", ready=False)
    assert [[]] * 3 == [it.refusals for it in (bob, here, cleo)]
    assert "of 0" == cleo.session.table


def test_a_log_is_not_sent_again_without_end(host: HostHarness) -> None:
    """Asking is free for who asks, and costs the host a whole log."""
    eve = host.come("eve", ready=False, table="another")
    for _ in range(READ_LIMIT.burst):
        eve.send(Read(host.table.name, 0))
    host.settle()
    assert [] == eve.refusals
    eve.speak(Read(host.table.name, 0))
    assert ["too-fast"] == eve.refusals
    assert host.game.fold.position == eve.entries_received  # all in one turn: sent once
    host.clock.advance(1)
    eve.speak(Read(host.table.name, 5))
    assert 2 * host.game.fold.position - 5 == eve.entries_received


def test_one_guest_follows_so_many_tables(start_host: StartHost) -> None:
    """The first of more than that is left again."""
    host = start_host(tables=READS_CAP + 1)
    for number in range(READS_CAP + 1):
        host.server.seating.open(f"no {number}", permanent=True)
    eve = host.come("eve", sits=False)
    for number in range(READS_CAP + 1):
        eve.speak(Read(f"no {number}", 0))
    followed = [record for record in host.server.registry if record.subscriptions]
    assert [f"no {number}" for number in range(1, READS_CAP + 1)] == [
        record.name for record in followed
    ]
    assert [] == eve.refusals
    # Nobody leaves a table where they don't sit, nor reads one that isn't there.
    eve.speak(Leave(), Read("no such table", 0))
    assert ["no-seat", "no-table"] == eve.refusals
    assert not eve.is_cut_off


def test_a_host_has_a_number_of_tables(start_host: StartHost) -> None:
    """As many as a Welcome can tell of, with those that are over."""
    assert 56 == start_host(tables=56).server.registry.policy.most
    for tables in (0, 57):
        with pytest.raises(ValueError, match="1 to 56"):
            start_host(tables=tables)


def test_bots_are_called_for_somebody_who_sits(start_host: StartHost) -> None:
    """Whoever can't have a seat doesn't start a crowd of processes by asking for one."""
    host = start_host(open_terms(3, bots=2))
    eve = host.come("eve", ready=False, table="first")
    before = len(host.bots.started)
    eve.send(Leave())
    for number in range(BY_ONE.at_once):
        late = DrawSide(eve.identity, "eve", nonce=nonce("eve", number), number=7)
        eve.speak(Sit(f"no {number}", late.commit.wire))
    assert before == len(host.bots.started)
    assert {"wrong-draw"} <= set(eve.refusals)


def test_nobody_sits_down_and_gets_up_all_the_time(start_host: StartHost) -> None:
    """All at the table are told each time, and each has to be ready again."""
    host = start_host()
    ann = host.come("ann", ready=False)
    said = len(ann.received)
    for _ in range(SEAT_LIMIT.burst):
        ann.send(Ready(False, bytes(32)))
    host.settle()
    assert {"too-fast"} == set(ann.refusals)
    assert 1 == ann.refusals.count("too-fast")
    assert said < len(ann.received)
