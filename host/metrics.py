"""
A page of metrics for Prometheus, and one that reports whether the host is healthy.

Both are for programs on the host's own machine. Metrics are read from the host when the
page is requested; only the latency of the reactor is sampled, once a second. Dashboards
rely on the names of metrics and labels, which docs/reference/metrics.md lists
(`scripts/reference.py` writes it from this module).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from prometheus_client import (
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from twisted.internet.defer import CancelledError, Deferred, TimeoutError, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure
from twisted.web.http import SERVICE_UNAVAILABLE
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.host.browsers import AnsweringResource, Root, serving
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.files import free
from sealed_wonders.host.news import GameCompleted, Stopped
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.messages import FromClient, tag_of
from sealed_wonders.net.verification import Work

HERE = "127.0.0.1"
"""The address of both pages, which only this machine can reach."""

PREFIX = "wonders_host_"

LOOK_INTERVAL = 1.0
"""Seconds between two samples of the reactor's latency."""

TURNS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Limits of the histogram's buckets, in seconds; players notice a delay from 0.1 on."""

DISK_PATIENCE = 5.0
"""Seconds after which a disk that doesn't answer counts as unusable."""

PROBE = bytes(4096)
"""One block, written to find out whether the disk takes anything."""

PLAIN = "text/plain; charset=utf-8"


class HostCollector(Collector):
    """Converts a host's figures to metrics for Prometheus."""

    def __init__(self, figures: Callable[[], Figures], folder: Path) -> None:
        self._figures = figures
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        """Return all metrics; docs/reference/metrics.md is made of them."""
        now = self._figures()
        bots = now.bots
        states = {(it.name.lower(),): now.tables.get(it, 0) for it in TableState}
        backlog = {("checking",): now.checking, ("disk",): now.writing}
        ends = {("over",): now.news[GameCompleted], ("stopped",): now.news[Stopped]}
        messages = {
            (tag_of(it), "client" if issubclass(it, FromClient) else "host"): count
            for it, count in now.messages.items()
        }
        refusals = {(reason,): count for reason, count in now.refusals.items()}
        yield _gauge("tables", "Tables by state.", states, "state")
        yield _gauge("tables_halted", "Tables waiting for the disk.", len(now.halted))
        yield _gauge(
            "people", "People connected, without the host's own bots.", now.people
        )
        yield _gauge("bots", "Bots run by this host.", bots.bots)
        yield _gauge("bot_processes", "Processes that run these bots.", bots.processes)
        yield _gauge(
            "bots_memory_bytes", "Memory that bots use or will use.", bots.memory
        )
        yield _gauge(
            "bots_memory_limit_bytes", "Maximum memory that bots may use.", bots.budget
        )
        yield _gauge(
            "backlog", "Jobs running or queued in other threads.", backlog, "of"
        )
        yield _gauge("disk_free_bytes", "Free disk space for logs.", free(self._folder))
        yield _counter("entries", "Entries written to journals.", now.entries)
        yield _counter("games", "Games that have ended.", ends, "end")
        yield _counter(
            "messages", "Messages, by kind and sender.", messages, "kind", "by"
        )
        yield _counter("refusals", "Refused requests, by reason.", refusals, "reason")


def _metric(
    family: type[GaugeMetricFamily | CounterMetricFamily],
    name: str,
    about: str,
    values: float | Mapping[Any, float],
    *labels: str,
) -> Metric:
    """Return a metric with one value, or with one for each tuple of labels."""
    if not isinstance(values, Mapping):
        return family(PREFIX + name, about, values)
    made = family(PREFIX + name, about, labels=labels)
    for labelled, value in values.items():
        made.add_metric(labelled, value)
    return made


_gauge = partial(_metric, GaugeMetricFamily)
_counter = partial(_metric, CounterMetricFamily)


class ReactorTurns:
    """
    Samples the latency of the reactor.

    A call that is due waits for the current turn of the reactor to end, and is made in
    the next one. The sample ends when that turn is over as well.
    """

    def __init__(self, clock: IReactorTime, registry: CollectorRegistry) -> None:
        about = "Latency of the event loop, sampled once a second."
        self._seconds = Histogram(
            PREFIX + "turn_seconds", about, buckets=TURNS, registry=registry
        )
        self._clock = clock
        self._look_later()

    def _look_later(self) -> None:
        due = self._clock.seconds() + LOOK_INTERVAL
        self._clock.callLater(LOOK_INTERVAL, self._look, due)

    def _look(self, due: float) -> None:
        self._clock.callLater(0, self._note, due)

    def _note(self, due: float) -> None:
        self._seconds.observe(self._clock.seconds() - due)
        self._look_later()


@dataclass(frozen=True, slots=True)
class _Health:
    """The page that says whether all is well; any answer means that the reactor runs."""

    clock: IReactorTime
    figures: Callable[[], Figures]
    folder: Path
    disk: Work

    def answer(self, request: Request) -> int:
        request.setHeader("Content-Type", PLAIN)
        gone = request.notifyFinish()
        said = self._what_is_wrong()
        said.addCallback(lambda wrong: _answer(request, wrong))
        # If the connection is lost meanwhile, there is nobody to answer.
        gone.addErrback(lambda _: said.cancel())
        said.addErrback(_forget)
        return NOT_DONE_YET

    def _what_is_wrong(self) -> Deferred[str]:
        """Return one line on what is wrong; empty if all is well."""
        for table, why in self.figures().halted.items():
            line = (
                f"the journal of {table!r} can't be written, and the game waits: {why}"
            )
            return succeed(line)
        return (
            self.disk(lambda: _try_to_write(self.folder))
            .addTimeout(DISK_PATIENCE, self.clock)
            .addErrback(lambda failure: _why(failure, self.folder))
        )


def _figures(registry: CollectorRegistry, request: Request) -> bytes:
    request.setHeader("Content-Type", CONTENT_TYPE_LATEST)
    return generate_latest(registry)


def _forget(failure: Failure) -> None:
    """Ignore that an answer is no longer wanted."""
    failure.trap(CancelledError)


def _answer(request: Request, wrong: str) -> None:
    if wrong:
        request.setResponseCode(SERVICE_UNAVAILABLE)
    request.write((wrong or "all is well").encode() + b"\n")
    request.finish()


def _try_to_write(folder: Path) -> str:
    """Write a block to a temporary file, or raise `OSError`."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(PROBE)
    return ""


def _why(failure: Failure, folder: Path) -> str:
    if failure.check(TimeoutError):
        return f"the disk of {folder} doesn't answer"
    failure.trap(OSError)
    return f"can't write into {folder}: {cast(OSError, failure.value).strerror}"


def site(
    clock: IReactorTime,
    figures: Callable[[], Figures],
    folder: Path,
    disk: Work,
    names: WebNames,
) -> Any:
    """
    Return a factory that serves both pages, which are for this machine only.

    Args:
        disk: runs calls that wait for the disk.
        names: the host names that the pages answer to.
    """
    # Leave out the times at which the counters were created.
    disable_created_metrics()
    registry = CollectorRegistry(auto_describe=False)
    registry.register(HostCollector(figures, folder))
    ProcessCollector(registry=registry)
    root = Root(names)
    # Prometheus' own resource would read the host on another thread.
    root.putChild(b"metrics", AnsweringResource(partial(_figures, registry)))
    root.putChild(
        b"healthz", AnsweringResource(_Health(clock, figures, folder, disk).answer)
    )
    ReactorTurns(clock, registry)
    return serving(root, clock)
