"""Sessions with real threads for long computations."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.endpoints import TCP4ClientEndpoint

from sealed_wonders.net.connectionend import EndReason
from sealed_wonders.net.entrance import host_factory
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import VERSION, Pong, Welcome
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.wire import ToHost, client_factory
from tests.support.connections import PEM, PIN, RecordingListener
from tests.support.lobbies import HOST, identity_of

REACTOR: Any = reactor

PATIENCE = 60
"""Seconds after which a process that hangs has failed the test."""


@pytest.fixture
def threads() -> Iterator[Threads]:
    """Yield threads that end with the test."""
    threads = Threads(REACTOR)
    yield threads
    threads.stop()


@pytest.mark.parametrize(
    "then",
    ["", "gate.set()\nwhile threads._pool.working: time.sleep(0.001)\n"],
    ids=["in its middle", "just before its end"],
)
def test_a_process_ends_without_waiting_for_its_jobs(then: str) -> None:
    """Whatever its threads are doing, and without any output."""
    code = (
        "import threading, time\n"
        "from sealed_wonders.client import reactor\n"
        "reactor.install()\n"
        "from twisted.internet import reactor\n"
        "from sealed_wonders.net.threads import Threads\n"
        "begun, gate = threading.Event(), threading.Event()\n"
        "threads, heard = Threads(reactor), []\n"
        "def job():\n"
        "    begun.set()\n"
        "    gate.wait()\n"
        "def begin():\n"
        "    for _ in range(5):\n"
        "        threads(job).addBoth(heard.append)\n"
        "    reactor.callInThread(lambda: begun.wait() and\n"
        "        reactor.callFromThread(reactor.stop))\n"
        "reactor.callWhenRunning(begin)\n"
        "reactor.run()\n" + then + "print('the end', heard)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (0, "the end []\n", "") == (done.returncode, done.stdout, done.stderr)


@pytest_twisted.ensureDeferred
async def test_host_and_client_answer_pings_during_computations(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if these are pure Python, which lets only one thread compute at a time."""
    answered: Deferred[None] = Deferred()
    computing, is_enough = threading.Event(), threading.Event()

    def pong(self: ToHost, message: object) -> None:
        if isinstance(message, Pong) and computing.is_set() and not answered.called:
            answered.callback(None)

    def compute() -> int:
        number = 0
        while not is_enough.is_set():
            number = (number * 3 + 1) % 1_000_003
            computing.set()
        return number

    # Listeners don't get the messages that keep a connection alive.
    monkeypatch.setattr(ToHost, "_deliver", pong)
    host, peer = RecordingListener(), RecordingListener()
    welcome = Welcome(VERSION, "the house", HOST.public, ())
    host.answer = lambda end, message: end.send(welcome)
    port: Any = REACTOR.listenTCP(
        0, host_factory(host, REACTOR, PEM), interface="127.0.0.1"
    )
    try:
        jobs = [threads(compute), threads(compute)]
        factory = client_factory(peer, REACTOR, PIN, interval=0.01)
        way: Any = TCP4ClientEndpoint(REACTOR, "127.0.0.1", port.getHost().port)
        await way.connect(factory)
        await peer.after_calls(1)
        end = peer.ends[0]
        end.send(make_hello(identity_of("ann"), "ann", end.exporter))
        await answered
    finally:
        is_enough.set()
        await gatherResults(jobs)
        await port.stopListening()
        end.close()
    assert not [
        told for told in (*host.calls, *peer.calls) if isinstance(told, EndReason)
    ]
    await peer.after_calls(2)
