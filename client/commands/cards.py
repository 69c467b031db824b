"""
``wonders cards``: the catalogue, as the program understands it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from sealed_wonders.client.cardrecords import (
    cost_record,
    effect_record,
    penalty_record,
    record,
)
from sealed_wonders.client.columns import columns
from sealed_wonders.client.commands.options import Expansions
from sealed_wonders.client.terminal.text import unaccented
from sealed_wonders.client.words import LANGUAGES, _, language, marked
from sealed_wonders.core.wonders.catalog import (
    Board,
    Building,
    Catalog,
    Edifice,
    Face,
    Leader,
    catalog,
    everything,
)
from sealed_wonders.core.wonders.effects import Effect


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
@click.option(
    "--with",
    "expansions",
    type=Expansions(),
    help=marked(
        "Only what there is in a game with these expansions, leaders, edifice, or both; "
        "as JSON with the numbers that physical cards have there. [default: all there "
        "is; as JSON the base game]"
    ),
)
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
    expansions: tuple[str, ...] | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Show all cards and boards, as the program has them."""
    known = everything() if expansions is None else catalog(expansions)
    if as_json:
        known = catalog(expansions or ())
    parts = [_only(part, words) for part in _parts(known, lang or language())]
    if not any(part.rows for part in parts):
        said = _("nothing among the cards fits {words}")
        raise click.ClickException(said.format(words=repr(" ".join(words))))
    if as_json:
        shown = {
            part.name: [
                record(face) | _numbers(face, known, expansions is not None)
                for face in dict.fromkeys(row.face for row in part.rows)
            ]
            for part in parts
            if part.faces
        }
        click.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    for at, part in enumerate(part for part in parts if part.rows):
        if at:
            click.echo()
        rows = [_heading(part.head), *(row.cells for row in part.rows)]
        click.echo("\n".join(columns(rows)))


class _Row(NamedTuple):
    """A line of what is shown."""

    face: Face
    cells: tuple[object, ...]


class _Part(NamedTuple):
    """A list of what is shown."""

    name: str
    faces: int
    """How many there are, whether they fit or not."""
    head: tuple[str, ...]
    rows: tuple[_Row, ...]


def _parts(known: Catalog, lang: str) -> Iterator[_Part]:
    """Give all lists, without any that the game has nothing of."""
    buildings = (_Row(it, _row(it, lang)) for it in known.buildings)
    yield _Part("cards", len(known.buildings), _HEAD, tuple(buildings))
    boards = (_Row(it, row) for it in known.boards for row in _board_rows(it, lang))
    yield _Part("boards", len(known.boards), _BOARD_HEAD, tuple(boards))
    leaders = (_Row(it, _leader_row(it, lang)) for it in known.leaders)
    yield _Part("leaders", len(known.leaders), _LEADER_HEAD, tuple(leaders))
    edifices = (_Row(it, _edifice_row(it, lang)) for it in known.edifices)
    yield _Part("edifices", len(known.edifices), _EDIFICE_HEAD, tuple(edifices))


def _only(part: _Part, words: Sequence[str]) -> _Part:
    """Give what all of some words fit."""
    fitting = tuple(row for row in part.rows if all(_fits(row, it) for it in words))
    return part._replace(rows=fitting)


def _fits(row: _Row, word: str) -> bool:
    """Tell whether a word is one of its numbers, or part of one of its words."""
    plain = unaccented(word.lower())
    if plain.isdecimal():
        return plain in (str(cell) for cell in row.cells)
    names = map(str, (*row.cells, *row.face.names.values()))
    return any(plain in unaccented(name.lower()) for name in names)


_HEAD = (
    marked("name"),
    marked("id"),
    marked("age"),
    marked("colour"),
    marked("cost"),
    marked("players"),
    marked("effects"),
    marked("gives"),
    marked("free with"),
)

_BOARD_HEAD = (
    marked("board"),
    marked("id"),
    marked("with"),
    marked("side"),
    marked("stage"),
    marked("cost"),
    marked("effects"),
)

_LEADER_HEAD = (
    marked("leader"),
    marked("id"),
    marked("set"),
    marked("cost"),
    marked("effects"),
)

_EDIFICE_HEAD = (
    marked("edifice"),
    marked("id"),
    marked("age"),
    marked("cost"),
    marked("reward"),
    marked("penalty"),
    marked("debt"),
)


def _heading(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_(word) for word in words)


def _row(building: Building, lang: str) -> tuple[object, ...]:
    return (
        building.names[lang],
        building.id,
        building.age,
        building.colour.name.lower(),
        _said(cost_record(building)),
        " ".join(map(str, building.copies)),
        _all_said(building.effects),
        " ".join(sorted(building.chain)),
        building.free_with or "",
    )


def _board_rows(board: Board, lang: str) -> Iterator[tuple[object, ...]]:
    for side in board.sides.values():
        name = (board.names[lang], board.id, board.needs or "", side.name)
        yield (*name, _("start"), "", _all_said((side.start,)))
        for number, stage in enumerate(side.stages, start=1):
            effects = [_all_said(stage.effects(half)) for half in stage.halves or ("",)]
            yield (
                *name,
                str(number),
                _said(cost_record(stage)),
                _(" or ").join(effects),
            )


def _leader_row(leader: Leader, lang: str) -> tuple[object, ...]:
    name, cost = leader.names[lang], "age" if leader.cost is None else leader.cost
    does = _all_said(leader.effects) or _("never dealt")
    return (name, leader.id, leader.set, f"coins {cost}", does)


def _edifice_row(edifice: Edifice, lang: str) -> tuple[object, ...]:
    penalty = " ".join(map(str, penalty_record(edifice.penalty).values()))
    return (
        edifice.names[lang],
        edifice.id,
        edifice.age,
        f"coins {edifice.cost}",
        _all_said(edifice.reward),
        penalty,
        edifice.debt,
    )


def _all_said(effects: Sequence[Effect]) -> str:
    return ", ".join(" ".join(_words(effect)) for effect in effects)


def _words(effect: Effect) -> Iterator[str]:
    for name, value in effect_record(effect).items():
        match value:
            case True:
                yield name
            case False:
                pass
            case dict():
                yield _said(value)
            case list():
                yield "/".join(value)
            case _:
                yield str(value)


def _said(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{thing} {amount}" for thing, amount in amounts.items())


def _numbers(face: Face, known: Catalog, wanted: bool) -> dict[str, object]:
    """Give the numbers of a card's copies, if they are wanted."""
    return {"numbers": list(known.numbers(face))} if wanted else {}
