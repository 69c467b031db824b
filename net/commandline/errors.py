"""Errors on the command line: one line that says what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import (
    FAILED,
    INTERRUPTED,
    OK,
    PIPE_CLOSED,
    WRONG_USE,
)
from sealed_wonders.net.system import console
from sealed_wonders.net.words import _


class WrongInput(click.ClickException):
    """The input can't be used, and the command's help wouldn't explain why."""

    exit_code = WRONG_USE

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.ctx = click.get_current_context(silent=True)


def in_one_line(problem: click.ClickException) -> str:
    """Return the error message without line breaks."""
    return " ".join(problem.format_message().split())


def complaint(problem: click.ClickException, program: str) -> str:
    """
    Return the line for an error. For a usage error, it points to the command's help.

    Args:
        program: the name to use if no command is at fault.
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
    """Run *do* and return the exit status, after printing any error."""
    try:
        status = do()
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as problem:
        echo(complaint(problem, program), err=True)
        return problem.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        if sys.stdout is not None:
            console.silence(sys.stdout)
        return PIPE_CLOSED
    except OSError as problem:
        if sys.stdout is not None and console.is_gone(sys.stdout, problem):
            console.silence(sys.stdout)
            return FAILED
        from sealed_wonders.net.retelling import retold  # keeps ``--version`` fast

        where = f"{problem.filename}: " if problem.filename is not None else ""
        echo(f"{program}: {where}{retold(problem)}", err=True)
        return FAILED
    return status or OK
