"""``wonders export``: converts the log of a game to a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from sealed_wonders.client.commands.keptgames import LOG, list_games
from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.logs.files import (
    FileKind,
    Unreadable,
    kind,
    read,
    wrong_kind,
)
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import verdicts
from sealed_wonders.core.game import AnyState, Card, Slot
from sealed_wonders.core.records import handing
from sealed_wonders.core.records.games import writer
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import Progress, together
from sealed_wonders.net.sealed.backend import UnusableLibrary
from sealed_wonders.net.words import _, marked


@command(
    help=marked(
        "Convert a log into a record, on standard output.\n\n"
        "Without a log, list the logs kept here; `last` stands for the "
        "newest log.\n\n"
        "The log is checked first, as with `wonders audit`. Cards that "
        "nobody has shown are null. If the log is incomplete or wrong, or "
        "the game was ended early, the record ends where the valid part of "
        "the log ends, and the exit status is 1."
    ),
)
@LOG
@click.pass_context
def export(ctx: click.Context, log: Path | None) -> None:
    if log is None:
        return list_games("export")
    reached: dict[Fold, list[tuple[Sequence[AnyState], Sequence[str]]]] = {}

    def follow(fold: Fold, total: int) -> None:
        # Write the lines later: a card that is face down here may be disclosed at the
        # end.
        names = [person.name for person in fold.people]
        reached.setdefault(fold, []).append((fold.states, names))

    report = _audited(log, follow)
    told = (
        []
        if report.fold is None
        else list(_lines(report.fold, reached.get(report.fold, ())))
    )
    for line in told:
        click.echo(line)
    found = verdicts.verdict(report)
    if not told and report.fold is not None:
        said = _(
            "{file}: nothing was written, because the game has no cities yet: {found}"
        )
        echo(said.format(file=log, found=found), err=True)
        ctx.exit(FAILED)
    # The record of a game that was ended early has no end either.
    if report.verdict is not Verdict.GOOD or (report.fold and report.fold.halted):
        echo(f"{log}: {found}", err=True)
        ctx.exit(FAILED)


def _audited(log: Path, follow: Progress) -> Report:
    """
    Audit a log.

    Raises:
        WrongInput: the file can't be read, or isn't a log.
    """
    try:
        with together() as check:
            data = read(log)
            if kind(data) is not FileKind.LOG:
                raise WrongInput(wrong_kind(str(log), data))
            return audit(data, check, follow)
    except (Unreadable, UnusableLibrary) as problem:
        raise WrongInput(retold(problem)) from None
    except RemoteProtocolError as problem:
        raise WrongInput(f"{log}: {retold(problem)}") from None


def _lines(
    fold: Fold, reached: Iterable[tuple[Sequence[AnyState], Sequence[str]]]
) -> Iterator[str]:
    """
    Yield the lines of a game's record.

    Args:
        fold: the fold of the whole log.
        reached: for each entry, the states it led to and the names by seat after it.
    """

    def opened(slot: Slot) -> Card | None:
        found = fold.disclosed.get(slot)
        return None if found is None else found.card

    names = [person.name for person in fold.charter.people]
    write = writer(str(dict(fold.charter.options)["game"]))
    known: Sequence[str] = ()
    has_begun = False
    for states, now in reached:
        for state in states:
            for line in write(state, names, opened):
                has_begun = True
                yield line
        if has_begun:
            # After the header, which has the players at the start of the game.
            yield from handing.written(known or names, now)
            known = now
