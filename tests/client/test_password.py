"""The sources from which a command reads a table's password."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from sealed_wonders.client.commands import password
from sealed_wonders.client.commands.password import VARIABLE, password_of_table


def test_it_is_in_a_file_or_a_variable_or_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order; nobody is asked who doesn't want to be."""
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


def test_one_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that isn't there, and nothing typed."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(password, "read_line", lambda: None)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(click.ClickException, match="Can't read .*: No such file"):
        password_of_table(asked=False, file=tmp_path / "none")
    with pytest.raises(click.ClickException, match="a password needs at least one"):
        password_of_table(asked=True, file=None)
