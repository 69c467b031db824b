"""
Setup shared by all tests: repeatable hypothesis runs, and sealed games that are fast to
play.

pytest-twisted installs the asyncio reactor (``--reactor=asyncio``), since
prompt-toolkit needs that loop. Tests of protocols use fake transports and clocks and
need no reactor at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import os
import sqlite3
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from sealed_wonders.client.table import agreement
from sealed_wonders.host import tableentry
from sealed_wonders.net import identity, wire
from sealed_wonders.net.commandline import programs
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE
from sealed_wonders.net.words import LANGUAGES, lend, use
from tests.support.inprocess.closing import OPENED
from tests.support.integers import sealing_with_integers
from tests.support.leftout import leave_out, left_out, reason
from tests.support.longfiles import LONG
from tests.support.programs import FAST_SEALING, environment
from tests.support.sent import encode_checked

settings.register_profile(
    "quick",
    derandomize=True,  # a failure in CI is a failure here
    database=None,
    deadline=None,  # time is no property of the rules
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=60)
settings.load_profile("quick")  # unless --hypothesis-profile says otherwise

# Hypothesis also tries numbers and strings that it finds in our modules, once they are
# loaded. So the examples of a test would depend on the tests before it. No setting turns
# that off; tests/test_examples_drawn.py fails if this no longer does.
providers.HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]

# Twisted needs this kind of loop, which isn't the default on Windows. The program chooses it in
# `client/reactor.py`.
if os.name == "nt":
    asyncio.set_event_loop_policy(vars(asyncio)["WindowsSelectorEventLoopPolicy"]())

# A shell must find this program by its name, wherever tests are started.
os.environ["PATH"] = os.pathsep.join(
    (str(Path(sys.executable).parent), os.environ["PATH"])
)

# Keep compiled modules, whatever the environment says. Otherwise, each test process and each
# program that a test starts would compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Programs that tests start use English, whatever the user's language is.
os.environ["LANGUAGE"] = "en"

# They discover hosts only on the loopback interface.
os.environ["WONDERS_DISCOVERY"] = "127.0.0.1"

# Files have to survive a killed program, but no power failure. Waiting for the disk takes longer
# than some of the tests.
os.fsync = lambda fd: None
_connect = sqlite3.connect


def connect(path: Path, **how: Any) -> sqlite3.Connection:
    """
    Open a file without waiting for the disk. SQLite reports later if it is no database.
    """
    db: sqlite3.Connection = _connect(path, **how)
    with contextlib.suppress(sqlite3.Error):
        db.execute("PRAGMA synchronous = OFF")
    return db


vars(sqlite3)["connect"] = connect

# Programs leave these checks to the receiver. In tests, invalid messages fail at the sender.
vars(wire)["encode"] = encode_checked


# A fixture would cost each of thousands of tests more time than many of them take.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Start in English, whatever language the previous test left."""
    use(LANGUAGES[0])
    lend(LANGUAGES[0])
    programs.language = ""


# Thousands of tests and modules stay in memory to the end. Searching all of them for garbage
# every few hundred objects takes longer than some of the tests.
gc.set_threshold(50_000, 20, 50)

# A new screen unfreezes all objects, so that they are searched for garbage once more. Here,
# these would be all tests and modules.
_unfreeze = gc.unfreeze
gc.unfreeze = lambda: None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip test files that are left out on this system, as importing them may fail."""
    root = Path(__file__).parents[1]
    if not collection_path.is_relative_to(root):
        return None
    return reason(collection_path.relative_to(root).as_posix()) is not None or None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was left out on this system, and why."""
    if found := left_out():
        terminalreporter.section("left out on this system")
        for name, why in found.items():
            terminalreporter.line(f"{name}: {why}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow files first. At the end, one process would otherwise be busy alone."""
    leave_out(items)
    folder = Path(__file__).parent
    first = {folder / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: first.get(item.path, len(first)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable garbage collection meanwhile, then exempt existing objects from it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionfinish() -> None:
    """Collect garbage once and exempt the rest; pytest would search it five times."""
    gc.collect()
    gc.freeze()


class _HangWatch:
    """
    Prints the traceback of a test that takes too long, since a hung reactor prints
    nothing.

    pytest's own option sets a timer, and so starts a thread, for each test. With
    thousands of tests, this one keeps a timer for a while.
    """

    REST = 10.0
    """Seconds between two timers, and the longest delay of the traceback."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._last = float("-inf")
        self._stderr = os.dup(2)  # before a test's is captured

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        now = time.monotonic()
        if now - self._last >= self.REST:
            self._last = now
            late = self._patience + self.REST
            faulthandler.dump_traceback_later(late, file=self._stderr)

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        os.close(self._stderr)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "hangs", "seconds after which a test prints where it is", default="60"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_HangWatch(float(config.getini("hangs"))))
    if config.pluginmanager.hasplugin("xdist"):
        from tests.support.workers import Workers

        config.pluginmanager.register(Workers())


@pytest.fixture(autouse=True)
def close_files() -> Iterator[None]:
    """Close the files of hosts and clients that a test starts in this process."""
    before = len(OPENED)
    yield
    while len(OPENED) > before:
        OPENED.pop()()


@pytest.fixture
def real_unfreeze(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a program search the objects that it has set aside for garbage again."""
    monkeypatch.setattr(gc, "unfreeze", _unfreeze)


@pytest.fixture(scope="module")
def integers() -> Iterator[None]:
    """Seal cards with integers, for tests that aren't about the proofs themselves."""
    with sealing_with_integers():
        yield


@pytest.fixture(scope="module")
def without_waiting() -> Iterator[None]:
    """Skip idle time, for tests without processes and threads."""
    # Imported here, since the reactor is chosen first.
    from tests.support.skipping import skipping

    with skipping():
        yield


@pytest.fixture
def fast_sealing() -> Iterator[None]:
    """Seal the cards of one test with integers."""
    with sealing_with_integers():
        yield


@pytest.fixture(scope="session")
def fast_sealing_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a PYTHONPATH with which programs seal cards with integers."""
    return environment(tmp_path_factory.mktemp("fast_sealing"), FAST_SEALING)[
        "PYTHONPATH"
    ]


@pytest.fixture
def fast_sealing_everywhere(
    fast_sealing: None, fast_sealing_path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Make the programs that one test starts seal cards with integers, as the test itself
    does.
    """
    monkeypatch.setenv("PYTHONPATH", fast_sealing_path)


@pytest.fixture(scope="module")
def fast_programs(fast_sealing_path: str) -> Iterator[None]:
    """Make all programs that a module's tests start seal cards with integers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", fast_sealing_path)
        yield


# Many tests use the same games.
VERIFICATION_CACHE.capacity = identity.GOOD_KEPT = 1 << 17
agreement.SHARED = 1 << 10
# Many tests expect a host's findings at once, while no time passes.
tableentry.AUDIT_PATIENCE = 0.0
