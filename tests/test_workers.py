"""Workers of a run get each test once, and a file's tests together."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.longfiles import LONG, TOGETHER
from tests.support.workers import FileScheduling

TESTS = ["a.py::1", "a.py::2", "a.py::3", "b.py::1", "c.py::1", "c.py::2", "d.py::1"]


class Node:
    """Records what it is to run."""

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
    """A scheduler as xdist calls it, for two nodes."""
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
    """The next file is given before the last tests of one are over."""
    one, other = Node(), Node()
    begin(scheduling, one, other)
    assert TESTS[:3] == one.given
    assert TESTS[3:6] == other.given  # fewer than three tests are no file to wait for
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


def test_files_that_share_what_they_parse_stay_together(scheduling: Any) -> None:
    sources, imports, other = (
        scheduling._split_scope(f"tests/{name}.py::test_it")
        for name in ("test_sources", "test_imports", "test_names")
    )
    assert sources == imports != other


def test_what_a_worker_had_goes_to_another_when_it_crashes(scheduling: Any) -> None:
    """But for the tests that were over."""
    one, other = Node(), Node()
    begin(scheduling, one, other)
    scheduling.mark_test_complete(one, 0)
    assert TESTS[1] == scheduling.remove_node(one)
    for number in (3, 4, 5):
        scheduling.mark_test_complete(other, number)
    assert [*TESTS[3:6], TESTS[1], TESTS[2], TESTS[6]] == other.given


def test_every_file_that_takes_long_is_there() -> None:
    """One that was renamed would come late, and be waited for."""
    folder = Path(__file__).parent
    assert [] == [it for it in (*LONG, *TOGETHER) if not (folder / it).exists()]
    assert len(set(LONG)) == len(LONG)
