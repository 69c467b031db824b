"""Child processes, signals, shells and consoles on different systems."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sealed_wonders.net.system import console, processes, shell
from tests.support.programs import output_of

CHILD = """
import os, threading
from sealed_wonders.net.system.processes import when_input_ends
over = threading.Event()
when_input_ends(over.set)
print(os.getpid(), flush=True)
over.wait()
print("ended in order", flush=True)
"""

PARENT = """
import subprocess, sys
child = subprocess.Popen(
    [sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=sys.stdout
)
child.wait()
"""


WITHOUT_STREAMS = """
import os, sys
from sealed_wonders.net.system import console
console.open_closed("stdin", "stderr")
print("this is lost", file=sys.stderr, flush=True)
with open("file", "w") as file:
    print(repr(sys.stdin.read()), sys.stdout, file.fileno() > 2, file=file)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_closed_standard_stream_is_replaced_by_the_null_device(
    tmp_path: Path,
) -> None:
    """No file gets its descriptor. A stream that isn't named stays None."""
    line = 'exec "$@" <&- >&- 2>&-'
    words = ("sh", "-c", line, "sh", sys.executable, "-c", WITHOUT_STREAMS)
    subprocess.run(words, check=True, cwd=tmp_path)
    assert "'' None True\n" == (tmp_path / "file").read_text()


def test_a_child_ends_when_its_input_ends() -> None:
    assert "ended in order" == output_of(CHILD).splitlines()[-1]


def test_a_child_ends_when_its_parent_is_killed() -> None:
    """The system then closes the parent's end of the pipe."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.pid != int(parent.stdout.readline())
        parent.kill()
        assert "ended in order\n" == parent.stdout.readline()
        assert "" == parent.stdout.read()


def test_a_program_knows_the_command_that_starts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/wonders"])
    module = (sys.executable, "-m", "sealed_wonders", "host")
    assert module == processes.program("host")
    monkeypatch.setattr(sys, "argv", ["wonders.pyz"])
    archive = (sys.executable, str(Path.cwd() / "wonders.pyz"), "host")
    assert archive == processes.program("host")


def test_on_windows_a_program_ends_with_its_successors_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes.os, "name", "nt")  # type: ignore[attr-defined]
    with pytest.raises(SystemExit) as end:
        processes.go_on_as([sys.executable, "-c", "raise SystemExit(7)"], os.environ)
    assert 7 == end.value.code


def test_words_are_quoted_for_the_shell_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell.os, "name", "posix")  # type: ignore[attr-defined]
    assert "'a b'" == shell.quoted("a b")
    assert "HOME_=~/two wonders" == shell.with_folder("HOME_", "two", "wonders")
    monkeypatch.setattr(shell.os, "name", "nt")  # type: ignore[attr-defined]
    assert '"a b"' == shell.quoted("a b")
    said = 'set "HOME_=%USERPROFILE%\\two" & wonders'
    assert said == shell.with_folder("HOME_", "two", "wonders")


WAKER = """
import signal, threading
from sealed_wonders.net.system import signals
signals.RELOADING = ()
heard = threading.Event()
signals.take({signals.INTERRUPT: lambda: None})
signals.wake(lambda call: heard.set())
signal.raise_signal(signal.SIGINT)
heard.wait()
print("heard")
"""


def test_signals_wake_a_reactor_through_a_thread() -> None:
    """The system notifies the thread, without Python's main thread."""
    assert "heard\n" == output_of(WAKER)


def test_console_input_can_be_read_on_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It arrives in pieces, in the reactor's thread, until it ends."""
    pieces = [b"ab", b"c", b""]
    monkeypatch.setattr(console, "read", lambda most: pieces.pop(0))
    taken: list[bytes] = []
    thread = threading.Thread
    monkeypatch.setattr(thread, "start", thread.run)
    console.read_on_thread(10, taken.append, lambda call, data: call(data))
    assert [b"ab", b"c", b""] == taken


@pytest.mark.parametrize(
    ("without", "said", "has"),
    [
        ("dumb", {}, False),
        ("dumb", {"TERM": "dumb"}, False),
        ("dumb", {"TERM": "xterm"}, True),
        # A Windows console sets no variable.
        ("console", {}, True),
        ("console", {"TERM": "dumb"}, False),
    ],
)
def test_the_environment_says_whether_a_terminal_has_a_cursor(
    without: str, said: dict[str, str], has: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "_WITHOUT", without)
    assert has == console.has_cursor(said)
