"""
How the application ends: on request, on faults and on signals. Also when it lends
seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from prompt_toolkit.input import PipeInput
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from sealed_wonders.client.commands import seated
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tableconnection import TableConnection
from sealed_wonders.client.terminal import screenapp
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.lentseats import LentSeats
from sealed_wonders.client.terminal.screenapp import ScreenApp, ScreenResult
from sealed_wonders.client.terminal.tty import Tty
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import dnssd
from tests.support.appharness import FakeOutput, fake_terminal, run_loop
from tests.support.ports import unused_port
from tests.support.subcommands import RecordingSubcommand

REACTOR: Any = reactor

WORDS = "a secret"


class FakeBrowser:
    """A DNS-SD browser that finds nothing."""

    def __init__(self, *_given: Any, **_named: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


class ScreenAppHarness:
    """The application of ``wonders`` on a fake terminal."""

    def __init__(self, terminal: tuple[PipeInput, FakeOutput], folder: Path) -> None:
        self.keys, self.output = terminal
        self.home = Home(folder, folder)
        self.app = ScreenApp(
            REACTOR,
            self.home,
            Appearance(Settings(), UNICODE),
            "ann",
            tty=Tty(self.keys, self.output),
        )

    def begin(self) -> None:
        """Draw the first screen. This needs a running loop."""
        self.over = self.app.begin()

    async def type(self, text: str) -> None:
        await run_loop()
        self.keys.send_text(text)
        await run_loop()

    async def see(self, words: str) -> None:
        """Wait until a text is on the screen."""
        while words not in self.output.text:
            self.output.text = ""
            self.app.fullscreen.act("redraw")
            await run_loop(100)


@pytest.fixture
def harness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ScreenAppHarness]:
    monkeypatch.setattr(dnssd, "Browser", FakeBrowser)
    with fake_terminal() as terminal:
        yield ScreenAppHarness(terminal, tmp_path)


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> list[Deferred[None]]:
    """The connections of the application, each ended by calling back its Deferred."""
    stays: list[Deferred[None]] = []

    async def sit(_connection: TableConnection) -> None:
        stays.append(Deferred())
        await stays[-1]

    monkeypatch.setattr(screenapp, "sit", sit)
    return stays


@pytest_twisted.ensureDeferred
async def test_an_unreachable_local_host_ends_the_application(
    harness: ScreenAppHarness,
) -> None:
    """There is nothing else to go back to."""
    harness.begin()
    harness.app.wait_for_host()
    await harness.see("Setting up the table")
    with unused_port() as port:
        harness.app.go_to(Address("127.0.0.1", port), own=True)
        outcome = await harness.over
    assert outcome.failure is not None
    assert "can't reach" in outcome.failure


@pytest_twisted.ensureDeferred
async def test_a_half_typed_line_survives_the_end_of_an_abandoned_connection(
    harness: ScreenAppHarness, stays: list[Deferred[None]]
) -> None:
    """The connection may take long to end."""
    harness.begin()
    harness.app.connect(Address("127.0.0.1", 1))
    harness.app.give_up()
    harness.app.look_for_hosts()
    await harness.see("Learn to play")
    await harness.type("41")
    await harness.type("192.0.2.7")
    await harness.see("192.0.2.7")
    stays[0].callback(None)
    assert harness.app.stack.field is not None
    harness.app.end()
    assert ScreenResult() == await harness.over


@pytest_twisted.ensureDeferred
async def test_a_damaged_key_is_reported_on_the_screen(
    harness: ScreenAppHarness,
) -> None:
    """
    No new identity is created because of it. Afterwards `q` leaves, and no command
    follows.
    """
    harness.begin()
    (harness.home.config / "identity.pem").write_text("rubbish")
    harness.app.go_to(Address("127.0.0.1", 1))
    await harness.see("identity.pem")
    await harness.type("q")
    assert ScreenResult() == await harness.over


@pytest_twisted.ensureDeferred
async def test_a_replay_keeps_the_screen_open_but_a_lesson_ends_it(
    harness: ScreenAppHarness, tmp_path: Path
) -> None:
    """The lesson is run afterwards, with the terminal to itself."""
    harness.begin()
    harness.app.stack.subcommands = aside = RecordingSubcommand()
    harness.app.replay(tmp_path / "game.swlog")
    assert [("replay", str(tmp_path / "game.swlog"), False)] == aside.told
    await run_loop()
    assert not harness.over.called
    harness.app.learn()
    outcome = await harness.over
    assert ("learn", "--game", "wonders") == outcome.then[:3]


@pytest_twisted.ensureDeferred
async def test_a_fault_in_the_application_ends_it_with_a_line_and_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(**_named: Any) -> None:
        raise ZeroDivisionError(WORDS)

    with fake_terminal() as (keys, output):
        home = Home(tmp_path, tmp_path)
        app = ScreenApp(
            REACTOR,
            home,
            Appearance(Settings(), UNICODE),
            "ann",
            tty=Tty(keys, output),
        )
        monkeypatch.setattr(app.fullscreen._app, "run_async", breaks)
        outcome = await app.begin()
    assert outcome.failure is not None
    assert "ZeroDivisionError" in outcome.failure
    (report,) = (tmp_path / "crashes").iterdir()
    assert str(report) in outcome.failure
    assert "secret" not in report.read_text()


def test_printed_lines_contain_no_escape_sequences(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Their text may come from anybody."""
    seated.say(["a\x1b[2Jb", "plain"])
    assert "a\ufffd[2Jb\nplain\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("phones", "hosts", "expected"),
    [(True, True, 1), (True, False, 0), (False, True, 0)],
)
@pytest_twisted.ensureDeferred
async def test_the_phones_setting_lends_seats_once_our_own_table_has_a_lobby(
    harness: ScreenAppHarness,
    stays: list[Deferred[None]],
    monkeypatch: pytest.MonkeyPatch,
    *,
    phones: bool,
    hosts: bool,
    expected: int,
) -> None:
    """The setting has no effect at other people's tables."""
    lent: list[Address] = []
    app, at = harness.app, Address("127.0.0.1", 7777)
    monkeypatch.setattr(TableConnection, "at", at)
    monkeypatch.setattr(LentSeats, "show", lambda _self, at: lent.append(at))
    app.stack.settings = Settings(phones=phones)
    harness.begin()
    app.go_to(at, own=True, hosts=hosts)
    await run_loop()
    person = app.stack.person
    assert person is not None
    person.listener.changed()
    assert [] == lent
    app.stack.known.news = LobbyNews("oak", (), 3, (), "")
    for _ in range(2):
        person.listener.changed()
    assert expected * [at] == lent
    await harness.type("q")
    stays[0].callback(None)
    await harness.over
