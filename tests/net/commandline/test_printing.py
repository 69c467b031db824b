"""What commands print outside the screen, on terminals of any width and elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import click
import pytest

from sealed_wonders.net.commandline.errors import status_of
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.system import console
from sealed_wonders.net.system.shell import ShellLine
from tests.support.posix import posix_only

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
    """Lines break between words; wrapped lines keep the indent."""
    at_forty_columns(monkeypatch)
    echo(f"{SENTENCE}\n\n  {SENTENCE}", err=err)
    assert [
        "Your seat is kept, and the table waits",
        "   for you. To come back, type:",
        "",
        "  Your seat is kept, and the table",
        "     waits for you. To come back, type:",
    ] == capsys.readouterr()[err].splitlines()


def test_the_last_column_of_a_table_is_wrapped_below_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_forty_columns(monkeypatch)
    echo(
        "1.1  43.9  build Vineyard\n             better: build Gardens (2 to the right)"
    )
    echo("1.2  38.0  build Palace, which costs a lot")
    assert [
        "1.1  43.9  build Vineyard",
        "             better: build Gardens (2",
        "                to the right)",
        "1.2  38.0  build Palace, which costs a",
        "           lot",
    ] == capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "line",
    [
        ShellLine(".venv/bin/wonders replay 'the games of ann/25e688.swlog'"),
        f"1.1  43.9  {'0.5' * 10}  {SENTENCE}",
    ],
)
def test_commands_and_rows_without_room_stay_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    at_forty_columns(monkeypatch)
    echo(line)
    assert f"{line}\n" == capsys.readouterr().out


def test_lines_to_a_pipe_are_not_wrapped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    echo(SENTENCE)
    assert f"{SENTENCE}\n" == capsys.readouterr().out


@contextmanager
def closed_window() -> Iterator[None]:
    """Print on a terminal whose window was closed."""
    ours, its = os.openpty()
    os.close(ours)
    with (
        open(its, "w", encoding="utf-8") as stream,
        redirect_stdout(stream),
        redirect_stderr(stream),
    ):
        yield


@posix_only
@pytest.mark.parametrize("err", [False, True])
def test_printing_to_a_closed_window_raises_no_error(err: bool) -> None:
    with closed_window():
        for _again in range(2):
            echo(SENTENCE, err=err)
        click.echo(SENTENCE)


@posix_only
def test_a_command_ends_when_its_window_is_closed() -> None:
    """Nobody would read an error."""

    def do() -> int:
        click.echo(SENTENCE)
        raise AssertionError

    with closed_window():
        assert FAILED == status_of("wonders", do)


@posix_only
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w", encoding="utf-8") as stream:
        with redirect_stdout(stream), pytest.raises(OSError, match="No space"):
            echo(SENTENCE)
        console.silence(stream)
