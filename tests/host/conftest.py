"""Fixtures with hosts, which are closed after each test."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.host.terms import Terms
from sealed_wonders.net import passwords
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.system.descriptors import KEPT
from sealed_wonders.net.verification import Work, at_once
from tests.storm.shorttoy import short_toy
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    sealed_terms,
    waiting_for_ann,
)
from tests.support.posix import resource
from tests.support.toy import TOY
from tests.support.toytable import register_toy


@pytest.fixture(scope="module", autouse=True)
def sealed_with_integers(integers: None) -> None:
    """Seal with integers instead of curve points: these tests are about hosts."""


@pytest.fixture(autouse=True)
def same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Restore the reactor's clock after each test.

    A host that runs in this process replaces the clock, and the connections of later
    tests would time out before they began.
    """
    # Imported here: pytest-twisted installs its reactor after this file is loaded.
    from twisted.internet import reactor

    monkeypatch.setattr(reactor, "seconds", reactor.seconds)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Terms:
    """
    Register the toy game, and return the terms of a sealed table for three.

    The game is short and has all kinds of phases.
    """
    register_toy(monkeypatch, short_toy)
    return sealed_terms(3, game=TOY)


@pytest.fixture
def short_terms(toy: Terms) -> Terms:
    """Return the terms of a short game for three with open cards."""
    return replace(toy, suite=OPEN)


@pytest.fixture
def start_host(tmp_path: Path) -> StartHost:
    """Return a function that starts hosts in one folder."""

    def start(
        terms: Terms | None = None,
        tables: int = 4,
        work: Work | None = at_once,
        lock: PasswordLock | None = None,
        choose: Collection[str] = (),
    ) -> HostHarness:
        return HostHarness(
            tmp_path, terms, tables=tables, work=work, lock=lock, choose=choose
        )

    return start


@pytest.fixture
def open_host(start_host: StartHost) -> HostHarness:
    """Return a host whose tables have three seats and open cards."""
    return start_host(open_terms(3))


@pytest.fixture
def host(start_host: StartHost) -> HostHarness:
    """Return a host with a game of ann, bob and cleo that waits for ann."""
    return waiting_for_ann(start_host)[0]


@pytest.fixture
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each guess at a password cheap, for tests that aren't about its cost."""
    monkeypatch.setattr(passwords, "COST", 1 << 4)


@pytest.fixture
def few_files() -> Iterator[int]:
    """Limit this process to the files that a host reserves; yield the limit."""
    # Earlier tests may have left many files open.
    following = os.open(os.devnull, os.O_RDONLY)
    os.close(following)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = following + KEPT
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    yield limit
    resource.setrlimit(resource.RLIMIT_NOFILE, before)
