"""
``wonders history``: the games whose logs are kept here, standings and ratings.

The figures are computed in `net/history`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.client.logs.audit import rules_of
from sealed_wonders.client.logs.kept import folder, short
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile, Home, elsewhere
from sealed_wonders.client.tablewords.lobby import expansions_named
from sealed_wonders.client.tablewords.standings import headings
from sealed_wonders.core.games import GAMES, TITLES, expansions
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.historyparameters import of_history
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.history.evening import EVER, told
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.history.played import Title
from sealed_wonders.net.history.query import Query, QueryAnswer, result, row
from sealed_wonders.net.history.standings import RatingRow
from sealed_wonders.net.history.store import HistoryError, Unwritable
from sealed_wonders.net.replay import together
from sealed_wonders.net.sealed.backend import UnusableLibrary
from sealed_wonders.net.system.shell import quoted
from sealed_wonders.net.words import _, marked, p_


@command(
    help=marked(
        "Show your games, with standings and ratings.\n\n"
        "These are the games whose logs are kept here, including the games "
        "that you watched. A game counts only if its whole log is valid; "
        "each log is checked once.\n\n"
        "Ratings start at 1000 and say little after a few games."
    ),
)
@of_history(GAMES, retold)
def history(query: Query, how: str | None) -> None:
    answer = _answer(query, folder())
    if answer.damage is not None:
        _note(retold(answer.damage))
    for one in answer.doubtful:
        said = _("{log} doesn't count: {why}")
        _note(said.format(log=one.log, why=retold(one.why)))
    if how:
        for line in answer.exported(how):
            click.echo(line)
        return
    for line in _told(answer):
        echo(line)


def _answer(query: Query, logs: Path) -> QueryAnswer:
    try:
        logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        with together() as check:
            reader = Reader(rules_of, expansions, check)
            return query.answer(logs, reader, _checking)
    except OSError as problem:
        raise click.ClickException(str(DamagedFile(logs, problem))) from None
    except Unwritable as problem:
        said = retold(elsewhere(sentence_of(problem)))
        raise click.ClickException(said) from None
    except (HistoryError, UnusableLibrary) as problem:
        raise click.ClickException(retold(problem)) from None


def _note(what: str) -> None:
    echo(f"wonders history: {what}", err=True)


def _checking(path: Path, number: int, total: int) -> None:
    """Show progress on a terminal, because checking takes a while."""
    if sys.stderr is not None and sys.stderr.isatty():
        said = _("checking {log}, {number} of {total}")
        _note(said.format(log=path.name, number=number, total=total))


def _told(answer: QueryAnswer) -> Iterator[str]:
    """Yield the standings and the games as lines of text."""
    if not answer.games:
        ever = answer.since == EVER
        yield (
            _("No games count yet.")
            if ever
            else _("No games have been played since then.")
        )
        return
    me = _me()
    for game, people, bots in answer.by_game:
        yield TITLES.get(game, game)
        for some, who in ((people, _("name")), (bots, _("bot"))):
            if some:
                rows = [(_named(one, me), *row(one)) for one in some]
                yield from columns([(who, *headings()), *rows])
                yield ""
    heading = _("when"), p_("what is played", "game"), _("points"), _("log")
    games = [
        (
            told(game.ended),
            _title(game.title),
            result(game),
            short(quoted(str(folder() / game.log))),
        )
        for game in answer.games
    ]
    yield from columns([heading, *games])


def _me() -> bytes:
    """Return our public key; empty if it can't be read, which other commands report."""
    try:
        return Home.find().identity().public
    except DamagedFile:
        return b""


def _named(one: RatingRow, me: bytes) -> str:
    if one.identity == me:
        return _("{name} (you)").format(name=one.name)
    return one.name


def _title(title: Title) -> str:
    name = TITLES.get(title.game, title.game)
    if not title.expansions:
        return name
    return f"{name} + {expansions_named(title.game, title.expansions)}"
