"""Joining a table with a password in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.person.commandline import prompt_lobby, prompt_password
from sealed_wonders.client.person.person import SEAT_PATIENCE
from sealed_wonders.net import passwords
from tests.support.human import Human
from tests.support.inprocess.server import HostHarness, open_terms

TEA = {"table": "garden", "password": "tea"}


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostHarness:
    """Return a host where Bob has opened the table "garden"; attempts cost nothing."""
    monkeypatch.setattr(passwords, "COST", 2)
    host = HostHarness(tmp_path, open_terms(3))
    host.client("bob", ready=False, **TEA)
    host.settle()
    return host


def come(host: HostHarness, folder: Path, **how: str) -> Human:
    ann = Human(host, "ann", folder, table="garden", **how)  # type: ignore[arg-type]
    return host.let_in(ann)


def test_the_password_is_prompted_for_until_it_is_right(
    host: HostHarness, tmp_path: Path
) -> None:
    """It is typed without echo. After a wrong password, one line states why."""
    ann = come(host, tmp_path)
    asked = "Table garden has a password. Type it, or press Ctrl-C to leave."
    assert asked == ann.look()[-1]
    assert (True, prompt_password()) == (ann.commands.secret, ann.commands.prompt)
    assert () == ann.commands.words()
    ann.type("coffee")
    host.settle()
    assert ["That isn't the password.", asked] == ann.look()
    host.pass_time(SEAT_PATIENCE + 1)
    assert ann.left is None
    assert [
        "You can't use that password: a password can have at most 128 characters."
    ] == (ann.type("x" * 129))
    ann.type("tea")
    host.settle()
    assert not [line for line in ann.all if "tea" in line.split()]
    said = "The table has a password, which others need to join."
    assert said in ann.all
    assert (False, prompt_lobby()) == (ann.commands.secret, ann.commands.prompt)
    assert ("bob", "ann") == host.table.line().players


def test_ctrl_c_at_the_password_prompt_leaves_at_once(
    host: HostHarness, tmp_path: Path
) -> None:
    """There is no seat yet that others would wait for."""
    ann = come(host, tmp_path)
    ann.commands.interrupted()
    assert ann.left is not None


def test_a_password_given_beforehand_is_not_prompted_for(
    host: HostHarness, tmp_path: Path
) -> None:
    """It may have been given on the command line."""
    ann = come(host, tmp_path, password="tea")
    assert ("bob", "ann") == host.table.line().players
    assert not ann.commands.secret
    assert not [line for line in ann.all if "Type it" in line]
