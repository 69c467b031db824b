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
"""Timeout in seconds; everything here takes two at most."""
PIN = bytes(range(16))
KITCHEN = Nearby("Küche", Address("127.0.0.1", 7777, PIN))

ServiceThread = TypeVar("ServiceThread", Announcement, Browser)

_numbers = itertools.count()


WITH_PAUSES = {"test_a_host_that_changes_its_address_is_announced_again"}
"""Tests in which old records must expire: by the protocol, this takes a second."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Shorten the pauses that the library leaves between the packets of a machine."""
    if request.node.name not in WITH_PAUSES:
        for name in ("_CHECK_TIME", "_REGISTER_TIME", "_UNREGISTER_TIME"):
            milliseconds = 10
            monkeypatch.setattr(zeroconf._core, name, milliseconds, raising=False)


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a service type that nobody else on this machine uses now."""
    name = f"_t{os.getpid() % 10**6}x{next(_numbers)}._tcp.local."
    monkeypatch.setattr(dnssd, "SERVICE", name)
    return name


class DiscoveryHarness:
    """
    Announcements and browsers, and what they report to the thread that started them.

    Attributes:
        reports: lists of hosts, and reasons for failures.
    """

    def __init__(self) -> None:
        self.reports: list[Any] = []
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
            failed=self.reports.append,
            machine=machine,
        )
        announcement.update(games)
        return self._started(announcement)

    def browse(self, machine: Watch = own_addresses) -> Browser:
        return self._started(
            Browser(
                self.reports.append,
                self._calls.put,
                failed=self.reports.append,
                interfaces=HERE,
                machine=machine,
            )
        )

    def _started(self, thread: ServiceThread) -> ServiceThread:
        self._threads.append(thread)
        thread.start()
        return thread

    def listen(self) -> None:
        """Wait for one call to this thread, and run it."""
        self._calls.get(timeout=PATIENCE)()

    def until(self, there: Callable[[], bool]) -> None:
        """Run calls in this thread until a condition holds."""
        while not there():
            self.listen()

    def end(self) -> None:
        for thread in self._threads:
            thread.stop()
        assert all(thread.wait(PATIENCE) for thread in self._threads)


@pytest.fixture
def harness() -> Iterator[DiscoveryHarness]:
    """Yield a harness; stop everything that runs at the end."""
    harness = DiscoveryHarness()
    yield harness
    harness.end()


@contextmanager
def announcing(service: str, records: list[dict[str, str | bytes]]) -> Iterator[None]:
    # On a thread, since Zeroconf would use an event loop that runs in this one.
    with ThreadPoolExecutor(1) as thread:
        sender = thread.submit(zeroconf.Zeroconf, HERE).result()
    for number, record in enumerate(records):
        name = f"host {number}.{service}"
        sender.registry.async_add(
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
        sender.close()


def test_a_host_is_found_until_it_stops(harness: DiscoveryHarness) -> None:
    """It says goodbye, so that its record needn't expire."""
    harness.browse()
    announcement = harness.announce()
    harness.until(lambda: bool(harness.reports))
    assert [(KITCHEN,)] == harness.reports

    ended: list[bool] = []
    announcement.stop(lambda: ended.append(True))
    assert not ended
    harness.until(lambda: len(harness.reports) > 1 and bool(ended))
    assert [(KITCHEN,), ()] == harness.reports


def test_a_host_announces_its_running_games(harness: DiscoveryHarness) -> None:
    """
    It does so each time that they change, and also if they changed before a network
    existed.
    """
    games = (GameNearby("0123456789abcdef", 3),)
    announcement = harness.announce(games=games)
    harness.browse()
    harness.until(lambda: (replace(KITCHEN, games=games),) in harness.reports)
    announcement.update(())
    harness.until(lambda: KITCHEN in harness.reports[-1])


def test_a_later_browser_finds_earlier_hosts(harness: DiscoveryHarness) -> None:
    """Two hosts of one name at two addresses are both found."""
    harness.announce()
    harness.announce(port=7778)
    other = Nearby("Küche", Address("127.0.0.1", 7778, PIN))
    first = harness.browse()
    harness.until(lambda: (KITCHEN, other) in harness.reports)
    first.stop()

    harness.reports.clear()
    harness.browse()
    harness.until(lambda: (KITCHEN, other) in harness.reports)


def test_false_announcements_of_a_hosts_name_are_all_listed(
    harness: DiscoveryHarness, service: str
) -> None:
    """They may even have its pin. A browser shows all of them."""
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
    with announcing(service, claims):
        harness.browse()
        harness.announce()
        harness.until(lambda: bool(harness.reports) and len(harness.reports[-1]) == 3)
    assert there == harness.reports[-1]


def test_invalid_records_are_ignored(harness: DiscoveryHarness, service: str) -> None:
    """They don't prevent valid ones from being found."""
    bad: list[dict[str, str | bytes]] = [
        {},
        {"v": "1"},
        {**record_of("x", PIN), "name": "a\x1b[2J"},
        {**record_of("x", PIN), "pin": b"\xff" * 32},
        {**record_of("x", PIN), "v": "99999"},
    ]
    with announcing(service, bad):
        harness.browse()
        harness.announce()
        harness.until(lambda: bool(harness.reports))
        harness.until(lambda: harness.reports[-1] == (KITCHEN,))
    assert all(hosts in ((), (KITCHEN,)) for hosts in harness.reports)


def test_the_number_of_hosts_found_is_limited(
    harness: DiscoveryHarness, service: str
) -> None:
    many: list[dict[str, str | bytes]] = [
        {**record_of(f"box {number}", PIN)} for number in range(HOSTS_CAP + 20)
    ]
    with announcing(service, many):
        harness.browse()
        harness.until(
            lambda: bool(harness.reports) and len(harness.reports[-1]) == HOSTS_CAP
        )
    assert all(len(hosts) <= HOSTS_CAP for hosts in harness.reports)


def test_a_stopped_browser_reports_nothing(harness: DiscoveryHarness) -> None:
    """This includes reports that were on their way to the caller's thread."""
    harness.announce()
    browser = harness.browse()
    call = harness._calls.get(timeout=PATIENCE)
    browser.stop()
    call()

    assert [] == harness.reports


@pytest.mark.parametrize("kind", ["announce", "browse"])
def test_a_thread_that_is_stopped_at_once_ends(
    harness: DiscoveryHarness, kind: str
) -> None:
    thread = getattr(harness, kind)()
    ended: list[bool] = []
    thread.stop(lambda: ended.append(True))
    harness.until(lambda: bool(ended))

    assert thread.wait(PATIENCE)
    assert [] == harness.reports


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
def test_a_missing_network_is_reported_in_one_line(
    harness: DiscoveryHarness,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    error: Exception,
    reason: str,
) -> None:
    """The caller can go on without it; the thread has ended."""

    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", refuse)
    thread = getattr(harness, kind)()
    harness.until(lambda: bool(harness.reports))
    assert [reason] == harness.reports

    assert thread.wait(PATIENCE)
    harness.listen()
    ended: list[bool] = []
    thread.stop(lambda: ended.append(True))
    assert [True] == ended


def test_a_thread_ends_even_if_the_callers_loop_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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


# Networks that come and go.

OWN = OwnAddress("127.0.0.1", 8, "lo", 1)
SECOND = OwnAddress("127.0.0.2", 8, "lo", 1)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check networks often, and treat this machine's own network like any other."""
    monkeypatch.setattr(dnssd, "WATCH_INTERVAL", 0.05)
    monkeypatch.setattr(dnssd, "reached_at", lambda host, machine: tuple(machine))


@pytest.mark.usefixtures("restless")
def test_a_host_is_announced_on_a_network_that_appears_later(
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
    harness.until(lambda: bool(harness.reports))
    assert [(KITCHEN,)] == harness.reports


@pytest.mark.usefixtures("restless")
def test_a_host_that_changes_its_address_is_announced_again(
    harness: DiscoveryHarness,
) -> None:
    """It is announced only under the new address, and it says goodbye there."""
    networks = [OWN]
    announcement = harness.announce(host="0.0.0.0", machine=lambda: tuple(networks))
    harness.browse()
    harness.until(lambda: (KITCHEN,) in harness.reports)
    networks[:] = [SECOND]
    moved = replace(KITCHEN, address=replace(KITCHEN.address, host=SECOND.ip))
    harness.until(lambda: harness.reports[-1] == (moved,))
    announcement.stop()
    harness.until(lambda: harness.reports[-1] == ())


@pytest.mark.usefixtures("restless")
def test_a_browser_that_changes_networks_prefers_a_near_address(
    harness: DiscoveryHarness,
) -> None:
    """The host's other addresses follow after it."""
    far, near = (
        OwnAddress("127.0.0.1", 32, "lo", 1),
        OwnAddress("127.0.0.2", 32, "lo", 1),
    )
    networks = [far]
    harness.announce(host="0.0.0.0", machine=lambda: (far, near))
    harness.browse(machine=lambda: tuple(networks))
    harness.until(lambda: bool(harness.reports))
    assert KITCHEN.address == harness.reports[-1][0].address
    networks[:] = [near]
    harness.until(lambda: harness.reports[-1][0].address.host == "127.0.0.2")
    assert (KITCHEN.address,) == harness.reports[-1][0].others


def test_unreachable_addresses_are_not_announced(
    monkeypatch: pytest.MonkeyPatch, harness: DiscoveryHarness
) -> None:
    """An address that can only be reached through a tunnel comes after the others."""
    lan = replace(OWN, prefix=32)
    tunnel = replace(SECOND, prefix=32, reach=Reach.TUNNEL)
    dead = OwnAddress("127.0.0.9", 32, "docker0", 7, Reach.DISCONNECTED)
    machine = (dead, tunnel, lan)
    monkeypatch.setattr(dnssd, "reached_at", lambda host, machine: tuple(machine))
    harness.announce(host="0.0.0.0", machine=lambda: machine)
    harness.browse(machine=lambda: machine)
    harness.until(lambda: bool(harness.reports))
    (found,) = harness.reports[-1]
    assert (lan.ip, [tunnel.ip]) == (
        found.address.host,
        [other.host for other in found.others],
    )
