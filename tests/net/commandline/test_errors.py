"""Errors of a command line: one line each, and the exit status."""

from __future__ import annotations

import errno
from collections.abc import Callable

import click
import pytest

from sealed_wonders.net.commandline.commands import called, command
from sealed_wonders.net.commandline.errors import WrongInput, status_of
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.words import lend, use


def raising(make: Callable[[], BaseException]) -> int:
    """Return the status of a program whose command fails."""

    @command("play")
    @option("--players", type=int)
    def play(players: int | None) -> None:
        raise make()

    def call() -> int:
        called(play, "wonders play", [])
        return 0

    return status_of("wonders", call)


def full() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device", "game.swlog")


@pytest.mark.parametrize(
    ("make", "status", "said"),
    [
        (
            lambda: click.UsageError("that is too much"),
            2,
            "wonders play: that is too much. Try 'wonders play --help' for help.",
        ),
        (lambda: WrongInput("x.swlog: empty"), 2, "wonders play: x.swlog: empty"),
        (lambda: click.ClickException("no\nhost"), 1, "wonders: no host"),
        (full, 1, "wonders: game.swlog: No space left on device"),
        (lambda: OSError(errno.EIO, "I/O"), 1, "wonders: I/O"),
        (KeyboardInterrupt, 130, ""),
        (lambda: click.exceptions.Exit(7), 7, ""),
    ],
)
def test_an_error_is_one_line_and_an_exit_status(
    make: Callable[[], BaseException],
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After a usage error, the line names the help."""
    assert status == raising(make)
    out, err = capsys.readouterr()
    assert ("", said) == (out, err.rstrip("\n"))


def test_errors_are_in_the_chosen_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """This includes errors of Click and the system, and the reference to the help."""
    use("fr")
    lend("fr")
    assert 1 == raising(full)
    assert 2 == status_of("wonders", _wrong)
    first, second = capsys.readouterr().err.splitlines()
    assert "wonders: game.swlog: plus de place sur le disque" == first
    assert second.endswith("Essaie 'wonders play --help' pour de l'aide.")


def _wrong() -> int:
    @command("play")
    def play() -> None:
        """Take nothing."""

    called(play, "wonders play", ["--loud"])
    return 0
