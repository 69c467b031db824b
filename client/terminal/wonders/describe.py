"""
Cards, boards, leaders and edifices in words, made from what they do and never from what
they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import phrases
from sealed_wonders.client.words import _, language, marked, n_, p_
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
    return _of_the_base_game(one) or _of_expansions(one) or _power(one.kind)


def _of_the_base_game(one: Effect) -> str:
    match one:
        case Produce(resources, tradable):
            return _makes(phrases.bundle(resources), tradable)
        case ProduceChoice(resources, tradable):
            return _makes(phrases.one_of(resources), tradable)
        case TradePrice(price, resources, neighbours):
            return _cheaper(_goods(resources), price, neighbours)
        case Shields(amount):
            return text.shields(amount)
        case Science("any"):
            return any_symbol()
        case Science(symbol):
            return _("science: {symbol}").format(symbol=text.symbol_name(symbol))
        case Coins(amount):
            return _coins_at_once(amount)
        case CoinsPer(amount, of, scope):
            return f"{_coins_at_once(amount)} {_each(of, scope)}"
        case Points(amount):
            return text.points(amount)
        case PointsPer(amount, of, scope):
            return f"{text.points(amount)} {_each(of, scope)}"
        case PointsIfWonderComplete(amount):
            return _("{points} if your wonder is complete").format(
                points=text.points(amount)
            )
    return ""


def _of_expansions(one: Effect) -> str:
    match one:
        case PointsPerSet(of, amount):
            return _points_per_set(amount, of)
        case GainVictoryToken(value):
            return _victory_token(value)
        case DiscardDefeats():
            return _("all your defeat tokens go at once")
        case GuildAgain():
            return _guild_again()
        case PawnFromBox(age):
            return _takes_pawn(age)
    return _of_payments(one) or _of_leaders(one)


def _of_payments(one: Effect) -> str:
    """Say what leaders do to prices and treasuries."""
    match one:
        case RecruitFree():
            return _("your leaders cost nothing")
        case LeadersForLess(own, neighbours):
            return _leaders_for_less(own, neighbours)
        case ResourceDiscount(on, amount):
            return n_(
                "{things} cost {n} good less, of your choice",
                "{things} cost {n} goods less, of your choice",
                amount,
            ).format(things=_costing(on), n=amount)
        case ColourFree(colour):
            return _("{cards} cost you nothing").format(cards=_colours_of(colour))
        case BuyFromBank(price, resources):
            every = len(resources) == len(GOODS)
            goods = _("1 good of any kind") if every else phrases.one_of(resources)
            return _bank_sells(goods, price)
        case CoinsOnBuild(amount, colour):
            return _coins_on_build(amount, colour)
        case CoinsOnChain(amount):
            return _coins_on_chain(amount)
        case CoinsOnVictory(amount):
            return _("{coins} for each victory token you gain").format(
                coins=text.coins(amount)
            )
        case CoinsOnPurchase(amount):
            return _coins_on_purchase(amount)
        case CoinOnGain():
            return _("once a turn, 1 coin more when coins come from the bank")
    return ""


def _of_leaders(one: Effect) -> str:
    """Say what leaders and their boards do besides."""
    match one:
        case OthersDiscardVictory():
            return _("each other player drops a victory token")
        case DeflectDefeats():
            return _deflects_defeats()
        case ReplaceSymbols(count):
            return n_(
                "{n} science symbol of yours may count as another",
                "{n} science symbols of yours may count as others",
                count,
            ).format(n=count)
        case MoreOfMost(count):
            return n_(
                "science: {n} symbol more of the kind you have most of",
                "science: {n} symbols more of the kind you have most of",
                count,
            ).format(n=count)
        case PointsPerScienceSet(amount):
            return _points_per_science_set(amount)
        case PointsPerCoins(coins_each, amount):
            return _points_per_coins(amount, coins_each)
        case PointsIfMore(of, amount):
            return _points_if_more(amount, of)
        case PointsIfUndefeated(amount):
            return _("{points} if you have no defeat token").format(
                points=text.points(amount)
            )
        case PointsPerTokenPair():
            return _points_per_token_pair()
        case PointsIfAlone(amount):
            return _points_if_alone(amount)
        case DrawLeaders(count):
            return n_(
                "you draw {n} leader from the box",
                "you draw {n} leaders from the box",
                count,
            ).format(n=count)
        case ExtraLeader():
            return _("you may recruit one more leader at the end of the turn")
        case BuryLeader():
            return _buries_leader()
    return ""


def effects(some: Sequence[Effect]) -> str:
    """Say what several effects do; two that count the same are said together."""
    match some:
        case [CoinsPer(now, of, scope), PointsPer(end, same, where)] if (of, scope) == (
            same,
            where,
        ):
            return _both_per(now, end, of, scope)
    return ", ".join(effect(one) for one in some)


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


def leader(one: Leader) -> tuple[str, ...]:
    """Say what a leader costs and does; of those never dealt, only that."""
    if not one.effects:
        return (phrases.leader_costs(one.cost), _leader_set(one.set))
    return (phrases.leader_costs(one.cost), effects(one.effects))


def edifice(one: Edifice) -> str:
    """Say all about an edifice."""
    return _edifice(name(one), one.age, one.cost, stakes(one))


def stakes(one: Edifice) -> tuple[str, str]:
    """Say what an edifice brings and what it costs those who took no part."""
    return _("reward: {reward}").format(reward=effects(one.reward)), penalty(one)


def penalty(one: Edifice) -> str:
    """Say what those lose who took no part in an edifice that fails."""
    return _penalty(lost(one.penalty), one.debt)


def lost(one: Penalty) -> str:
    """Say what a penalty takes."""
    match one:
        case Penalty(kind="lose_coins", amount=amount):
            return _("lose {coins}").format(coins=text.coins(amount))
        case Penalty(kind="lose_victory_tokens", amount=amount):
            return n_(
                "lose {n} victory token", "lose {n} victory tokens", amount
            ).format(n=amount)
    return _("lose a {colour} card").format(colour=text.colour(one.colour or 0))


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
    return phrases.apart([text.noted(side, start) for start, side in does.items()])


def stages(side: Side) -> tuple[str, ...]:
    """Say each stage of a side."""
    return tuple(
        phrases.side_stage(index, stage_cost(stage), stage_effect(stage))
        for index, stage in enumerate(side.stages, start=1)
    )


def _goods(goods: Sequence[str]) -> str:
    if goods == BROWN:
        return _("brown goods")
    if goods == GREY:
        return _("grey goods")
    return _good_names(goods)


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


def _makes(what: str, tradable: bool) -> str:
    said = _("makes {goods}") if tradable else _("makes {goods}, not for sale")
    return said.format(goods=what)


def _cheaper(goods: str, price: int, neighbours: Sequence[str]) -> str:
    sides = {"left": _("the left"), "right": _("the right")}
    whom = text.listing([sides[name] for name in neighbours])
    said = _("{goods} cost {price} from {sides}")
    return said.format(goods=goods, price=text.coins(price), sides=whom)


def _good_names(goods: Sequence[str]) -> str:
    return text.listing([text.good(name) for name in goods])


def any_symbol() -> str:
    return _("science: a symbol of your choice at the end")


def _coins_at_once(n: int) -> str:
    return _("{coins} at once").format(coins=text.coins(n))


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
    colours = [text.colour_named(thing) for thing in of if thing not in others]
    things = []
    if colours:
        things.append(_("{colours} card").format(colours=text.listing(colours, "or")))
    things += [others[thing] for thing in of if thing in others]
    return _(_SCOPES[scope]).format(thing=text.listing(things, "or"))


def _both_per(now: int, end: int, of: Sequence[str], scope: str) -> str:
    said = _("{coins} at once and {points} {each}")
    return said.format(
        coins=text.coins(now), points=text.points(end), each=_each(of, scope)
    )


POWERS: Mapping[str, str] = {
    "play_last_card_of_each_age": marked("you may play the last card of each age too"),
    "first_card_of_each_colour_free": marked(
        "your first building of each colour is free"
    ),
    "first_card_of_each_age_free": marked("what you build on turn 1 of an age is free"),
    "last_card_of_each_age_free": marked("what you build on turn 6 of an age is free"),
    "one_card_of_each_age_free": marked("once in each age you may build a card free"),
    "copy_neighbour_guild": marked(
        "in the end it counts as a purple card of a neighbour's"
    ),
    "build_one_from_discard_free": marked("build one card from the discard, free"),
}


def _power(kind: str) -> str:
    """Say what an effect does that has only a kind."""
    # One that nobody has put into words yet is better than nothing.
    return _(POWERS[kind]) if kind in POWERS else kind.replace("_", " ")


def _leaders_for_less(own: int, neighbours: int) -> str:
    said = _("your leaders cost {coins} less").format(coins=text.coins(own))
    if not neighbours:
        return said
    theirs = _("those of your neighbours {coins} less")
    return f"{said}, {theirs.format(coins=text.coins(neighbours))}"


def _costing(on: str) -> str:
    """Name what a discount is for."""
    return _("wonder stages") if on == "wonder_stage" else _colours_of(on)


def _coins_on_build(n: int, colour: str) -> str:
    said = _("{coins} each time you build a {colour} card")
    return said.format(coins=text.coins(n), colour=text.colour_named(colour))


def _coins_on_chain(n: int) -> str:
    said = _("{coins} each time you build a card that is free by chain")
    return said.format(coins=text.coins(n))


def _coins_on_purchase(n: int) -> str:
    said = _("{coins} for each neighbour you buy from, every turn")
    return said.format(coins=text.coins(n))


def _bank_sells(goods: str, price: int) -> str:
    said = _("once a turn, {goods} from the bank for {coins}")
    return said.format(goods=goods, coins=text.coins(price))


def _victory_token(value: int) -> str:
    """Say which one is gained; 0 is that of the age."""
    if not value:
        return _("a victory token of the age at once")
    return _("a victory token of {points} at once").format(points=text.points(value))


def _deflects_defeats() -> str:
    return _("defeat tokens of your conflicts go to the neighbour who won")


def _points_per_science_set(n: int) -> str:
    said = _("{points} more for each set of three different science symbols")
    return said.format(points=text.points(n))


def _points_per_set(n: int, of: Sequence[str]) -> str:
    if len(of) == 7:
        said = _("{points} for each set of seven cards, one of each colour")
        return said.format(points=text.points(n))
    said = _("{points} for each set of {n} cards: {colours}")
    names = text.listing([text.colour_named(name) for name in of])
    return said.format(points=text.points(n), n=len(of), colours=names)


def _points_per_coins(n: int, each: int) -> str:
    said = _("{points} for each {coins} you have at the end")
    return said.format(points=text.points(n), coins=text.coins(each))


def _points_if_more(n: int, of: Sequence[str]) -> str:
    things = [p_("things", "coins") if it == "coin" else _colours_of(it) for it in of]
    said = _("{points} if you have more {things} than each neighbour")
    return said.format(points=text.points(n), things=text.listing(things))


def _points_per_token_pair() -> str:
    return _("for each pair of equal victory tokens, the points of one of them")


def _points_if_alone(n: int) -> str:
    said = _("{points} if this is your only leader face up")
    return said.format(points=text.points(n))


def _buries_leader() -> str:
    return _(
        "a leader of yours is turned face down and brings twice its cost in points"
    )


def _leader_set(name: str) -> str:
    """Name a set of leaders by its word in the data."""
    names = {
        "standard": p_("leaders", "standard"),
        "expert": p_("leaders", "expert"),
        "cities": p_("leaders", "Cities, never dealt"),
    }
    return names.get(name, name)


def _guild_again() -> str:
    return _("one of your purple cards counts a second time, the best one")


def _takes_pawn(age: int) -> str:
    """Say which pawn comes from the box; 0 is that of any age."""
    if not age:
        return _("a pawn of an edifice of your choice, from the box")
    return _("a pawn of the edifice of age {age}, from the box").format(age=age)


def _edifice(name: str, age: int, cost: int, facts: Sequence[str]) -> str:
    """Say all about an edifice: what follows its cost are its reward and its penalty."""
    said = _("{name}, edifice of age {age}. Taking part costs {coins}.")
    first = said.format(name=name, age=age, coins=text.coins(cost))
    return " ".join([first, *map(text.sentence, facts)])


def _penalty(words: str, debt: int) -> str:
    """Say what those lose who took no part, and what they take who can't."""
    said = _("penalty without a pawn: {penalty}, or a debt of {debt}")
    return said.format(penalty=words, debt=text.points(debt))
