"""
Both programs start, play and end without POSIX.

`scripts/wine_test` tries what Windows does. These tests show what can be shown without
it.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import COMMANDS
from sealed_wonders.host.commands import COMMANDS as OF_HOST
from tests.support.elsewhere import environment
from tests.test_packaging import modules_on_disk

PROGRAM = ("-m", "sealed_wonders")

BEGIN_ALL = """
import importlib, json, sys
from sealed_wonders.client.__main__ import run
from sealed_wonders.host.hostprogram import run_program as run_host
for program, *words in json.loads(sys.argv[1]):
    status = run_host(words) if program == "host" else run(words)
    print("ended with", status, flush=True)
for name in sys.argv[2:]:
    importlib.import_module(name)
print(len(sys.argv) - 2, "modules")
"""

COMMAND_LINES = (
    *(("client", "--lang", "en", name, "--help") for name in COMMANDS),
    *(("host", name, "--help") for name in OF_HOST),
    ("client", "--version"),
    ("host", "--version"),
    ("client", "cards", "--json"),
    ("client", "settings"),
    ("client", "history"),
    ("host", "history"),
    ("host", "--help"),
)

FAILING = {
    ("host", "status"): "no host is running with the",
    ("host", "install-service"): "this machine doesn't use systemd",
    ("client", "join", "127.0.0.1:1", "--plain"): "can't reach 127.0.0.1:1",
}


def run(
    *words: str, folder: Path, typed: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment(folder),
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


WRONG_THERE = {
    "import fcntl": "ModuleNotFoundError",
    "import importlib; importlib.import_module('readline')": "ModuleNotFoundError",
    "import os; os.fork": "AttributeError",
    "import os; os.pread": "AttributeError",
    "from os import geteuid": "ImportError",
    "import os; assert os.name != 'nt'": "AssertionError",
    "import os; os.open('.', os.O_RDONLY)": "PermissionError",
    "import os; open('a', 'w'); open('b', 'w'); os.rename('a', 'b')": "FileExistsError",
    "import ctypes; ctypes.CDLL(None)": "TypeError",
    "import ctypes; ctypes.CDLL('libc.so.6')": "FileNotFoundError",
    "import signal; signal.SIGKILL": "AttributeError",
    "import signal; signal.signal(1, signal.SIG_IGN)": "ValueError",
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)": "",
    "import socket; socket.AF_UNIX": "AttributeError",
    "import sys; assert sys.platform != 'win32'": "AssertionError",
    "import time; time.tzset()": "AttributeError",
}
"""Code that our modules could run, and the error that it raises; empty if it succeeds."""


def test_our_modules_lack_what_windows_lacks(tmp_path: Path) -> None:
    """Otherwise, these tests would show nothing. Libraries still have it."""
    code = """if True:
    import json, sys
    for code in json.loads(sys.argv[1]):
        for name in "sealed_wonders.core", "twisted.internet":
            try:
                exec(code, {"__name__": name})
            except Exception as error:
                print(type(error).__name__, end=" ")
            print(end=";")
    """
    done = run("-c", code, json.dumps([*WRONG_THERE]), folder=tmp_path)
    *came, _ = (it.strip() for it in done.stdout.split(";"))
    ours, libraries = came[::2], came[1::2]
    assert ("", [*WRONG_THERE.values()]) == (done.stderr, ours)
    assert {""} == set(libraries)


def test_every_command_starts_and_reports_failures_in_one_line(tmp_path: Path) -> None:
    """
    All run in one process, which then imports all modules except those that choose a
    reactor.
    """
    lines = json.dumps([*COMMAND_LINES, *FAILING])
    modules = [
        "sealed_wonders." + ".".join(path.with_suffix("").parts)
        for path in modules_on_disk()
        if path.name != "__main__.py"
    ]
    done = run("-c", BEGIN_ALL, lines, *modules, folder=tmp_path)
    assert done.stdout.endswith(f"\n{len(modules)} modules\n")
    ended = [it for it in done.stdout.splitlines() if it.startswith("ended with")]
    assert ["ended with 0"] * len(COMMAND_LINES) == ended[: len(COMMAND_LINES)]
    assert "ended with 0" not in ended[len(COMMAND_LINES) :]
    output = done.stderr.splitlines()
    assert len(FAILING) == len(output)
    assert all(why in line for why, line in zip(FAILING.values(), output, strict=True))


@pytest.mark.thorough  # a player joins their own host below
def test_a_host_and_its_bots_play_a_whole_game(tmp_path: Path) -> None:
    """
    The journal, and the bots' memories and keys, are written, locked and removed. The
    log is checked.
    """
    words = ("host", "--listen", "127.0.0.1:0", "--once", "--json", "--no-announce")
    done = run(
        *(*PROGRAM, *words, "--players", "3", "--bots", "3", "--logs", "logs"),
        folder=tmp_path,
    )
    assert (0, "") == (done.returncode, done.stderr)
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["checked"] is True
    logs = tmp_path / "logs"
    left = sorted(path.name for path in logs.iterdir() if path.is_file())
    log = Path(last["log"]).name
    assert sorted([log, "history.sqlite", "host.pem", "tls.pem"]) == left
    assert [] == [*(logs / "bots").glob("**/*.pem")]


def test_a_player_joins_their_own_host_and_leaves_no_locks(tmp_path: Path) -> None:
    """The player types in line mode until the input ends."""
    words = ("--lang", "en", "play", "--plain", "--name", "ann")
    two = ("--game", "architects", "--players", "2")
    done = run(*PROGRAM, *words, *two, folder=tmp_path, typed="table\r\n")
    assert (0, "") == (done.returncode, done.stderr)
    assert "You have left the table." in done.stdout
    assert [] == [*tmp_path.glob("**/*.lock")]


def test_a_host_only_obeys_commands_with_the_word_from_its_folder(
    tmp_path: Path,
) -> None:
    """
    The host listens for them at a local port. A connection without the word is closed.
    """
    words = ("host", "--listen", "127.0.0.1:0", "--json", "--no-announce")
    with subprocess.Popen(
        [sys.executable, *PROGRAM, *words, "--logs", "logs", "--ends-with-input"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stdout is not None
        assert "listening" in json.loads(host.stdout.readline())
        path = tmp_path / "logs" / "admin.port"
        while not path.exists():
            time.sleep(0.01)
        assert not path.stat().st_mode & 0o077
        port = json.loads(path.read_bytes())["port"]
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b'["stop"]\n["stop"]\n')
            with contextlib.suppress(ConnectionResetError):
                assert b"" == stranger.recv(100)
        shown = run(*PROGRAM, "host", "status", "--logs", "logs", folder=tmp_path)
        assert ("", 0) == (shown.stderr, shown.returncode)
        assert "no table" in shown.stdout
        # The host ends with its input.
        output = host.communicate(timeout=60)
    assert (0, ("", "")) == (host.returncode, output)
    assert not path.exists()
