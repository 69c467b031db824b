"""A host from its start to its end, on a reactor that opens nothing."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred

from sealed_wonders.host import news
from sealed_wonders.host.announcing import announcement
from sealed_wonders.host.crowding import CROWD_INTERVAL
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.ending import GOODBYE_PATIENCE
from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.levels import USUAL, Levels, read_levels
from sealed_wonders.host.listening import CantBegin, MayNotListen
from sealed_wonders.host.service import Operator, Service, Surroundings
from sealed_wonders.host.settings import Settings
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.ownaddresses import Watch
from sealed_wonders.net.entrance import FROM_ADDRESS
from sealed_wonders.net.messages import Leave
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.verification import at_once
from tests.support.connections import PEM, PIN
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.interfaces import CABLE, FakeInterfaces
from tests.support.lobbies import HOST
from tests.support.processreactor import END, ProcessReactor

KEYS = HostKeys(HOST, PEM, PIN)


@cache
def usual_settings() -> Settings:
    """Give what an empty command line comes to, for a host that nobody hears of."""
    settings = read_settings([])
    assert settings is not None
    return replace(
        settings, announce=False, choose=frozenset[str](), terms=open_terms()
    )


class ServiceHarness:
    """
    A service, and what it says.

    Attributes:
        settings: what its options come to when it reads them again.
        heeded: the levels of what is told, each time others hold.
    """

    def __init__(
        self,
        folder: Path,
        listen: str = "0.0.0.0:7777",
        *,
        announcement: Any = announcement,
        machine: Watch | None = None,
        **settings: Any,
    ) -> None:
        self.reactor = ProcessReactor()
        self.reactor.running = True
        self.news: list[news.News] = []
        self.settings = replace(
            usual_settings(), listen=Address.parse(listen), folder=folder, **settings
        )
        self.heeded: list[Levels] = []
        self.service = Service(
            cast(Any, self.reactor),
            self.settings,
            KEYS,
            Operator(self.news.append, lambda: self.settings, self.heeded.append),
            Surroundings(announcement, machine or FakeInterfaces(CABLE), at_once),
        )

    @property
    def listening(self) -> news.Listening:
        (told,) = [it for it in self.news if isinstance(it, news.Listening)]
        return told

    def kinds(self) -> list[str]:
        return [type(it).__name__ for it in self.news]

    def end(self) -> None:
        for record in self.service.server.registry:
            record.remove()


def started(folder: Path, *listen: str, **settings: Any) -> ServiceHarness:
    harness = ServiceHarness(folder, *listen, **settings)
    harness.service.start()
    return harness


def test_a_host_that_lends_seats_starts_a_process_for_them(tmp_path: Path) -> None:
    """Told where the host is; the host's console reaches it, and it ends with the host."""
    harness = started(tmp_path, "127.0.0.1:7777", lend=2, lend_to_anyone=True)
    run = harness.service.server.operated
    assert run is not None
    (process,) = harness.reactor.started
    assert {f"--keep={tmp_path / 'lender'}", "--seats=2", "--to-anyone"} <= {
        *process.arguments
    }
    assert f"127.0.0.1:7777#{KEYS.pin.hex()}" in process.arguments
    process.complain(b"amber fox: Bob\n")
    assert news.LendingSpoke("amber fox: Bob") == harness.news[-1]
    assert run(["lend", "amber", "fox"]).is_well
    assert b"amber fox\n" == process.written
    process.say(b"Bob has a seat (amber fox).\n")
    assert "Bob has a seat (amber fox)." == run(["lend"]).text
    process.end(1)
    assert not run(["lend", "seats"]).is_well


def test_a_host_that_lends_none_says_so(tmp_path: Path) -> None:
    harness = started(tmp_path, "127.0.0.1:7777")
    assert [] == harness.reactor.started
    run = harness.service.server.operated
    assert run is not None
    assert "--lend N" in run(["lend"]).text


@pytest.mark.parametrize("reported", [False, True])
def test_a_reader_that_goes_away_is_a_failure_before_the_result(
    reported: bool, tmp_path: Path
) -> None:
    """Afterwards there is nothing left to read."""
    harness = started(tmp_path, once=True)
    if reported:
        harness.service.ending.finish(0)
    harness.service.ending.lose_reader()
    assert (0 if reported else 1) == harness.service.ending.status


def test_a_crowd_is_told_of_now_and_then(tmp_path: Path) -> None:
    """Whoever runs it hears from where, and not of each who is turned away."""
    harness = started(tmp_path)
    harness.reactor.advance(1)
    factory: Any = harness.reactor.tcpServers[0][1]
    eve = Origin("10.0.0.66", "10.0.0.0/24", False)
    for _ in range(FROM_ADDRESS.at_once + 50):
        factory.lets_in(eve)
    harness.reactor.advance(CROWD_INTERVAL)
    for _ in range(1000):
        factory.lets_in(eve)
    crowds = [it for it in harness.news if isinstance(it, news.Crowd)]
    assert [news.Crowd("10.0.0.66", "10.0.0.0/24")] * 2 == crowds


def test_where_it_may_open_hardly_more_files_it_says_so_now_and_then(
    tmp_path: Path, few_files: int
) -> None:
    """One line that says how many it may, and no trouble; it goes on to take what comes."""
    harness = started(tmp_path)
    harness.reactor.advance(1)
    factory: Any = harness.reactor.tcpServers[0][1]
    ann = Origin("10.0.0.1", "10.0.0.0/24", True)
    assert [False] * 100 == [factory.lets_in(ann) for _ in range(100)]
    harness.reactor.advance(CROWD_INTERVAL)
    assert not factory.lets_in(ann)
    few = [
        it for it in harness.news if isinstance(it, news.FewDescriptors | news.Trouble)
    ]
    assert [news.FewDescriptors(few_files)] * 2 == few


@pytest.mark.parametrize(
    ("number", "port", "failure", "says"),
    [
        (errno.EACCES, 80, MayNotListen, "ports from 1024 up need no special rights"),
        (errno.EACCES, 8080, CantBegin, "Permission denied$"),
        (errno.EADDRINUSE, 80, CantBegin, "Address already in use$"),
    ],
)
def test_ports_that_take_rights_are_wrong_use(
    number: int, port: int, failure: type[CantBegin], says: str, tmp_path: Path
) -> None:
    """No other start of the same host succeeds; where a port is in use, one may."""
    harness = ServiceHarness(tmp_path, web=port)
    harness.reactor.refused[port] = number
    with pytest.raises(failure, match=says) as caught:
        harness.service.start()
    assert failure is caught.type
    assert [] == harness.news


def test_more_may_be_told_from_one_moment_to_the_next(tmp_path: Path) -> None:
    """Connections are looked at from then on; and no longer when that isn't wanted."""
    verbose = read_settings(["--verbose"])
    assert verbose is not None
    for levels, is_on in ((verbose.levels, True), (USUAL, False)):
        harness = started(tmp_path, levels=levels)
        assert is_on == harness.service.tracer.is_on
        harness.end()
    for typed, is_on in (("messages=debug", True), ("bots=debug", False)):
        now = read_levels(typed)
        harness.settings = replace(harness.settings, levels=now)
        harness.service.reload()
        assert news.OptionsRead(("log-level",), ()) == harness.news[-1]
        assert now == harness.heeded[-1]
        assert is_on == harness.service.tracer.is_on


def test_for_one_game_there_is_one_table(tmp_path: Path) -> None:
    """Open before anybody comes, and no other beside it."""
    harness = started(tmp_path, once=True, terms=open_terms(3, bots=3))
    harness.reactor.advance(0)
    assert 3 == harness.service.bots.status.bots
    assert ["table 1"] == [r.name for r in harness.service.server.registry]
    with pytest.raises(Denied):
        harness.service.server.seating.open("another")


@pytest.mark.parametrize(
    ("settings", "tables", "told"),
    [
        ({}, [], ["SetAside"]),
        ({"once": True}, ["table 1"], []),
        ({"once": True, "give_up": "0123456789abcdef"}, ["table 1"], ["SetAside"]),
    ],
)
def test_a_standing_host_waits_for_people(
    settings: dict[str, Any], tables: list[str], told: list[str], tmp_path: Path
) -> None:
    """No table, no bots; old games go on, but where it is there for one game."""
    harness = ServiceHarness(tmp_path, terms=open_terms(3, bots=1), **settings)
    # Of a game that is to be given up, and can't be read, nothing is removed.
    (tmp_path / "0123456789abcdef.journal").write_bytes(b"rubbish")
    harness.service.start()
    assert tables == [r.name for r in harness.service.server.registry]
    assert ["Listening", *told] == [it for it in harness.kinds() if it != "BotsTake"]


def test_a_folder_that_can_t_be_written_into_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs it hears of that before a game waits."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    harness = started(tmp_path)
    assert ["Listening", "DiskTrouble"] == harness.kinds()


def test_a_lost_bot_ends_the_one_game(tmp_path: Path) -> None:
    """It is tried again, and can't be played without; what was said comes before."""
    harness = started(tmp_path, once=True, terms=open_terms(3, bots=3))
    for delay in (0.0, 1.0, 2.0):
        harness.reactor.advance(delay)
        process = harness.reactor.started[-1]
        process.complain(b"can't reach anybody\n")
        assert news.BotsSpoke("can't reach anybody") == harness.news[-1]
        harness.news.clear()
        process.end(1)
    assert [news.BotLost("table 1", "Atossa", "exit status 1")] == harness.news
    harness.reactor.advance(0)
    assert harness.reactor.hasStopped
    assert 1 == harness.service.ending.status


def test_one_game_whose_bots_there_is_no_memory_for_is_not_begun(
    tmp_path: Path,
) -> None:
    """The host says so in a line, and ends."""
    terms = open_terms(7, bots=6)
    harness = ServiceHarness(tmp_path, once=True, terms=terms, bot_memory=64)
    with pytest.raises(CantBegin, match="no memory left for another bot"):
        harness.service.start()


def at(harness: ServiceHarness, folder: Path) -> HostHarness:
    """Give what lets people come to a host."""
    host = HostHarness(folder)
    host.clock, host.server = harness.reactor, harness.service.server
    return host


def whole_game(folder: Path, terms: Terms) -> tuple[ServiceHarness, list[Client]]:
    """Let people play at a host for one game."""
    harness = started(folder, once=True, terms=terms)
    host = at(harness, folder)
    people = host.join()
    host.settle()
    assert "GameCompleted" == harness.kinds()[-1]
    return harness, people


def test_who_stays_is_not_waited_for_for_ever(tmp_path: Path, short: Terms) -> None:
    """They may look at the result for a while; the end comes at the very second."""
    harness, _ = whole_game(tmp_path, short)
    harness.reactor.advance(GOODBYE_PATIENCE - 0.1)
    assert not harness.reactor.hasStopped
    harness.reactor.advance(0.1)
    assert harness.reactor.hasStopped


def test_who_stays_may_play_again(tmp_path: Path, short: Terms) -> None:
    """It doesn't end in the middle of that, but when all have gone after it."""
    harness, people = whole_game(tmp_path, short)
    ann, _bob, cleo = people
    host = ann.host
    ann.player.pick = None
    for person in people:
        person.play_again()
    host.hold([ann])
    cleo.disconnect()
    harness.reactor.advance(GOODBYE_PATIENCE - 60)
    assert 1 == harness.kinds().count("GameCompleted")
    for person in people:
        person.disconnect()
    harness.reactor.advance(3600)
    assert not harness.reactor.hasStopped
    ann.player.pick = any_move
    host.come_back(people)
    ann.player.answer_now()
    host.settle()
    assert 2 == harness.kinds().count("GameCompleted")
    for person in people:
        assert not harness.reactor.hasStopped
        person.disconnect()
    assert harness.reactor.hasStopped
    assert 0 == harness.service.ending.status
    assert isinstance(harness.news[-1], news.GameCompleted)


def test_where_nobody_comes_for_another_game_it_ends(
    tmp_path: Path, short: Terms
) -> None:
    """The table closes when who wanted one gets up."""
    harness, (ann, *others) = whole_game(tmp_path, short)
    ann.gets_ready = False
    ann.play_again()
    ann.host.settle()
    for person in others:
        person.disconnect()
    ann.speak(Leave())
    assert "TableClosed" == harness.kinds()[-1]
    assert not harness.reactor.hasStopped
    ann.disconnect()
    assert harness.reactor.hasStopped
    assert 0 == harness.service.ending.status


@pytest.mark.parametrize("stays", [False, True])
def test_told_to_end_when_its_games_are_over_it_waits_for_them(
    stays: bool, tmp_path: Path, short: Terms
) -> None:
    """It looks whether there is another one when one is over; it may be told to stay."""
    harness = started(tmp_path, terms=short)
    host = at(harness, tmp_path)
    host.join()
    host.until(lambda: host.has_begun)
    harness.service.ending.when_over()
    harness.reactor.advance(0)
    assert not harness.reactor.hasStopped
    if stays:
        harness.service.ending.never()
    host.settle()
    assert "GameCompleted" == harness.kinds()[-1]
    harness.reactor.advance(0)
    assert stays != harness.reactor.hasStopped
    assert 0 == harness.service.ending.status


def test_told_to_end_now_it_ends_after_what_is_being_done(tmp_path: Path) -> None:
    harness = started(tmp_path)
    harness.service.ending.now()
    assert not harness.reactor.hasStopped
    harness.reactor.advance(0)
    assert harness.reactor.hasStopped


def test_it_ends_in_order(tmp_path: Path) -> None:
    """Told to stop: peers are disconnected, bots ended, and all that is waited for."""
    harness = started(tmp_path, terms=open_terms(3, bots=1))
    host = at(harness, tmp_path)
    ann = host.come("ann")
    (ada,) = harness.reactor.started
    ada.obeys = False
    done: list[object] = []
    (waiting,) = harness.reactor.shut_down()
    assert isinstance(waiting, Deferred)
    waiting.addCallback(done.append)
    ann.exchange()
    assert ["closing"] == ann.refusals
    assert [END] == ada.ended_by
    assert [] == done
    ann.disconnect()
    ada.end(0)
    assert 1 == len(done)
    assert 0 == harness.service.ending.status
    assert not any(isinstance(it, news.Stopped | news.BotLost) for it in harness.news)
    assert [] == harness.reactor.getDelayedCalls()
