"""
``wonders export``: the log of a game, as a record.
"""

from __future__ import annotations

from pathlib import Path

import click

from sealed_wonders.client.logs import verdicts
from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.logs.files import (
    Kind,
    Unreadable,
    kind,
    read,
    wrong_kind,
)
from sealed_wonders.client.logs.kept import LogFile
from sealed_wonders.client.preload import heeded
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.records import handing
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.games import writer
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import together
from sealed_wonders.net.sealed.backend import UnsafeLibrary


@click.command(
    help=marked(
        "Turn the log of a game into a record, on standard output.\n\n"
        "The log is checked first, as `wonders audit` does, which tells more of "
        "what it found. Hands and cards used face down are null, as they are "
        "nothing that everybody saw. If the log is not whole, what follows from "
        "it is written, and the exit status is 1; so it is where the game was ended early, "
        "and where it had no cities yet, and nothing is written."
    ),
)
@click.argument(
    "log",
    metavar=marked("LOG"),
    type=LogFile(),
)
@click.pass_context
def export(ctx: click.Context, log: Path) -> None:
    """Turn the log of a game into a record, on standard output."""
    told: list[str] = []
    known: list[str] = []

    def follow(fold: Fold, total: int) -> None:
        names = [person.name for person in fold.charter.people]
        write = writer(str(dict(fold.charter.options)["game"]))
        for state in fold.states:
            told.extend(write(state, names, unknown))
        if told:
            # Behind the header, which has those who began.
            now = [person.name for person in fold.people]
            told.extend(handing.written(known or names, now))
            known[:] = now

    try:
        with heeded(), together() as check:
            data = read(log)
            if kind(data) is not Kind.LOG:
                raise click.UsageError(wrong_kind(str(log), data))
            report = audit(data, check, follow)
    except (Unreadable, UnsafeLibrary) as problem:
        raise click.UsageError(retold(problem)) from None
    except RemoteProtocolError as problem:
        raise click.UsageError(f"{log}: {retold(problem)}") from None
    for line in told:
        click.echo(line)
    found = verdicts.verdict(report)
    if not told and report.fold is not None:
        said = _("{file}: nothing is written, as the game had no cities yet: {found}")
        click.echo(said.format(file=log, found=found), err=True)
        ctx.exit(1)
    # A record of a game that was ended early has no end, either.
    if report.verdict is not Verdict.GOOD or (report.fold and report.fold.halted):
        click.echo(f"{log}: {found}", err=True)
        ctx.exit(1)
