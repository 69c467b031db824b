"""
Cards, boards and cities in words, made from what they do and never from what they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.words import language
from sealed_wonders.core.wonders.catalog import Board, Building, Side, Stage, catalog
from sealed_wonders.core.wonders.effects import (
    Coins,
    CoinsPer,
    Effect,
    Points,
    PointsIfWonderComplete,
    PointsPer,
    Produce,
    ProduceChoice,
    Science,
    Shields,
    TradePrice,
)
from sealed_wonders.core.wonders.goods import BROWN, GREY, unpack


def name(card: Building | Board) -> str:
    """Name a card or a board."""
    return card.names.get(language(), card.id)


def effect(one: Effect) -> str:
    """Say what an effect does."""
    match one:
        case Produce(resources, tradable):
            return text.produces(resources, tradable)
        case ProduceChoice(resources, tradable):
            return text.produces_one_of(resources, tradable)
        case TradePrice(price, resources, neighbours):
            return text.cheaper(_goods(resources), price, neighbours)
        case Shields(amount):
            return text.shields(amount)
        case Science("any"):
            return text.any_symbol()
        case Science(symbol):
            return text.symbol(symbol)
        case Coins(amount):
            return text.coins_at_once(amount)
        case CoinsPer(amount, of, scope):
            return text.coins_per(amount, of, scope)
        case Points(amount):
            return text.points(amount)
        case PointsPer(amount, of, scope):
            return text.points_per(amount, of, scope)
        case PointsIfWonderComplete(amount):
            return text.points_if_complete(amount)
    return text.power(one.kind)


def effects(some: Sequence[Effect]) -> str:
    """Say what several effects do; two that count the same are said together."""
    match some:
        case [CoinsPer(now, of, scope), PointsPer(end, same, where)] if (of, scope) == (
            same,
            where,
        ):
            return text.both_per(now, end, of, scope)
    return ", ".join(effect(one) for one in some)


def cost(goods: int, bank: int) -> str:
    """Say what something costs."""
    return text.bundle(unpack(goods), bank)


def facts(card: Building) -> tuple[str, ...]:
    """Say what a card costs, does, and has to do with other cards."""
    parts = [text.costs(cost(card.goods, card.bank)), effects(card.effects)]
    if givers := _givers(card):
        parts.append(text.free_with(givers))
    if takers := _takers(card):
        parts.append(text.frees(takers))
    return tuple(parts)


def stage_effect(stage: Stage) -> str:
    """Say what a stage does; both halves of one that is split."""
    if not stage.halves:
        return effects(stage.whole)
    return text.halves(effects(stage.halves["left"]), effects(stage.halves["right"]))


def stage_cost(stage: Stage) -> str:
    """Say what a stage costs."""
    return cost(stage.goods, stage.bank)


def stages(side: Side) -> tuple[str, ...]:
    """Say each stage of a side."""
    return tuple(
        text.side_stage(index, stage_cost(stage), stage_effect(stage))
        for index, stage in enumerate(side.stages, start=1)
    )


def _goods(goods: Sequence[str]) -> str:
    if goods == BROWN:
        return text.brown_goods()
    if goods == GREY:
        return text.grey_goods()
    return text.good_names(goods)


def _givers(card: Building) -> tuple[str, ...]:
    """Name the cards that make a card free by chain."""
    return tuple(
        name(other) for other in catalog().buildings if card.free_with in other.chain
    )


def _takers(card: Building) -> tuple[str, ...]:
    """Name the cards that a card makes free by chain."""
    return tuple(
        name(other) for other in catalog().buildings if other.free_with in card.chain
    )
