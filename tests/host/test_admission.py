"""Admission of strangers who fill a host or connect too often."""

from __future__ import annotations

import gc
import weakref

import pytest

from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.host import admission
from sealed_wonders.host.admission import (
    STRANGERS_FROM_ADDRESS,
    STRANGERS_FROM_NETWORK,
)
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.entrance import FROM_NETWORK
from sealed_wonders.net.messages import Welcome
from sealed_wonders.net.origins import Origin
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    play_on,
    waiting_for_ann,
)


def log_in_stranger(
    host: HostHarness, name: str, address: str, **others: bool
) -> Client:
    """Log a stranger in from an address, without a seat."""
    client = host.client(name, address=address, sits=False, **others)
    client.exchange()
    host.clock.advance(0)
    client.exchange()
    return client


def is_in(client: Client) -> bool:
    return bool(client.heard(Welcome))


def is_there(client: Client) -> bool:
    return is_in(client) and not client.is_cut_off and client.connection is not None


@pytest.fixture
def eight_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the number of places for strangers to eight."""
    monkeypatch.setattr(admission, "STRANGERS", 8)


@pytest.mark.usefixtures("eight_places")
def test_strangers_from_crowded_addresses_lose_places_to_newcomers(
    open_host: HostHarness,
) -> None:
    """Latecomers get a place and time to sit down, and players keep their seats."""
    ann = open_host.connect("ann", address="10.0.0.66", ready=False)
    crowd = [
        log_in_stranger(open_host, f"eve {n}", f"10.0.0.{66 + n % 2}")
        for n in range(20)
    ]
    assert 8 == sum(map(is_there, crowd))
    friends = [
        log_in_stranger(open_host, f"bob {n}", f"10.0.0.{20 + n}") for n in range(4)
    ]
    assert 4 == sum(map(is_there, crowd))
    assert all(map(is_there, [ann, *friends]))
    assert [*crowd[-4:]] == [it for it in crowd if is_there(it)]


@pytest.mark.usefixtures("eight_places")
def test_strangers_from_one_network_lose_their_own_places(
    open_host: HostHarness,
) -> None:
    """
    Each stranger of the crowd has another address. Two people behind another router
    stay.
    """
    friends = [
        log_in_stranger(open_host, name, "192.168.1.20") for name in ("bob", "cleo")
    ]
    crowd = [
        log_in_stranger(open_host, f"eve {n}", f"10.0.0.{66 + n}") for n in range(12)
    ]
    assert all(map(is_there, friends))
    assert [False] * 6 + [True] * 6 == [is_there(it) for it in crowd]


@pytest.mark.usefixtures("eight_places")
def test_a_player_can_come_back_through_a_crowd_of_strangers(
    start_host: StartHost,
) -> None:
    """The strangers log in too often from the player's own address."""
    host, people = waiting_for_ann(start_host)
    at = Origin.of(people[0].transport)
    people[0].disconnect()
    crowd = [
        log_in_stranger(host, f"eve {n}", at.address)
        for n in range(STRANGERS_FROM_ADDRESS.at_once)
    ]
    assert {"busy"} == {it.refusals[-1] for it in crowd if not is_in(it)}
    play_on(host, people)
    assert all(map(is_there, people))


def test_logins_of_strangers_from_one_address_are_limited(
    open_host: HostHarness,
) -> None:
    """
    The others are told to try again. Other addresses and this machine aren't held up.
    """
    crowd = [
        log_in_stranger(open_host, f"eve {n}", "10.0.0.66")
        for n in range(STRANGERS_FROM_ADDRESS.at_once + 2)
    ]
    assert [[]] * STRANGERS_FROM_ADDRESS.at_once + [["busy"]] * 2 == [
        it.refusals for it in crowd
    ]
    assert is_there(log_in_stranger(open_host, "bob", "10.0.0.20"))
    open_host.clock.advance(1)
    again = [
        log_in_stranger(open_host, f"eve {n}", "10.0.0.66") for n in range(100, 103)
    ]
    assert [True, True, False] == [is_in(it) for it in again]
    assert is_there(log_in_stranger(open_host, "dora", "10.0.0.66", near=True))


def test_a_player_s_address_is_exempt_from_its_network_s_limit(
    start_host: StartHost,
) -> None:
    """A player in a game isn't counted together with the neighbours."""
    host, people = waiting_for_ann(start_host)
    handshakes, now = host.server.handshakes, host.clock.seconds()
    at = Origin.of(people[0].transport)
    people[0].disconnect()
    for n in range(FROM_NETWORK.at_once):
        handshakes.take(at._replace(address=f"another {n}"), now)
    assert handshakes.take(at, now)
    assert not handshakes.take(at._replace(address="yet another"), now)


def test_only_a_player_s_last_address_is_kept(open_host: HostHarness) -> None:
    """Players can't collect exempt addresses by returning from elsewhere each time."""
    ann = open_host.connect("ann", address="10.0.0.66", ready=False)
    for n in range(67, 72):
        ann.disconnect()
        ann._address = f"10.0.0.{n}"
        open_host.reconnect([ann])
    assert ["10.0.0.71"] == [*open_host.server.handshakes._homes.values()]


def test_only_the_last_players_of_finished_games_stay_known(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "PLAYERS_KEPT", 2)
    door = start_host().server._admission
    door.remember([b"ann", b"bob"])
    door.remember([b"ann", b"cleo"])
    assert [True, False, True] == [
        door.is_known(it) for it in (b"ann", b"bob", b"cleo")
    ]


@pytest.mark.parametrize("early", [True, False])
def test_a_game_that_was_ended_early_makes_nobody_known(
    start_host: StartHost, *, early: bool, short_terms: Terms
) -> None:
    """Players of a complete game stay known after the table is gone."""
    host = start_host(short_terms)
    people = host.join()
    if early:
        host.until(lambda: host.has_begun)
        host.leave_unanswered(people)
        for person in people:
            person.act(EndEarly())
    else:
        host.settle()
    assert early == host.completed_game().is_early
    for person in people:
        person.disconnect()
    record = host.server.registry.find(host.table.name)
    assert record is not None
    host.server.registry.remove(record)
    door = host.server._admission
    assert [not early] * 3 == [door.is_known(it.identity.public) for it in people]


def test_a_network_s_limit_allows_for_sixteen_busy_addresses() -> None:
    """If sixteen addresses of a network use theirs up, a seventeenth still gets in."""
    assert STRANGERS_FROM_NETWORK.often >= 16 * STRANGERS_FROM_ADDRESS.often


def test_a_closed_connection_is_freed_at_once(open_host: HostHarness) -> None:
    """It leaves no reference cycle that has to wait for the garbage collector."""
    gc.disable()
    try:
        eve = log_in_stranger(open_host, "eve", "10.0.0.66")
        there = weakref.ref(eve.connection)
        eve.transport.unregisterProducer()  # as TLS does
        eve.disconnect()
        open_host.clock.advance(0)
        assert there() is None
    finally:
        gc.enable()
