"""Notifications to systemd, sent as real datagrams."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.notify import STATUS_INTERVAL, Systemd
from sealed_wonders.host.tablestate import TableState
from tests.host.test_main import PATIENCE, running, suspend, until


class FakeSystemd:
    """A socket in the place of systemd's."""

    def __init__(self, door: socket.socket, address: str) -> None:
        self.address = address
        self._door = door

    def hear(self) -> dict[str, str]:
        """Wait for the next message."""
        lines = self._door.recv(4096).decode().split("\n")
        return dict(line.split("=", 1) for line in lines)

    def heard(self) -> list[dict[str, str]]:
        """Return the messages that have arrived."""
        said = []
        self._door.setblocking(False)
        try:
            while True:
                said.append(self.hear())
        except BlockingIOError:
            self._door.settimeout(PATIENCE)
        return said

    def wait_for(self, word: str) -> dict[str, str]:
        """Receive messages until one contains *word*."""
        while word not in (said := self.hear()):
            pass
        return said


@contextmanager
def listening(*, is_file: bool) -> Iterator[FakeSystemd]:
    """Listen at a file, or at an abstract name."""
    folder = tempfile.mkdtemp()  # sockets need short names
    address = f"{folder}/s" if is_file else f"@{folder}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.settimeout(PATIENCE)
        door.bind(address if is_file else "\0" + address[1:])
        try:
            yield FakeSystemd(door, address)
        finally:
            shutil.rmtree(folder)


@pytest.fixture(params=[True, False], ids=["file", "abstract"])
def systemd(request: pytest.FixtureRequest) -> Iterator[FakeSystemd]:
    with listening(is_file=request.param) as fake:
        yield fake


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs sockets of Unix")
@pytest.mark.skipif(not Path("/proc").exists(), reason="needs Linux's abstract names")
class TestMessages:
    """The messages, in virtual time."""

    def test_the_status_is_sent_when_ready_and_after_changes(
        self, systemd: FakeSystemd
    ) -> None:
        clock, said = Clock(), ["no tables"]
        told = Systemd({"NOTIFY_SOCKET": systemd.address}, clock, lambda: said[0])
        assert [] == systemd.heard()
        told.ready()
        assert [{"READY": "1", "STATUS": "no tables"}] == systemd.heard()
        clock.advance(STATUS_INTERVAL)
        assert [] == systemd.heard()
        said[0] = "1 table"
        clock.advance(STATUS_INTERVAL)
        clock.advance(STATUS_INTERVAL)
        assert [{"STATUS": "1 table"}] == systemd.heard()
        # A reload is reported with the time, which systemd requires.
        told.reloading()
        told.ready()
        reloading, ready = systemd.heard()
        assert "1" == reloading["RELOADING"]
        assert int(reloading["MONOTONIC_USEC"]) > 0
        assert "1" == ready["READY"]

    def test_the_watchdog_is_notified_twice_per_interval(
        self, systemd: FakeSystemd
    ) -> None:
        """This continues while the host is stopping, which may take long."""
        clock = Clock()
        environ = {"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "60000000"}
        told = Systemd(environ, clock, lambda: "")
        clock.advance(60)
        assert [] == systemd.heard()
        told.ready()
        told.ready()
        assert {"WATCHDOG": "1"} in systemd.heard()
        clock.advance(29.9)
        assert [] == systemd.heard()
        clock.advance(0.1)
        assert [{"WATCHDOG": "1"}] == systemd.heard()
        told.stopping()
        clock.advance(30)
        assert [{"STOPPING": "1"}, {"WATCHDOG": "1"}] == systemd.heard()

    @pytest.mark.parametrize(
        "others",
        [
            {},
            {"WATCHDOG_USEC": "soon"},
            {"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"},
        ],
    )
    def test_without_a_watchdog_for_this_process_none_is_notified(
        self, systemd: FakeSystemd, others: dict[str, str]
    ) -> None:
        clock = Clock()
        environ = {"NOTIFY_SOCKET": systemd.address, **others}
        Systemd(environ, clock, lambda: "").ready()
        clock.advance(60)
        assert [{"READY": "1", "STATUS": ""}] == systemd.heard()


def test_bots_do_not_inherit_systemd_s_variables() -> None:
    """A missing socket is no error, and without systemd no timer runs."""
    systemd = {"NOTIFY_SOCKET": "/there/is/none", "WATCHDOG_USEC": "1000000"}
    environ = {**systemd, "WATCHDOG_PID": str(os.getpid()), "HOME": "/"}
    # A message that can't be sent is no error.
    Systemd(environ, Clock(), lambda: "").ready()
    assert {"HOME": "/"} == environ
    # Without systemd, no timer runs.
    clock = Clock()
    Systemd(environ, clock, lambda: "").ready()
    assert [] == clock.getDelayedCalls()


@pytest.mark.parametrize(
    ("tables", "people", "bots", "halted", "said"),
    [
        ({}, 0, 0, {}, "no tables, no people"),
        ({TableState.OVER: 2}, 1, 0, {}, "no tables, 1 person"),
        (
            {TableState.LOBBY: 1, TableState.PLAYING: 1},
            *(5, 1, {"oak": "No space left on device"}),
            "2 tables, 5 people, 1 bot, 1 table waiting for the disk",
        ),
    ],
)
def test_the_status_is_one_short_line(
    tables: dict[TableState, int],
    people: int,
    bots: int,
    halted: dict[str, str],
    said: str,
) -> None:
    figures = Figures(
        tables,
        halted,
        people,
        BotStatus(bots, 1, 0, 0),
        *(0, Counter(), Counter(), Counter(), 0, 0),
    )
    assert said == figures.status


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_a_real_host_notifies_systemd(tmp_path: Path) -> None:
    """
    It notifies the watchdog until it has ended. Here, its end has to wait for a bot
    that doesn't react.
    """
    file = tmp_path / "host.toml"
    file.write_text("players = 3\nbots = 1\n")
    with listening(is_file=True) as systemd:
        environ = {
            **os.environ,
            "NOTIFY_SOCKET": systemd.address,
            "WATCHDOG_USEC": "100000",
        }
        words = (f"--config={file}", "--once")
        with running(tmp_path, *words, env=environ) as (host, _):
            assert systemd.wait_for("READY")["STATUS"].startswith("1 table, no people")
            systemd.wait_for("WATCHDOG")
            until(host, "bots")
            host.send_signal(signal.SIGHUP)
            systemd.wait_for("RELOADING")
            systemd.wait_for("READY")
            path = Path(f"/proc/{host.pid}/task/{host.pid}/children")
            (bot,) = map(int, path.read_text(encoding="ascii").split())
            assert b"NOTIFY_SOCKET" not in Path(f"/proc/{bot}/environ").read_bytes()
            suspend(bot)
            host.send_signal(signal.SIGTERM)
            systemd.wait_for("STOPPING")
            systemd.wait_for("WATCHDOG")
            os.kill(bot, signal.SIGKILL)
            _, err = host.communicate(timeout=PATIENCE)
        assert (0, "") == (host.returncode, err)
