"""
Printing results of commands, and errors.

Line mode and the screen with the analysis of a game break their sentences with the same
functions.

On a terminal, sentences are wrapped, since it would break them within words. In rows of
tables, that is the last column. Commands to be copied, and all that a pipe or a file gets
stay as they are.
"""

from __future__ import annotations

import shutil
import sys
import textwrap

import click

from sealed_wonders.net.system import console
from sealed_wonders.net.system.shell import ShellLine

HANGING = 3
"""Columns of indentation before continuation lines."""

NARROWEST = 20
"""Minimum columns of wrapped lines."""


def echo(text: str = "", *, err: bool = False) -> None:
    """
    Print text, and wrap the sentences in it if it goes to a terminal.

    Nothing is printed if the terminal's window was closed: nobody would read it.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is not None and stream.isatty() and not isinstance(text, ShellLine):
        width = shutil.get_terminal_size().columns - 1
        text = "\n".join(it for line in text.split("\n") for it in fitted(line, width))
    try:
        click.echo(text, err=err)
    except OSError as error:
        if stream is None or not console.is_gone(stream, error):
            raise
        console.silence(stream)


def scroll_away() -> None:
    """
    Scroll the terminal's content out of view, so that only new output is visible.

    Nothing is erased: it may belong to the shell.
    """
    rows = shutil.get_terminal_size().lines
    click.echo("\n" * rows + "\x1b[H\x1b[J", nl=False)


def fitted(line: str, width: int) -> list[str]:
    """Wrap a line between words; if it is a row of a table, wrap its last column."""
    # Columns of a table are at least two spaces apart.
    before, _gap, last = line.strip().rpartition("  ")
    if not before:
        return wrapped(line, width)
    at = line.rindex(last)
    if len(line) <= width or width - at < NARROWEST:
        return [line]
    first, *more = _between_words(last, width - at)
    return [line[:at] + first, *(" " * at + it for it in more)]


def wrapped(line: str, width: int) -> list[str]:
    """Wrap a line between words, with its indent; commands to be copied stay whole."""
    if isinstance(line, ShellLine):
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    lines = _between_words(line, max(width, NARROWEST), indent + " " * HANGING)
    return lines or [""]


def _between_words(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
