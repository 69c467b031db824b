"""
``wonders cards``: all cards and boards, as text, JSON or pictures.

The rows come from each game's catalogue (`client/catalogues/catalogue.py`), and the pictures
from `pictures.py`, `cutouts.py` and `playeraid.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from sealed_wonders.client.catalogues.catalogue import CatalogueList
from sealed_wonders.client.commands import cutouts, pictures, playeraid
from sealed_wonders.client.commands.gameoptions import (
    check_game,
    check_players,
    game,
    of_catalogues,
    read,
)
from sealed_wonders.client.commands.writing import cannot_write
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core import games
from sealed_wonders.core.quoting import quoted
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import (
    File,
    WholeParameter,
    argument,
    option,
)
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.words import LANGUAGES, _, language, marked, n_, spoken


@command(
    help=marked(
        "Show all cards and boards.\n\n"
        "If you give words, show only the cards and boards that match every word. A "
        "word can be a name, part of a name, a colour, an age, or a kind of effect."
    ),
)
@argument("words", metavar=marked("[WORD]..."), nargs=-1)
@game
@of_catalogues
@option("--json", "as_json", is_flag=True, help=marked("Print one JSON object."))
@option(
    "--svg",
    "folder",
    metavar=marked("DIR"),
    type=File(file_okay=False, path_type=Path),
    help=marked(
        "Write the pictures of the cards and boards to this folder, as SVG files."
    ),
)
@option(
    "--html",
    "page",
    metavar=marked("FILE"),
    type=File(dir_okay=False, path_type=Path),
    help=marked(
        "Write a page with all pictures to this file, for printing from a browser."
    ),
)
@option(
    "--cut-outs",
    metavar=marked("FILE"),
    type=File(dir_okay=False, path_type=Path),
    help=marked(
        "Write all cards to this file, for printing on both sides of A4 paper and "
        "cutting out (44 × 68 mm)."
    ),
)
@option(
    "--aid",
    metavar=marked("FILE"),
    type=File(dir_okay=False, path_type=Path),
    help=marked(
        "Write a player aid to this file, for printing on two A4 pages: a score sheet "
        "to fill in, and all cards."
    ),
)
@option(
    "--players",
    metavar="N",
    type=WholeParameter(1),
    show_default=marked("as many as can play"),
    help=marked("Number of players, for --cut-outs and --aid."),
)
@option(
    "--lang",
    type=click.Choice(LANGUAGES),
    show_default=marked("the program's"),
    help=marked("Language of the names and pictures."),
)
def cards(
    words: tuple[str, ...],
    game: str,
    typed: Mapping[str, str],
    as_json: bool,
    players: int | None,
    lang: str | None,
    **files: Path | None,
) -> None:
    to = {name: path for name, path in files.items() if path is not None}
    if as_json and to:
        raise click.UsageError(_("use --json or an option for pictures, but not both"))
    check_game(game)
    if players is not None:
        check_players(game, players)
    is_for_table = typed or to.keys() & {"cut_outs", "aid"}
    agreed = read(game, typed) if is_for_table else None
    spoken_in = lang or language()
    everything = face_of(game).catalogue.parts(spoken_in, agreed, as_json=as_json)
    parts = _fitting(everything, words)
    if to:
        with spoken(spoken_in):
            is_all = not words and agreed is None
            table = Table(game, agreed or {}, players or games.players(game)[-1])
            _draw(table, parts, is_all, to)
    elif as_json:
        _write_json(parts)
    else:
        _write_columns(parts)


def _fitting(
    parts: Iterable[CatalogueList], words: Sequence[str]
) -> Sequence[CatalogueList]:
    """
    Return the non-empty parts, each with only the rows that match all words.

    Raises:
        click.ClickException: nothing matches.
    """
    found = [part.only(words) for part in parts if part.rows]
    if not any(part.rows for part in found):
        said = _("no card or board matches {words}")
        raise click.ClickException(said.format(words=quoted(" ".join(words))))
    return found


class Table(NamedTuple):
    """The table for which cards are printed."""

    game: str
    agreed: Mapping[str, str]
    players: int


def _draw(
    table: Table, parts: Sequence[CatalogueList], is_all: bool, to: Mapping[str, Path]
) -> None:
    """
    Write the pictures of some parts in the current language.

    Args:
        is_all: whether these are all parts of the catalogue.
        to: where to write them, by the names of options.

    Raises:
        click.ClickException: a file can't be written.
    """
    for name, path in to.items():
        try:
            said = _WRITERS[name](table, parts, is_all, path)
        except OSError as problem:
            raise cannot_write(problem.filename or path, problem) from None
        echo(said)


def _files(
    table: Table, parts: Sequence[CatalogueList], is_all: bool, folder: Path
) -> str:
    shown = pictures.chosen(table.game, parts, is_all)
    count = pictures.save(table.game, shown, language(), folder)
    said = n_("{n} picture in {folder}", "{n} pictures in {folder}", count)
    return said.format(n=count, folder=folder)


def _page(
    table: Table, parts: Sequence[CatalogueList], is_all: bool, path: Path
) -> str:
    shown = pictures.chosen(table.game, parts, is_all)
    path.write_text(pictures.sheet(table.game, shown, language()), "utf-8")
    return _("the sheet is in {file}").format(file=path)


def _cut_outs(
    table: Table, parts: Sequence[CatalogueList], is_all: bool, path: Path
) -> str:
    ids = pictures.ids_of(parts)
    deck = cutouts.deck(table.game, table.players, partial(pictures.is_among, ids))
    path.write_text(cutouts.page(table.game, deck, language()), "utf-8")
    count = sum(it.copies for it in deck)
    paper = len(list(cutouts.sheets(table.game, deck)))
    said = n_(
        "{n} card in {file}: print it on both sides, turning the paper over its long "
        "edge, without scaling; that takes {paper} sheets of A4",
        "{n} cards in {file}: print it on both sides, turning the paper over its long "
        "edge, without scaling; that takes {paper} sheets of A4",
        count,
    )
    return said.format(n=count, file=path, paper=paper)


def _aid(table: Table, parts: Sequence[CatalogueList], is_all: bool, path: Path) -> str:
    game, agreed, players = table
    needed = pictures.ids_in(face_of(game).pictures.deck(players))
    chosen = pictures.chosen(game, parts, is_all)
    shown = [it for it in chosen if pictures.is_among(needed, it.id)]
    path.write_text(playeraid.page(game, shown, agreed, players, language()), "utf-8")
    return _("the player aid is in {file}, on two A4 pages").format(file=path)


_WRITERS: Mapping[str, Callable[[Table, Sequence[CatalogueList], bool, Path], str]] = {
    "folder": _files,
    "page": _page,
    "cut_outs": _cut_outs,
    "aid": _aid,
}
"""
Each writes the files for an option and returns the sentence that says so; `_draw` names
the arguments.
"""


def _write_json(parts: Sequence[CatalogueList]) -> None:
    """Print all parts as one JSON object."""
    shown = {part.name: part.records for part in parts}
    click.echo(json.dumps(shown, ensure_ascii=False, indent=1))


def _write_columns(parts: Sequence[CatalogueList]) -> None:
    """Print each part that has rows as a table with a heading."""
    for at, part in enumerate(part for part in parts if part.rows):
        if at:
            click.echo()
        head = tuple(_(word) for word in part.head)
        click.echo("\n".join(columns([head, *(row.cells for row in part.rows)])))
