"""Errors as a command line shows them: one line, which says what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from sealed_wonders.net.commandline.statuses import (
    FAILED,
    INTERRUPTED,
    OK,
    PIPE_CLOSED,
    WRONG_USE,
)
from sealed_wonders.net.words import _


class WrongInput(click.ClickException):
    """What was given can't be used, and the command's help wouldn't tell why."""

    exit_code = WRONG_USE

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.ctx = click.get_current_context(silent=True)


def in_one_line(problem: click.ClickException) -> str:
    """Return what is wrong, without a line break."""
    return " ".join(problem.format_message().split())


def complaint(problem: click.ClickException, program: str) -> str:
    """
    Return the line for an error; where the command was used wrongly, it names its help.

    Args:
        program: what to call the program where no command is at fault.
    """
    context = getattr(problem, "ctx", None)
    command = (context.command_path if context else "") or program
    said = f"{command}: {in_one_line(problem)}"
    if not isinstance(problem, click.UsageError):
        return said
    hint = _("Try '{command} {option}' for help.")
    end = "" if said.endswith((".", "?", "!", ")")) else "."
    return f"{said}{end} {hint.format(command=command, option='--help')}"


def status_of(program: str, do: Callable[[], int]) -> int:
    """Return the exit status of something, having told what went wrong."""
    try:
        status = do()
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as problem:
        click.echo(complaint(problem, program), err=True)
        return problem.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # What is still in the buffers can't be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as problem:
        from sealed_wonders.net.retelling import retold  # no part of ``--version``

        where = f"{problem.filename}: " if problem.filename is not None else ""
        click.echo(f"{program}: {where}{retold(problem)}", err=True)
        return FAILED
    return status or OK
