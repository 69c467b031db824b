"""
``wonders cards``: all cards and boards, as text, JSON or pictures.

The rows come from each game's catalogue (`client/words/catalogue.py`), and the
pictures from `pictures.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    game,
    of_catalogues,
    read,
)
from sealed_wonders.client.commands.pictures import chosen, save, sheet
from sealed_wonders.client.words.catalogue import CatalogueList
from sealed_wonders.client.words.games import face_of
from sealed_wonders.core.quoting import quoted
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import File, argument, option
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
    folder: Path | None,
    page: Path | None,
    lang: str | None,
) -> None:
    pictures = folder or page
    if as_json and pictures:
        raise click.UsageError(_("use --json or an option for pictures, but not both"))
    check_game(game)
    agreed = read(game, typed) if typed else None
    spoken_in = lang or language()
    everything = face_of(game).catalogue.parts(spoken_in, agreed, as_json=as_json)
    parts = _fitting(everything, words)
    if pictures:
        with spoken(spoken_in):
            _draw(game, parts, not words and agreed is None, folder, page)
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


def _draw(
    game: str,
    parts: Sequence[CatalogueList],
    everything: bool,
    folder: Path | None,
    page: Path | None,
) -> None:
    """
    Write the pictures of some parts in the current language.

    Raises:
        click.ClickException: a file can't be written.
    """
    pictures = chosen(game, parts, everything)
    try:
        if folder:
            count = save(game, pictures, language(), folder)
            said = n_("{n} picture in {folder}", "{n} pictures in {folder}", count)
            echo(said.format(n=count, folder=folder))
        if page:
            page.write_text(sheet(game, pictures, language()), "utf-8")
            echo(_("the sheet is in {file}").format(file=page))
    except OSError as problem:
        raise click.ClickException(
            _("{path} can't be written: {reason}").format(
                path=problem.filename, reason=problem.strerror
            )
        ) from None


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
