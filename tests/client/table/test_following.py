"""A link that follows its game to another host, and turns away from those without it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_twisted

from sealed_wonders.client.table import endpoint, whereabouts
from sealed_wonders.client.table import link as links
from sealed_wonders.client.table.game import Game
from sealed_wonders.client.table.session import Session
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import make_certificate, read_certificate, spki_pin
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import (
    VERSION,
    Closed,
    FromHost,
    Hello,
    Log,
    Look,
    Presence,
    Read,
    Refused,
    TableLine,
    Tables,
    Welcome,
)
from tests.client.table.test_link import FakeHost, _player_at, _until
from tests.support.endpointharness import FakeDiscovery
from tests.support.inprocess.seats import Seats
from tests.support.lobbies import named
from tests.support.toy import Toy

OTHER = make_certificate(datetime.now(UTC))
PIN = spki_pin(read_certificate(OTHER)[1])


class GameHost(FakeHost):
    """Another host than the one that was lost, which says to have a game."""

    def __init__(self, seats: Seats, pem: bytes = OTHER) -> None:
        super().__init__(pem)
        self.charter = seats.fold.charter
        self.says: Callable[[Any], object] = lambda log: log
        self.answer = self._answer

    def _answer(self, end: Any, message: Any) -> None:
        names = tuple(person.name for person in self.charter.people)
        match message:
            case Hello():
                key = named("another host").public
                end.send(Welcome(VERSION, "salon", key, ()))
            case Look():
                line = TableLine("table 9", "toy", 3, 3, "playing", names)
                end.send(Tables((line,)))
            case Read(table, 0):
                said = self.says(Log(table, 0, self.charter.wires))
                if said is not None:
                    end.send(said)

    def announced(self) -> Nearby:
        """Listen, and announce the game."""
        at = self.open()
        games = (GameNearby(self.charter.gid.hex()[:STEM], 7),)
        return Nearby("salon", Address(at.host, at.port, PIN), (), games)


@pytest.fixture(scope="module")
def seats() -> Seats:
    """Give a game that has begun."""
    return Seats(Toy(3))


class Following:
    """One who has lost a host, in the middle of a game, and looks for it."""

    def __init__(self, seats: Seats) -> None:
        self.home, self.discovery = FakeHost(), FakeDiscovery()
        self.link, self.peer, self.trusted = _player_at(
            self.home.open(), look=self.discovery
        )
        self.moves: list[tuple[str, str]] = []
        self.link.moved = lambda host, at: self.moves.append((host, str(at)))
        nothing = lambda *_: None
        seat = seats.seats[0]
        game = SimpleNamespace(
            seat=seat,
            lost=nothing,
            close=nothing,
            moved=nothing,
            receive=nothing,
            presence=nothing,
            marked=nothing,
            welcomed=nothing,
        )
        session = self.session = cast(Session, self.link.session)
        session.game = cast(Game, game)
        session.table, session._at = "table 1", named("the host").public

    async def lose(self) -> None:
        """Begin at home, and lose it."""
        self.done = self.link.run()
        await self.peer.times(1)
        await self.home.go()
        await _until(lambda: self.discovery.looking == 1)

    async def end(self, *hosts: FakeHost) -> None:
        self.link.stop()
        await self.done
        for host in (self.home, *hosts):
            await host.go()


@pytest_twisted.ensureDeferred
async def test_the_game_is_found_where_it_is_announced(seats: Seats) -> None:
    """Its host's pin is nobody's to trust: it is where the table has gone."""
    following, there = Following(seats), GameHost(seats)
    await following.lose()
    at = there.announced()
    following.discovery.hear(at)
    await _until(lambda: bool(following.moves))
    await following.end(there)
    assert [("salon", str(at.address))] == following.moves
    assert [True, False, True] == following.peer.log[:3]
    assert "table 9" == following.session.table
    assert 1 == len(following.trusted)


def nothing(log: Log) -> object:
    return None


def another_game(log: Log) -> object:
    return Log(log.table, 0, log.wires[::-1])


@pytest.mark.parametrize("says", [nothing, another_game])
@pytest_twisted.ensureDeferred
async def test_who_only_announces_it_is_turned_away_from(
    says: Callable[[Any], object], seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told of it, and the host that was lost is found when it is back."""
    monkeypatch.setattr(links, "ARRIVAL_PATIENCE", 0.1)
    # One that says nothing is gone to again, but later than this test lasts.
    monkeypatch.setattr(endpoint, "SHUN", lambda times: 1000.0)
    following, liar = Following(seats), GameHost(seats)
    liar.says = says
    await following.lose()
    at = liar.announced()
    following.discovery.hear(at)
    await liar.until(1)
    old = following.trusted[0]
    following.home.open(old.port)
    await following.peer.times(3)
    following.discovery.hear(at)
    await following.end(liar)
    assert [] == following.moves
    assert [True, False, True] == following.peer.log[:3]
    assert 1 == sum(isinstance(told, Hello) for told in liar.told)
    assert [] == following.peer.said


def waits(log: Log) -> object:
    return Refused("unwritten", "the disk is full")


@pytest.mark.parametrize("says", [nothing, waits])
@pytest_twisted.ensureDeferred
async def test_a_host_that_says_nothing_yet_is_come_back_to(
    says: Callable[[Any], object], seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was asleep, or slow; or it waits for its disk."""
    monkeypatch.setattr(links, "ARRIVAL_PATIENCE", 0.1)
    monkeypatch.setattr(endpoint, "SHUN", lambda times: 0.1)
    following, there = Following(seats), GameHost(seats)

    def second_time(log: Log) -> object:
        times = sum(isinstance(told, Hello) for told in there.told)
        return log if times > 1 else says(log)

    there.says = second_time
    await following.lose()
    following.discovery.hear(there.announced())
    await _until(lambda: bool(following.moves))
    await following.end(there)


@pytest.mark.parametrize(
    "says",
    [
        Refused("banned", "go away"),
        Refused("elsewhere", "you came in again elsewhere"),
        Refused("no-table", "there is no such table"),
        Closed("table 9", "it is over"),
        Log("table 9", 0, (Wire(b"nothing", bytes(64)),)),
    ],
    ids=lambda said: type(said).__name__,
)
@pytest_twisted.ensureDeferred
async def test_who_has_it_and_breaks_the_protocol_ends_nothing(
    says: FromHost, seats: Seats
) -> None:
    """Nor does one that says we are banned, or here elsewhere, or that it is over."""
    following, liar = Following(seats), GameHost(seats)
    await following.lose()
    following.discovery.hear(liar.announced())
    await _until(lambda: bool(following.moves))
    liar.ends[-1].send(says)
    await _until(lambda: False in following.peer.log[3:])
    old = following.trusted[0]
    following.home.open(old.port)
    await _until(lambda: len(following.trusted) > 1)
    await following.end(liar)
    assert 1 == sum(isinstance(told, Hello) for told in liar.told)


@pytest_twisted.ensureDeferred
async def test_who_is_alone_goes_where_the_others_are(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a host that is there; it is looked for others while somebody is away."""
    for name in ("AWAY_PATIENCE", "STAY"):
        monkeypatch.setattr(whereabouts, name, 0.05)
    following, there = Following(seats), GameHost(seats)
    done = following.link.run()
    await following.peer.times(1)
    (end,) = following.home.ends
    end.send(Presence("table 1", (True, True, True)))
    end.send(Presence("table 1", (True, False, False)))
    await _until(lambda: following.discovery.looking == 1)
    at = there.announced()
    following.discovery.hear(at)
    await _until(lambda: bool(following.moves))
    following.done = done
    await following.end(there)
    assert [("salon", str(at.address))] == following.moves
    assert 0 == following.discovery.looking
