"""The pages with the host's metrics and health."""

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
    """Request a page from the host's own machine."""
    request = f"GET /{page} HTTP/1.0\r\nHost: localhost\r\n\r\n"
    return visit(harness, request, HERE, PORT)


def see(harness: ServiceHarness, page: str) -> tuple[int, str]:
    """Request a page that is answered at once; return its status and body."""
    said = ask(harness, page)
    return said.status, said.body.decode()


def figures_of(harness: ServiceHarness) -> Samples:
    return samples(see(harness, "metrics")[1])


def watched(folder: Path, **settings: Any) -> ServiceHarness:
    """Return a host that serves metrics, and has a disk that answers at once."""
    return started(folder, metrics=PORT, **settings)


def samples(text: str) -> Samples:
    """Parse a page of metrics as Prometheus does."""
    return {
        (it.name, tuple(sorted(it.labels.items()))): it.value
        for family in text_string_to_metric_families(text)
        for it in family.samples
    }


def figure(figures: Samples, name: str, **labels: str) -> float:
    return figures[f"wonders_host_{name}", tuple(sorted(labels.items()))]


def join(harness: ServiceHarness, folder: Path) -> tuple[HostHarness, list[Client]]:
    """Let three people sit down at a host."""
    host = at(harness, folder)
    host.listener = harness.service.tracer
    return host, host.join()


def full(*_: object, **__: object) -> None:
    """Fail like a disk without room."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make disks answer at once."""
    monkeypatch.setattr("sealed_wonders.host.service.Threads", NoThreads)


def test_metrics_are_served_on_this_machine_alone(tmp_path: Path) -> None:
    """
    The host may listen elsewhere. The address is reported, and there are no other
    pages.
    """
    harness = watched(tmp_path)
    (served,) = [it for it in harness.reactor.tcpServers if it[0] == PORT]
    assert HERE == served[3]
    (told,) = [it for it in harness.news if isinstance(it, Measured)]
    assert told.at.startswith(f"http://{HERE}:")
    pages = ("", "favicon.ico", "metrics/all")
    assert [404, 404, 200] == [see(harness, page)[0] for page in pages]


def test_metrics_follow_a_game(tmp_path: Path, short_terms: Terms) -> None:
    harness = watched(tmp_path, terms=short_terms)
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


def test_bots_do_not_count_as_people(tmp_path: Path) -> None:
    """They have their own metrics, including their memory."""
    harness = watched(tmp_path, terms=open_terms(3, bots=3))
    harness.service.server.seating.open("oak", permanent=True)
    harness.reactor.advance(0)
    figures = figures_of(harness)
    assert (0, 3) == (figure(figures, "people"), figure(figures, "bots"))
    assert 1 == figure(figures, "bot_processes")
    limit = figure(figures, "bots_memory_limit_bytes")
    assert 0 < figure(figures, "bots_memory_bytes") < limit == 640 << 20


def test_slow_turns_of_the_reactor_are_measured(tmp_path: Path) -> None:
    """A single turn of two seconds is noticed."""
    harness = watched(tmp_path)
    for passed in (LOOK_INTERVAL, 0.0, LOOK_INTERVAL + 2.0, 0.0, LOOK_INTERVAL, 0.0):
        harness.reactor.advance(passed)
    figures = figures_of(harness)
    assert 3 == figure(figures, "turn_seconds_count")
    assert 2 == figure(figures, "turn_seconds_bucket", le="1.0")
    assert 3 == figure(figures, "turn_seconds_bucket", le="3.0")
    assert 2.0 == pytest.approx(figure(figures, "turn_seconds_sum"))


def test_a_host_is_healthy_if_its_disk_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of this check isn't left behind."""
    harness = watched(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert (200, "all is well\n") == see(harness, "healthz")
    assert before == sorted(tmp_path.iterdir())
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    expected = f"can't write into {tmp_path}: No space left on device\n"
    assert (503, expected) == see(harness, "healthz")


def test_a_table_that_waits_for_its_disk_is_unhealthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page gives the table's name and the reason until the table continues."""
    harness = watched(tmp_path, terms=open_terms(3))
    host, people = join(harness, tmp_path)
    host.until(lambda: host.has_begun)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        host.leave_unanswered(people)
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


def test_a_disk_that_does_not_answer_is_unhealthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that has closed the connection meanwhile is no fault."""
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


def test_a_real_host_serves_metrics_and_health(tmp_path: Path) -> None:
    """It takes a free port, and ends as usual."""
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
