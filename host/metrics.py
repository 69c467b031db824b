"""
A page of figures for Prometheus, and one that says whether a host does what it should.

Both are for programs on the host's own machine. What changes all the time is looked up when
somebody asks for it. Only how long turns of the reactor take is looked at once a second.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

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
from twisted.internet.interfaces import IListeningPort, IReactorTCP, IReactorTime
from twisted.python.failure import Failure
from twisted.web.http import SERVICE_UNAVAILABLE
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request, Site

from sealed_wonders.host.browsers import Root
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.files import free
from sealed_wonders.host.news import GameCompleted, Stopped
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.messages import FromClient, tag_of
from sealed_wonders.net.verification import Work

HERE = "127.0.0.1"
"""Where it is served: it is nobody else's business."""

PREFIX = "wonders_host_"

LOOK_INTERVAL = 1.0
"""Seconds between two looks at how long a turn of the reactor takes."""

TURNS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Seconds: a player notices from the fifth on."""

DISK_PATIENCE = 5.0
"""Seconds after which a disk is as good as none."""

PROBE = bytes(4096)
"""What is written to find out whether a disk takes anything: a block."""

PLAIN = "text/plain; charset=utf-8"


class Watched(Protocol):
    """A host, as far as it is looked at."""

    def figures(self) -> Figures:
        """Say how it stands."""


class HostCollector(Collector):
    """Tells Prometheus how a host stands."""

    def __init__(self, host: Watched, folder: Path) -> None:
        self._host = host
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        """Return all metrics; docs/reference/metrics.md is made of them."""
        now = self._host.figures()
        states = {it.name.lower(): now.tables.get(it, 0) for it in TableState}
        yield _gauges("tables", "Tables by state.", "state", states)
        yield _gauge("tables_halted", "Tables waiting for the disk.", len(now.halted))
        yield _gauge(
            "people", "People connected, without the host's own bots.", now.people
        )
        yield _gauge("bots", "Bots run by this host.", now.bots.bots)
        yield _gauge(
            "bot_processes", "Processes that run these bots.", now.bots.processes
        )
        yield _gauge(
            "bots_memory_bytes", "Memory that bots use or will use.", now.bots.memory
        )
        yield _gauge(
            "bots_memory_limit_bytes",
            "Maximum memory that bots may use.",
            now.bots.budget,
        )
        backlog = {"checking": now.checking, "disk": now.writing}
        yield _gauges(
            "backlog", "Jobs running or queued in other threads.", "of", backlog
        )
        yield _gauge("disk_free_bytes", "Free disk space for logs.", free(self._folder))
        yield _counter("entries", "Entries written to journals.", now.entries)
        ends = {"over": now.news[GameCompleted], "stopped": now.news[Stopped]}
        yield _counters(
            "games",
            "Games that have ended.",
            ("end",),
            {(end,): count for end, count in ends.items()},
        )
        yield _counters(
            "messages",
            "Messages, by kind and sender.",
            ("kind", "by"),
            {
                (
                    tag_of(it),
                    "client" if issubclass(it, FromClient) else "host",
                ): n
                for it, n in now.messages.items()
            },
        )
        yield _counters(
            "refusals",
            "Refused requests, by reason.",
            ("reason",),
            {(reason,): count for reason, count in now.refusals.items()},
        )


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, about, value)


def _gauges(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(PREFIX + name, about, labels=[label])
    for value, count in values.items():
        family.add_metric([value], count)
    return family


def _counter(name: str, about: str, value: float) -> Metric:
    return CounterMetricFamily(PREFIX + name, about, value)


def _counters(
    name: str,
    about: str,
    labels: tuple[str, ...],
    values: Mapping[tuple[str, ...], float],
) -> Metric:
    family = CounterMetricFamily(PREFIX + name, about, labels=labels)
    for value, count in values.items():
        family.add_metric(value, count)
    return family


class ReactorTurns:
    """
    Looks at how long turns of the reactor take.

    What is due waits until the turn that goes on is over, and is done in the next one; from
    when it was due until that is over, too, it has taken at least the longer of the two.
    """

    def __init__(self, clock: IReactorTime, registry: CollectorRegistry) -> None:
        """Begin to look."""
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


class _Figures(Resource):
    """
    The page of figures.

    Prometheus' own resource gathers them on another thread, while the host changes.
    """

    isLeaf = True

    def __init__(self, registry: CollectorRegistry) -> None:
        super().__init__()
        self._registry = registry

    def render_GET(self, request: Request) -> bytes:
        request.setHeader("Content-Type", CONTENT_TYPE_LATEST)
        return generate_latest(self._registry)


class _Health(Resource):
    """The page that says whether all is well: whoever gets it knows that the reactor turns."""

    isLeaf = True

    def __init__(
        self, clock: IReactorTime, host: Watched, folder: Path, disk: Work
    ) -> None:
        super().__init__()
        self._clock = clock
        self._host = host
        self._folder = folder
        self._disk = disk

    def render_GET(self, request: Request) -> int:
        request.setHeader("Content-Type", PLAIN)
        gone = request.notifyFinish()
        said = self._what_is_wrong()
        said.addCallback(lambda wrong: _answer(request, wrong))
        # Who doesn't wait for the answer gets none.
        gone.addErrback(lambda _: said.cancel())
        said.addErrback(_forget)
        return NOT_DONE_YET

    def _what_is_wrong(self) -> Deferred[str]:
        """Give, in one line, why not all is well; nothing if it is."""
        for table, why in self._host.figures().halted.items():
            line = (
                f"the journal of {table!r} can't be written, and the game waits: {why}"
            )
            return succeed(line)
        return (
            self._disk(lambda: _try_to_write(self._folder))
            .addTimeout(DISK_PATIENCE, self._clock)
            .addErrback(lambda failure: _why(failure, self._folder))
        )


def _forget(failure: Failure) -> None:
    """Have no answer for whoever has gone."""
    failure.trap(CancelledError)


def _answer(request: Request, wrong: str) -> None:
    if wrong:
        request.setResponseCode(SERVICE_UNAVAILABLE)
    request.write((wrong or "all is well").encode() + b"\n")
    request.finish()


def _try_to_write(folder: Path) -> str:
    """
    Write something that nobody will find.

    Raises:
        OSError: it can't be.
    """
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(PROBE)
    return ""


def _why(failure: Failure, folder: Path) -> str:
    if failure.check(TimeoutError):
        return f"the disk of {folder} doesn't answer"
    failure.trap(OSError)
    return f"can't write into {folder}: {cast(OSError, failure.value).strerror}"


def serve(
    reactor: IReactorTCP,
    clock: IReactorTime,
    port: int,
    host: Watched,
    folder: Path,
    disk: Work,
    names: WebNames,
) -> IListeningPort:
    """
    Serve both pages on this machine, and none else.

    Args:
        port: where; 0 is any free one.
        disk: waits for the disk.
        names: those that they answer to.

    Raises:
        CannotListenError: not there.
    """
    # When a figure was first there is no figure.
    disable_created_metrics()
    registry = CollectorRegistry(auto_describe=False)
    registry.register(HostCollector(host, folder))
    ProcessCollector(registry=registry)
    root = Root(names)
    root.putChild(b"metrics", _Figures(registry))
    root.putChild(b"healthz", _Health(clock, host, folder, disk))
    site: Any = Site(root, reactor=clock)
    listening: IListeningPort = reactor.listenTCP(port, site, interface=HERE)
    ReactorTurns(clock, registry)
    return listening
