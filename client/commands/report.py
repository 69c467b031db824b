"""
``wonders report``: a game that was played, as one page to be kept or passed on.
"""

from __future__ import annotations

from pathlib import Path

import click

from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.kept import LogFile
from sealed_wonders.client.reports.page import page
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.terminal import moments
from sealed_wonders.net.words import _, marked


@click.command(
    "report",
    help=marked(
        "Write a page about a game that was played, from its log or from a record of it: "
        "one file that any browser shows, and that needs nothing else.\n\n"
        "Turn by turn, with pictures: what was played and by whom, what each hand held as "
        "far as that can be known, cities, points as curves, who paid whom, and the turns "
        "that decided. Of a log every signature, proof and rule is checked, and the page "
        "says so. Games that ended early, or go wrong somewhere, are told as far as they "
        "are good.\n\n"
        "Exit status: 1 if something in it is wrong."
    ),
)
@click.argument("log", metavar=marked("LOG|RECORD"), type=LogFile())
@click.option(
    "-o",
    "--output",
    "to",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    help=marked("Where it is written. [default: LOG's name with .html, here]"),
)
@own_hand_option
@click.pass_context
def report(ctx: click.Context, log: Path, to: Path | None, own_hand: bool) -> None:
    """Write a page about a game that was played."""
    told = read_played(log, checked=True, own_hand=own_hand)
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        click.echo(moments.ending(told), err=is_wrong)
        ctx.exit(1)
    path = to or Path(f"{log.name.split('.')[0]}.html")
    try:
        path.write_text(page(story(told)), "utf-8", newline="\n")
    except OSError as problem:
        said = _("{path} can't be written: {reason}")
        raise click.ClickException(
            said.format(path=path, reason=problem.strerror)
        ) from None
    click.echo(_("the report is in {file}").format(file=path))
    if is_wrong:
        click.echo(f"{log}: {moments.ending(told)}", err=True)
    ctx.exit(1 if is_wrong else 0)
