"""Finding hosts by multicast, on this machine's loopback interface only."""

from __future__ import annotations

import errno
import itertools
import os
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import pytest
import zeroconf
import zeroconf.asyncio

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import dnssd
from sealed_wonders.net.discovery.dnssd import Announcement, Browser, Nearby
from sealed_wonders.net.discovery.nearby import HOSTS_CAP, GameNearby, record_of
from sealed_wonders.net.discovery.ownaddresses import (
    OwnAddress,
    Reach,
    Watch,
    own_addresses,
)

HERE = ["127.0.0.1"]
PATIENCE = 60.0
"""Seconds for anything here; it takes two at most."""
PIN = bytes(range(16))
KITCHEN = Nearby("Küche", Address("127.0.0.1", 7777, PIN))

ServiceThread = TypeVar("ServiceThread", Announcement, Browser)

_numbers = itertools.count()


WITH_PAUSES = {"test_a_host_that_moves_is_announced_anew"}
"""Tests in which old records have to expire: that takes a second by the protocol."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Shorten the pauses that the library leaves between the packets of a machine."""
    if request.node.name not in WITH_PAUSES:
        for name in ("_CHECK_TIME", "_REGISTER_TIME", "_UNREGISTER_TIME"):
            milliseconds = 10
            monkeypatch.setattr(zeroconf._core, name, milliseconds, raising=False)


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    """Give a kind of service that nobody else on this machine has just now."""
    name = f"_t{os.getpid() % 10**6}x{next(_numbers)}._tcp.local."
    monkeypatch.setattr(dnssd, "SERVICE", name)
    return name


class DiscoveryHarness:
    """
    Announcements and browsers, and what they tell the thread that started them.

    Attributes:
        words: lists of hosts, and reasons.
    """

    def __init__(self) -> None:
        self.words: list[Any] = []
        self._calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self._threads: list[Browser | Announcement] = []

    def announce(
        self,
        name: str = "Küche",
        port: int = 7777,
        host: str = HERE[0],
        machine: Watch = own_addresses,
        games: Sequence[GameNearby] = (),
    ) -> Announcement:
        announcement = Announcement(
            name,
            Address(host, port, PIN),
            call=self._calls.put,
            failed=self.words.append,
            machine=machine,
        )
        announcement.update(games)
        return self._started(announcement)

    def browse(self, machine: Watch = own_addresses) -> Browser:
        return self._started(
            Browser(
                self.words.append,
                self._calls.put,
                failed=self.words.append,
                interfaces=HERE,
                machine=machine,
            )
        )

    def _started(self, thread: ServiceThread) -> ServiceThread:
        self._threads.append(thread)
        thread.start()
        return thread

    def listen(self) -> None:
        """Wait for one thing to be done in this thread, and do it."""
        self._calls.get(timeout=PATIENCE)()

    def until(self, there: Callable[[], bool]) -> None:
        """Do what is to be done here until something is the case."""
        while not there():
            self.listen()

    def end(self) -> None:
        for thread in self._threads:
            thread.stop()
        assert all(thread.wait(PATIENCE) for thread in self._threads)


@pytest.fixture
def harness() -> Iterator[DiscoveryHarness]:
    """Give a harness; whatever runs at the end is stopped."""
    harness = DiscoveryHarness()
    yield harness
    harness.end()


@contextmanager
def shouting(service: str, records: list[dict[str, str | bytes]]) -> Iterator[None]:
    # On a thread: where a loop runs it would take that.
    with ThreadPoolExecutor(1) as thread:
        air = thread.submit(zeroconf.Zeroconf, HERE).result()
    for number, record in enumerate(records):
        name = f"shout {number}.{service}"
        air.registry.async_add(
            zeroconf.ServiceInfo(
                service,
                name,
                port=1 + number,
                properties=record,
                server=name,
                parsed_addresses=HERE,
            )
        )
    try:
        yield
    finally:
        air.close()


def test_a_host_is_found_and_its_end_is_heard(harness: DiscoveryHarness) -> None:
    """It says goodbye, so nobody waits for its record to grow old."""
    harness.browse()
    announcement = harness.announce()
    harness.until(lambda: bool(harness.words))
    assert [(KITCHEN,)] == harness.words

    ended: list[bool] = []
    announcement.stop(lambda: ended.append(True))
    assert not ended
    harness.until(lambda: len(harness.words) > 1 and bool(ended))
    assert [(KITCHEN,), ()] == harness.words


def test_a_host_says_which_games_go_on_there(harness: DiscoveryHarness) -> None:
    """Each time that changes, also if it did so before the network was there."""
    games = (GameNearby("0123456789abcdef", 3),)
    announcement = harness.announce(games=games)
    harness.browse()
    harness.until(lambda: (replace(KITCHEN, games=games),) in harness.words)
    announcement.update(())
    harness.until(lambda: KITCHEN in harness.words[-1])


def test_who_comes_later_hears_of_those_before(harness: DiscoveryHarness) -> None:
    """Two of one name are two hosts, if they are in two places."""
    harness.announce()
    harness.announce(port=7778)
    other = Nearby("Küche", Address("127.0.0.1", 7778, PIN))
    first = harness.browse()
    harness.until(lambda: (KITCHEN, other) in harness.words)
    first.stop()

    harness.words.clear()
    harness.browse()
    harness.until(lambda: (KITCHEN, other) in harness.words)


def test_anybody_can_announce_themselves_in_a_host_s_name(
    harness: DiscoveryHarness, service: str
) -> None:
    """And even with its pin, which isn't theirs; who looks sees all of them."""
    false = bytes(16)
    claims: list[dict[str, str | bytes]] = [
        {**record_of("Küche", false)},
        {**record_of("Küche", PIN)},
    ]
    there = (
        Nearby("Küche", Address("127.0.0.1", 1, false)),
        Nearby("Küche", Address("127.0.0.1", 2, PIN)),
        KITCHEN,
    )
    with shouting(service, claims):
        harness.browse()
        harness.announce()
        harness.until(lambda: bool(harness.words) and len(harness.words[-1]) == 3)
    assert there == harness.words[-1]


def test_bad_records_are_not_heard(harness: DiscoveryHarness, service: str) -> None:
    """Nor are they in the way of good ones."""
    bad: list[dict[str, str | bytes]] = [
        {},
        {"v": "1"},
        {**record_of("x", PIN), "name": "a\x1b[2J"},
        {**record_of("x", PIN), "pin": b"\xff" * 32},
        {**record_of("x", PIN), "v": "99999"},
    ]
    with shouting(service, bad):
        harness.browse()
        harness.announce()
        harness.until(lambda: bool(harness.words))
        harness.until(lambda: harness.words[-1] == (KITCHEN,))
    assert all(hosts in ((), (KITCHEN,)) for hosts in harness.words)


def test_many_hosts_are_as_many_as_are_kept(
    harness: DiscoveryHarness, service: str
) -> None:
    many: list[dict[str, str | bytes]] = [
        {**record_of(f"box {number}", PIN)} for number in range(HOSTS_CAP + 20)
    ]
    with shouting(service, many):
        harness.browse()
        harness.until(
            lambda: bool(harness.words) and len(harness.words[-1]) == HOSTS_CAP
        )
    assert all(len(hosts) <= HOSTS_CAP for hosts in harness.words)


def test_nothing_is_told_after_the_end(harness: DiscoveryHarness) -> None:
    """Also if it was under way to the caller's thread then."""
    harness.announce()
    browser = harness.browse()
    call = harness._calls.get(timeout=PATIENCE)
    browser.stop()
    call()

    assert [] == harness.words


@pytest.mark.parametrize("kind", ["announce", "browse"])
def test_what_was_stopped_at_once_ends(harness: DiscoveryHarness, kind: str) -> None:
    thread = getattr(harness, kind)()
    ended: list[bool] = []
    thread.stop(lambda: ended.append(True))
    harness.until(lambda: bool(ended))

    assert thread.wait(PATIENCE)
    assert [] == harness.words


@pytest.mark.parametrize("kind", ["announce", "browse"])
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.EADDRINUSE, "Address already in use"), "Address already in use"),
        (
            RuntimeError("No interfaces\nto listen on"),
            "No interfaces\ufffdto listen on",
        ),
        (zeroconf.NotRunningException(), "NotRunningException"),
    ],
)
def test_a_network_that_is_none_is_one_line(
    harness: DiscoveryHarness,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    error: Exception,
    reason: str,
) -> None:
    """For the caller, who may go on without; it has ended then."""

    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", refuse)
    thread = getattr(harness, kind)()
    harness.until(lambda: bool(harness.words))
    assert [reason] == harness.words

    assert thread.wait(PATIENCE)
    harness.listen()
    ended: list[bool] = []
    thread.stop(lambda: ended.append(True))
    assert [True] == ended


def test_the_caller_s_loop_may_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.ENETDOWN, "Network is down")

    def call(what: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", refuse)
    browser = Browser(lambda hosts: None, call, interfaces=HERE)
    browser.start()

    assert browser.wait(PATIENCE)


def test_a_host_without_a_name_is_not_announced() -> None:
    with pytest.raises(ValueError, match="single spaces"):
        Announcement(" ", Address(HERE[0], 1, PIN), call=lambda what: what())


# Where networks come and go.

OWN = OwnAddress("127.0.0.1", 8, "lo", 1)
SECOND = OwnAddress("127.0.0.2", 8, "lo", 1)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everybody look often, and take this machine's own network for any other."""
    monkeypatch.setattr(dnssd, "WATCH_INTERVAL", 0.05)
    monkeypatch.setattr(dnssd, "reached_at", lambda host, machine: tuple(machine))


@pytest.mark.usefixtures("restless")
def test_a_host_that_is_there_before_its_network_is_announced_on_it(
    harness: DiscoveryHarness,
) -> None:
    networks: list[OwnAddress] = []
    looks: list[None] = []

    def machine() -> tuple[OwnAddress, ...]:
        looks.append(None)
        if len(looks) == 3:
            networks.append(OWN)
        return tuple(networks)

    harness.browse()
    harness.announce(host="0.0.0.0", machine=machine)
    harness.until(lambda: bool(harness.words))
    assert [(KITCHEN,)] == harness.words


@pytest.mark.usefixtures("restless")
def test_a_host_that_moves_is_announced_anew(harness: DiscoveryHarness) -> None:
    """Under the new address and no longer under the old one; and it says goodbye."""
    networks = [OWN]
    announcement = harness.announce(host="0.0.0.0", machine=lambda: tuple(networks))
    harness.browse()
    harness.until(lambda: (KITCHEN,) in harness.words)
    networks[:] = [SECOND]
    moved = replace(KITCHEN, address=replace(KITCHEN.address, host=SECOND.ip))
    harness.until(lambda: harness.words[-1] == (moved,))
    announcement.stop()
    harness.until(lambda: harness.words[-1] == ())


@pytest.mark.usefixtures("restless")
def test_who_looks_and_moves_is_told_of_the_address_that_is_near_now(
    harness: DiscoveryHarness,
) -> None:
    """Of those a host has; the others stand behind it."""
    far, near = (
        OwnAddress("127.0.0.1", 32, "lo", 1),
        OwnAddress("127.0.0.2", 32, "lo", 1),
    )
    networks = [far]
    harness.announce(host="0.0.0.0", machine=lambda: (far, near))
    harness.browse(machine=lambda: tuple(networks))
    harness.until(lambda: bool(harness.words))
    assert KITCHEN.address == harness.words[-1][0].address
    networks[:] = [near]
    harness.until(lambda: harness.words[-1][0].address.host == "127.0.0.2")
    assert (KITCHEN.address,) == harness.words[-1][0].others


def test_nobody_is_led_to_an_address_by_which_nobody_comes(
    monkeypatch: pytest.MonkeyPatch, harness: DiscoveryHarness
) -> None:
    """It isn't announced, and one that is near by a tunnel alone comes behind the others."""
    lan = replace(OWN, prefix=32)
    tunnel = replace(SECOND, prefix=32, reach=Reach.TUNNEL)
    dead = OwnAddress("127.0.0.9", 32, "docker0", 7, Reach.DISCONNECTED)
    machine = (dead, tunnel, lan)
    monkeypatch.setattr(dnssd, "reached_at", lambda host, machine: tuple(machine))
    harness.announce(host="0.0.0.0", machine=lambda: machine)
    harness.browse(machine=lambda: machine)
    harness.until(lambda: bool(harness.words))
    (found,) = harness.words[-1]
    assert (lan.ip, [tunnel.ip]) == (
        found.address.host,
        [other.host for other in found.others],
    )
