"""The hosts and games that the start screen lists."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.testing import MemoryReactorClock

from sealed_wonders.client.finder import LISTEN_SOON, LOGS_CAP, Finder
from sealed_wonders.client.hosting.unfinished import HOST, OwnGames, journal_at
from sealed_wonders.client.storage.home import Home
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import dnssd
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.log import file, journal
from sealed_wonders.net.log.envelopes import Wire
from tests.support.lobbies import identity_of
from tests.support.replays import LOG

SALON = Nearby("Salon", Address("192.0.2.5", 7007, b"s" * 16))


class FakeBrowser:
    """A DNS-SD browser whose results a test sets."""

    last: FakeBrowser

    def __init__(self, heard: Any, call: Any, *, failed: Any, interfaces: Any) -> None:
        self.heard, self.failed, self.interfaces = heard, failed, interfaces
        self.log: list[str] = []
        FakeBrowser.last = self

    def start(self) -> None:
        self.log.append("start")

    def stop(self) -> None:
        self.log.append("stop")


class FakeReactor(MemoryReactorClock):
    """A clock that doesn't use threads."""

    def callFromThread(self, call: Any) -> None:
        call()


class FinderHarness:
    """A `Finder` on a fake network."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dnssd, "Browser", FakeBrowser)
        self.reactor: Any = FakeReactor()
        self.home = Home(folder, folder)
        self.changes = 0
        reactor: Any = self.reactor
        self.finder = Finder(reactor, self.home, self.changed)

    def changed(self) -> None:
        self.changes += 1


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FinderHarness:
    return FinderHarness(tmp_path, monkeypatch)


def test_discovery_starts_after_the_screen_and_ends_with_it(
    harness: FinderHarness,
) -> None:
    harness.finder.listen()
    harness.finder.listen()
    harness.reactor.advance(LISTEN_SOON)
    browser = FakeBrowser.last
    browser.heard((SALON,))
    assert ((SALON,), 1) == (harness.finder.nearby, harness.changes)
    browser.failed("no network")
    assert (None, 2) == (harness.finder.nearby, harness.changes)
    harness.finder.close()
    harness.finder.close()
    harness.finder.listen()
    assert ["start", "stop"] == browser.log
    assert [] == harness.reactor.getDelayedCalls()


@pytest.mark.parametrize("places", [None, ("127.0.0.1", "192.0.2.7"), ()])
def test_discovery_uses_the_configured_addresses(
    harness: FinderHarness, places: tuple[str, ...] | None
) -> None:
    """All by default. With none, the screen doesn't claim to search."""
    finder = Finder(harness.reactor, harness.home, harness.changed, places)
    finder.listen()
    if places == ():
        assert finder.nearby is None
        assert [] == harness.reactor.getDelayedCalls()
        return
    harness.reactor.advance(LISTEN_SOON)
    assert places == FakeBrowser.last.interfaces
    finder.close()


def test_closing_at_once_cancels_discovery(harness: FinderHarness) -> None:
    harness.finder.listen()
    harness.finder.close()
    assert [] == harness.reactor.getDelayedCalls()


def test_visited_hosts_are_listed_with_their_pins(
    harness: FinderHarness,
) -> None:
    """The latest comes first, and invalid addresses are left out."""
    for where in ("table.local:7007", "rubbish", "192.0.2.5:7007"):
        harness.home.hosts.pin(where, where.encode()[:4] * 4)
    assert "" == harness.finder.recall()
    assert [
        Address("192.0.2.5", 7007, b"192." * 4),
        Address("table.local", 7007, b"tabl" * 4),
    ] == list(harness.finder.visited)
    harness.home.hosts.path.write_text("rubbish")
    assert str(harness.home.hosts.path) in harness.finder.recall()


def test_stored_logs_are_listed(harness: FinderHarness) -> None:
    """The latest ones, newest first. A broken link hides no other log."""
    assert "" == harness.finder.recall()
    assert not harness.finder.logs
    harness.home.logs.mkdir()
    for number in range(LOGS_CAP + 5):
        path = harness.home.logs / f"{number:03}.swlog"
        path.write_bytes(b"")
        os.utime(path, (number, number))
    (harness.home.logs / "other.evidence").write_bytes(b"")
    (harness.home.logs / "a.swlog").symlink_to(harness.home.logs / "gone")
    harness.finder.recall()
    logs = harness.finder.logs
    assert LOGS_CAP == len(logs)
    assert "204.swlog" == logs[0].path.name
    assert logs[0].when > logs[1].when


def leave_game(
    home: Home, gid: str, command: str, wires: tuple[Wire, ...] | None
) -> None:
    """Create an unfinished game of a local host, whose journal has these entries."""
    games = OwnGames(home)
    games.keep(gid * 64, command, {"--game": "wonders"})
    games.close()
    home.logs.mkdir(exist_ok=True)
    head = journal.begin(journal.JournalHead("oak"))
    data = b"damaged" if wires is None else head + journal.pack(wires)
    journal_at(home, gid * 16).write_bytes(data)
    at = "ladcb".index(gid)
    os.utime(home.state / "own" / f"{gid * 16}.json", (at, at))


def test_unfinished_games_are_listed_and_then_described(
    harness: FinderHarness,
) -> None:
    """
    All except lessons, latest first; a game with a damaged journal has no description.
    """
    (harness.home.config / "identity.pem").write_bytes(identity_of("ann").to_pem())
    leave_game(harness.home, "l", "learn", ())
    leave_game(harness.home, "a", "play", None)
    leave_game(harness.home, "b", "play", file.read(LOG.read_bytes())[:60])
    leave_game(harness.home, "c", HOST, ())
    reactor: Any = harness.reactor
    finder = Finder(reactor, harness.home, harness.changed)
    assert ["b" * 16, "c" * 16, "a" * 16] == [it.gid for it in finder.left]
    assert [False, True, False] == [it.hosted for it in finder.left]
    assert [(), (), ()] == [it.people for it in finder.left]
    finder.recall()
    for _game in range(len(finder.left) + 1):
        harness.reactor.advance(0)
    assert [("cleo", "ann", "bob"), (), ()] == [it.people for it in finder.left]
    assert [1, None, None] == [it.me for it in finder.left]
    assert 3 == harness.changes
    finder.close()
    finder.recall()
    harness.reactor.advance(0)
    assert 3 == harness.changes
