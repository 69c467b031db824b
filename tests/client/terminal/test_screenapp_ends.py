"""How an evening ends: as somebody wants it to, or as it must."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from prompt_toolkit.input import PipeInput
from twisted.internet import reactor

from sealed_wonders.client.commands import seated
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenapp import Outcome, ScreenApp
from sealed_wonders.client.terminal.symbols import UNICODE
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery import dnssd
from tests.support.ports import unheard
from tests.support.screens import Glass, glass, turns

REACTOR: Any = reactor

WORDS = "a secret"


class Deaf:
    """Stands in for a browser, and hears nothing."""

    def __init__(self, *_given: Any, **_named: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


class Spent:
    """An evening at a terminal of glass."""

    def __init__(self, terminal: tuple[PipeInput, Glass], folder: Path) -> None:
        self.keys, self.glass = terminal
        self.home = Home(folder, folder)
        self.app = ScreenApp(
            REACTOR,
            self.home,
            Settings(),
            UNICODE,
            "ann",
            input=self.keys,
            output=self.glass,
        )

    def begin(self) -> None:
        """Draw the first screen; what needs a loop needs it to run."""
        self.over = self.app.begin()

    async def type(self, text: str) -> None:
        await turns()
        self.keys.send_text(text)
        await turns()

    async def see(self, words: str) -> None:
        """Wait until something is to be seen."""
        while words not in self.glass.text:
            self.glass.text = ""
            self.app.fullscreen.act("redraw")
            await turns(100)


@pytest.fixture
def spent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spent]:
    monkeypatch.setattr(dnssd, "Browser", Deaf)
    with glass() as terminal:
        yield Spent(terminal, tmp_path)


@pytest_twisted.ensureDeferred
async def test_it_ends_by_a_key(spent: Spent) -> None:
    """With nothing to say, and the terminal as it was."""
    spent.begin()
    spent.app.look_for_hosts()
    await spent.type("q")
    assert Outcome() == await spent.over
    assert not spent.glass.alternate


@pytest_twisted.ensureDeferred
async def test_it_ends_with_its_window(spent: Spent) -> None:
    """As when it is left."""
    spent.begin()
    await spent.see("Find a table")
    spent.keys.close()
    assert Outcome() == await spent.over


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_it_ends_by_a_signal(spent: Spent, number: signal.Signals) -> None:
    """As politely as by a key."""
    spent.begin()
    await spent.see("Find a table")
    signal.raise_signal(number)
    assert Outcome() == await spent.over


@pytest_twisted.ensureDeferred
async def test_a_host_that_is_not_there_is_no_end(spent: Spent) -> None:
    """It is said, and others can be tried."""
    spent.begin()
    with unheard() as port:
        spent.app.go_to(Address("127.0.0.1", port))
        await spent.see("can't reach")
    await spent.see("Find a table")
    await spent.type("q")
    assert Outcome() == await spent.over


@pytest_twisted.ensureDeferred
async def test_a_host_of_ones_own_that_is_not_there_is_the_end(spent: Spent) -> None:
    """There is nothing else here."""
    spent.begin()
    spent.app.wait_for_host()
    await spent.see("Setting the table")
    with unheard() as port:
        spent.app.go_to(Address("127.0.0.1", port), own=True)
        outcome = await spent.over
    assert outcome.failure is not None
    assert "can't reach" in outcome.failure


@pytest_twisted.ensureDeferred
async def test_a_damaged_key_is_said_at_the_screen(spent: Spent) -> None:
    """Nobody becomes somebody else because of it."""
    spent.begin()
    (spent.home.config / "identity.pem").write_text("rubbish")
    spent.app.go_to(Address("127.0.0.1", 1))
    await spent.see("identity.pem")
    await spent.type("q")
    assert Outcome() == await spent.over


@pytest_twisted.ensureDeferred
async def test_another_command_is_handed_on(spent: Spent, tmp_path: Path) -> None:
    """It has the terminal to itself."""
    spent.begin()
    spent.app.replay(tmp_path / "game.swlog")
    outcome = await spent.over
    assert ("replay", str(tmp_path / "game.swlog")) == outcome.then


@pytest_twisted.ensureDeferred
async def test_a_broken_application_is_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a report; the terminal is given back all the same."""

    async def breaks(**_named: Any) -> None:
        raise ZeroDivisionError(WORDS)

    with glass() as (keys, output):
        home = Home(tmp_path, tmp_path)
        app = ScreenApp(
            REACTOR, home, Settings(), UNICODE, "ann", input=keys, output=output
        )
        monkeypatch.setattr(app.fullscreen._app, "run_async", breaks)
        outcome = await app.begin()
    assert outcome.failure is not None
    assert "ZeroDivisionError" in outcome.failure
    (report,) = (tmp_path / "crashes").iterdir()
    assert str(report) in outcome.failure
    assert "secret" not in report.read_text()


def test_what_is_printed_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever gave the reason for it."""
    seated.say(["a\x1b[2Jb", "plain"])
    assert "a\ufffd[2Jb\nplain\n" == capsys.readouterr().out
