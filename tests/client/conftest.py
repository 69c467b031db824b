"""Fixtures for the client's tests: commands, logs, and people at tables."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.auditing import LogWriter
from tests.support.clirunner import CliRunner
from tests.support.fakescreen import FakeScreen
from tests.support.human import Begin, companies
from tests.support.stacks import Seated


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> CliRunner:
    """Return a function that runs ``wonders``."""
    return CliRunner(capsys)


@pytest.fixture
def worker_processes() -> Iterator[None]:
    """
    Let worker processes end without sending a signal to this one.

    Python 3.11 hangs in a thread that is traced, as by coverage, while a signal waits
    for the main thread, and the main thread waits for that thread.
    """
    if not hasattr(signal, "SIGCHLD"):
        yield
        return
    before = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGCHLD, before)
    signal.siginterrupt(signal.SIGCHLD, False)


@pytest.fixture
def save(tmp_path: Path) -> LogWriter:
    """Return a function that writes logs into a folder."""
    return LogWriter(tmp_path)


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    return companies(tmp_path)


@pytest.fixture
def playing(tmp_path: Path) -> Seated:
    """Return ann at a screen, with a choice to make in turn 2 of age I."""
    seated = Seated(tmp_path)
    seated.stack.base = FakeScreen(seated.stack)
    seated.play_until_turn(1, 2)
    return seated
