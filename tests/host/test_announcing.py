"""A host lets itself be found, takes that back, and does without if it must."""

from __future__ import annotations

import queue
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred

from sealed_wonders.host import service as services
from sealed_wonders.host.announcing import Announce, announcement
from sealed_wonders.host.keys import Keys
from sealed_wonders.host.news import Listening, News, NotAnnounced
from sealed_wonders.host.service import Service, Settings
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import Browser, Nearby
from tests.host.test_main import PATIENCE, running
from tests.support.inn import open_terms
from tests.support.lobbies import HOST
from tests.support.processes import Processes
from tests.support.wires import PEM, PIN

KEYS = Keys(HOST, PEM, PIN)
HERE = ["127.0.0.1"]


class Crier:
    """Who announces a host in a test: nobody hears it."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.failed: Callable[[str], None] = lambda why: None
        self.then: Callable[[], None] = lambda: None

    def __call__(
        self,
        name: str,
        address: Address,
        call: Callable[[Callable[[], None]], object],
        failed: Callable[[str], None],
    ) -> Crier:
        self.log.append((name, str(address)))
        self.failed = failed
        return self

    def start(self) -> None:
        self.log.append("start")

    def stop(self, then: Callable[[], None]) -> None:
        self.log.append("stop")
        self.then = then


class Business:
    """A service that is announced, and what it says."""

    def __init__(
        self, folder: Path, announce: Announce, listen: str, *, does: bool = True
    ) -> None:
        self.reactor = Processes()
        self.reactor.running = True
        self.news: list[News] = []
        self.service = Service(
            cast(Any, self.reactor),
            Settings(Address.parse(listen), folder, open_terms(), "inn", announce=does),
            KEYS,
            self.news.append,
            announce,
        )
        self.service.start()

    @property
    def listening(self) -> Listening:
        (news,) = [news for news in self.news if isinstance(news, Listening)]
        return news


def test_a_host_is_announced_as_long_as_it_listens(tmp_path: Path) -> None:
    """By its name, where it listens, with its pin; and its end waits for the goodbye."""
    crier = Crier()
    business = Business(tmp_path, crier, "[2001:db8::7]:7777")
    assert [("inn", f"[2001:db8::7]:7777#{PIN.hex()}"), "start"] == crier.log
    assert "inn" == business.listening.announced

    (gone,) = business.reactor.shut_down()
    assert isinstance(gone, Deferred)
    assert "stop" == crier.log[-1]
    assert not gone.called
    crier.then()
    assert gone.called


def test_a_host_that_isn_t_announced_says_nothing_of_it(tmp_path: Path) -> None:
    """Nobody is asked to announce it."""
    crier = Crier()
    business = Business(tmp_path, crier, "[2001:db8::7]:7777", does=False)
    assert ("", []) == (business.listening.announced, crier.log)
    (gone,) = business.reactor.shut_down()
    assert gone.called


@pytest.mark.parametrize("listen", ["0.0.0.0:7777", "[::]:7777"])
def test_where_it_listens_everywhere_its_own_address_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listen: str
) -> None:
    """The one that people are told to type."""
    monkeypatch.setattr(services, "own_address", lambda: "192.0.2.9")
    crier = Crier()
    business = Business(tmp_path, crier, listen)
    assert ("inn", f"192.0.2.9:7777#{PIN.hex()}") == crier.log[0]
    assert business.listening.join == f"192.0.2.9:7777#{PIN.hex()}"


def test_without_a_network_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says so in one line."""
    monkeypatch.setattr(services, "own_address", lambda: None)
    crier = Crier()
    business = Business(tmp_path, crier, "0.0.0.0:7777")
    assert [] == crier.log
    assert "" == business.listening.announced
    assert NotAnnounced("this machine has no address on a network") in business.news


def test_who_can_t_be_announced_goes_on(tmp_path: Path) -> None:
    """And says so in one line, whenever that turns out."""
    crier = Crier()
    business = Business(tmp_path, crier, "[2001:db8::7]:7777")
    crier.failed("Network is down")
    assert NotAnnounced("Network is down") == business.news[-1]
    assert not business.service.status


@pytest.mark.parametrize(
    ("host", "interfaces"),
    [
        ("192.0.2.7", ["192.0.2.7"]),
        ("127.0.0.1", ["127.0.0.1"]),
        ("::1", ["127.0.0.1"]),
        ("2001:db8::7", None),
    ],
)
def test_a_host_is_announced_only_where_it_is(
    host: str, interfaces: list[str] | None
) -> None:
    """What is of this machine alone is told to nobody else."""
    made = announcement("inn", Address(host, 1, PIN), lambda what: None, print)
    assert interfaces == vars(made)["_interfaces"]


def test_a_real_host_is_found_and_taken_back(tmp_path: Path) -> None:
    """In a process of its own, over the machine's own interface."""
    heard: queue.Queue[Callable[[], None]] = queue.Queue()
    lists: list[tuple[Nearby, ...]] = []
    browser = Browser(lists.append, heard.put, interfaces=HERE)
    browser.start()
    try:
        with running(tmp_path, "--announce", "--name=The inn") as (host, first):
            inn = Nearby("The inn", Address.parse(first["join"]))
            while not lists or inn not in lists[-1]:
                heard.get(timeout=PATIENCE)()
            host.send_signal(signal.SIGTERM)
            _, err = host.communicate(timeout=PATIENCE)
            assert (0, "") == (host.returncode, err)
        # Hosts of other tests on this machine may come and go as well.
        while inn in lists[-1]:
            heard.get(timeout=PATIENCE)()
    finally:
        browser.stop()
        assert browser.wait(PATIENCE)
