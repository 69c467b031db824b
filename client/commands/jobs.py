"""
Options that say where many games are played, the same at all commands that play some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.simulation.executor import Executor, Here, Impossible
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.quoting import quoted
from sealed_wonders.net.system import workers

Command = TypeVar("Command", bound=Callable[..., Any])

ALL = "all"
"""What stands for as many processes as can calculate at once."""

MOST = 512
"""Processes of one machine."""


class Jobs(click.ParamType[int]):
    """A number of processes."""

    name = "N|all"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == ALL:
            return workers.cores()
        if re.fullmatch("[0-9]{1,3}", str(value)) and 1 <= int(value) <= MOST:
            return int(value)
        said = _("{value} is not 1 to {most}, or all")
        shown = quoted(str(value), 40)
        return self.fail(said.format(value=shown, most=MOST), param, ctx)


def jobs(command: Command) -> Command:
    """Give a command the option of how many processes play; see `executor`."""
    option = click.option(
        "--jobs",
        type=Jobs(),
        default=1,
        show_default=True,
        help=marked(
            "How many processes of this machine play; all for as many as it can do with. "
            "What comes of the games is the same."
        ),
    )
    return option(command)


@contextmanager
def executor(jobs: int) -> Iterator[Executor]:
    """
    Have games played where the options say.

    Raises:
        click.ClickException: it can't be gone on with.
    """
    try:
        with _made(jobs) as made:
            yield made
    except Impossible as problem:
        raise click.ClickException(retold(problem)) from None


def _made(jobs: int) -> Executor:
    if jobs == 1:
        return Here()
    from sealed_wonders.client.simulation.processes import Processes

    return Processes(jobs)
