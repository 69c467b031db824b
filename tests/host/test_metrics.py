"""The pages with metrics and with the host's health."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from twisted.internet.defer import Deferred

from sealed_wonders.host.journal import Journal
from sealed_wonders.host.metrics import DISK_PATIENCE, HERE, LOOK_INTERVAL
from sealed_wonders.host.news import Measured
from sealed_wonders.host.terms import Terms
from tests.host.test_main import ended, running, until
from tests.host.test_service import ServiceHarness, at, started
from tests.host.test_web import leave, visit
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.inprocess.threads import NoThreads
from tests.support.pages import Visit
from tests.support.talk import say

PORT = 9777

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def ask(harness: ServiceHarness, page: str) -> Visit:
    """Ask a host for a page, on its own machine."""
    request = f"GET /{page} HTTP/1.0\r\nHost: localhost\r\n\r\n"
    return visit(harness, request, HERE, PORT)


def see(harness: ServiceHarness, page: str) -> tuple[int, str]:
    """Ask for a page that is answered at once; gives the status, and what it says."""
    said = ask(harness, page)
    return said.status, said.body.decode()


def figures_of(harness: ServiceHarness) -> Samples:
    return samples(see(harness, "metrics")[1])


def watched(folder: Path, **settings: Any) -> ServiceHarness:
    """Give a host that may be looked at, and has a disk that answers at once."""
    return started(folder, metrics=PORT, **settings)


def samples(text: str) -> Samples:
    """Read a page of figures as Prometheus does."""
    return {
        (it.name, tuple(sorted(it.labels.items()))): it.value
        for family in text_string_to_metric_families(text)
        for it in family.samples
    }


def figure(figures: Samples, name: str, **labels: str) -> float:
    return figures[f"wonders_host_{name}", tuple(sorted(labels.items()))]


def join(harness: ServiceHarness, folder: Path) -> tuple[HostHarness, list[Client]]:
    """Let three sit down at a host."""
    host = at(harness, folder)
    host.listener = harness.service.tracer
    return host, host.join()


def full(*_: object, **__: object) -> None:
    """Fail as a disk does that has no room left."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let disks answer at once."""
    monkeypatch.setattr("sealed_wonders.host.service.Threads", NoThreads)


def test_it_is_for_this_machine_alone(tmp_path: Path) -> None:
    """Wherever else the host listens; and the address is told. There are no other pages."""
    harness = watched(tmp_path)
    (served,) = [it for it in harness.reactor.tcpServers if it[0] == PORT]
    assert HERE == served[3]
    (told,) = [it for it in harness.news if isinstance(it, Measured)]
    assert told.at.startswith(f"http://{HERE}:")
    pages = ("", "favicon.ico", "metrics/all")
    assert [404, 404, 200] == [see(harness, page)[0] for page in pages]


def test_a_game_is_seen_in_the_figures(tmp_path: Path, short: Terms) -> None:
    """Who is there, what was said and written, and that it is over."""
    harness = watched(tmp_path, terms=short)
    before = figures_of(harness)
    for name in ("people", "entries_total", "tables_halted", "bots"):
        assert 0 == figure(before, name)
    assert 0 == figure(before, "tables", state="playing")
    host, people = join(harness, tmp_path)
    host.until(lambda: host.has_begun)
    middle = figures_of(harness)
    assert 3 == figure(middle, "people")
    assert 1 == figure(middle, "tables", state="playing")
    host.settle()
    for _ in range(20):
        people[0].send(say("hello"))
    host.settle()
    after = figures_of(harness)
    assert 1 == figure(after, "tables", state="over")
    assert 1 == figure(after, "games_total", end="over")
    assert 0 == figure(after, "games_total", end="stopped")
    assert figure(after, "entries_total") > figure(middle, "entries_total")
    assert 3 == figure(after, "messages_total", kind="hello", by="client")
    assert 3 == figure(after, "messages_total", kind="welcome", by="host")
    assert 20 == figure(after, "messages_total", kind="say", by="client")
    assert figure(after, "refusals_total", reason="too-fast") > 0
    assert 0 == figure(after, "backlog", of="checking")
    assert figure(after, "disk_free_bytes") > 0
    assert after["process_resident_memory_bytes", ()] > 1 << 20


def test_bots_are_no_people(tmp_path: Path) -> None:
    """They have figures of their own, with what they take."""
    harness = watched(tmp_path, terms=open_terms(3, bots=3))
    harness.service.server.seating.open("oak", permanent=True)
    harness.reactor.advance(0)
    figures = figures_of(harness)
    assert (0, 3) == (figure(figures, "people"), figure(figures, "bots"))
    assert 1 == figure(figures, "bot_processes")
    limit = figure(figures, "bots_memory_limit_bytes")
    assert 0 < figure(figures, "bots_memory_bytes") < limit == 640 << 20


def test_how_long_turns_take_is_looked_at(tmp_path: Path) -> None:
    """One that takes two seconds is noticed, however few do."""
    harness = watched(tmp_path)
    for passed in (LOOK_INTERVAL, 0.0, LOOK_INTERVAL + 2.0, 0.0, LOOK_INTERVAL, 0.0):
        harness.reactor.advance(passed)
    figures = figures_of(harness)
    assert 3 == figure(figures, "turn_seconds_count")
    assert 2 == figure(figures, "turn_seconds_bucket", le="1.0")
    assert 3 == figure(figures, "turn_seconds_bucket", le="3.0")
    assert 2.0 == pytest.approx(figure(figures, "turn_seconds_sum"))


def test_a_host_is_well_as_long_as_its_disk_takes_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was tried with isn't left behind."""
    harness = watched(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert (200, "all is well\n") == see(harness, "healthz")
    assert before == sorted(tmp_path.iterdir())
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    expected = f"can't write into {tmp_path}: No space left on device\n"
    assert (503, expected) == see(harness, "healthz")


def test_a_table_that_waits_for_its_disk_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its name and the reason, until it goes on."""
    harness = watched(tmp_path, terms=open_terms(3))
    host, people = join(harness, tmp_path)
    host.until(lambda: host.has_begun)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        host.hold(people)
        expected = (
            "the journal of 'table 1' can't be written, and the game waits: "
            "No space left on device\n"
        )
        assert (503, expected) == see(harness, "healthz")
        assert 1 == figure(figures_of(harness), "tables_halted")
    harness.reactor.advance(3.0)
    host.settle()
    assert 200 == see(harness, "healthz")[0]
    harness.end()


def test_a_disk_that_doesn_t_answer_is_as_good_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who has stopped waiting for it is no fault."""
    busy: list[Deferred[str]] = []

    def never(job: Callable[[], str]) -> Deferred[str]:
        busy.append(Deferred())
        return busy[-1]

    monkeypatch.setattr(NoThreads, "__call__", staticmethod(never))
    harness = watched(tmp_path)
    asked, left = (ask(harness, "healthz") for _ in range(2))
    assert not asked.transport.value()
    leave(left)
    harness.reactor.advance(DISK_PATIENCE)
    expected = f"the disk of {tmp_path} doesn't answer\n"
    assert (503, expected) == (asked.status, asked.body.decode())
    for late in busy:
        late.callback("")


def test_a_real_host_is_looked_at(tmp_path: Path) -> None:
    """As it is typed, at a free port; and it ends as ever."""
    with running(tmp_path, "--metrics=0") as (host, _):
        at = until(host, "metrics")["at"]
        with urlopen(f"{at}/metrics") as page:
            figures = samples(page.read().decode())
        assert 0 == figure(figures, "people")
        with urlopen(f"{at}/healthz") as page:
            assert b"all is well\n" == page.read()
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{at}/")
        assert "" == ended(host)
