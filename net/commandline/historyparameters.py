"""The options of the command ``history``, which both programs have."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import click

from sealed_wonders.net.commandline.parameters import (
    WholeParameter,
    option,
    with_options,
)
from sealed_wonders.net.history.evening import ALL, read_since
from sealed_wonders.net.history.query import Query
from sealed_wonders.net.history.store import GameFilter
from sealed_wonders.net.words import marked

_OPTIONS = (
    option(
        "--players",
        type=WholeParameter(2, 7),
        help=marked("Show only games with this many players."),
    ),
    option(
        "--since",
        default=ALL,
        metavar=marked("DATE"),
        help=marked(
            "Show only games since a date such as 2026-01-31; `evening` stands for "
            "today, from six in the morning. Ratings also take earlier games into "
            "account."
        ),
    ),
    option("--bots", is_flag=True, help=marked("Rate bots as well.")),
    option("--scan", is_flag=True, help=marked("Check all logs again.")),
    option("--json", "how", flag_value="json", help=marked("Print one JSON object.")),
    option(
        "--csv",
        "how",
        flag_value="csv",
        help=marked("Print CSV, one row per seat and game."),
    ),
)


def of_history(
    games: Sequence[str], in_words: Callable[[ValueError], str]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Add the options to a command, which gets them as ``query`` and ``how``.

    ``query`` is a `Query`. ``how`` is the format to print, json or csv; None for text.

    Args:
        games: the names of all games.
        in_words: returns an error's message in the program's language.
    """
    kind = option(
        "--game", type=click.Choice(games), help=marked("Show only games of this kind.")
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_query(
            *,
            game: str | None,
            players: int | None,
            since: str,
            bots: bool,
            scan: bool,
            **others: Any,
        ) -> Any:
            wanted = GameFilter(game or "", players or 0)
            try:
                query = Query(wanted, read_since(since), bots, scan)
            except ValueError as problem:
                raise click.UsageError(in_words(problem)) from None
            return command(query=query, **others)

        return with_options(with_query, kind, *_OPTIONS)

    return decorate
