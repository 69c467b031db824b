"""Programs in processes of their own, and their output."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 120.0
"""Seconds for anything, unless it is said otherwise."""


ROOT = Path(__file__).parents[2]

FAST_SEALING = (
    "from tests.support.integers import seal_with_integers; seal_with_integers()\n"
    "from sealed_wonders.net import rollcall; rollcall.GATHER_SECONDS = 0.1\n"
)
"""
Lets a program, and those that it starts, seal cards with integers.

A host among them gathers questions for no longer than a test with few programs takes.
"""


def environment(folder: Path, code: str) -> dict[str, str]:
    """
    Return an environment in which Python programs run some code when they start.

    Args:
        folder: the folder in which to write that code; it mustn't contain other such code.
    """
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    paths = [str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def output_of(code: str) -> str:
    """Run Python code in a separate process; return what it prints."""
    done = run_to_end(sys.executable, "-c", code)
    done.check_returncode()
    return done.stdout


def run_to_end(
    *words: str | Path, env: Mapping[str, str] | None = None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its exit status; return its output."""
    return subprocess.run(
        words,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=env,
    )


class ProgramFailed(Exception):
    """A program didn't do what was expected."""


class RunningProgram:
    """
    A running program whose lines are read as they arrive.

    Attributes:
        lines: the lines read from both of its streams.
    """

    def __init__(
        self,
        *words: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """
        Start the program.

        Args:
            patience: seconds until it must print an expected line, or end.
        """
        self.lines: list[str] = []
        self._patience = patience
        self.process = subprocess.Popen(
            words,
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._said: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self._said.put(line.decode("utf-8", "replace").rstrip())
        self._said.put(None)

    def type(self, line: str) -> None:
        """Type a line."""
        if self.process.stdin is not None:
            self.process.stdin.write(f"{line}\r\n".encode())
            self.process.stdin.flush()

    def until(self, there: Callable[[str], bool], what: str) -> str:
        """
        Wait for a line, and return it.

        Raises:
            Failed: the line doesn't come in time.
        """
        end = time.monotonic() + self._patience
        while True:
            with suppress(queue.Empty):
                line = self._said.get(timeout=max(0.0, end - time.monotonic()))
                if line is None:
                    break
                self.lines.append(line)
                if there(line):
                    return line
                continue
            break
        raise ProgramFailed("\n".join((f"{what} never came:", *self.lines[-20:])))

    def until_json(
        self, there: Callable[[dict[str, object]], bool], what: str
    ) -> dict[str, object]:
        """Wait for a line that is a JSON object, as `until` does; return the object."""

        def is_it(line: str) -> bool:
            with suppress(ValueError):
                row = json.loads(line)
                return isinstance(row, dict) and there(row)
            return False

        row: dict[str, object] = json.loads(self.until(is_it, what))
        return row

    def until_end(self) -> int:
        """
        Wait until the program ends; return its exit status.

        Raises:
            Failed: it doesn't end in time.
        """
        try:
            return self.process.wait(self._patience)
        except subprocess.TimeoutExpired:
            self._note_rest()
            raise ProgramFailed(
                "\n".join(("it never ended:", *self.lines[-20:]))
            ) from None

    def _note_rest(self) -> None:
        with suppress(queue.Empty):
            while (line := self._said.get_nowait()) is not None:
                self.lines.append(line)


class WondersProcess:
    """
    ``wonders`` in a separate process, with pipes for a terminal.

    Attributes:
        lines: the lines read so far; `end` returns what is written to stderr.
    """

    program: Sequence[str] = ("-m", "sealed_wonders.client")
    """What Python runs."""

    hangs = 60.0
    """Seconds after which it is killed."""

    def __init__(self, home: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *self.program, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "WONDERS_HOME": str(home)},
        )
        self.lines: list[str] = []
        self._watchdog = threading.Timer(self.hangs, self.process.kill)
        self._watchdog.start()

    def until(self, *words: str) -> list[str]:
        """Read lines up to the first that contains one of these words; return them."""
        lines = []
        for line in self.process.stdout or ():
            lines.append(line.rstrip("\n"))
            self.lines.append(lines[-1])
            if any(word in line for word in words):
                return lines
        raise EOFError("\n".join(self.lines[-20:]) + self.errors())

    def type(self, line: str) -> None:
        """Type a line."""
        if self.process.stdin is not None:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def hang_up(self) -> None:
        """Close its standard input."""
        if self.process.stdin is not None:
            self.process.stdin.close()
            self.process.stdin = None

    def errors(self) -> str:
        return self.process.stderr.read() if self.process.stderr else ""

    def end(self) -> tuple[int, str]:
        """Wait for its end; return its exit status, and what it wrote to stderr."""
        out, err = self.process.communicate()
        self.lines += out.splitlines()
        self._watchdog.cancel()
        return self.process.returncode, err

    def children(self) -> list[int]:
        """Return the ids of its child processes."""
        return children_of(self.process.pid)


def children_of(pid: int) -> list[int]:
    """Return the ids of a process's children."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def shown_at(terminal: int) -> bytes:
    """Return what a pseudo-terminal shows until its other end hangs up; close it."""
    shown = b""
    with suppress(OSError):
        while more := os.read(terminal, 65536):
            shown += more
    os.close(terminal)
    return shown
