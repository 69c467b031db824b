"""
``wonders cards``: the catalogue, as the program understands it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

import click

from sealed_wonders.client.columns import columns
from sealed_wonders.client.words import LANGUAGES, _, language, marked
from sealed_wonders.core.wonders.catalog import (
    Board,
    Building,
    Catalog,
    Side,
    Stage,
    catalog,
)
from sealed_wonders.core.wonders.effects import Effect
from sealed_wonders.core.wonders.goods import unpack


@click.command(
    help=marked(
        "Show all cards and boards, as the program has them.\n\n"
        "What is shown is made from what the rules use, not from the files it "
        "was read from."
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
def cards(as_json: bool, lang: str | None) -> None:
    """Show all cards and boards, as the program has them."""
    if as_json:
        shown = _described(catalog())
        click.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    lang = lang or language()
    buildings = [_row(building, lang) for building in catalog().buildings]
    click.echo("\n".join(columns([_heading(_HEAD), *buildings])))
    click.echo()
    boards = [row for board in catalog().boards for row in _board_rows(board, lang)]
    click.echo("\n".join(columns([_heading(_BOARD_HEAD), *boards])))


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
    marked("side"),
    marked("stage"),
    marked("cost"),
    marked("effects"),
)


def _heading(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_(word) for word in words)


def _row(building: Building, lang: str) -> tuple[object, ...]:
    return (
        building.names[lang],
        building.id,
        building.age,
        building.colour.name.lower(),
        _said(_cost(building)),
        " ".join(map(str, building.copies)),
        _all_said(building.effects),
        " ".join(sorted(building.chain)),
        building.free_with or "",
    )


def _board_rows(board: Board, lang: str) -> Iterator[tuple[object, ...]]:
    for side in board.sides.values():
        name = (board.names[lang], board.id, side.name)
        yield (*name, _("start"), "", _all_said((side.start,)))
        for number, stage in enumerate(side.stages, start=1):
            effects = [_all_said(stage.effects(half)) for half in stage.halves or ("",)]
            yield (*name, str(number), _said(_cost(stage)), _(" or ").join(effects))


def _all_said(effects: Sequence[Effect]) -> str:
    return ", ".join(" ".join(_words(effect)) for effect in effects)


def _words(effect: Effect) -> Iterator[str]:
    for name, value in _effect(effect).items():
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


def _described(cards: Catalog) -> dict[str, object]:
    return {
        "cards": [_building(building) for building in cards.buildings],
        "boards": [_board(board) for board in cards.boards],
    }


def _building(building: Building) -> dict[str, object]:
    return {
        "id": building.id,
        "names": dict(building.names),
        "building": building.building,
        "age": building.age,
        "colour": building.colour.name.lower(),
        "cost": _cost(building),
        "copies": list(building.copies),
        "effects": [_effect(effect) for effect in building.effects],
        "chain": sorted(building.chain),
        "free_with": building.free_with,
    }


def _board(board: Board) -> dict[str, object]:
    sides = {name: _side(side) for name, side in board.sides.items()}
    return {"id": board.id, "names": dict(board.names), "sides": sides}


def _side(side: Side) -> dict[str, object]:
    stages = [_stage(stage) for stage in side.stages]
    return {"start": _effect(side.start), "stages": stages}


def _stage(stage: Stage) -> dict[str, object]:
    if stage.halves:
        halves = {
            half: [_effect(effect) for effect in effects]
            for half, effects in stage.halves.items()
        }
        return {"cost": _cost(stage), "halves": halves}
    return {"cost": _cost(stage), "effects": [_effect(each) for each in stage.whole]}


def _cost(priced: Building | Stage) -> dict[str, int]:
    coins = {"coins": priced.bank} if priced.bank else {}
    return unpack(priced.goods) | coins


def _effect(effect: Effect) -> dict[str, object]:
    """Give an effect as its kind and its fields, as in the data."""
    shown: dict[str, object] = {"kind": effect.kind}
    for field in fields(effect):
        value = getattr(effect, field.name)
        if isinstance(value, Mapping):
            value = dict(value)
        shown[field.name] = list(value) if isinstance(value, tuple) else value
    return shown
