"""Who may log in when strangers fill a host, or come too fast."""

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


def come(host: HostHarness, name: str, address: str, **others: bool) -> Client:
    """Let a stranger log in from somewhere, who sits down nowhere."""
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
    """Let there be places for fewer strangers than usual."""
    monkeypatch.setattr(admission, "STRANGERS", 8)


@pytest.mark.usefixtures("eight_places")
def test_strangers_who_fill_all_places_lose_their_own(open_host: HostHarness) -> None:
    """Who comes late has a place, and time to sit down; who has a seat keeps theirs."""
    ann = open_host.come("ann", address="10.0.0.66", ready=False)
    crowd = [come(open_host, f"eve {n}", f"10.0.0.{66 + n % 2}") for n in range(20)]
    assert 8 == sum(map(is_there, crowd))
    friends = [come(open_host, f"bob {n}", f"10.0.0.{20 + n}") for n in range(4)]
    assert 4 == sum(map(is_there, crowd))
    assert all(map(is_there, [ann, *friends]))
    assert [*crowd[-4:]] == [it for it in crowd if is_there(it)]


@pytest.mark.usefixtures("eight_places")
def test_a_network_full_of_addresses_loses_its_own_places(
    open_host: HostHarness,
) -> None:
    """Each of a crowd comes from another; two who look on from one router stay."""
    friends = [come(open_host, name, "192.168.1.20") for name in ("bob", "cleo")]
    crowd = [come(open_host, f"eve {n}", f"10.0.0.{66 + n}") for n in range(12)]
    assert all(map(is_there, friends))
    assert [False] * 6 + [True] * 6 == [is_there(it) for it in crowd]


@pytest.mark.usefixtures("eight_places")
def test_whoever_has_a_seat_comes_back_whatever_strangers_do(
    start_host: StartHost,
) -> None:
    """From the very address that strangers come from, too often and too many."""
    host, people = waiting_for_ann(start_host)
    at = Origin.of(people[0].transport)
    people[0].disconnect()
    crowd = [
        come(host, f"eve {n}", at.address)
        for n in range(STRANGERS_FROM_ADDRESS.at_once)
    ]
    assert {"busy"} == {it.refusals[-1] for it in crowd if not is_in(it)}
    play_on(host, people)
    assert all(map(is_there, people))


def test_strangers_log_in_so_often_from_one_address(open_host: HostHarness) -> None:
    """More of them are told to try again; it holds up nobody at another address."""
    crowd = [
        come(open_host, f"eve {n}", "10.0.0.66")
        for n in range(STRANGERS_FROM_ADDRESS.at_once + 2)
    ]
    assert [[]] * STRANGERS_FROM_ADDRESS.at_once + [["busy"]] * 2 == [
        it.refusals for it in crowd
    ]
    assert is_there(come(open_host, "bob", "10.0.0.20"))
    open_host.clock.advance(1)
    again = [come(open_host, f"eve {n}", "10.0.0.66") for n in range(100, 103)]
    assert [True, True, False] == [is_in(it) for it in again]
    assert is_there(come(open_host, "dora", "10.0.0.66", near=True))


def test_where_a_player_is_at_home_a_network_s_crowd_holds_nobody_up(
    start_host: StartHost,
) -> None:
    """Whoever has a seat in a game is not counted with all their neighbours."""
    host, people = waiting_for_ann(start_host)
    handshakes, now = host.server.handshakes, host.clock.seconds()
    at = Origin.of(people[0].transport)
    people[0].disconnect()
    for n in range(FROM_NETWORK.at_once):
        handshakes.take(at._replace(address=f"another {n}"), now)
    assert handshakes.take(at, now)
    assert not handshakes.take(at._replace(address="yet another"), now)


def test_a_player_is_at_home_in_one_place(open_host: HostHarness) -> None:
    """Who comes back from elsewhere each time makes no crowd of that."""
    ann = open_host.come("ann", address="10.0.0.66", ready=False)
    for n in range(67, 72):
        ann.disconnect()
        ann._address = f"10.0.0.{n}"
        open_host.come_back([ann])
    assert ["10.0.0.71"] == [*open_host.server.handshakes._homes.values()]


def test_who_has_finished_a_game_is_known_for_a_while(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many of them, the last ones."""
    monkeypatch.setattr(admission, "PLAYERS_KEPT", 2)
    door = start_host().server._admission
    door.remember([b"ann", b"bob"])
    door.remember([b"ann", b"cleo"])
    assert [True, False, True] == [
        door.is_known(it) for it in (b"ann", b"bob", b"cleo")
    ]


@pytest.mark.parametrize("early", [True, False])
def test_a_game_that_was_ended_early_makes_nobody_known(
    start_host: StartHost, *, early: bool, short: Terms
) -> None:
    """Beyond its table's time; a whole one does."""
    host = start_host(short)
    people = host.join()
    if early:
        host.until(lambda: host.has_begun)
        host.hold(people)
        for person in people:
            person.game.do(EndEarly())
            host.settle()
    else:
        host.settle()
    assert early == host.ended().is_early
    for person in people:
        person.disconnect()
    record = host.server.registry.find(host.table.name)
    assert record is not None
    host.server.registry.remove(record)
    door = host.server._admission
    assert [not early] * 3 == [door.is_known(it.identity.public) for it in people]


def test_a_network_s_strangers_are_fewer_than_what_one_address_needs() -> None:
    """Sixteen who do it from one network leave something for a seventeenth."""
    assert STRANGERS_FROM_NETWORK.often >= 16 * STRANGERS_FROM_ADDRESS.often


def test_who_has_gone_is_forgotten_at_once(open_host: HostHarness) -> None:
    """What they leave behind isn't there until Python looks for cycles."""
    gc.disable()
    try:
        eve = come(open_host, "eve", "10.0.0.66")
        there = weakref.ref(eve.connection)
        eve.transport.unregisterProducer()  # as TLS does
        eve.disconnect()
        open_host.clock.advance(0)
        assert there() is None
    finally:
        gc.enable()
