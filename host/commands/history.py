"""``wonders-host history``: the games played at a host, standings and ratings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.host.commands.admin import folder as folder_meant
from sealed_wonders.host.commands.admin import of_folder
from sealed_wonders.host.files import ELSEWHERE
from sealed_wonders.host.history import READER
from sealed_wonders.host.prooflibrary import LibraryMissing, load
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.historyparameters import of_history
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.history.evening import EVER, told
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.history.query import Query, QueryAnswer, result, row
from sealed_wonders.net.history.store import HistoryError, Unwritable
from sealed_wonders.net.replay import together
from sealed_wonders.net.words import marked

HEADING = "games", "won", "points", "average", "rating"


@command(
    version_of=HOST,
    help=marked(
        "Show a host's games, with standings and ratings.\n\n"
        "A game counts only if its whole log is valid; each log is checked once. A seat "
        "counts for the player who had it at the end."
    ),
)
@of_folder
@of_history(GAMES, str)
def history(
    query: Query, logs: Path | None, config: Path | None, how: str | None
) -> int:
    if logs is not None and not logs.is_dir():
        raise click.UsageError(f"there is no folder {logs}")
    answer = _answer(query, folder_meant(logs, config))
    if answer.damage is not None:
        _note(str(answer.damage))
    for one in answer.doubtful:
        _note(f"{one.log} doesn't count: {one.why}")
    for line in answer.exported(how) if how else _told(answer):
        click.echo(line)
    return 0


def _answer(query: Query, folder: Path) -> QueryAnswer:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        load(relays=False)
        with together() as check:
            reader = Reader(READER.ruleset_of, READER.expansions, check)
            return query.answer(folder, reader, _checking)
    except OSError as error:
        said = f"can't use {folder}: {error.strerror}; {ELSEWHERE}"
        raise click.ClickException(said) from None
    except Unwritable as problem:
        raise click.ClickException(f"{problem}; {ELSEWHERE}") from None
    except (HistoryError, LibraryMissing) as problem:
        raise click.ClickException(str(problem)) from None


def _note(what: str) -> None:
    click.echo(f"wonders-host: {what}", err=True)


def _checking(path: Path, number: int, total: int) -> None:
    """Show progress on a terminal, because checking takes a while."""
    if sys.stderr.isatty():
        _note(f"checking {path.name}, log {number} of {total}")


def _told(answer: QueryAnswer) -> Iterator[str]:
    """Yield the standings and the games as lines of text."""
    if not answer.games:
        if answer.since == EVER:
            yield "No games count yet."
        else:
            yield "No games have been played since then."
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
