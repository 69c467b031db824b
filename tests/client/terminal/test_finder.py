"""Hosts and games there are, before one sits anywhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.testing import MemoryReactorClock

from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.terminal.finder import LISTEN_SOON, LOGS_CAP, Finder
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import dnssd
from sealed_wonders.net.discovery.nearby import Nearby

SALON = Nearby("Salon", Address("192.0.2.5", 7007, b"s" * 16))


class Ear:
    """Stands in for a browser."""

    last: Ear

    def __init__(self, heard: Any, call: Any, *, failed: Any, interfaces: Any) -> None:
        self.heard, self.failed, self.interfaces = heard, failed, interfaces
        self.log: list[str] = []
        Ear.last = self

    def start(self) -> None:
        self.log.append("start")

    def stop(self) -> None:
        self.log.append("stop")


class Reactor(MemoryReactorClock):
    """A clock, and nothing in threads."""

    def callFromThread(self, call: Any) -> None:
        call()


class Place:
    """A doorstep with a fake network."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dnssd, "Browser", Ear)
        self.reactor: Any = Reactor()
        self.home = Home(folder, folder)
        self.changes = 0
        reactor: Any = self.reactor
        self.finder = Finder(reactor, self.home, self.changed)

    def changed(self) -> None:
        self.changes += 1


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, monkeypatch)


def test_hosts_are_listened_for_once_the_screen_stands(place: Place) -> None:
    """And until nobody wants to know any more."""
    place.finder.listen()
    place.finder.listen()
    place.reactor.advance(LISTEN_SOON)
    ear = Ear.last
    ear.heard((SALON,))
    assert ((SALON,), 1) == (place.finder.nearby, place.changes)
    ear.failed("no network")
    assert (None, 2) == (place.finder.nearby, place.changes)
    place.finder.close()
    place.finder.close()
    place.finder.listen()
    assert ["start", "stop"] == ear.log
    assert [] == place.reactor.getDelayedCalls()


@pytest.mark.parametrize("places", [None, ("127.0.0.1", "192.0.2.7")])
def test_hosts_are_listened_for_where_somebody_wants_it(
    place: Place, places: tuple[str, ...] | None
) -> None:
    """Everywhere, if nobody has said where."""
    finder = Finder(place.reactor, place.home, place.changed, places)
    finder.listen()
    place.reactor.advance(LISTEN_SOON)
    assert places == Ear.last.interfaces
    finder.close()


def test_whoever_wants_to_hear_of_nobody_listens_nowhere(place: Place) -> None:
    """And it is not said that somebody listens."""
    finder = Finder(place.reactor, place.home, place.changed, ())
    finder.listen()
    assert finder.nearby is None
    assert [] == place.reactor.getDelayedCalls()


def test_whoever_goes_at_once_has_not_listened(place: Place) -> None:
    """Nothing is left to be done."""
    place.finder.listen()
    place.finder.close()
    assert [] == place.reactor.getDelayedCalls()


def test_hosts_one_has_been_at_are_known_with_their_pins(place: Place) -> None:
    """The last one first; what is no address is left out."""
    for where in ("table.local:7007", "rubbish", "192.0.2.5:7007"):
        place.home.hosts.pin(where, where.encode()[:4] * 4)
    assert "" == place.finder.recall()
    assert [
        Address("192.0.2.5", 7007, b"192." * 4),
        Address("table.local", 7007, b"tabl" * 4),
    ] == list(place.finder.visited)


def test_a_damaged_file_of_hosts_is_a_line(place: Place) -> None:
    """All else is there."""
    place.home.hosts.path.write_text("rubbish")
    assert str(place.home.hosts.path) in place.finder.recall()


def test_games_that_are_kept_are_offered(place: Place) -> None:
    """The last ones, the very last first."""
    assert "" == place.finder.recall()
    assert not place.finder.logs
    place.home.logs.mkdir()
    for number in range(LOGS_CAP + 5):
        path = place.home.logs / f"{number:03}.swlog"
        path.write_bytes(b"")
        os.utime(path, (number, number))
    (place.home.logs / "other.evidence").write_bytes(b"")
    place.finder.recall()
    logs = place.finder.logs
    assert LOGS_CAP == len(logs)
    assert "204.swlog" == logs[0].path.name
    assert logs[0].when > logs[1].when


def test_one_file_that_cannot_be_told_hides_no_other(place: Place) -> None:
    """One that leads nowhere."""
    place.home.logs.mkdir()
    (place.home.logs / "a.swlog").symlink_to(place.home.logs / "gone")
    (place.home.logs / "c.swlog").write_bytes(b"")
    place.finder.recall()
    assert ["c.swlog"] == [kept.path.name for kept in place.finder.logs]
