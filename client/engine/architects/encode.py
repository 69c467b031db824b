"""Creation of a `CardTable` from the catalogue, once for each number of players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sealed_wonders.client.engine.architects import kinds as numbers
from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.core.architects import abilities, effects
from sealed_wonders.core.architects.catalog import (
    CENTRAL,
    COIN,
    TOKENS,
    Catalog,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.core.architects.city import SHIELD_EFFECT, is_red
from sealed_wonders.core.architects.paying import goods
from sealed_wonders.core.architects.science import symbols
from sealed_wonders.core.architects.tokens import TakeToken
from sealed_wonders.core.architects.war import CONFLICTS

_TASKS: Mapping[type, int] = {
    effects.TakeAny: numbers.ANY_PILE,
    TakeToken: numbers.ONE_TOKEN,
    effects.TakeCentral: numbers.CENTRAL_TOP,
    effects.TakeBoth: numbers.BOTH_SIDES,
    effects.Search: numbers.LOOK,
}

_ABILITIES: Mapping[type, Callable[[Any], tuple[int, ...]]] = {
    abilities.ExtraCard: lambda it: (numbers.EXTRA_CARD,),
    abilities.DoubleCoin: lambda it: (numbers.DOUBLE_COIN,),
    abilities.AnyResources: lambda it: (numbers.ANY_RESOURCES,),
    abilities.Shields: lambda it: (numbers.SHIELDS, it.shields),
    abilities.PointsForWonder: lambda it: (
        numbers.FOR_WONDER,
        it.unfinished,
        it.finished,
    ),
    abilities.PointsPerCat: lambda it: (numbers.PER_CAT, it.each),
    abilities.PointsPerVictory: lambda it: (numbers.PER_VICTORY, it.each),
    abilities.PointsPerToken: lambda it: (numbers.PER_TOKEN, it.each),
    abilities.PointsForCopies: lambda it: (numbers.FOR_COPIES, it.one, it.both),
}


@cache
def printed(players: int) -> CardTable:
    """Return the book for this number of players."""
    known = catalog()
    columns: defaultdict[str, list[int]] = defaultdict(list)
    columns["coin"] = [known.kinds_by_id[COIN].number]
    columns["goods"] = [kind.number for kind in goods()]
    columns["symbols"] = [kind.number for kind in symbols()]
    for kind in known.kinds:
        columns["is_red"].append(int(is_red(kind)))
        columns["points"].append(kind.points)
        columns["cat"].append(int(kind.cat))
        columns["horns"].append(kind.horns)
    for what in (*(kind.id for kind in known.kinds), abilities.BUILD):
        columns["allows"].append(_allowing(known, what))
    for wonder in known.wonders:
        _wonder(wonder, columns)
    for token in known.tokens:
        kind_of, a, b = (*_ABILITIES[type(token.ability)](token.ability), 0, 0)[:3]
        for name, number in (("ability", kind_of), ("a", a), ("b", b)):
            columns[name].append(number)
        columns["copies"].append(token.copies)
    return CardTable(
        players,
        CONFLICTS[players],
        {
            "wonders": [wonder.id for wonder in known.wonders],
            "kinds": [kind.id for kind in known.kinds],
            "tokens": [token.id for token in known.tokens],
        },
        [
            _counted(known, name)
            for name in (*(wonder.id for wonder in known.wonders), CENTRAL)
        ],
        [token_number(known.token(card)) for card in known.piles[TOKENS]],
        columns,
    )


@cache
def token_number(token: Token) -> int:
    """Return the number of a token."""
    return catalog().tokens.index(token)


def _allowing(known: Catalog, what: str) -> int:
    return sum(
        1 << nth
        for nth, token in enumerate(known.tokens)
        if isinstance(token.ability, abilities.ExtraCard) and what in token.ability.on
    )


def _counted(known: Catalog, pile: str) -> list[int]:
    counts = Counter(known.kind(card).number for card in known.piles[pile])
    return [counts[kind.number] for kind in known.kinds]


def _wonder(wonder: Wonder, columns: Mapping[str, list[int]]) -> None:
    tasks = effects.EFFECTS[wonder.effect]
    if wonder.effect == SHIELD_EFFECT:
        effect = numbers.SHIELD
    else:
        effect = _TASKS[type(tasks[0])] if tasks else numbers.NO_EFFECT
    columns["effect"].append(effect)
    columns["stages"].append(len(wonder.stages))
    spare = numbers.MOST_STAGES - len(wonder.stages)
    for stage in (*wonder.stages, *[_NONE] * spare):
        columns["on"].append(sum(1 << number - 1 for number in stage.on))
        columns["cost"].append(stage.cost)
        columns["same"].append(int(stage.same))
        columns["stage_points"].append(stage.points)
        columns["stage_acts"].append(int(stage.effect))


_NONE = Stage(0, frozenset(), 0, False, 0, False)
"""Fills the places of a wonder with fewer stages than others."""
