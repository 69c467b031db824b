"""
``wonders report``: writes a page about a game, to keep or share.

The page is made in `client/reports`.
"""

from __future__ import annotations

from pathlib import Path

import click

from sealed_wonders.client.commands.keptgames import GAME, list_games
from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.commands.writing import cannot_write
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.kept import saved_at
from sealed_wonders.client.reports.page import page
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.words import moments
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import File, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.words import _, marked


@command(
    "report",
    help=marked(
        "Write a page about a game from its log or a record, as a single "
        "file for any browser.\n\n"
        "Without a game, list the games kept here; `last` stands for the "
        "newest game.\n\n"
        "The page shows every turn with pictures, the cities, a graph of "
        "the points, all payments, and the turns that decided the game."
    ),
)
@GAME
@option(
    "-o",
    "--output",
    "to",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    show_default=marked("the log's name with .html, in this folder"),
    help=marked("File to write."),
)
@own_hand_option
@click.pass_context
def report(
    ctx: click.Context, log: Path | None, to: Path | None, own_hand: bool
) -> None:
    if log is None:
        return list_games("report")
    told = read_played(log, checked=True, own_hand=own_hand)
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        echo(moments.ending(told), err=is_wrong)
        ctx.exit(FAILED)
    path = to or Path(f"{log.name.split('.')[0]}.html")
    try:
        path.write_text(page(story(told, saved_at(log))), "utf-8", newline="\n")
    except OSError as problem:
        raise cannot_write(path, problem) from None
    echo(_("the report is in {file}").format(file=path))
    if is_wrong:
        echo(f"{log}: {moments.ending(told)}", err=True)
        ctx.exit(FAILED)
