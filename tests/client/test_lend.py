"""``wonders lend`` as a process: a guest resumes after the process was killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import RunningProgram
from tests.support.sealedpage import SealedPage

PROGRAM = Path(sys.executable).with_name("wonders")
HOST = Path(sys.executable).with_name("wonders-host")
HERE = "127.0.0.1"


class Lending(RunningProgram):
    """
    A lender's process.

    Attributes:
        port: port for phones.
        code: the code that they scan.
    """

    def __init__(self, folder: Path, env: Mapping[str, str], host: str) -> None:
        super().__init__(
            *(PROGRAM, "--lang", "en", "lend", host, "--seats", "2", "--address", HERE),
            cwd=folder,
            env={**env, "WONDERS_HOME": str(folder / "home"), "PYTHONUNBUFFERED": "1"},
        )
        line = self.until(lambda line: line.startswith("http://"), "its address")
        found = re.match(r"http://127\.0\.0\.1:(\d+)/#(\w+)\.\w+$", line)
        assert found
        self.port, self.code = int(found[1]), found[2]
        self._page = SealedPage()
        with self._sent("hello", self._page.public) as answer:
            self._page.begin(answer.read())

    @contextmanager
    def _sent(self, path: str, data: bytes) -> Iterator[http.client.HTTPResponse]:
        here = f"{HERE}:{self.port}"
        link = http.client.HTTPConnection(here, timeout=60)
        link.request("POST", f"/{path}", data, {"Origin": f"http://{here}"})
        answer = link.getresponse()
        yield answer
        answer.close()
        link.close()

    def post(
        self, path: str, body: object = None, secret: str = ""
    ) -> tuple[int, dict[str, str]]:
        """Send a request as a page does, and return the status and the response."""
        counter, data = self._page.seal(path, secret, body)
        with self._sent("sealed", data) as answer:
            assert 200 == answer.status
            opener = self._page.opener(counter)
            said, status = opener.take(answer.read()), opener.status
        assert status is not None
        return status, json.loads(said) if status == 200 else {}

    def read_until(
        self, secret: str, there: Callable[[Mapping[str, Any]], object]
    ) -> Mapping[str, Any]:
        """Read a seat's events until a condition holds, and return the sections."""
        have: dict[str, Any] = {}
        counter, data = self._page.seal("events", secret)
        with self._sent("sealed", data) as stream:
            assert 200 == stream.status
            opener = self._page.opener(counter)
            while not there(have):
                size = stream.read(4)
                assert size, f"the lender's stream has ended: {have.keys()}"
                box = stream.read(int.from_bytes(size, "big"))
                for line in opener.take(size + box).decode().splitlines():
                    if line.startswith("data:"):
                        have |= json.loads(line[5:])
        return have


@pytest.fixture(scope="module")
def env(fast_programs: None) -> Mapping[str, str]:
    return {**os.environ, "WONDERS_DISCOVERY": "off"}


@pytest.fixture(scope="module")
def host(
    tmp_path_factory: pytest.TempPathFactory, env: Mapping[str, str]
) -> Iterator[str]:
    """Run a host for all lenders, and yield what they type to join it."""
    words = ("--listen", f"{HERE}:0", "--no-announce", "--json")
    folder = tmp_path_factory.mktemp("host")
    with RunningProgram(
        *(HOST, *words, "--players", "3", "--bots", "2", "--logs", folder),
        cwd=folder,
        env=env,
    ) as running:
        row = running.until_json(lambda row: "listening" in row, "its address")
        yield str(row["join"])


def test_guests_return_to_the_same_turn_after_the_lender_was_killed(
    tmp_path: Path, env: Mapping[str, str], host: str
) -> None:
    """
    At the same port, with the secret that their browser has stored. Meanwhile, no other
    window can lend seats at that host.
    """
    with Lending(tmp_path, env, host) as lender:
        _, got = lender.post("ask", {"name": "Bob", "code": lender.code})
        lender.until(lambda line: line == f"{got['words']}: Bob", "that Bob asks")
        lender.type("")
        assert (200, {"standing": "in"}) == lender.post("wait", secret=got["secret"])
        lender.read_until(got["secret"], lambda have: "lobby" in have)
        lender.post("act", {"do": "ready", "on": True}, got["secret"])
        before = lender.read_until(got["secret"], lambda have: "question" in have)
        port = lender.port
        lender.process.send_signal(signal.SIGKILL)
        lender.process.wait()
    with (
        Lending(tmp_path, env, host) as lender,
        RunningProgram(
            *(PROGRAM, "--lang", "en", "lend", host),
            cwd=tmp_path,
            env={**env, "WONDERS_HOME": str(tmp_path / "home")},
        ) as second,
    ):
        assert port == lender.port
        second.until(lambda line: "another window is already lending" in line, "why")
        assert 1 == second.until_end()
        after = lender.read_until(got["secret"], lambda have: "question" in have)
        assert before["question"] == after["question"]
        assert 403 == lender.post("events", secret=got["secret"][:-1])[0]
        lender.process.send_signal(signal.SIGINT)
        assert 0 == lender.until_end()
    lenders = {it.name for it in (tmp_path / "home").iterdir()}
    assert {"identity.pem", "lent"} == lenders
