"""
Cards, boards, leaders and edifices in words, made from what they do and never from what
they are.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.core.wonders.edifice.effects import GuildAgain, PawnFromBox
from sealed_wonders.core.wonders.effects import (
    Coins,
    CoinsPer,
    DiscardDefeats,
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
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    City,
    Edifice,
    Effect,
    Face,
    Leader,
    Penalty,
    Side,
    Stage,
)
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, language, marked, n_, p_


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


def side(of: Board, one: Side) -> str:
    """Name a side of a board, with its edition where that isn't the cards'."""
    name = phrases.side(one.printed)
    return _("{side}, first edition").format(side=name) if of.box == FIRST else name


def by_edition(ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Name boards by their ids: those of the second edition, then of the first."""
    faces = everything().boards_by_id
    first = [id for id in ids if id in faces and faces[id].box == FIRST]
    rest = [id for id in ids if id not in first]
    return [called(id) for id in rest], [called(id) for id in first]


@functools.singledispatch
def effect(one: Effect) -> str:
    """Say what an effect does; each class of effects registers its own words."""
    # A kind that nobody has put into words yet is better than nothing.
    return _(POWERS[one.kind]) if one.kind in POWERS else one.kind.replace("_", " ")


POWERS: Mapping[str, str] = {
    "play_last_card_of_each_age": marked("you may play the last card of each age too"),
    "first_card_of_each_colour_free": marked(
        "your first building of each colour is free"
    ),
    "first_card_of_each_age_free": marked(
        "the card you build on turn 1 of an age is free"
    ),
    "last_card_of_each_age_free": marked(
        "the card you build on turn 6 of an age is free"
    ),
    "one_card_of_each_age_free": marked("once in each age you may build a card free"),
    "copy_neighbour_guild": marked(
        "at the end it copies a neighbour's purple card, the one worth most to you, "
        "but isn't one"
    ),
    "build_one_from_discard_free": marked("build one card from the discard, free"),
}
"""What effects do of which there is only a kind to say."""


# Goods, and what they cost.


@effect.register
def _produce(one: Produce) -> str:
    return _makes(phrases.bundle(one.resources), one.tradable)


@effect.register
def _produce_choice(one: ProduceChoice) -> str:
    return _makes(phrases.one_of(one.resources), one.tradable)


def _makes(what: str, tradable: bool) -> str:
    said = _("makes {goods}") if tradable else _("makes {goods}, not for sale")
    return said.format(goods=what)


@effect.register
def _trade_price(one: TradePrice) -> str:
    sides = {"left": _("the left"), "right": _("the right")}
    whom = text.listing([sides[name] for name in one.neighbours])
    said = _("{goods} cost {price} from {sides}")
    return said.format(
        goods=_goods(one.resources), price=text.coins(one.price), sides=whom
    )


def _goods(goods: Sequence[str]) -> str:
    if goods == BROWN:
        return _("brown goods")
    if goods == GREY:
        return _("grey goods")
    return text.listing([cardwords.good(name) for name in goods])


@effect.register
def _buy_from_bank(one: BuyFromBank) -> str:
    every = len(one.resources) == len(GOODS)
    goods = _("1 good of any kind") if every else phrases.one_of(one.resources)
    said = _("once a turn, {goods} from the bank for {coins}")
    return said.format(goods=goods, coins=text.coins(one.price))


@effect.register
def _resource_discount(one: ResourceDiscount) -> str:
    stages = one.on == "wonder_stage"
    return n_(
        "{things} cost {n} good less, of your choice",
        "{things} cost {n} goods less, of your choice",
        one.amount,
    ).format(things=_("wonder stages") if stages else _colours_of(one.on), n=one.amount)


@effect.register
def _colour_free(one: ColourFree) -> str:
    return _("{cards} cost you nothing").format(cards=_colours_of(one.colour))


@effect.register
def _recruit_free(one: RecruitFree) -> str:
    return _("your leaders cost nothing")


@effect.register
def _leaders_for_less(one: LeadersForLess) -> str:
    said = _("your leaders cost {coins} less").format(coins=text.coins(one.own))
    if not one.neighbours:
        return said
    theirs = _("those of your neighbours {coins} less")
    return f"{said}, {theirs.format(coins=text.coins(one.neighbours))}"


# Coins.


@effect.register
def _coins(one: Coins) -> str:
    return _coins_at_once(one.amount)


@effect.register
def _coins_per(one: CoinsPer) -> str:
    return f"{_coins_at_once(one.amount)} {_each(one.of, one.scope)}"


def _coins_at_once(n: int) -> str:
    return _("{coins} at once").format(coins=text.coins(n))


@effect.register
def _coins_on_build(one: CoinsOnBuild) -> str:
    said = _("{coins} each time you build a {colour} card")
    return said.format(
        coins=text.coins(one.amount), colour=cardwords.colour_named(one.colour)
    )


@effect.register
def _coins_on_chain(one: CoinsOnChain) -> str:
    said = _("{coins} each time you build a card that is free by chain")
    return said.format(coins=text.coins(one.amount))


@effect.register
def _coins_on_victory(one: CoinsOnVictory) -> str:
    said = _("{coins} for each victory token you gain")
    return said.format(coins=text.coins(one.amount))


@effect.register
def _coins_on_purchase(one: CoinsOnPurchase) -> str:
    said = _("{coins} for each neighbour you buy from, every turn")
    return said.format(coins=text.coins(one.amount))


@effect.register
def _coin_on_gain(one: CoinOnGain) -> str:
    return _("once a turn, 1 coin more when coins come from the bank")


# Shields and tokens.


@effect.register
def _shields(one: Shields) -> str:
    return text.shields(one.amount)


@effect.register
def _gain_victory_token(one: GainVictoryToken) -> str:
    # A value of 0 is that of the age.
    if not one.value:
        return _("a victory token of the age at once")
    said = _("a victory token of {points} at once")
    return said.format(points=text.points(one.value))


@effect.register
def _discard_defeats(one: DiscardDefeats) -> str:
    return _("all your defeat tokens go at once")


@effect.register
def _others_discard_victory(one: OthersDiscardVictory) -> str:
    return _("each other player drops a victory token")


@effect.register
def _deflect_defeats(one: DeflectDefeats) -> str:
    return _("defeat tokens of your conflicts go to the neighbour who won")


# Science.


@effect.register
def _science(one: Science) -> str:
    if one.symbol == "any":
        return any_symbol()
    return _("science: {symbol}").format(symbol=cardwords.symbol_name(one.symbol))


def any_symbol() -> str:
    """Say that one may choose a science symbol."""
    return _("science: a symbol of your choice at the end")


@effect.register
def _replace_symbols(one: ReplaceSymbols) -> str:
    return n_(
        "{n} science symbol of yours may count as another",
        "{n} science symbols of yours may count as others",
        one.count,
    ).format(n=one.count)


@effect.register
def _more_of_most(one: MoreOfMost) -> str:
    return n_(
        "science: {n} symbol more of the kind you have most of",
        "science: {n} symbols more of the kind you have most of",
        one.count,
    ).format(n=one.count)


# Points.


@effect.register
def _points(one: Points) -> str:
    return text.points(one.amount)


@effect.register
def _points_per(one: PointsPer) -> str:
    return f"{text.points(one.amount)} {_each(one.of, one.scope)}"


@effect.register
def _points_per_set(one: PointsPerSet) -> str:
    points = text.points(one.amount)
    if len(one.of) == len(Colour):
        said = _("{points} for each set of seven cards, one of each colour")
        return said.format(points=points)
    said = _("{points} for each set of {n} cards: {colours}")
    names = text.listing([cardwords.colour_named(name) for name in one.of])
    return said.format(points=points, n=len(one.of), colours=names)


@effect.register
def _points_per_science_set(one: PointsPerScienceSet) -> str:
    said = _("{points} more for each set of three different science symbols")
    return said.format(points=text.points(one.amount))


@effect.register
def _points_per_coins(one: PointsPerCoins) -> str:
    said = _("{points} for each {coins} you have at the end")
    return said.format(points=text.points(one.amount), coins=text.coins(one.coins_each))


@effect.register
def _points_per_token_pair(one: PointsPerTokenPair) -> str:
    return _("for each pair of equal victory tokens, the points of one of them")


@effect.register
def _points_if_wonder_complete(one: PointsIfWonderComplete) -> str:
    said = _("{points} if your wonder is complete")
    return said.format(points=text.points(one.amount))


@effect.register
def _points_if_more(one: PointsIfMore) -> str:
    things = [
        p_("things", "coins") if it == "coin" else _colours_of(it) for it in one.of
    ]
    said = _("{points} if you have more {things} than each neighbour")
    return said.format(points=text.points(one.amount), things=text.listing(things))


@effect.register
def _points_if_undefeated(one: PointsIfUndefeated) -> str:
    said = _("{points} if you have no defeat token")
    return said.format(points=text.points(one.amount))


@effect.register
def _points_if_alone(one: PointsIfAlone) -> str:
    said = _("{points} if this is your only leader face up")
    return said.format(points=text.points(one.amount))


@effect.register
def _guild_again(one: GuildAgain) -> str:
    return _("one of your purple cards counts a second time, the best one")


# Leaders and pawns.


@effect.register
def _draw_leaders(one: DrawLeaders) -> str:
    return n_(
        "you draw {n} leader from the box",
        "you draw {n} leaders from the box",
        one.count,
    ).format(n=one.count)


@effect.register
def _extra_leader(one: ExtraLeader) -> str:
    return _("you may recruit one more leader at the end of the turn, at its cost")


@effect.register
def _bury_leader(one: BuryLeader) -> str:
    return _(
        "a leader of yours is turned face down, does nothing any more and brings twice "
        "its cost in points"
    )


@effect.register
def _pawn_from_box(one: PawnFromBox) -> str:
    # An age of 0 is any.
    if not one.age:
        return _("a pawn of an edifice of your choice, from the box")
    said = _("a pawn of the edifice of age {age}, from the box")
    return said.format(age=one.age)


# Several effects, and what they count.


def effects(some: Sequence[Effect]) -> str:
    """Say what several effects do; two that count the same are said together."""
    match some:
        case [CoinsPer(now, of, scope), PointsPer(end, same, where)] if (of, scope) == (
            same,
            where,
        ):
            said = _("{coins} at once and {points} {each}")
            return said.format(
                coins=text.coins(now), points=text.points(end), each=_each(of, scope)
            )
    return ", ".join(effect(one) for one in some)


_SCOPES: Mapping[str, str] = {
    "self": marked("for each {thing} you have"),
    "neighbours": marked("for each {thing} your neighbours have"),
    "self_and_neighbours": marked("for each {thing} you and your neighbours have"),
}


def _each(of: Sequence[str], scope: str) -> str:
    """Say what is counted, and whose."""
    others = {
        "wonder_stage": _("wonder stage"),
        "victory_token": _("victory token"),
        "colour": _("colour of cards"),
        "coin": p_("counted", "coin"),
    }
    colours = [cardwords.colour_named(thing) for thing in of if thing not in others]
    things = []
    if colours:
        things.append(_("{colours} card").format(colours=text.listing(colours, "or")))
    things += [others[thing] for thing in of if thing in others]
    return _(_SCOPES[scope]).format(thing=text.listing(things, "or"))


def _colours_of(name: str) -> str:
    """Name all cards of a colour within a sentence, by its word in the data."""
    names = {
        "brown": p_("within a sentence", "brown cards"),
        "grey": p_("within a sentence", "grey cards"),
        "blue": p_("within a sentence", "blue cards"),
        "yellow": p_("within a sentence", "yellow cards"),
        "red": p_("within a sentence", "red cards"),
        "green": p_("within a sentence", "green cards"),
        "purple": p_("within a sentence", "purple cards"),
    }
    return names.get(name, name)


# Cards, boards, leaders and edifices.


def cost(goods: int, bank: int) -> str:
    """Say what something costs."""
    return phrases.bundle(unpack(goods), bank)


def facts(card: Building) -> tuple[str, ...]:
    """Say what a card costs, does, and has to do with other cards."""
    parts = [
        _("costs {cost}").format(cost=cost(card.goods, card.bank)),
        effects(card.effects),
    ]
    if givers := _givers(card):
        parts.append(_("free with {cards}").format(cards=text.listing(givers, "or")))
    if takers := _takers(card):
        parts.append(_("later free: {cards}").format(cards=", ".join(takers)))
    return tuple(parts)


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


def leader(one: Leader) -> tuple[str, ...]:
    """Say what a leader costs and does; of those never dealt, only that."""
    if not one.effects:
        return (phrases.leader_costs(one.cost), _leader_set(one.set))
    return (phrases.leader_costs(one.cost), effects(one.effects))


def _leader_set(name: str) -> str:
    """Name a set of leaders by its word in the data."""
    names = {
        "standard": p_("leaders", "standard"),
        "expert": p_("leaders", "expert"),
        "cities": p_("leaders", "Cities, never dealt"),
    }
    return names.get(name, name)


def edifice(one: Edifice) -> str:
    """Say all about an edifice."""
    first = _("{name}, edifice of age {age}.").format(name=name(one), age=one.age)
    return " ".join([first, *map(text.sentence, (joining(one), *stakes(one)))])


def joining(one: Edifice) -> str:
    """Say what it costs to take part in an edifice."""
    return _("taking part costs {coins}").format(coins=text.coins(one.cost))


def stakes(one: Edifice) -> tuple[str, str]:
    """Say what an edifice brings and what it costs those who took no part."""
    return _("reward: {reward}").format(reward=effects(one.reward)), penalty(one)


def penalty(one: Edifice) -> str:
    """Say what those lose who took no part."""
    said = _("penalty without a pawn: {penalty}")
    return said.format(penalty=lost_or_debt(one))


def lost_or_debt(one: Edifice) -> str:
    """Say what a penalty takes, and what it is for a city that can't pay it (E1.5)."""
    said = _("{loss}, or a debt of {points} if you can't")
    return said.format(loss=lost(one.penalty), points=text.points(one.debt))


def lost(one: Penalty) -> str:
    """Say what a penalty takes."""
    match one:
        case Penalty(kind="lose_coins", amount=amount):
            return _("lose {coins}").format(coins=text.coins(amount))
        case Penalty(kind="lose_victory_tokens", amount=amount):
            return n_(
                "lose {n} victory token", "lose {n} victory tokens", amount
            ).format(n=amount)
    return _("lose a {colour} card").format(colour=cardwords.colour(one.colour or 0))


def stage_effect(stage: Stage) -> str:
    """Say what a stage does; both halves of one that is split."""
    if not stage.halves:
        return effects(stage.whole)
    return _("left half {left}; or right half {right}").format(
        left=effects(stage.halves["left"]), right=effects(stage.halves["right"])
    )


def stage_standing(city: City, index: int, age: int) -> str:
    """
    Say what a stage that stands does, and whether that is used up.

    Args:
        age: the one that is played.
    """
    some = city.side.stages[index].effects(city.stages[index].half)
    said = effects(some)
    once = any(isinstance(one, OneOfAgeFree) for one in some)
    return (
        _("{effect} (used in this age)").format(effect=said)
        if once and age and city.spent == age
        else said
    )


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
    does = {effect(side.start): phrases.side(side.printed) for side in sides}
    if len(does) == 1:
        return next(iter(does))
    return text.apart([text.noted(side, start) for start, side in does.items()])


def stages(side: Side) -> tuple[str, ...]:
    """Say each stage of a side."""
    return tuple(
        phrases.side_stage(index, stage_cost(stage), stage_effect(stage))
        for index, stage in enumerate(side.stages, start=1)
    )
