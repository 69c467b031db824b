"""Answers that a host owes, and when the player learns that they are late."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import SetReady
from sealed_wonders.client.table.expectations import (
    PATIENCE,
    Awaited,
    Expectations,
    Expected,
)
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net.messages import FromHost, Lobby, Log
from sealed_wonders.net.words import use
from tests.support.clock import Clock
from tests.support.french import english
from tests.support.human import Human
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms


@pytest.fixture
def host(tmp_path: Path) -> HostHarness:
    """Return a host of tables for three."""
    return HostHarness(tmp_path / "host", open_terms(3))


def test_a_late_answer_is_reported_after_a_while() -> None:
    """
    Of several, the earliest kind is reported; once it has arrived, the next. Each is
    reported only once.
    """
    clock, told = Clock(), list[Awaited | None]()
    expectations = Expectations(clock, told.append)
    expectations.begin(Expected.ENTRIES, 7)
    clock.advance(PATIENCE - 1)
    expectations.begin(Expected.LOG)
    expectations.begin(Expected.ENTRIES, 7)
    assert [] == told
    clock.advance(1)
    assert [Awaited(Expected.ENTRIES, 0.0)] == told
    clock.advance(PATIENCE)
    assert [Awaited(Expected.LOG, PATIENCE - 1)] == told[1:]
    expectations.end(Expected.LOG)
    expectations.begin(Expected.ENTRIES, 8)  # a different request, which isn't late yet
    assert [Awaited(Expected.ENTRIES, 0.0), None] == told[2:]
    expectations.end()
    assert [] == clock.getDelayedCalls()


def test_an_honest_host_is_never_reported(host: HostHarness) -> None:
    """However long people think: in the lobby, in a game, and after reconnecting."""
    host.client("ann")
    host.client("bob")
    cleo = host.client("cleo", ready=False)
    for client in host.clients:
        client.player.pick = None
    host.pass_time(3 * PATIENCE)
    cleo.session.do(SetReady())
    host.pass_time(3 * PATIENCE)
    cleo.disconnect()
    cleo.connect()
    host.pass_time(3 * PATIENCE)
    for client in host.clients:
        assert client.player.question is not None
        assert client.player.answer is not None
        client.player.answer(client.player.question.moves[0])
    host.pass_time(3 * PATIENCE)
    assert [[]] * 3 == [client.player.awaited for client in host.clients]


def _silent(*kinds: type[FromHost]) -> Callable[[FromHost], list[FromHost]]:
    return lambda message: [] if isinstance(message, kinds) else [message]


def _is_waiting(client: Client) -> Expected | None:
    (last,) = client.player.awaited[-1:] or [None]
    return last.what if last is not None else None


def test_each_message_that_a_host_omits_is_reported(host: HostHarness) -> None:
    """Each by its kind, until it arrives."""
    ann, bob, cleo = (Client(host, name) for name in ("ann", "bob", "cleo"))
    for client in (ann, bob, cleo):
        client.player.pick = None
    ann.session.sets_out()
    host.pass_time(PATIENCE)
    assert Expected.WELCOME is _is_waiting(ann)

    ann.relay = _silent(Lobby)
    host.let_in(ann)
    assert _is_waiting(ann) is None
    host.pass_time(PATIENCE)
    assert Expected.LOBBY is _is_waiting(ann)
    ann.relay = _silent(Log)
    ann.disconnect()
    host.reconnect([ann])
    assert _is_waiting(ann) is None

    host.add(bob)
    host.add(cleo)
    host.pass_time(2 * PATIENCE)
    assert Expected.DRAW is _is_waiting(ann)
    ann.relay = _silent()
    ann.disconnect()
    host.reconnect([ann])
    assert ann.player.question is not None
    assert _is_waiting(ann) is None

    ann.relay = _silent(Log)
    assert ann.player.answer is not None
    ann.player.answer(ann.player.question.moves[0])
    host.pass_time(PATIENCE)
    assert Expected.ENTRIES is _is_waiting(ann)
    ann.disconnect()
    ann.connect()
    host.pass_time(2 * PATIENCE)
    assert Expected.LOG is _is_waiting(ann)
    assert [[], []] == [bob.player.awaited, cleo.player.awaited]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_people_read_what_they_are_waiting_for(
    host: HostHarness, tmp_path: Path, language: str
) -> None:
    """In lines, repeatedly, and on screens, with the time so far."""
    use(language)
    ann, bob, cleo = (
        Human(host, name, tmp_path / name, eager=True, at_screen=name == "bob")
        for name in ("ann", "bob", "cleo")
    )
    for human in (ann, bob, cleo):
        host.add(human)
    host.settle()
    for human in (ann, bob):
        human.look()
        human.relay = _silent(Log)
    ann.commands.typed("1")
    bob.person.play_by_program()
    host.pass_time(PATIENCE + 30, 1)
    (first, again) = [line for line in ann.look() if "10 s" in line or "40 s" in line]
    stack = ScreenStack(bob.person.known, Settings(), UNICODE, host.clock.seconds)
    stack.base = WaitingScreen(lambda: "")
    drawn = text_of(stack.draw(80, 24)[-2:])
    if language == "en":
        said = "Waiting for the host to pass on what you sent."
        assert f"{said} 10 seconds so far." == first
        assert f"{said} 40 seconds so far." == again
        assert f"{said} 40 seconds so far." in drawn
    assert language == "en" or not english([first, again, drawn])
    assert stack.wakes == host.clock.seconds() + 10
    ann.relay = _silent()
    ann.disconnect()
    ann.connect()
    host.pass_time(PATIENCE + 30)
    assert not any("40 s" in line for line in ann.look())
