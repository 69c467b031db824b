"""
How the processes of a run with pytest-xdist agree, at a fraction of what it costs otherwise.

For each test, xdist sends six messages and counts all tests of a process anew several
times. With thousands of tests, that takes longer than many of the tests.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from _pytest.runner import runtestprotocol  # as other plugins take it
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.support.longfiles import TOGETHER


class FileScheduling(LoadFileScheduling):
    """Assign whole files to workers, and forget which tests are over."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self._numbers: dict[str, int] = {}

    def add_node_collection(
        self, node: WorkerController, collection: Sequence[str]
    ) -> None:
        super().add_node_collection(node, collection)
        if not self._numbers:  # all workers have to collect the same tests
            self._numbers = {test: number for number, test in enumerate(collection)}

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        test = self.registered_collections[node][item_index]
        file = self._split_scope(test)
        work = self.assigned_work[node]
        del work[file][test]
        if not work[file]:
            del work[file]
        self._reschedule(node)

    def _split_scope(self, nodeid: str) -> str:
        """Return the file of a test, or one name for all files that stay together."""
        file: str = super()._split_scope(nodeid)
        return TOGETHER[0] if file.removeprefix("tests/") in TOGETHER else file

    def _assign_work_unit(self, node: WorkerController) -> None:
        file, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][file] = tests
        node.send_runtest_some([self._numbers[test] for test in tests])

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        return sum(map(len, workload.values()))


class Workers:
    """A plugin of pytest: a scheduler, and workers that send one report for each test."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(
        self, config: pytest.Config, log: Producer
    ) -> LoadFileScheduling | None:
        return (
            FileScheduling(config, log)
            if config.getoption("dist") == "loadfile"
            else None
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        """Run a test, without reporting its start and a successful setup."""
        if "PYTEST_XDIST_WORKER" not in os.environ:
            return None
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        return True
