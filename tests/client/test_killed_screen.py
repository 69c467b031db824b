"""A screen that was killed: the state of its terminal, and how to restore it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sealed_wonders.client.storage.home import VARIABLE
from tests.support.programs import shown_at
from tests.support.replays import LOG

MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
MOUSE, PASTE, OTHER_SCREEN = {1000, 1003, 1006, 1015}, {2004}, {1049}
ON_BEFORE = {7, 25}
"""Lines are wrapped and there is a cursor, before any program begins."""

COMMAND = (sys.executable, "-m", "sealed_wonders.client")


class Terminal:
    """
    A terminal of 80 by 24 that one process after the other has.

    Attributes:
        said: all that was written to it.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.said = b""
        self._ours, self.theirs = pty.openpty()
        self._environment = {**os.environ, **environment}
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))

    def close(self) -> None:
        os.close(self.theirs)
        os.close(self._ours)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*COMMAND, *words],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=subprocess.DEVNULL,
            env=self._environment,
        )

    def run(self, *words: str) -> bytes:
        """Run a command to its end; gives what it has written."""
        before = len(self.said)
        with self.start(*words) as child:
            while child.poll() is None:
                self._read(0.05)
        while self._read(0):
            pass
        return self.said[before:]

    def until(self, *modes: int) -> None:
        """Read until so many modes are on."""
        while not {*modes} <= self.on:
            assert self._read(60), self.said

    @property
    def on(self) -> set[int]:
        """The modes that are on, after all that was written."""
        on = {*ON_BEFORE}
        for number, does in MODE.findall(self.said):
            (on.add if does == b"h" else on.discard)(int(number))
        return on

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if ready:
            self.said += os.read(self._ours, 65536)
        return bool(ready)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal({"TERM": "xterm-256color", VARIABLE: str(tmp_path / "home")})
    with contextlib.closing(made):
        yield made


# What ends before its command begins is looked at below, by what it writes.
@pytest.mark.parametrize(
    "words",
    [("history",), pytest.param(("check", "--help"), marks=pytest.mark.thorough)],
)
def test_the_next_command_puts_right_what_a_killed_screen_has_left(
    terminal: Terminal, words: tuple[str, ...]
) -> None:
    """The mouse types nothing any more, and the shell's lines are where they were."""
    with terminal.start("replay", str(LOG)) as screen:
        terminal.until(*MOUSE, *PASTE, *OTHER_SCREEN)
        screen.kill()
    assert terminal.on >= MOUSE | PASTE | OTHER_SCREEN
    terminal.run(*words)
    assert ON_BEFORE == terminal.on


def test_the_cursor_stays_where_it_is_at_a_terminal_at_which_all_is_well(
    terminal: Terminal,
) -> None:
    """
    Leaving a screen that isn't there would move it, if it weren't saved just before.

    What programs read begins with nothing else: `ssh -t` gives them a terminal, too.
    """
    said = terminal.run("--version")
    assert said.startswith(b"\x1b7\x1b[?1049l")
    assert said.index(b"\x1b[0m") < said.index(b"wonders")
    assert b"\x1b" not in terminal.run("history", "--json")


def test_nothing_is_written_where_there_is_no_such_terminal(tmp_path: Path) -> None:
    """Neither to a file, nor to a terminal that can only print."""
    home = {VARIABLE: str(tmp_path / "home")}
    plain = Terminal({"TERM": "dumb", **home})
    with contextlib.closing(plain):
        assert b"\x1b" not in plain.run("--version")
    done = subprocess.run(
        [*COMMAND, "--version"],
        capture_output=True,
        env={**os.environ, "TERM": "xterm", **home},
        check=True,
    )
    assert b"\x1b" not in done.stdout + done.stderr


def test_a_terminal_is_left_alone_that_another_process_has(tmp_path: Path) -> None:
    """A command in the background doesn't take the screen away from one in front."""
    in_front = (
        "import fcntl, os, subprocess, sys, termios\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "sys.exit(subprocess.call(sys.argv[1:], preexec_fn=os.setpgrp))\n"
    )
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", in_front, *COMMAND, "--version"],
        stdin=theirs,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm", VARIABLE: str(tmp_path / "home")},
        start_new_session=True,
    ) as child:
        os.close(theirs)
        said = shown_at(ours)
        assert 0 == child.wait()
    assert b"wonders" in said
    assert b"\x1b" not in said
