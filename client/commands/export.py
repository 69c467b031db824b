"""
``wonders export``: the log of a game, as a record.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.client.session import rules_of
from sealed_wonders.core.game import State
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import Fault, read_log
from sealed_wonders.net.suites import begin

MAX_LOG = 64 << 20
"""Bytes of a log that is read; a game of seven has a hundredth of that."""


@click.command()
@click.argument(
    "log", metavar="LOG", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.pass_context
def export(ctx: click.Context, log: Path) -> None:
    """
    Turn the log of a game into a record, on standard output.

    The log is checked first. Hands and cards used face down are null, as they are
    nothing that everybody saw. If the log is not whole, what follows from it is
    written, and the exit status is 1.
    """
    fold: Fold | None
    try:
        fold = read_log(_read(log), lambda charter: rules_of(charter.options))
        fault = None if fold.over else _unfinished(fold)
    except Fault as problem:
        fold, fault = problem.fold, str(problem)
    except RemoteProtocolError as problem:
        raise click.UsageError(f"{log}: {problem}") from None
    if fold is not None:
        names = [person.name for person in fold.charter.people]
        for state in _states(fold):
            for line in record.told(state, names, record.unknown):
                click.echo(lines.text(line))
    if fault is not None:
        click.echo(f"{log}: {fault}", err=True)
        ctx.exit(1)


def _read(log: Path) -> bytes:
    try:
        with log.open("rb") as file:
            data = file.read(MAX_LOG + 1)
    except OSError as problem:
        raise click.UsageError(f"{log}: {problem.strerror}") from None
    if len(data) > MAX_LOG:
        raise click.UsageError(f"{log}: longer than {MAX_LOG} bytes")
    return data


def _states(fold: Fold) -> Iterator[State]:
    """Give all states a game went through, each with its news."""
    again = begin(fold.charter, fold.ruleset)
    yield from again.states
    for wire in fold.entries(again.position):
        again.accept(wire)
        yield from again.states


def _unfinished(fold: Fold) -> str:
    seats = ", ".join(map(str, fold.missing))
    kind = fold.phase.kind
    return (
        f"unfinished: {kind} of seats {seats} is missing in phase {fold.phase.number}"
    )
