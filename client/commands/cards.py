"""
``wonders cards``: the catalogue, as the program understands it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import click

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    game,
    of_catalogues,
    read,
)
from sealed_wonders.client.terminal.catalogue import Part, catalogue
from sealed_wonders.client.words import LANGUAGES, _, language, marked
from sealed_wonders.core.columns import columns
from sealed_wonders.core.quoting import quoted


@click.command(
    help=marked(
        "Show all cards and boards, as the program has them.\n\n"
        "With words, only what they fit: a name, or part of it, a colour, an age, a kind "
        "of effect.\n\n"
        "What is shown is made from what the rules use, not from the files it "
        "was read from."
    ),
)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@game
@of_catalogues
@click.option(
    "--json", "as_json", is_flag=True, help=marked("Everything, as one JSON object.")
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help=marked(
        "The language of the names; the rest is in the words of the data. [default: "
        "the one that is spoken]"
    ),
)
def cards(
    words: tuple[str, ...],
    game: str,
    typed: Mapping[str, str],
    as_json: bool,
    lang: str | None,
) -> None:
    """Show all cards and boards, as the program has them."""
    check_game(game)
    agreed = read(game, typed) if typed else None
    everything = catalogue(game).parts(lang or language(), agreed, as_json=as_json)
    parts = _fitting(everything, words)
    if as_json:
        _write_json(parts)
    else:
        _write_columns([part for part in parts if part.rows])


def _fitting(parts: Iterable[Part], words: Sequence[str]) -> Sequence[Part]:
    """
    Return what words fit of parts in which there is anything.

    Raises:
        click.ClickException: they fit nothing.
    """
    found = [part.only(words) for part in parts if part.rows]
    if not any(part.rows for part in found):
        said = _("nothing among the cards fits {words}")
        raise click.ClickException(said.format(words=quoted(" ".join(words))))
    return found


def _write_json(parts: Sequence[Part]) -> None:
    """Write all parts as one object."""
    shown = {part.name: part.records for part in parts}
    click.echo(json.dumps(shown, ensure_ascii=False, indent=1))


def _write_columns(parts: Sequence[Part]) -> None:
    """Write parts one below the other, each with a heading."""
    for at, part in enumerate(parts):
        if at:
            click.echo()
        head = tuple(_(word) for word in part.head)
        click.echo("\n".join(columns([head, *(row.cells for row in part.rows)])))
