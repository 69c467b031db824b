"""
Shared by all tests: repeatable hypothesis runs, and sealed games that are fast to play.

pytest-twisted installs the asyncio reactor (``--reactor=asyncio``), since
prompt-toolkit needs its loop. Tests of protocols use fake transports and clocks, and no
reactor.
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

from sealed_wonders.client.table import agreement
from sealed_wonders.host import tableentry
from sealed_wonders.net import identity, wire
from sealed_wonders.net.commandline import programs
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE
from sealed_wonders.net.words import LANGUAGES, lend, use
from tests.support.integers import fast
from tests.support.leftout import leave_out, left_out, reason
from tests.support.longfiles import LONG
from tests.support.programs import HURRIED, environment
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

# Twisted takes no other kind of loop, and that isn't the usual one everywhere; the program says
# so by itself (`client/reactor.py`).
if os.name == "nt":
    asyncio.set_event_loop_policy(vars(asyncio)["WindowsSelectorEventLoopPolicy"]())

# So a shell finds this program by its name, wherever the tests are started.
os.environ["PATH"] = os.pathsep.join(
    (str(Path(sys.executable).parent), os.environ["PATH"])
)

# Compiled modules are kept, whatever whoever runs them prefers: else each test process and
# each program that a test starts would compile all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Programs that tests start speak English, whatever whoever runs them speaks.
os.environ["LANGUAGE"] = "en"

# And they listen for hosts on no interface but the machine's own.
os.environ["WONDERS_DISCOVERY"] = "127.0.0.1"

# What they write has to outlast a program that is killed, not a machine that goes down:
# waiting for the disk takes longer than some of the tests.
os.fsync = lambda fd: None
_connect = sqlite3.connect


def connect(path: Path, **how: Any) -> sqlite3.Connection:
    """Open a file that is as quick as the others; whether it is one is seen later."""
    db: sqlite3.Connection = _connect(path, **how)
    with contextlib.suppress(sqlite3.Error):
        db.execute("PRAGMA synchronous = OFF")
    return db


vars(sqlite3)["connect"] = connect

# A program leaves that to the receiver; a test finds a message out of bounds at its source.
vars(wire)["encode"] = encode_checked


# A fixture for it would cost each of thousands of tests more than many of them take.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Start in English, whichever language the previous test used."""
    use(LANGUAGES[0])
    lend(LANGUAGES[0])
    programs.language = ""


# Thousands of tests and of modules stay to the end: looking through all of them for what
# can be thrown away, every few hundred objects, takes longer than some of the tests.
gc.set_threshold(50_000, 20, 50)

# A new screen has what was set aside looked through once more; here, that is all of it.
_unfreeze = gc.unfreeze
gc.unfreeze = lambda: None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """
    Skip test files that are left out on this system, since they may not be importable.
    """
    root = Path(__file__).parents[1]
    if not collection_path.is_relative_to(root):
        return None
    return reason(collection_path.relative_to(root).as_posix()) is not None or None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the tests that were left out on this system, with reasons."""
    if found := left_out():
        terminalreporter.section("left out on this system")
        for name, why in found.items():
            terminalreporter.line(f"{name}: {why}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long files, so that no process works alone at the end."""
    leave_out(items)
    folder = Path(__file__).parent
    first = {folder / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: first.get(item.path, len(first)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """
    Collect no garbage during collection, and never again among the collected objects.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionfinish() -> None:
    """Collect garbage once; pytest would do so five times."""
    gc.collect()
    gc.freeze()


class _HangWatch:
    """
    Prints where a test is that takes too long: a hung reactor says nothing.

    What pytest has for that sets a timer for each test, which is a thread for each; with
    thousands of tests it is left as it is for a while.
    """

    REST = 10.0
    """Seconds between two timers: so many later at most it prints."""

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


@pytest.fixture
def unfreezing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a program search the objects again that it had frozen."""
    monkeypatch.setattr(gc, "unfreeze", _unfreeze)


@pytest.fixture(scope="module")
def integers() -> Iterator[None]:
    """Seal cards with integers, for tests of everything but the proofs."""
    with fast():
        yield


@pytest.fixture(scope="module")
def without_waiting() -> Iterator[None]:
    """Skip idle time, for tests without processes and threads."""
    # Imported here, since the reactor must be chosen first.
    from tests.support.skipping import skipping

    with skipping():
        yield


@pytest.fixture
def quickly_sealed() -> Iterator[None]:
    """Seal the cards of one test with integers."""
    with fast():
        yield


@pytest.fixture(scope="session")
def hurrying(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a PYTHONPATH with which programs seal cards with integers."""
    return environment(tmp_path_factory.mktemp("hurried"), HURRIED)["PYTHONPATH"]


@pytest.fixture
def hurried(
    quickly_sealed: None, hurrying: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Make the programs that one test starts seal cards with integers, like the test
    itself.
    """
    monkeypatch.setenv("PYTHONPATH", hurrying)


@pytest.fixture(scope="module")
def hurried_programs(hurrying: str) -> Iterator[None]:
    """Make all programs that a module's tests start seal cards with integers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", hurrying)
        yield


# Many tests read the same games.
VERIFICATION_CACHE.capacity = identity.GOOD_KEPT = 1 << 17
agreement.SHARED = 1 << 10
# Many tests look at what a host finds at once, while no time passes.
tableentry.AUDIT_PATIENCE = 0.0
