"""Removing old logs: which are removed, and which files never are."""

from __future__ import annotations

import errno
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from twisted.logger import capturedLogs

from sealed_wonders.host.news import DiskTrouble, LogsRemoved
from sealed_wonders.host.upkeep import (
    DAY,
    EVERYTHING,
    SWEEP_INTERVAL,
    KeepingLimits,
    Repeated,
    sweep,
)
from tests.host.test_service import ServiceHarness
from tests.support.clock import Clock
from tests.support.inprocess.threads import NoThreads

NOW = time.time()
MB = 1 << 20

NEVER = (
    *("0123456789abcdef.journal", "0123456789abcdef.backups", "host.pem"),
    *("0123456789abcdef.unfinished.swlog", "0123456789abcdef.seat2.evidence"),
    *("0123456789abcdef.journal.damaged", "banned.txt", "faults.txt", "bots/a.swlog"),
)


def put(path: Path, days: float, size: int = MB) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.truncate(size)
    os.utime(path, (NOW - days * DAY,) * 2)


def left(folder: Path) -> list[str]:
    return sorted(it.name.removesuffix(".swlog") for it in folder.glob("*.swlog"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with logs of five days, a megabyte each."""
    for days in (1, 2, 3, 4, 5):
        put(tmp_path / f"day{days}.swlog", days - 0.1)
    return tmp_path


@pytest.mark.parametrize(
    ("kept", "days"),
    [
        (EVERYTHING, (1, 2, 3, 4, 5)),
        (KeepingLimits(days=3), (1, 2, 3)),
        (KeepingLimits(days=9), (1, 2, 3, 4, 5)),
        (KeepingLimits(megabytes=2), (1, 2)),
        (KeepingLimits(megabytes=5), (1, 2, 3, 4, 5)),
        (KeepingLimits(days=4, megabytes=3), (1, 2, 3)),
        (KeepingLimits(days=2, megabytes=3), (1, 2)),
    ],
)
def test_the_oldest_logs_are_removed_first(
    folder: Path, kept: KeepingLimits, days: tuple[int, ...]
) -> None:
    """The limit is an age, a size, or both. Removed logs are counted."""
    gone = 5 - len(days)
    assert LogsRemoved(gone, gone * MB) == sweep(folder, kept, lambda: NOW)
    assert [f"day{it}" for it in days] == left(folder)
    assert LogsRemoved(0, 0) == sweep(folder, kept, lambda: NOW)


def test_logs_older_than_a_removed_one_are_removed_too(folder: Path) -> None:
    put(folder / "large.swlog", 1.5, 3 * MB)
    sweep(folder, KeepingLimits(megabytes=3), lambda: NOW)
    assert ["day1"] == left(folder)


def test_files_other_than_finished_logs_are_never_removed(tmp_path: Path) -> None:
    """They are needed for running games, or prove something."""
    for name in NEVER:
        put(tmp_path / name, 999, 9 * MB)
    assert LogsRemoved(0, 0) == sweep(tmp_path, KeepingLimits(1, 1), lambda: NOW)
    assert all((tmp_path / name).exists() for name in NEVER)


def test_a_log_removed_by_another_host_meanwhile_is_no_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stat = Path.stat

    def gone(path: Path, **how: Any) -> os.stat_result:
        if path.name == "day2.swlog":
            path.unlink()
        return stat(path, **how)

    monkeypatch.setattr(Path, "stat", gone)
    assert 1 == sweep(folder, KeepingLimits(days=4), lambda: NOW).logs
    assert ["day1", "day3", "day4"] == left(folder)


class TestAtAHost:
    """When a host removes logs, and what it reports. It counts no games."""

    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sealed_wonders.host.service.Threads", NoThreads)

    def test_all_logs_are_kept_by_default(self, folder: Path) -> None:
        """Changed options apply from the next check on."""
        harness = ServiceHarness(folder, relay=True)
        harness.service.start()
        harness.reactor.advance(SWEEP_INTERVAL)
        assert ["Listening"] == harness.kinds()
        assert 5 == len(left(folder))
        harness.settings = replace(harness.settings, keep_days=2)
        harness.service.reload()
        harness.reactor.advance(SWEEP_INTERVAL)
        assert ["day1", "day2"] == left(folder)

    def test_logs_are_checked_at_the_start_and_every_hour(self, folder: Path) -> None:
        """Only removals are reported."""
        harness = ServiceHarness(folder, relay=True, keep_mb=4)
        harness.service.start()
        assert LogsRemoved(1, MB) == harness.news[-1]
        assert 4 == len(left(folder))
        put(folder / "new.swlog", 0)
        harness.reactor.advance(SWEEP_INTERVAL - 1)
        assert 5 == len(left(folder))
        harness.reactor.advance(1)
        assert ["day1", "day2", "day3", "new"] == left(folder)
        harness.reactor.advance(SWEEP_INTERVAL)
        assert ["Listening", "LogsRemoved", "LogsRemoved"] == harness.kinds()

    def test_a_log_that_can_t_be_removed_is_reported(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The host tries again an hour later."""

        def refuse(path: Path, **_: object) -> None:
            raise OSError(errno.EROFS, "Read-only file system", str(path))

        harness = ServiceHarness(folder, relay=True, keep_days=4)
        with monkeypatch.context() as read_only:
            read_only.setattr(Path, "unlink", refuse)
            harness.service.start()
        said = f"can't remove {folder / 'day5.swlog'}: Read-only file system"
        harness.reactor.advance(SWEEP_INTERVAL)
        assert [DiskTrouble(said), LogsRemoved(1, MB)] == harness.news[1:]


def test_a_failing_task_is_repeated_and_logged_once_per_series() -> None:
    """Otherwise one failure would end it, such as reading the list of the banned."""
    clock = Clock()
    results = iter((None, KeyError(1), KeyError(2), None, KeyError(3), None))
    done: list[Exception | None] = []

    def task() -> None:
        done.append(next(results))
        if done[-1] is not None:
            raise done[-1]

    repeated = Repeated(clock)
    repeated.every(2, task)
    with capturedLogs() as logged:
        for _call in range(6):
            clock.advance(2)
    repeated.stop()
    clock.advance(2)
    assert 6 == len(done)
    assert [done[1], done[4]] == [it["log_failure"].value for it in logged]
