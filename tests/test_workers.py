"""The workers of a parallel run get each test once, and a file's tests together."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.longfiles import LONG, TOGETHER
from tests.support.workers import FileScheduling

TESTS = ["a.py::1", "a.py::2", "a.py::3", "b.py::1", "c.py::1", "c.py::2", "d.py::1"]


class Node:
    """Records which tests it should run."""

    gateway = SimpleNamespace(id="")
    shutting_down = False

    def __init__(self) -> None:
        self.given: list[str] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.given += [TESTS[number] for number in numbers]

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def scheduling() -> Any:
    """Return a scheduler for two nodes, made as xdist makes it."""
    option = SimpleNamespace(loadscopereorder=False)
    config = SimpleNamespace(getvalue=lambda name: ["2*popen"], option=option)
    return FileScheduling(cast("Any", config))


def begin(scheduling: Any, *nodes: Node) -> None:
    for node in nodes:
        scheduling.add_node(node)
    for node in nodes:
        scheduling.add_node_collection(node, TESTS)
    assert scheduling.collection_is_completed
    scheduling.schedule()


def test_each_test_is_run_once_and_files_stay_together(scheduling: Any) -> None:
    """A node gets its next file before the last tests of its present file are over."""
    one, other = Node(), Node()
    begin(scheduling, one, other)
    assert TESTS[:3] == one.given
    assert TESTS[3:6] == other.given  # a file of fewer than three tests is not enough
    scheduling.mark_test_complete(one, 0)
    assert [*TESTS[:3], TESTS[6]] == one.given
    assert not scheduling.tests_finished
    for number in (1, 2, 6):
        scheduling.mark_test_complete(one, number)
    for number in (3, 4, 5):
        scheduling.mark_test_complete(other, number)
    assert scheduling.tests_finished
    assert not scheduling.has_pending
    assert one.shutting_down
    assert other.shutting_down


def test_files_that_share_parsed_sources_stay_together(scheduling: Any) -> None:
    sources, imports, other = (
        scheduling._split_scope(f"tests/{name}.py::test_it")
        for name in ("test_sources", "test_imports", "test_names")
    )
    assert sources == imports != other


def test_unfinished_tests_of_a_crashed_worker_go_to_another(scheduling: Any) -> None:
    """But for the tests that were over."""
    one, other = Node(), Node()
    begin(scheduling, one, other)
    scheduling.mark_test_complete(one, 0)
    assert TESTS[1] == scheduling.remove_node(one)
    for number in (3, 4, 5):
        scheduling.mark_test_complete(other, number)
    assert [*TESTS[3:6], TESTS[1], TESTS[2], TESTS[6]] == other.given


def test_every_file_in_the_list_of_slow_tests_exists() -> None:
    """A renamed file would start late, and all other workers would wait for it."""
    folder = Path(__file__).parent
    assert [] == [it for it in (*LONG, *TOGETHER) if not (folder / it).exists()]
    assert len(set(LONG)) == len(LONG)
