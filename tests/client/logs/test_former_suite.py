"""
Games whose cards were sealed as in an earlier version: every command says so in one
line.

Hosts that find such a game are tested in `tests/host/test_restart.py` and
`tests/host/test_moved.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.table.acceptable import Unacceptable
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.net.log import file
from sealed_wonders.net.messages import FromClient, Log, Welcome
from tests.support.auditing import log_of_earlier_version
from tests.support.inprocess.players import RecordingPlayer
from tests.support.lobbies import HOST, identity_of

COMMANDS = ("audit", "replay", "report", "analyse", "export")
"""All commands that replay a log by the rules and look at its cards."""

WHY = "this table's cards are sealed as in an earlier version of the program (suite 1)"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_refuses_the_former_suite_in_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.swlog"
    path.write_bytes(log_of_earlier_version())
    assert 2 == run([command, str(path)])
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert line.startswith(f"wonders {command}: {path}: ")
    assert WHY in line
    assert "" == out


def test_the_log_command_lists_entries_of_the_former_suite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It checks none of them."""
    path = tmp_path / "old.swlog"
    path.write_bytes(log_of_earlier_version())
    assert 0 == run(["log", str(path)])
    assert "LOBBY_TABLE" in capsys.readouterr().out


def test_a_game_of_the_former_suite_cannot_be_resumed() -> None:
    """An older host may still have the game; its player can't return to it."""
    sent: list[FromClient] = []
    session = Session(
        Participant(identity_of("ann"), "ann"), RecordingPlayer(), sent.append
    )
    session.welcomed(Welcome(1, "the host", HOST.public, ()))
    with pytest.raises(Unacceptable, match="support the way cards are sealed"):
        session.receive(Log("table 1", 0, file.read(log_of_earlier_version())))
