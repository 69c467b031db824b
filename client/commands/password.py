"""
Reads a table's password from a file, the environment or the terminal.

It is never an argument, since other users of the machine can read the command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sealed_wonders.client.lines.line import read_line
from sealed_wonders.client.reasons import retold
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.parameters import File, option
from sealed_wonders.net.passwords import read_password
from sealed_wonders.net.words import _, marked

_Command = TypeVar("_Command", bound=Callable[..., Any])

VARIABLE = "WONDERS_PASSWORD"
"""Environment variable for the password."""


def password_options(command: _Command) -> _Command:
    """Add the options for a table's password to a command."""
    flag = option(
        "--password",
        is_flag=True,
        help=marked("Prompt for the table's password, unless WONDERS_PASSWORD is set."),
    )
    return flag(password_file(command))


password_file = option(
    "--password-file",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    help=marked("Read the table's password from the first line of this file."),
)


def password_of_table(*, asked: bool, file: Path | None) -> str:
    """
    Return the password from the file, the environment or a prompt; empty if none.

    Args:
        asked: whether to prompt for the password, if the other sources have none.
        file: the file with the password, if any.

    Raises:
        WrongInput: the password can't be read or is invalid.
    """
    if file is not None:
        return password_in(file)
    if kept := os.environ.get(VARIABLE):
        return _read(kept.encode())
    return _read(_typed().encode()) if asked else ""


def password_in(file: Path | None) -> str:
    """
    Return the password in a file; empty if no file is given.

    Raises:
        WrongInput: the file can't be read, or the password is invalid.
    """
    try:
        return _read(file.read_bytes()) if file is not None else ""
    except OSError as error:
        raise WrongInput(
            _("Can't read {path}: {why}.").format(path=file, why=retold(error))
        ) from None


def _read(data: bytes) -> str:
    try:
        return read_password(data)
    except ValueError as problem:
        raise WrongInput(
            _("You can't use that password: {why}.").format(why=retold(problem))
        ) from None


def _typed() -> str:
    """Prompt for the password, without echo on a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        return str(click.prompt(_("The table's password"), hide_input=True, default=""))
    return read_line() or ""
