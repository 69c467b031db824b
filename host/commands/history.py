"""
``wonders-host history``: what was played here, and how all stand who have played.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.core.columns import columns
from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.host.commands.admin import folder as folder_meant
from sealed_wonders.host.commands.admin import of_folder
from sealed_wonders.host.files import ELSEWHERE
from sealed_wonders.host.history import READER
from sealed_wonders.host.preload import Unusable, load
from sealed_wonders.net.history.evening import ALL, EVER, read_since, told
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.history.query import Answer, Query, result, row
from sealed_wonders.net.history.store import HistoryError, Unwritable, Wanted
from sealed_wonders.net.replay import together

HEADING = "games", "won", "points", "average", "rating"


@click.command()
@of_folder
@click.option("--game", type=click.Choice(GAMES), help="Only this game.")
@click.option(
    "--players", type=click.IntRange(2, 7), help="Only games of so many players."
)
@click.option(
    "--since",
    default=ALL,
    show_default=True,
    metavar="DATE",
    help="Only games since a date such as 2026-01-31, or of this evening: that is since six "
    "in the morning. Ratings are made of earlier ones, too.",
)
@click.option("--bots", is_flag=True, help="Let bots take part in the ratings.")
@click.option(
    "--scan", is_flag=True, help="Check all logs again, and count anew what they prove."
)
@click.option(
    "--json", "how", flag_value="json", help="Everything, as one JSON object."
)
@click.option(
    "--csv", "how", flag_value="csv", help="A row for each seat of each game, as CSV."
)
def history(
    logs: Path | None,
    config: Path | None,
    game: str | None,
    players: int | None,
    since: str,
    bots: bool,
    scan: bool,
    how: str | None,
) -> int:
    """
    Show what was played here, and how all stand who have played.

    Games are counted from their logs, of which everything is checked once. A seat counts for
    whoever had it at the end.
    """
    try:
        query = Query(Wanted(game or "", players or 0), read_since(since), bots, scan)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    if logs is not None and not logs.is_dir():
        raise click.UsageError(f"there is no folder {logs}")
    folder = folder_meant(logs, config)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        load(relays=False)
        with together() as check:
            reader = Reader(READER.ruleset_of, READER.expansions, check)
            answer = query.answer(folder, reader, _checking)
    except OSError as error:
        said = f"can't use {folder}: {error.strerror}; {ELSEWHERE}"
        raise click.ClickException(said) from None
    except Unwritable as problem:
        raise click.ClickException(f"{problem}; {ELSEWHERE}") from None
    except (HistoryError, Unusable) as problem:
        raise click.ClickException(str(problem)) from None
    if answer.damage is not None:
        _note(str(answer.damage))
    for one in answer.doubtful:
        _note(f"{one.log} doesn't count: {one.why}")
    for line in answer.exported(how) if how else _told(answer):
        click.echo(line)
    return 0


def _note(what: str) -> None:
    click.echo(f"wonders-host: {what}", err=True)


def _checking(path: Path, number: int, total: int) -> None:
    """Tell people that this takes a while."""
    if sys.stderr.isatty():
        _note(f"checking {path.name}, log {number} of {total}")


def _told(answer: Answer) -> Iterator[str]:
    """Tell it to people."""
    if not answer.games:
        yield "No game counts yet." if answer.since == EVER else "No game since then."
        return
    for game, people, bots in answer.by_game:
        yield TITLES.get(game, game)
        for some, who in ((people, "name"), (bots, "bot")):
            if some:
                rows = [(one.name, *row(one)) for one in some]
                yield from columns([(who, *HEADING), *rows])
                yield ""
    games = [
        (told(game.ended), str(game.title), result(game), game.log)
        for game in answer.games
    ]
    yield from columns([("when", "game", "points", "log"), *games])
