"""The prompt of ``wonders-host admin``."""

from __future__ import annotations

import contextlib
import io
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import click
import pytest

from sealed_wonders.host.commands import admin, status
from sealed_wonders.net.commandline.commands import called


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def prompted(
    monkeypatch: pytest.MonkeyPatch, *lines: str, stdin: io.StringIO
) -> list[list[str]]:
    """Return the commands that a host receives if these lines are typed."""
    told: list[list[str]] = []

    class Host:
        def __init__(self, folder: Path) -> None:
            pass

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def tell(self, words: Sequence[str]) -> Mapping[str, Any]:
            told.append(list(words))
            return {"ok": True, "text": f"({' '.join(words)})", "data": None}

    typed = iter(lines)
    monkeypatch.setattr(admin, "Host", Host)
    monkeypatch.setattr("sys.stdin", stdin)
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    called(admin.admin, "wonders-host admin", [])
    return told


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_a_word_leaves_the_prompt(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The help at the start and the ``help`` command both list the words that leave the
    prompt. The host receives none of these words.
    """
    typed = ("people", "help", word)
    told = prompted(monkeypatch, *typed, stdin=Terminal())
    assert [["help"], ["people"], ["help"]] == told
    leave = "quit, exit or Ctrl-D leaves this prompt; the host keeps running."
    shown = capsys.readouterr().out.splitlines()
    assert ["(help)", leave, "(people)", "(help)", leave] == shown


def test_quit_in_a_pipe_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO("people\nquit\ntables\n")
    assert [["people"]] == prompted(monkeypatch, stdin=lines)


@pytest.mark.parametrize("answer", [b'{"ok": true, "text": "", "data": {}}\n', b""])
@pytest.mark.parametrize(
    ("command", "words"), [(admin.admin, ["tables"]), (status.status, [])]
)
def test_a_command_closes_its_connection_to_the_host(
    command: click.Command,
    words: list[str],
    answer: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does so in any case, whether the host answers or has stopped."""
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(admin, "HAS_UNIX", True)
    monkeypatch.setattr(admin, "connect_unix", lambda path, patience: ours)
    with theirs, ours:
        theirs.sendall(answer * 3)
        theirs.shutdown(socket.SHUT_WR)
        stops = pytest.raises(click.ClickException, match="the host has stopped")
        with contextlib.nullcontext() if answer else stops:
            called(command, "wonders-host", words)
        assert -1 == ours.fileno()
