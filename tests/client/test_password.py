"""The sources from which a command reads a table's password."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from sealed_wonders.client.commands import password
from sealed_wonders.client.commands.password import VARIABLE, password_of_table


def test_a_password_is_read_from_a_file_a_variable_or_a_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order of precedence. There is a prompt only if it was requested."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(password, "read_line", lambda: "typed")
    monkeypatch.setattr("sys.stdin", None)
    assert "" == password_of_table(asked=False, file=None)
    assert "typed" == password_of_table(asked=True, file=None)
    monkeypatch.setenv(VARIABLE, "kept")
    assert "kept" == password_of_table(asked=True, file=None)
    assert "kept" == password_of_table(asked=False, file=None)
    file = tmp_path / "secret"
    file.write_text("written\nand more\n")
    assert "written" == password_of_table(asked=True, file=file)


def test_a_password_that_cannot_be_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is missing, or nothing was typed."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(password, "read_line", lambda: None)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(click.ClickException, match="Can't read .*: No such file"):
        password_of_table(asked=False, file=tmp_path / "none")
    with pytest.raises(click.ClickException, match="a password needs at least one"):
        password_of_table(asked=True, file=None)
