"""A screen that was killed: the state of its terminal, and how it is restored."""

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
"""Modes that are on before any program starts: line wrapping and the cursor."""

COMMAND = (sys.executable, "-m", "sealed_wonders.client")


class Terminal:
    """
    A terminal of 80 by 24 characters, used by one process after another.

    Attributes:
        said: everything that was written to it.
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
        """Run a command to its end, and return its output."""
        before = len(self.said)
        with self.start(*words) as child:
            while child.poll() is None:
                self._read(0.05)
        while self._read(0):
            pass
        return self.said[before:]

    def until(self, *modes: int) -> None:
        """Read until these modes are on."""
        while not {*modes} <= self.on:
            assert self._read(60), self.said

    @property
    def on(self) -> set[int]:
        """The modes that are on after everything that was written."""
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


# `--version`, which exits before a command begins, has its own test below.
@pytest.mark.parametrize(
    "words",
    [("history",), pytest.param(("check", "--help"), marks=pytest.mark.thorough)],
)
def test_the_next_command_restores_the_terminal_of_a_killed_screen(
    terminal: Terminal, words: tuple[str, ...]
) -> None:
    """The mouse no longer types anything, and the shell's lines are back."""
    with terminal.start("replay", str(LOG)) as screen:
        terminal.until(*MOUSE, *PASTE, *OTHER_SCREEN)
        screen.kill()
    assert terminal.on >= MOUSE | PASTE | OTHER_SCREEN
    terminal.run(*words)
    assert ON_BEFORE == terminal.on


def test_the_cursor_of_an_intact_terminal_does_not_move(
    terminal: Terminal,
) -> None:
    """
    Leaving an alternate screen that isn't active would move it, so it is saved just
    before.

    Output for programs contains no such sequence, because `ssh -t` provides a terminal,
    too.
    """
    said = terminal.run("--version")
    assert said.startswith(b"\x1b7\x1b[?1049l")
    assert said.index(b"\x1b[0m") < said.index(b"wonders")
    assert b"\x1b" not in terminal.run("history", "--json")


def test_files_and_dumb_terminals_get_no_escape_sequences(tmp_path: Path) -> None:
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


def test_a_background_command_leaves_the_terminal_unchanged(tmp_path: Path) -> None:
    """It doesn't take the screen away from the process in the foreground."""
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
