"""Commands to the host, typed at a table by an admin."""

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
    """What a host answers to words, where it is told them by anybody."""
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


def test_what_comes_of_it_is_read(
    begin: Begin, answered: dict[tuple[str, ...], list[str]]
) -> None:
    """Before a game and in it; without words one reads which there are."""
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


def test_what_can_not_be_sent_is_said(begin: Begin) -> None:
    """In one line, and nothing is lost by it."""
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
def test_nothing_is_believed_that_nobody_has_asked_for(begin: Begin) -> None:
    """Nor what comes after the connection for which it was asked."""
    host, human, *_ = begin()
    host.settle()
    human.look()
    _tell(host, Managed(("bob has left.",), True))
    assert [] == human.look()
    human.type("host tables")
    human.disconnect()
    host.come_back([human])
    human.look()
    _tell(host, Managed(("bob has left.",), True))
    assert [] == human.look()


def _tell(host: HostHarness, message: Managed) -> None:
    for peer in host.server.peers:
        if peer.name == "ann":
            peer.connection.send(message)
    host.settle()


@pytest.mark.usefixtures("answered")
def test_at_a_screen_a_box_has_more_than_a_line(playing: Seated) -> None:
    """One line is said below."""
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
