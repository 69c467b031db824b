"""
All cards and boards of 7 Wonders, as tables and as JSON for the catalogue command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.catalogues.catalogue import CatalogueList, CatalogueRow
from sealed_wonders.client.catalogues.wonders.cardrecords import (
    cost_record,
    effect_record,
    penalty_record,
    record,
)
from sealed_wonders.core.options import names
from sealed_wonders.core.wonders.catalog import Catalog, catalog, everything
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    Edifice,
    Effect,
    Face,
    Leader,
)
from sealed_wonders.net.words import _, marked


def parts(
    lang: str,
    agreed: Mapping[str, str] | None,
    *,
    as_json: bool,
) -> Iterator[CatalogueList]:
    """
    Yield the lists of cards, boards, leaders and edifices.

    Args:
        lang: the language of the names.
        agreed: the options of a game, to list only its cards and boards; records then
            include the numbers of the physical cards. Without it (None) tables list all
            cards that exist, and records those of the base game, without numbers.
        as_json: whether records are wanted rather than tables.
    """
    known = everything()
    if as_json or agreed is not None:
        said = agreed or {}
        known = catalog(names(said, "with"), names(said, "boards"))

    def told(face: Face) -> Mapping[str, object]:
        if agreed is None:
            return record(face)
        return record(face) | {"numbers": list(known.numbers(face))}

    for name, head, rows in _lists(known, lang):
        yield CatalogueList(name, head, tuple(rows), told)


def _lists(
    known: Catalog, lang: str
) -> Iterator[tuple[str, tuple[str, ...], Iterator[CatalogueRow]]]:
    yield "cards", _HEAD, (_row_of(it, _row(it, lang)) for it in known.buildings)
    boards = (_row_of(it, row) for it in known.boards for row in _board_rows(it, lang))
    yield "boards", _BOARD_HEAD, boards
    leaders = (_row_of(it, _leader_row(it, lang)) for it in known.leaders)
    yield "leaders", _LEADER_HEAD, leaders
    edifices = (_row_of(it, _edifice_row(it, lang)) for it in known.edifices)
    yield "edifices", _EDIFICE_HEAD, edifices


def _row_of(face: Face, cells: tuple[object, ...]) -> CatalogueRow:
    return CatalogueRow(face, tuple(face.names.values()), cells)


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
