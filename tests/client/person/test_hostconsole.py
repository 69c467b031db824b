"""Commands that an admin at a table types for the host."""

from __future__ import annotations

import pytest

from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.messages import Manage, Managed
from tests.support.human import Begin
from tests.support.inprocess.server import HostHarness
from tests.support.stacks import Seated


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, ...], list[str]]:
    """The host's answers to commands; any player may send them here."""
    answers: dict[tuple[str, ...], list[str]] = {
        ("help",): ["tables", "people"],
        ("tables",): ["There are no tables."],
    }

    def manage(self: object, peer: object, message: Manage) -> None:
        lines = answers.get(message.words)
        said = ("you aren't one of this host's admins",)
        answer = Managed(tuple(lines or said), lines is not None)
        peer.connection.send(answer)  # type: ignore[attr-defined]

    monkeypatch.setattr("sealed_wonders.host.requests.Requests._manage", manage)
    return answers


def test_answers_to_host_commands_are_shown_in_lobby_and_game(
    begin: Begin, answered: dict[tuple[str, ...], list[str]]
) -> None:
    """`host` alone lists the host's commands. A refusal names the admin key."""
    host, human, *_ = begin()
    for ready in (False, True):
        if ready:
            human.type("ready")
        host.settle()
        human.look()
        human.type("host tables")
        host.settle()
        assert ["There are no tables."] == human.look()
        human.type("host")
        host.settle()
        assert answered["help",] == human.look()
    human.type('host say "Pizza is here"')
    host.settle()
    key = fingerprint(human.home.admin().public)
    refused, own = human.look()
    assert "you aren't one of this host's admins" == refused
    assert own.startswith(f"Your admin key is {key}, which isn't the key")
    assert key != fingerprint(human.identity.public)


def test_a_host_command_that_cannot_be_sent_gets_one_line(begin: Begin) -> None:
    """
    The connection survives, and a command typed without a connection is answered too.
    """
    _host, human, *_ = begin()
    wrong = (
        "That can't be sent: it is too long, or a closing quotation mark is missing."
    )
    assert [wrong] == human.type('host say "Pizza')
    assert [wrong] == human.type("host say " + "x " * 100)
    assert [wrong] == human.type("host say " + "x" * 1000)
    human.disconnect()
    human.look()
    assert ["You aren't connected right now."] == human.type("host tables")


@pytest.mark.usefixtures("answered")
def test_answers_to_no_pending_host_command_are_ignored(begin: Begin) -> None:
    """A command that was typed before a reconnection is no longer pending."""
    host, human, *_ = begin()
    host.settle()
    human.look()
    _send_to_ann(host, Managed(("bob has left.",), True))
    assert [] == human.look()
    human.type("host tables")
    human.disconnect()
    host.reconnect([human])
    human.look()
    _send_to_ann(host, Managed(("bob has left.",), True))
    assert [] == human.look()


def _send_to_ann(host: HostHarness, message: Managed) -> None:
    for peer in host.server.peers:
        if peer.name == "ann":
            peer.connection.send(message)
    host.settle()


@pytest.mark.usefixtures("answered")
def test_on_a_screen_a_longer_answer_opens_a_box(playing: Seated) -> None:
    """An answer of one line appears below."""
    _type(playing, "host tables")
    assert [] == playing.stack.overlays
    assert "There are no tables." == playing.stack.messages.notice
    _type(playing, "host")
    (box,) = playing.stack.overlays
    assert isinstance(box, AnswerBox)
    assert "host" == box.title


def _type(playing: Seated, line: str) -> None:
    playing.stack.act("command")
    playing.stack.typed(line)
    playing.host.settle()
