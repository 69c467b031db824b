"""
``wonders replay --browser`` as a process: only the confirmed page shows the replay.

Other pages, and other accounts of the machine, get nothing.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.posix import CAN_SWITCH_USER
from tests.support.programs import RunningProgram
from tests.support.replays import LOG

PROGRAM = Path(sys.executable).with_name("wonders")


class Replaying(RunningProgram):
    """
    A replay served to browsers.

    Attributes:
        port: port of the server.
        opened: arguments with which a browser was started.
    """

    def __init__(self, folder: Path) -> None:
        browser = folder / "browser"
        browser.write_text('#!/bin/sh\necho opened "$@"\n')
        browser.chmod(0o755)
        env = {"WONDERS_HOME": str(folder / "home"), "BROWSER": str(browser)}
        super().__init__(
            *(PROGRAM, "--lang", "en", "replay", "--browser", LOG),
            cwd=folder,
            env={**os.environ, **env, "PYTHONUNBUFFERED": "1"},
        )
        line = self.until(lambda line: "until you press Ctrl-C" in line, "its address")
        self.port = int(re.findall(r"http://127\.0\.0\.1:(\d+)/ ", line)[0])
        line = self.until(lambda line: line.startswith("opened"), "a browser")
        self.opened = line.split()[1:]

    def post(self, path: str, secret: str = "") -> bytes:
        """Send a request as our page does, and return the response."""
        here = f"127.0.0.1:{self.port}"
        link = http.client.HTTPConnection(here, timeout=30)
        headers = {"Origin": f"http://{here}", "Authorization": f"Bearer {secret}"}
        link.request("POST", path, headers=headers)
        answer = link.getresponse().read()
        link.close()
        return answer

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.until_end()


@pytest.fixture
def replaying(tmp_path: Path) -> Iterator[Replaying]:
    with Replaying(tmp_path) as running:
        yield running


def test_only_the_confirmed_page_gets_the_replay(replaying: Replaying) -> None:
    """No secret is among the arguments of any program."""
    theirs = json.loads(replaying.post("/ask"))
    mine = json.loads(replaying.post("/ask"))
    replaying.until(lambda line: "Several pages" in line, "two pages")
    replaying.type("")
    replaying.until(lambda line: "Several pages" in line, "repeat the question")
    replaying.type(mine["words"])
    replaying.until(lambda line: "now shows the replay" in line, "that it is shown")
    assert b'"steps"' in replaying.post("/game", mine["secret"])
    assert b'"steps"' not in replaying.post("/game", theirs["secret"])
    assert 0 == replaying.interrupt()
    assert [f"http://127.0.0.1:{replaying.port}/"] == replaying.opened


def test_without_input_the_replay_ends_with_an_error(replaying: Replaying) -> None:
    assert replaying.process.stdin is not None
    replaying.process.stdin.close()
    said = replaying.until(lambda line: "nobody can confirm" in line, "why")
    assert said.startswith("wonders: ")
    assert 1 == replaying.until_end()


def test_connections_of_another_account_are_refused(replaying: Replaying) -> None:
    """This is reported at the terminal. Ctrl-C ends the command though no page came."""
    if CAN_SWITCH_USER:
        assert_other_account_is_refused(replaying)
    assert 0 == replaying.interrupt()
    if not CAN_SWITCH_USER:
        pytest.skip("only Ctrl-C was tried: on this system, nobody can be another")


def assert_other_account_is_refused(replaying: Replaying) -> None:
    """Try to connect over IPv4, and with a mapped IPv6 address."""
    tries = (
        "import socket, sys\n"
        "for family, host in ((2, '127.0.0.1'), (10, '::ffff:127.0.0.1')):\n"
        "    with socket.socket(family) as one:\n"
        "        try:\n"
        "            one.connect((host, int(sys.argv[1])))\n"
        "            one.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\n"
        "            print(one.recv(100))\n"
        "        except ConnectionError:\n"
        "            print(b'')\n"
    )
    python = Path("/usr/bin/python3")
    done = subprocess.run(
        [
            python if python.exists() else sys.executable,
            "-c",
            tries,
            str(replaying.port),
        ],
        user=1234,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "b''\nb''\n" == done.stdout
    said = replaying.until(lambda line: "another account" in line, "that it came")
    assert "user id 1234" in said
