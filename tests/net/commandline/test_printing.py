"""What commands print outside the screen, on terminals of any width and elsewhere."""

from __future__ import annotations

import sys

import pytest

from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.system.shell import ShellLine

SENTENCE = "Your seat is kept, and the table waits for you. To come back, type:"


def at_forty_columns(patch: pytest.MonkeyPatch) -> None:
    """Print on a terminal of this width."""
    patch.setenv("COLUMNS", "40")
    for stream in (sys.stdout, sys.stderr):
        patch.setattr(stream, "isatty", lambda: True)


@pytest.mark.parametrize("err", [False, True])
def test_sentences_are_wrapped_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, err: bool
) -> None:
    """Between words; what follows an indent keeps it."""
    at_forty_columns(monkeypatch)
    echo(f"{SENTENCE}\n\n  {SENTENCE}", err=err)
    assert [
        "Your seat is kept, and the table waits",
        "   for you. To come back, type:",
        "",
        "  Your seat is kept, and the table",
        "     waits for you. To come back, type:",
    ] == capsys.readouterr()[err].splitlines()


@pytest.mark.parametrize(
    "line",
    [
        ShellLine(".venv/bin/wonders replay 'the games of ann/25e688.swlog'"),
        f"1.1  43.9  {SENTENCE}",
    ],
)
def test_commands_and_rows_of_tables_stay_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    at_forty_columns(monkeypatch)
    echo(line)
    assert f"{line}\n" == capsys.readouterr().out


def test_a_pipe_gets_every_line_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    echo(SENTENCE)
    assert f"{SENTENCE}\n" == capsys.readouterr().out
