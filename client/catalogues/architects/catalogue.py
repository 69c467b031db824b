"""The catalogue of 7 Wonders: Architects: cards, piles, wonders and progress tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import NamedTuple

from sealed_wonders.client.catalogues.catalogue import CatalogueList, CatalogueRow
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.abilities import Ability
from sealed_wonders.core.architects.catalog import (
    CENTRAL,
    Kind,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.net.words import marked


class PileName(NamedTuple):
    """A pile: ``"central"``, or that of a wonder, by its id."""

    id: str


def parts(
    lang: str,
    agreed: Mapping[str, str] | None = None,
    *,
    as_json: bool,
) -> Iterator[CatalogueList]:
    """
    Yield all lists; see `catalogue.Catalogue`.

    Args:
        lang: The language of names; everything else is in the current language.
        agreed: Ignored, since all tables have the same cards.
    """
    known = catalog()
    kinds = (_row_of(it, _kind_row(it, lang)) for it in known.kinds)
    yield CatalogueList("cards", _HEAD, tuple(kinds), _kind)
    piles = (_pile_row(PileName(it), lang) for it in (CENTRAL, *known.wonders_by_id))
    yield CatalogueList("piles", _PILE_HEAD, tuple(piles), _pile)
    stages = (
        _stage_row(it, stage, lang) for it in known.wonders for stage in it.stages
    )
    yield CatalogueList("wonders", _WONDER_HEAD, tuple(stages), _wonder)
    tokens = (_row_of(it, _token_row(it, lang)) for it in known.tokens)
    yield CatalogueList("tokens", _TOKEN_HEAD, tuple(tokens), _token)


# As text.

_HEAD = (
    marked("card"),
    marked("id"),
    marked("colour"),
    marked("points"),
    marked("horns"),
    marked("in all piles"),
)

_PILE_HEAD = (
    marked("pile"),
    marked("id"),
    marked("cards"),
    marked("made up of"),
)

_WONDER_HEAD = (
    marked("wonder"),
    marked("id"),
    marked("stage"),
    marked("built"),
    marked("cost"),
    marked("points"),
    marked("effect"),
)

_TOKEN_HEAD = (
    marked("progress token"),
    marked("id"),
    marked("copies"),
    marked("what it does"),
)


def _row_of(one: Kind | Token, cells: tuple[object, ...]) -> CatalogueRow:
    return CatalogueRow(one, tuple(one.names.values()), cells)


def _kind_row(kind: Kind, lang: str) -> tuple[object, ...]:
    known = catalog()
    count = sum(card is kind for card in known.cards)
    colour = describe.colour(kind.colour)
    return kind.names[lang], kind.id, colour, kind.points, kind.horns, count


def _pile_row(pile: PileName, lang: str) -> CatalogueRow:
    known = catalog()
    names, cards = known.names[pile.id], known.piles[pile.id]
    cells = (names[lang], pile.id, len(cards), describe.cards(cards))
    return CatalogueRow(pile, tuple(names.values()), cells)


def _stage_row(wonder: Wonder, stage: Stage, lang: str) -> CatalogueRow:
    effect = describe.effect(wonder) if stage.effect else ""
    cells = (
        *(wonder.names[lang], wonder.id, stage.number, describe.rests_on(stage)),
        *(describe.cost(stage), stage.points, effect),
    )
    names = (*wonder.names.values(), *wonder.monuments.values())
    return CatalogueRow(wonder, names, cells)


def _token_row(token: Token, lang: str) -> tuple[object, ...]:
    return token.names[lang], token.id, token.copies, describe.ability(token.ability)


# As JSON data.


def _kind(kind: Kind) -> Mapping[str, object]:
    return {
        "id": kind.id,
        "names": dict(kind.names),
        "colour": kind.colour.name.lower(),
        "points": kind.points,
        "cat": kind.cat,
        "horns": kind.horns,
    }


def _pile(pile: PileName) -> Mapping[str, object]:
    """
    Return a pile, with the numbers of its physical cards in the order of the kinds.
    """
    known = catalog()
    cards = known.piles[pile.id]
    return {
        "id": pile.id,
        "names": dict(known.names[pile.id]),
        "cards": dict(Counter(known.kind(card).id for card in cards)),
        "numbers": list(cards),
    }


def _wonder(wonder: Wonder) -> Mapping[str, object]:
    return {
        "id": wonder.id,
        "names": dict(wonder.names),
        "monuments": dict(wonder.monuments),
        "effect": wonder.effect,
        "stages": [_stage(stage) for stage in wonder.stages],
        "numbers": _numbers(wonder),
    }


def _stage(stage: Stage) -> Mapping[str, object]:
    return {
        "on": sorted(stage.on),
        "cost": stage.cost,
        "of": "identical" if stage.same else "different",
        "points": stage.points,
        "effect": stage.effect,
    }


def _token(token: Token) -> Mapping[str, object]:
    return {
        "id": token.id,
        "names": dict(token.names),
        "copies": token.copies,
        "effect": _ability(token.ability),
        "numbers": _numbers(token),
    }


def _ability(ability: Ability) -> Mapping[str, object]:
    """Return an ability's kind and fields, as in the data."""
    values = {field.name: getattr(ability, field.name) for field in fields(ability)}
    return {"kind": ability.kind} | {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


def _numbers(one: Token | Wonder) -> list[int]:
    return [number for number, card in enumerate(catalog().cards) if card is one]
