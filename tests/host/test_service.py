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
    """Return the default settings, without an announcement."""
    settings = read_settings([])
    assert settings is not None
    return replace(
        settings, announce=False, choose=frozenset[str](), terms=open_terms()
    )


class ServiceHarness:
    """
    A service, and its reports.

    Attributes:
      settings: the settings that it reads when it reloads.
      heeded: the levels of events after each change.
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


def test_a_host_that_lends_seats_starts_a_process(tmp_path: Path) -> None:
    """
    It gets the host's address, can be reached from the console, and ends with the host.
    """
    harness = started(tmp_path, "127.0.0.1:7777", lend=2, lend_to_anyone=True)
    run = harness.service.server.operated
    assert run is not None
    (process,) = harness.reactor.started
    assert {f"--keep={tmp_path / 'lender'}", "--seats=2", "--to-anyone"} <= {
        *process.arguments
    }
    assert f"127.0.0.1:7777#{KEYS.pin.hex()}" in process.arguments
    process.write_stderr(b"amber fox: Bob\n")
    assert news.LendingSpoke("amber fox: Bob") == harness.news[-1]
    assert run(["lend", "amber", "fox"]).is_well
    assert b"amber fox\n" == process.written
    process.write_stdout(b"Bob has a seat (amber fox).\n")
    assert "Bob has a seat (amber fox)." == run(["lend"]).text
    process.end(1)
    assert not run(["lend", "seats"]).is_well


def test_the_lend_command_explains_how_to_lend_seats(tmp_path: Path) -> None:
    harness = started(tmp_path, "127.0.0.1:7777")
    assert [] == harness.reactor.started
    run = harness.service.server.operated
    assert run is not None
    assert "--lend N" in run(["lend"]).text


@pytest.mark.parametrize("reported", [False, True])
def test_a_reader_that_goes_away_before_the_result_is_a_failure(
    reported: bool, tmp_path: Path
) -> None:
    """Afterwards, there is nothing left to read."""
    harness = started(tmp_path, once=True)
    if reported:
        harness.service.ending.finish(0)
    harness.service.ending.lose_reader()
    assert (0 if reported else 1) == harness.service.ending.status


def test_a_crowd_is_reported_now_and_then(tmp_path: Path) -> None:
    """The report names the address, and not each refused connection."""
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


def test_a_lack_of_file_descriptors_is_reported_now_and_then(
    tmp_path: Path, few_files: int
) -> None:
    """The report gives the limit. The host refuses connections meanwhile."""
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
def test_a_port_that_needs_special_rights_is_wrong_use(
    number: int, port: int, failure: type[CantBegin], says: str, tmp_path: Path
) -> None:
    """Another attempt wouldn't succeed, unlike with a port in use."""
    harness = ServiceHarness(tmp_path, web=port)
    harness.reactor.refused[port] = number
    with pytest.raises(failure, match=says) as caught:
        harness.service.start()
    assert failure is caught.type
    assert [] == harness.news


def test_reloading_changes_which_events_are_reported(tmp_path: Path) -> None:
    """Connections are traced only while their events are wanted."""
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


def test_a_host_for_one_game_has_one_table(tmp_path: Path) -> None:
    """It is open before anybody comes, and no other table can be opened."""
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
def test_a_permanent_host_starts_without_a_table(
    settings: dict[str, Any], tables: list[str], told: list[str], tmp_path: Path
) -> None:
    """It has no bots, and resumes old games. A host for one game resumes no others."""
    harness = ServiceHarness(tmp_path, terms=open_terms(3, bots=1), **settings)
    # An abandoned game that can't be read isn't removed.
    (tmp_path / "0123456789abcdef.journal").write_bytes(b"rubbish")
    harness.service.start()
    assert tables == [r.name for r in harness.service.server.registry]
    assert ["Listening", *told] == [it for it in harness.kinds() if it != "BotsTake"]


def test_a_read_only_folder_is_reported_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the operator knows before a game has to wait."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    harness = started(tmp_path)
    assert ["Listening", "DiskTrouble"] == harness.kinds()


def test_a_bot_that_keeps_failing_ends_a_host_for_one_game(tmp_path: Path) -> None:
    """The bot is restarted first. Its error output is reported before its end."""
    harness = started(tmp_path, once=True, terms=open_terms(3, bots=3))
    for delay in (0.0, 1.0, 2.0):
        harness.reactor.advance(delay)
        process = harness.reactor.started[-1]
        process.write_stderr(b"can't reach anybody\n")
        assert news.BotsSpoke("can't reach anybody") == harness.news[-1]
        harness.news.clear()
        process.end(1)
    assert [news.BotLost("table 1", "Atossa", "exit status 1")] == harness.news
    harness.reactor.advance(0)
    assert harness.reactor.hasStopped
    assert 1 == harness.service.ending.status


def test_a_host_for_one_game_needs_memory_for_its_bots(
    tmp_path: Path,
) -> None:
    """Without it, the host ends with one line."""
    terms = open_terms(7, bots=6)
    harness = ServiceHarness(tmp_path, once=True, terms=terms, bot_memory=64)
    with pytest.raises(CantBegin, match="no memory left for another bot"):
        harness.service.start()


def at(harness: ServiceHarness, folder: Path) -> HostHarness:
    """Return a harness through which people connect to this host."""
    host = HostHarness(folder)
    host.clock, host.server = harness.reactor, harness.service.server
    return host


def whole_game(folder: Path, terms: Terms) -> tuple[ServiceHarness, list[Client]]:
    """Play a game at a host for one game."""
    harness = started(folder, once=True, terms=terms)
    host = at(harness, folder)
    people = host.join()
    host.settle()
    assert "GameCompleted" == harness.kinds()[-1]
    return harness, people


def test_a_host_for_one_game_ends_some_time_after_the_game(
    tmp_path: Path, short_terms: Terms
) -> None:
    """Players who stay may look at the result for a while."""
    harness, _ = whole_game(tmp_path, short_terms)
    harness.reactor.advance(GOODBYE_PATIENCE - 0.1)
    assert not harness.reactor.hasStopped
    harness.reactor.advance(0.1)
    assert harness.reactor.hasStopped


def test_a_rematch_keeps_a_host_for_one_game_running(
    tmp_path: Path, short_terms: Terms
) -> None:
    """It ends only when everybody has left after the rematch."""
    harness, people = whole_game(tmp_path, short_terms)
    ann, _bob, cleo = people
    host = ann.host
    ann.player.pick = None
    for person in people:
        person.play_again()
    host.leave_unanswered([ann])
    cleo.disconnect()
    harness.reactor.advance(GOODBYE_PATIENCE - 60)
    assert 1 == harness.kinds().count("GameCompleted")
    for person in people:
        person.disconnect()
    harness.reactor.advance(3600)
    assert not harness.reactor.hasStopped
    ann.player.pick = any_move
    host.reconnect(people)
    host.answer([ann])
    assert 2 == harness.kinds().count("GameCompleted")
    for person in people:
        assert not harness.reactor.hasStopped
        person.disconnect()
    assert harness.reactor.hasStopped
    assert 0 == harness.service.ending.status
    assert isinstance(harness.news[-1], news.GameCompleted)


def test_a_host_for_one_game_ends_after_an_abandoned_rematch(
    tmp_path: Path, short_terms: Terms
) -> None:
    """The table is closed when its only member gets up."""
    harness, (ann, *others) = whole_game(tmp_path, short_terms)
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
def test_a_host_told_to_end_waits_for_its_games(
    stays: bool, tmp_path: Path, short_terms: Terms
) -> None:
    """The order can be withdrawn."""
    harness = started(tmp_path, terms=short_terms)
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


def test_ending_now_takes_effect_in_the_next_turn_of_the_reactor(
    tmp_path: Path,
) -> None:
    harness = started(tmp_path)
    harness.service.ending.now()
    assert not harness.reactor.hasStopped
    harness.reactor.advance(0)
    assert harness.reactor.hasStopped


def test_a_host_ends_in_order(tmp_path: Path) -> None:
    """Clients are disconnected and bots ended, and the host waits for both."""
    harness = started(tmp_path, terms=open_terms(3, bots=1))
    host = at(harness, tmp_path)
    ann = host.connect("ann")
    (ada,) = harness.reactor.started
    ada.ends_on_signal = False
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
