"""
A pytest plugin that records which test runs which line of the program.

Programs that tests start aren't recorded, nor is what is computed once for many tests:
only the first of them runs it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

import coverage
import pytest

ROOMS = ("core", "net", "client", "host")


class Recorded(NamedTuple):
    """
    What a run of tests recorded.

    Attributes:
        seconds: how long each test took.
        lines: the tests that run each line of each module; "" stands for what runs when
            tests are collected.
    """

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, frozenset[str]]]

    def order(self, path: str, line: int, *, when_loaded: bool) -> Iterable[str]:
        """
        Return the tests that run a line, then those that run others of its module.

        The shortest of each come first. All others follow if the line runs when the module
        is loaded, since what it sets may be imported by others; or if none runs the module.
        """
        module = self.lines.get(path, {})
        near = module.get(line, frozenset())
        beside = frozenset[str]().union(*module.values())

        def rank(test: str) -> tuple[int, float]:
            return (0 if test in near else 1 if test in beside else 2), self.seconds[
                test
            ]

        return sorted(self.seconds if when_loaded else beside or self.seconds, key=rank)


class Recorder:
    """The plugin; it follows links to the files of the checkout at `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._coverage = coverage.Coverage(
            data_file=None,
            config_file=False,
            include=[f"{root}/{room}/*" for room in ROOMS],
        )
        self._seconds: dict[str, float] = defaultdict(float)

    def __enter__(self) -> Self:
        self._coverage.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._coverage.stop()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item
    ) -> Generator[None, object, object]:
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.skipped:
            self._seconds[report.nodeid] += report.duration

    def write(self, to: Path) -> None:
        """Write what was recorded to a file."""
        data = self._coverage.get_data()
        tests = [*self._seconds]
        number = {test: at for at, test in enumerate(tests)}
        lines: dict[str, dict[int, list[int]]] = {}
        for file in data.measured_files():
            path = Path(file).relative_to(self._root).as_posix()
            lines[path] = {
                line: [number[test] for test in sorted(names) if test in number]
                for line, names in data.contexts_by_lineno(file).items()
            }
        seconds = [round(self._seconds[test], 4) for test in tests]
        to.write_text(json.dumps({"tests": tests, "seconds": seconds, "lines": lines}))


def merged(files: Iterable[Path], to: Path) -> None:
    """Write what several recorders wrote to one file."""
    tests: list[str] = []
    seconds: list[float] = []
    lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for file in files:
        found = json.loads(file.read_text())
        for path, of_path in found["lines"].items():
            for line, numbers in of_path.items():
                lines[path][line] += [number + len(tests) for number in numbers]
        tests += found["tests"]
        seconds += found["seconds"]
    to.write_text(json.dumps({"tests": tests, "seconds": seconds, "lines": lines}))


def read(file: Path) -> Recorded:
    """Read what `Recorder.write` wrote."""
    found = json.loads(file.read_text())
    tests = found["tests"]
    return Recorded(
        dict(zip(tests, found["seconds"], strict=True)),
        {
            path: {
                int(line): frozenset(tests[number] for number in numbers)
                for line, numbers in lines.items()
            }
            for path, lines in found["lines"].items()
        },
    )
