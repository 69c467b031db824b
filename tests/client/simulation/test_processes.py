"""Tasks in several processes: their results, and processes that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import pytest

from sealed_wonders.client.crash import report
from sealed_wonders.client.simulation import processes
from sealed_wonders.client.simulation.executor import (
    CannotContinue,
    InlineExecutor,
    WorkerFault,
)
from sealed_wonders.client.simulation.processes import Processes
from tests.support.clirunner import CliRunner
from tests.support.posix import posix_only
from tests.support.tasks import Number, die, fail, square

pytestmark = pytest.mark.usefixtures("worker_processes")

PATIENCE = 60.0
"""Seconds to wait until a program ends after Ctrl-C."""


def test_tasks_of_a_killed_process_are_done_by_another(tmp_path: Path) -> None:
    """Results come in the order of the tasks, and are the same as from one process."""
    killed = tmp_path / "killed"
    tasks = [Number(k, killed if k == 3 else None) for k in range(8)]
    with Processes(1) as several:
        assert [(it, it.number**2) for it in tasks] == [*several.results(square, tasks)]
    assert killed.exists()
    with InlineExecutor() as here:
        assert [(it, it.number**2) for it in tasks] == [*here.results(square, tasks)]


def test_an_endless_iterator_of_tasks_is_consumed_only_as_needed() -> None:
    """Exceptions in a worker are raised in this process."""
    taken = []

    def numbers() -> object:
        for number in count():
            taken.append(number)
            yield Number(number)

    with Processes(1) as several:
        first = islice(several.results(square, numbers()), 3)  # type: ignore[arg-type]
        assert [0, 1, 4] == [result for _task, result in first]
        assert processes.AHEAD + 2 == len(taken)
        with pytest.raises(CannotContinue, match="no more than 7"):
            next(several.results(fail, [7]))
        with pytest.raises(WorkerFault) as fault:
            next(several.results(fail, [0]))
    assert "sealed_wonders.core.game.IllegalMove" == fault.value.elsewhere[0]
    told = report(fault.value)
    assert "in fail: raise IllegalMove" in told
    assert "seat 0" not in told, "the words of an error may tell a secret"


def test_processes_that_keep_dying_are_not_restarted_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0)
    with (
        Processes(1) as several,
        pytest.raises(CannotContinue, match="memory for so many"),
    ):
        next(several.results(die, [0]))


def test_games_are_the_same_with_any_number_of_processes(
    cli: CliRunner, tmp_path: Path
) -> None:
    """This applies to the output and to the records."""
    words = ("simulate", "--game", "architects", "--players", "2..3", "--games", "2")
    told = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        said = cli(*words, "--strategy", "random", "--jobs", jobs, "--record", folder)
        records = {it.name: it.read_bytes() for it in folder.iterdir()}
        told.append((said.splitlines()[:-1], records))
    assert told[0] == told[1]
    assert 4 == len(told[0][1])


@posix_only
def test_ctrl_c_ends_all_processes_quietly() -> None:
    """It reaches every process of the terminal, and none of them prints anything."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from sealed_wonders.client.__main__ import main\n"
        "if __name__ == '__main__': main()"
    )
    words = ("simulate", "--games", "1000000", "--strategy", "random", "--jobs", "2")
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        assert "game 0:0\n" == child.stdout.readline()
        os.killpg(child.pid, signal.SIGINT)
        try:
            # Its pipes close when the last process that has inherited them ends.
            _, said = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise
    assert (130, "") == (child.returncode, said)
