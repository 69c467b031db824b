"""
Options for commands that play many games between bots, and where to play them.

The processes and clusters are in `client/simulation`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.commands.progress import bar_of
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.simulation.executor import (
    CannotContinue,
    Executor,
    InlineExecutor,
)
from sealed_wonders.core import games as known
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.commandline.parameters import DecimalParameter, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.system import workers
from sealed_wonders.net.words import _, marked


class Counts(NamedTuple):
    """Numbers of players, with the text as typed."""

    text: str
    numbers: range


class PlayerCounts(click.ParamType[Counts]):
    """A number of players, or a range A..B."""

    name = "N|A..B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Counts:
        if isinstance(value, Counts):
            return value
        # The range of valid numbers depends on the game; see `counted`.
        match = re.fullmatch(r"(\d)(?:\.\.(\d))?", str(value))
        if match is None:
            return Counts(str(value), range(0))
        first, last = int(match[1]), int(match[2] or match[1])
        return Counts(str(value), range(first, last + 1))


class OneStrategy(click.ParamType[str]):
    """The name of a strategy."""

    name = marked("STRATEGY")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            strategy(str(value), "")
        except ValueError as problem:
            self.fail(retold(problem), param, ctx)
        return str(value)


class Strategies(click.ParamType[tuple[str, ...]]):
    """One strategy for all seats, or a comma-separated list with one per seat."""

    name = marked("NAME[,NAME...]")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        one = OneStrategy()
        return tuple(one.convert(it, param, ctx) for it in str(value).split(","))


class SeedType(click.ParamType[str]):
    """
    A seed of letters, digits and underscores, since it becomes part of a file name.
    """

    name = marked("SEED")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if not re.fullmatch(r"[A-Za-z0-9_]{1,64}", str(value)):
            said = _("must be 1 to 64 letters and digits, not {value}")
            self.fail(said.format(value=quoted(str(value), 40)), param, ctx)
        return str(value)


Command = TypeVar("Command", bound=Callable[..., Any])

ALL = "all"
"""Stands for one process per CPU core."""

MAX_PROCESSES = 512
"""Maximum number of processes."""


class Jobs(click.ParamType[int]):
    """A number of processes."""

    name = "N|all"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == ALL:
            return workers.cores()
        if re.fullmatch("[0-9]{1,3}", str(value)) and 1 <= int(value) <= MAX_PROCESSES:
            return int(value)
        said = _("must be 1 to {most}, or all, not {value}")
        shown = quoted(str(value), 40)
        return self.fail(said.format(value=shown, most=MAX_PROCESSES), param, ctx)


def think(command: Command) -> Command:
    """Add the option for a thinker's time to a command."""
    return option(
        "--think",
        type=DecimalParameter(0.01, 600),
        metavar=marked("SECONDS"),
        show_default=marked("no limit, but a fixed number of games"),
        help=marked(
            "Time that a thinker bot has for each choice; with this option, results "
            "differ each time."
        ),
    )(command)


def jobs(command: Command) -> Command:
    """Add the option for the number of processes to a command."""
    return option(
        "--jobs",
        type=Jobs(),
        metavar="N|all",
        default=1,
        help=marked(
            "Number of processes; `all` starts one per CPU core. The results "
            "don't depend on this number."
        ),
    )(command)


def where(command: Command) -> Command:
    """Add the options for where games are played to a command; see `executor`."""
    option(
        "--scheduler",
        metavar=marked("ADDRESS"),
        help=marked(
            "Address of a Dask scheduler whose workers play the games, such as "
            "tcp://192.168.1.5:8786"
        ),
    )(command)
    return jobs(command)


def players(command: Command) -> Command:
    """
    Add the option for the number of players, received as ``counts``, to a command.
    """
    return option(
        "--players",
        "counts",
        type=PlayerCounts(),
        default="4",
        help=marked("Number of players; A..B plays with each number from A to B."),
    )(command)


def counted(game: str, counts: Counts) -> range:
    """
    Return the numbers of players, after checking that the game allows all of them.

    Raises:
        click.BadParameter: it doesn't.
    """
    possible = known.players(game)
    first, last = possible[0], possible[-1]
    if not counts.numbers or not {*counts.numbers} <= {*possible}:
        said = _("must be {first} to {last}, or A..B, not {value}")
        detail = said.format(value=quoted(counts.text, 40), first=first, last=last)
        raise click.BadParameter(detail, param_hint="'--players'")
    return counts.numbers


@contextmanager
def executor(jobs: int, scheduler: str | None) -> Iterator[Executor]:
    """
    Create the executor that the options ask for.

    Raises:
        click.ClickException: its workers can't go on.
    """
    try:
        with _made(jobs, scheduler) as made:
            yield made
    except CannotContinue as problem:
        raise click.ClickException(retold(problem)) from None


def _made(jobs: int, scheduler: str | None) -> Executor:
    if scheduler is not None:
        return _cluster(scheduler)
    if jobs == 1:
        return InlineExecutor()
    from sealed_wonders.client.simulation.processes import Processes

    return Processes(jobs)


def _cluster(scheduler: str) -> Executor:
    given = click.get_current_context().get_parameter_source
    if given("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError(
            _("use --jobs for this machine or --scheduler for others, but not both")
        )
    try:
        from sealed_wonders.client.simulation.cluster import Cluster
    except ModuleNotFoundError:
        said = _(
            "--scheduler needs additional packages; to install them, run: {command}"
        )
        command = "pip install 'sealed-wonders[cluster]'"
        raise click.UsageError(said.format(command=command)) from None

    def says(said: Sentence) -> None:
        echo(f"wonders: {_(said.template)}", err=True)

    return Cluster.at(scheduler, says)


@contextmanager
def progress(games: int, label: str) -> Iterator[Callable[[int], None]]:
    """
    Show a progress bar on a terminal, and yield a function that advances it.

    Args:
        games: the total number.
        label: the text before the bar.
    """
    shown = sys.stderr is not None and sys.stderr.isatty()
    with bar_of(games, label, shown=shown) as bar:
        yield bar.update
