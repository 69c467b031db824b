"""
Runs tests against mutants, in forks of a process that has loaded all but the program.

The program is a tree of links in which one module at a time is replaced. So programs that
tests start contain the mutant, too, and the checkout stays as it is.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.mutation.edits import Mutant
from scripts.mutation.recording import ROOMS, Recorded, Recorder, merged

PRELOADED = (
    "click",
    "cryptography.x509",
    "msgpack",
    "msgspec",
    "nacl.bindings",
    "prompt_toolkit",
    "twisted.internet.defer",
    "twisted.internet.task",
    "zeroconf",
)

FIRST = 30
"""Tests in a first attempt: most mutants die of one of these."""

SLOWER = 10.0
"""How many times as long as recorded, plus half a minute, tests may take."""


BROKEN = 70
"""The exit status of a fork that fails outside the tests."""


NO_TESTS = int(pytest.ExitCode.NO_TESTS_COLLECTED)


class Verdict(NamedTuple):
    """
    What became of a mutant.

    Attributes:
        outcome: ``killed``, ``hung`` or ``survived``.
        by: the first test that failed, if one did.
        seconds: how long the tests took.
    """

    outcome: str
    by: str
    seconds: float


class Program:
    """A tree of links to the program."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.path = folder / "sealed_wonders"
        self._changes = 0
        rooms = {root / name: self.path / name for name in ROOMS}
        # The module itself, which has the public names, is in a folder of its own.
        for room, its in {**rooms, root / "scripts" / "module": self.path}.items():
            for path in sorted(room.rglob("*")):
                if path.is_file() and path.suffix != ".pyc":
                    to = its / path.relative_to(room)
                    to.parent.mkdir(parents=True, exist_ok=True)
                    to.symlink_to(path)

    def change(self, mutant: Mutant) -> None:
        """Put a mutant into the place of its module."""
        at = self.path / mutant.path
        at.unlink()
        at.write_bytes(mutant.applied((self.root / mutant.path).read_bytes()))
        # Compiled code is recognized by size and time: no two changes have the same.
        self._changes += 1
        os.utime(at, (self._changes, self._changes))

    def restore(self, mutant: Mutant) -> None:
        at = self.path / mutant.path
        at.unlink()
        at.symlink_to(self.root / mutant.path)


class Tests:
    """A pytest plugin that runs some tests in a given order, and notes which one fails."""

    def __init__(self, chosen: Sequence[str], note: Path) -> None:
        self._order = {name: at for at, name in enumerate(chosen)}
        self._note = note

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._order]
        items.sort(key=lambda item: self._order[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._note.write_text(nodeid)


class Trials:
    """
    Runs tests against mutants.

    Attributes:
        seconds: the time, as recorded, of all tests that a mutant has to survive.
    """

    def __init__(
        self, program: Program, recorded: Recorded, folder: Path, seconds: float
    ) -> None:
        self._program = program
        self._recorded = recorded
        self._note = folder / "running"
        self._output = folder / "output"
        self._is_checked = False
        self.seconds = seconds
        preload()

    def run(self, mutant: Mutant, hint: str = "") -> Verdict:
        """
        Try a mutant; `hint` names the test that probably kills it.

        Raises:
            RuntimeError: a test fails without it.
        """
        if not self._is_checked:
            self._check()
            self._is_checked = True
        began = time.monotonic()
        self._program.change(mutant)
        try:
            outcome, by = "survived", ""
            for tests in self._rounds(mutant, hint):
                outcome, by = self._round(tests)
                if outcome != "survived":
                    break
        finally:
            self._program.restore(mutant)
        return Verdict(outcome, by, round(time.monotonic() - began, 1))

    def _check(self) -> None:
        """Run some tests with the unchanged program; if one fails, no verdict means anything."""
        seconds = self._recorded.seconds
        outcome, by = self._round(sorted(seconds, key=seconds.__getitem__)[:FIRST])
        if outcome != "survived":
            raise RuntimeError(f"{outcome} without a change, by {by or self._output}")

    def _rounds(self, mutant: Mutant, hint: str) -> Iterator[Sequence[str]]:
        """Yield a few tests, then all others for which there is time."""
        tests = iter(self.tests(mutant))
        known = [hint] if hint in self._recorded.seconds else []
        if known:
            yield known
        yield [*islice(tests, FIRST)]
        if rest := [*tests]:
            yield rest

    def tests(self, mutant: Mutant) -> Iterator[str]:
        left = self.seconds
        for test in self._recorded.order(
            mutant.path, mutant.line, when_loaded=mutant.when_loaded
        ):
            left -= self._recorded.seconds[test]
            if left < 0:
                return
            yield test

    def _is_there(self, file: str) -> bool:
        return (self._program.root / file).exists()

    def _round(self, tests: Sequence[str]) -> tuple[str, str]:
        self._note.write_text("")
        due = SLOWER * sum(self._recorded.seconds[test] for test in tests) + 30
        plugin = Tests(tests, self._note)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        status = in_a_fork(
            lambda: run_tests(self._program, [*files, "-x"], [plugin]),
            self._output,
            due,
        )
        if status is None:
            return "hung", self._note.read_text()
        if status in (BROKEN, NO_TESTS) or not all(map(self._is_there, files)):
            raise RuntimeError(f"no test could be run; see {self._output}")
        return ("killed", self._note.read_text()) if status else ("survived", "")


def preload() -> None:
    """Load what doesn't belong to the program, once for all forks."""
    for name in PRELOADED:
        importlib.import_module(name)


def record(
    program: Program, tests: Sequence[str], to: Path, processes: int = 1
) -> bool:
    """
    Run tests and record which lines they run; return whether all passed.

    Args:
        tests: folders and files.
        to: the file to write, beside which each process writes its own, and its output.
        processes: run tests side by side.
    """

    def run(files: Sequence[str], part: Path) -> int:
        with Recorder(program.root) as recorder:
            status = run_tests(program, files, [recorder])
        recorder.write(part)
        return status

    shares = [it for it in shared(program.root, tests, processes) if it]
    parts = [to.with_name(f"{to.stem}-{at}.json") for at in range(len(shares))]
    forks = [
        Fork(partial(run, files, part), part.with_suffix(".txt"))
        for files, part in zip(shares, parts, strict=True)
    ]
    passed = [fork.wait() == 0 for fork in forks]
    if all(passed):
        merged(parts, to)
    return all(passed)


def shared(root: Path, tests: Sequence[str], count: int) -> Sequence[Sequence[str]]:
    """Return the files of tests in so many shares of about the same size."""
    files = {
        file: file.stat().st_size
        for name in tests
        for file in (
            [root / name] if name.endswith(".py") else (root / name).rglob("test_*.py")
        )
    }
    shares: list[list[str]] = [[] for _ in range(count)]
    sizes = [0] * count
    for file in sorted(files, key=lambda it: (-files[it], it)):
        least = sizes.index(min(sizes))
        shares[least].append(file.relative_to(root).as_posix())
        sizes[least] += files[file]
    return shares


def run_tests(program: Program, words: Iterable[str], plugins: Sequence[object]) -> int:
    """Run pytest with a program that isn't the checkout's."""
    sys.path.insert(0, str(program.path.parent))
    os.environ["PYTHONPATH"] = str(program.path.parent)
    options = ("-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist")
    return int(pytest.main([*options, *words], [*plugins]))


class Fork:
    """
    A process that does something.

    The processes that it starts belong to it.
    """

    def __init__(self, work: Callable[[], int], output: Path) -> None:
        """
        Begin.

        Args:
            work: returns the exit status.
            output: the file to which the process prints.
        """
        self._pid = os.fork()
        if not self._pid:
            status = BROKEN
            try:
                os.setpgid(0, 0)
                with output.open("wb") as file:
                    os.dup2(file.fileno(), 1)
                    os.dup2(file.fileno(), 2)
                status = work()
            except BaseException:  # noqa: BLE001  nothing may leave the fork
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        # Whichever of the two comes first.
        os.setpgid(self._pid, self._pid)

    def wait(self, due: float | None = None) -> int | None:
        """
        Return the exit status, None if it isn't done in time.

        Args:
            due: seconds after which it is killed, with all that it started.
        """
        began = time.monotonic()
        try:
            while True:
                done, status = os.waitpid(self._pid, os.WNOHANG)
                if done:
                    return os.waitstatus_to_exitcode(status)
                if due is not None and time.monotonic() - began > due:
                    return None
                time.sleep(0.02)
        finally:
            _end(self._pid)


def in_a_fork(work: Callable[[], int], output: Path, due: float | None) -> int | None:
    """Do something in another process; see `Fork`."""
    return Fork(work, output).wait(due)


def _end(group: int) -> None:
    """Kill what is left of a fork and of the programs that it started."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
    try:
        os.waitpid(group, 0)
    except ChildProcessError:
        return
