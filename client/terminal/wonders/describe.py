"""
Cards, boards, leaders and edifices in words, made from what they do and never from what
they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.words import _, language
from sealed_wonders.core.wonders.catalog import (
    FIRST,
    Board,
    Building,
    Edifice,
    Face,
    Leader,
    Penalty,
    Side,
    Stage,
    everything,
)
from sealed_wonders.core.wonders.city import City
from sealed_wonders.core.wonders.edifice.effects import GuildAgain, PawnFromBox
from sealed_wonders.core.wonders.effects import (
    Coins,
    CoinsPer,
    DiscardDefeats,
    Effect,
    GainVictoryToken,
    OneOfAgeFree,
    Points,
    PointsIfWonderComplete,
    PointsPer,
    PointsPerSet,
    Produce,
    ProduceChoice,
    Science,
    Shields,
    TradePrice,
)
from sealed_wonders.core.wonders.goods import BROWN, GOODS, GREY, unpack
from sealed_wonders.core.wonders.leaders.effects import (
    BuryLeader,
    BuyFromBank,
    CoinOnGain,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnPurchase,
    CoinsOnVictory,
    ColourFree,
    DeflectDefeats,
    DrawLeaders,
    ExtraLeader,
    LeadersForLess,
    MoreOfMost,
    OthersDiscardVictory,
    PointsIfAlone,
    PointsIfMore,
    PointsIfUndefeated,
    PointsPerCoins,
    PointsPerScienceSet,
    PointsPerTokenPair,
    RecruitFree,
    ReplaceSymbols,
    ResourceDiscount,
)


def name(card: Face) -> str:
    """Name a card of any kind."""
    return card.names.get(language(), card.id)


def called(id: str) -> str:
    """Name a card of any kind by its id; what is none of ours stays as it is."""
    face = everything().by_id.get(id)
    return name(face) if face else id


def board(one: Board) -> str:
    """Name a board, and its edition where it isn't that of the cards."""
    if one.box == FIRST:
        return _("{board} (first edition)").format(board=name(one))
    return name(one)


def by_edition(ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Name boards by their ids: those of the second edition, then of the first."""
    faces = everything().boards_by_id
    first = [id for id in ids if id in faces and faces[id].box == FIRST]
    rest = [id for id in ids if id not in first]
    return [called(id) for id in rest], [called(id) for id in first]


def effect(one: Effect) -> str:
    """Say what an effect does."""
    return _of_the_base_game(one) or _of_expansions(one) or text.power(one.kind)


def _of_the_base_game(one: Effect) -> str:
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
    return ""


def _of_expansions(one: Effect) -> str:
    match one:
        case PointsPerSet(of, amount):
            return text.points_per_set(amount, of)
        case GainVictoryToken(value):
            return text.victory_token(value)
        case DiscardDefeats():
            return text.discards_defeats()
        case GuildAgain():
            return text.guild_again()
        case PawnFromBox(age):
            return text.takes_pawn(age)
    return _of_payments(one) or _of_leaders(one)


def _of_payments(one: Effect) -> str:
    """Say what leaders do to prices and treasuries."""
    match one:
        case RecruitFree():
            return text.recruits_free()
        case LeadersForLess(own, neighbours):
            return text.leaders_for_less(own, neighbours)
        case ResourceDiscount(on, amount):
            return text.goods_less(on, amount)
        case ColourFree(colour):
            return text.colour_free(colour)
        case BuyFromBank(price, resources):
            every = len(resources) == len(GOODS)
            goods = text.one_good() if every else text.one_of(resources)
            return text.bank_sells(goods, price)
        case CoinsOnBuild(amount, colour):
            return text.coins_on_build(amount, colour)
        case CoinsOnChain(amount):
            return text.coins_on_chain(amount)
        case CoinsOnVictory(amount):
            return text.coins_on_victory(amount)
        case CoinsOnPurchase(amount):
            return text.coins_on_purchase(amount)
        case CoinOnGain():
            return text.coin_on_gain()
    return ""


def _of_leaders(one: Effect) -> str:
    """Say what leaders and their boards do besides."""
    match one:
        case OthersDiscardVictory():
            return text.others_discard_victory()
        case DeflectDefeats():
            return text.deflects_defeats()
        case ReplaceSymbols(count):
            return text.replaces_symbols(count)
        case MoreOfMost(count):
            return text.more_of_most(count)
        case PointsPerScienceSet(amount):
            return text.points_per_science_set(amount)
        case PointsPerCoins(coins_each, amount):
            return text.points_per_coins(amount, coins_each)
        case PointsIfMore(of, amount):
            return text.points_if_more(amount, of)
        case PointsIfUndefeated(amount):
            return text.points_if_undefeated(amount)
        case PointsPerTokenPair():
            return text.points_per_token_pair()
        case PointsIfAlone(amount):
            return text.points_if_alone(amount)
        case DrawLeaders(count):
            return text.draws_leaders(count)
        case ExtraLeader():
            return text.extra_leader()
        case BuryLeader():
            return text.buries_leader()
    return ""


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


def leader(one: Leader) -> tuple[str, ...]:
    """Say what a leader costs and does; of those never dealt, only that."""
    if not one.effects:
        return (text.leader_costs(one.cost), text.leader_set(one.set))
    return (text.leader_costs(one.cost), effects(one.effects))


def edifice(one: Edifice) -> str:
    """Say all about an edifice."""
    return text.edifice(name(one), one.age, one.cost, stakes(one))


def stakes(one: Edifice) -> tuple[str, str]:
    """Say what an edifice brings and what it costs those who took no part."""
    return text.reward(effects(one.reward)), penalty(one)


def penalty(one: Edifice) -> str:
    """Say what those lose who took no part in an edifice that fails."""
    return text.penalty(lost(one.penalty), one.debt)


def lost(one: Penalty) -> str:
    """Say what a penalty takes."""
    match one:
        case Penalty(kind="lose_coins", amount=amount):
            return text.loses_coins(amount)
        case Penalty(kind="lose_victory_tokens", amount=amount):
            return text.loses_tokens(amount)
    return text.loses_card(one.colour or 0)


def stage_effect(stage: Stage) -> str:
    """Say what a stage does; both halves of one that is split."""
    if not stage.halves:
        return effects(stage.whole)
    return text.halves(effects(stage.halves["left"]), effects(stage.halves["right"]))


def stage_standing(city: City, index: int, age: int) -> str:
    """
    Say what a stage that stands does, and whether that is used up.

    Args:
        age: the one that is played.
    """
    some = city.side.stages[index].effects(city.stages[index].half)
    said = effects(some)
    once = any(isinstance(one, OneOfAgeFree) for one in some)
    return text.used_up(said) if once and age and city.spent == age else said


def stage_cost(stage: Stage) -> str:
    """Say what a stage costs."""
    return cost(stage.goods, stage.bank)


def played(board: Board, settled: str = "") -> tuple[Side, ...]:
    """
    Give the sides of a board that can be played.

    Args:
        settled: the one that is, where nobody chooses.
    """
    return (board.sides[settled],) if settled else tuple(board.sides.values())


def starts(sides: Sequence[Side]) -> str:
    """Say what a board does from the start; on each of its sides, where that differs."""
    does = {effect(side.start): text.side(side.printed) for side in sides}
    if len(does) == 1:
        return next(iter(does))
    return text.apart([text.noted(side, start) for start, side in does.items()])


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
        name(other) for other in everything().buildings if card.free_with in other.chain
    )


def _takers(card: Building) -> tuple[str, ...]:
    """Name the cards that a card makes free by chain."""
    return tuple(
        name(other) for other in everything().buildings if other.free_with in card.chain
    )
