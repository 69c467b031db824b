"""Invalid, oversized or too many messages: the sender goes, the table is unharmed."""

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
from tests.support.lobbies import identity_of, nonce_of


def commit(name: str) -> Wire:
    return DrawSide(identity_of(name), name, nonce=nonce_of(name)).commit.wire


RUBBISH: dict[str, bytes] = {
    "not a message": frame_bytes(b"rubbish"),
    "a message of the host's": frame_bytes(b"\x92\xa4pong\x01"),
    "a frame too long by one": (MAX_FRAME + 1).to_bytes(4, "big"),
    "a second login": frame_bytes(
        encode(Hello(1, "ann", identity_of("ann").public, bytes(64)))
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
def test_a_player_who_sends_an_invalid_message_is_disconnected(
    what: str, host: HostHarness
) -> None:
    """The player is told the reason, and the table waits."""
    ann, bob, _cleo = host.clients
    ann.send_bytes(RUBBISH[what])
    assert ann.is_cut_off
    ann.exchange()
    assert ["rubbish"] == ann.refusals
    host.disconnect([ann])
    assert [it != "ann" for it in host.game.names] == [*bob.player.seats_connected]
    play_on(host)


def test_a_stranger_s_invalid_message_affects_nobody_else(host: HostHarness) -> None:
    """Players get no message about it."""
    people = [*host.clients]
    stranger = Client(host, "eve")
    before = [len(person.received) for person in people]
    host.add(stranger).send_bytes(bytes(4))
    assert stranger.is_cut_off
    host.settle()
    assert before == [len(person.received) for person in people]
    play_on(host)


def test_a_login_for_another_connection_is_refused(host: HostHarness) -> None:
    """A signature over another connection's secret is no login, and changes nothing."""
    thief = Client(host, "mallory")
    thief.connect()
    thief.disconnect()
    thief.open_connection()
    # ann has signed this on another connection, to another host.
    thief.send(make_hello(identity_of("ann"), "ann", bytes(32)))
    assert thief.is_cut_off
    thief.exchange()
    assert ["rubbish"] == thief.refusals
    assert [True] * 3 == list(host.game.here)
    play_on(host)


def test_a_client_that_sends_too_many_bytes_is_disconnected(host: HostHarness) -> None:
    """They are in large envelopes, which are refused one by one before that."""
    ann = host.clients[0]
    host.clock.advance(10)
    big = frame_bytes(encode(Post((Wire(bytes(60_000), bytes(64)),))))
    for _ in range(FROM_CLIENT.byte_burst // len(big)):
        ann.send_bytes(big)
    assert not ann.is_cut_off
    ann.send_bytes(big)
    assert ann.is_cut_off
    play_on(host)


def test_a_client_that_sends_too_many_refused_entries_is_disconnected(
    host: HostHarness,
) -> None:
    """A stranger sends a player's entries, which cost the host as much as good ones."""
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


# Other limits.


def test_the_rate_of_opening_tables_is_limited(start_host: StartHost) -> None:
    """Different guests sit down and get up, one after another."""
    host = start_host()
    for number in range(BY_ALL.at_once):
        peer = host.connect(f"guest {number}", table=f"no {number}", ready=False)
        peer.speak(Leave())
        assert [] == peer.refusals
    ann = host.connect("ann", table="one more", ready=False)
    assert ["too-fast"] == ann.refusals
    host.clock.advance(5)
    ann.speak(Sit("another", commit("ann")))
    assert ["another"] == [record.name for record in host.server.registry][-1:]


def open_and_leave(host: HostHarness, eve: Client, name: str) -> list[str]:
    """Open a table and leave it at once; return the refusals."""
    before = len(eve.refusals)
    eve.speak(Sit(name, commit(eve.name)), Leave())
    return [it for it in eve.refusals[before:] if it != "no-seat"]


def test_a_guest_who_keeps_opening_tables_is_limited_alone(
    start_host: StartHost,
) -> None:
    """The limit applies to one identity, and to one address under many names."""
    host = start_host()
    eve = host.connect("eve", address="10.0.0.66", sits=False)
    assert [[]] * BY_ONE.at_once == [
        open_and_leave(host, eve, f"no {n}") for n in range(BY_ONE.at_once)
    ]
    assert ["too-fast"] == open_and_leave(host, eve, "one more")
    eve.disconnect()
    eve.connect()  # a new connection doesn't help
    host.settle()
    assert ["too-fast"] == open_and_leave(host, eve, "one more")
    others = [
        host.client(f"eve {n}", address="10.0.0.66", sits=False) for n in range(9)
    ]
    host.settle()
    assert ["too-fast"] in [open_and_leave(host, it, f"of {it.name}") for it in others]
    bob = host.connect("bob", address="10.0.0.20", ready=False)
    assert [] == bob.refusals
    assert FROM_ADDRESS.at_once == len(host.news_of(TableClosed))


def test_networks_that_keep_opening_tables_hold_nobody_up(
    start_host: StartHost,
) -> None:
    """Each guest has a new key. The host's own machine has no limit."""
    host = start_host()
    for n in range(FROM_NETWORK.at_once):
        for net in range(3):
            at = f"10.0.{net}.{20 + n % 3}"
            eve = host.connect(f"eve {net} {n}", address=at, sits=False)
            assert [] == open_and_leave(host, eve, f"of {net} {n}")
    eve = host.client("eve", address="10.0.0.66", sits=False)
    bob = host.client("bob", address="10.9.9.9", sits=False)
    me = host.connect("me", near=True, sits=False)
    assert ["too-fast"] == open_and_leave(host, eve, "one more")
    assert [] == open_and_leave(host, bob, "of bob")
    assert [[]] * 16 == [open_and_leave(host, me, f"no {n}") for n in range(16)]


def test_one_address_can_open_a_quarter_of_the_tables(start_host: StartHost) -> None:
    """However many names it uses. Later guests find a table, or a seat at one."""
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
    cleo = host.connect("cleo", address="10.0.0.20", ready=False)
    assert [[]] * 3 == [it.refusals for it in (bob, here, cleo)]
    assert "of 0" == cleo.session.table


def test_the_rate_of_reading_a_log_is_limited(host: HostHarness) -> None:
    """A request costs the guest nothing, and the host a whole log."""
    eve = host.connect("eve", ready=False, table="another")
    for _ in range(READ_LIMIT.burst):
        eve.send(Read(host.table.name, 0))
    host.settle()
    assert [] == eve.refusals
    eve.speak(Read(host.table.name, 0))
    assert ["too-fast"] == eve.refusals
    assert host.game.fold.position == eve.entries_received  # all at once: sent once
    host.clock.advance(1)
    eve.speak(Read(host.table.name, 5))
    assert 2 * host.game.fold.position - 5 == eve.entries_received


def test_a_guest_follows_a_limited_number_of_tables(start_host: StartHost) -> None:
    """Beyond it, the first table is no longer followed."""
    host = start_host(tables=READS_CAP + 1)
    for number in range(READS_CAP + 1):
        host.server.seating.open(f"no {number}", permanent=True)
    eve = host.connect("eve", sits=False)
    for number in range(READS_CAP + 1):
        eve.speak(Read(f"no {number}", 0))
    followed = [record for record in host.server.registry if record.subscriptions]
    assert [f"no {number}" for number in range(1, READS_CAP + 1)] == [
        record.name for record in followed
    ]
    assert [] == eve.refusals
    # Leaving a table without a seat and reading an unknown table are refused.
    eve.speak(Leave(), Read("no such table", 0))
    assert ["no-seat", "no-table"] == eve.refusals
    assert not eve.is_cut_off


def test_the_number_of_a_host_s_tables_is_limited(start_host: StartHost) -> None:
    """A Welcome has to have room for all of them, including those that are over."""
    assert 56 == start_host(tables=56).server.registry.policy.most
    for tables in (0, 57):
        with pytest.raises(ValueError, match="1 to 56"):
            start_host(tables=tables)


def test_bots_are_not_started_for_somebody_without_a_seat(
    start_host: StartHost,
) -> None:
    """Otherwise, refused requests for seats would start any number of processes."""
    host = start_host(open_terms(3, bots=2))
    eve = host.connect("eve", ready=False, table="first")
    before = len(host.bots.started)
    eve.send(Leave())
    for number in range(BY_ONE.at_once):
        late = DrawSide(eve.identity, "eve", nonce=nonce_of("eve", number), number=7)
        eve.speak(Sit(f"no {number}", late.commit.wire))
    assert before == len(host.bots.started)
    assert {"wrong-draw"} <= set(eve.refusals)


def test_changes_of_a_seat_s_state_are_limited(start_host: StartHost) -> None:
    """Everybody at the table gets a message each time, and has to be ready again."""
    host = start_host()
    ann = host.connect("ann", ready=False)
    said = len(ann.received)
    for _ in range(SEAT_LIMIT.burst):
        ann.send(Ready(False, bytes(32)))
    host.settle()
    assert {"too-fast"} == set(ann.refusals)
    assert 1 == ann.refusals.count("too-fast")
    assert said < len(ann.received)
