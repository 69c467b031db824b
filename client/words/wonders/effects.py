"""
What effects do, in a few signs; in short words where no sign says it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.draw import Piece, Row, piece, row
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.client.words.wonders.signs import (
    GAP,
    SLASH,
    any_science,
    arrows,
    at_once,
    coins,
    colour,
    either,
    goods,
    joined,
    own,
    points,
    shields,
    token,
)
from sealed_wonders.core.wonders.edifice.effects import GuildAgain, PawnFromBox
from sealed_wonders.core.wonders.effects import (
    BuildFromDiscard,
    Coins,
    CoinsPer,
    CopyGuild,
    DiscardDefeats,
    FirstOfAgeFree,
    FirstOfColourFree,
    GainVictoryToken,
    LastOfAgeFree,
    OneOfAgeFree,
    PlayLastCard,
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
from sealed_wonders.core.wonders.goods import GOODS
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
from sealed_wonders.core.wonders.model import Effect
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.scoring import BURIED
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, marked, n_

_SIGNS = (
    *(Produce, ProduceChoice, TradePrice, Shields, Science, Coins, CoinsPer),
    *(Points, PointsPer, PointsIfWonderComplete, GainVictoryToken),
)
"""What is told so shortly that a gap is enough between two of them."""


def effects(some: Sequence[Effect], symbols: Symbols) -> Row:
    """Write what several effects do; two that count the same count it once."""
    match some:
        case [CoinsPer(now, of, scope), PointsPer(end, same, where)] if (of, scope) == (
            same,
            where,
        ):
            what = (at_once(now, symbols), GAP, points(end, symbols))
            return (*what, *_per(of, scope, symbols))
    short = all(isinstance(one, _SIGNS) for one in some)
    gap = GAP if short else piece(f" {symbols.dot} ", "dim")
    return joined((effect(one, symbols) for one in some), gap)


@functools.singledispatch
def effect(one: Effect, symbols: Symbols) -> Row:
    """Write what an effect does; each class of effects registers its own signs."""
    return row(_(_SHORT[type(one)]) if type(one) in _SHORT else describe.effect(one))


_SHORT: Mapping[type[Effect], str] = {
    PlayLastCard: marked("7th card too"),
    FirstOfColourFree: marked("1st of colour free"),
    FirstOfAgeFree: marked("turn 1 card free"),
    LastOfAgeFree: marked("turn 6 card free"),
    OneOfAgeFree: marked("1 card an age free"),
    CopyGuild: marked("copies a guild"),
    BuildFromDiscard: marked("1 from discard"),
    CoinOnGain: marked("1 coin more a turn"),
}
"""What no sign says, in short words."""


# Goods, and what they cost.


@effect.register
def _produce(one: Produce, symbols: Symbols) -> Row:
    return own(goods(one.resources), one.tradable)


@effect.register
def _produce_choice(one: ProduceChoice, symbols: Symbols) -> Row:
    return own(either(one.resources), one.tradable)


@effect.register
def _trade_price(one: TradePrice, symbols: Symbols) -> Row:
    wanted = goods(dict.fromkeys(one.resources, 1))
    arrow = piece(f" {arrows(one.neighbours, symbols)}")
    return (*wanted, GAP, coins(one.price, symbols), arrow)


@effect.register
def _buy_from_bank(one: BuyFromBank, symbols: Symbols) -> Row:
    some: Row = either(one.resources)
    if len(one.resources) == len(GOODS):
        some = row(_("any good"))
    return (*some, GAP, coins(one.price, symbols), piece(" " + _("bank")))


@effect.register
def _resource_discount(one: ResourceDiscount, symbols: Symbols) -> Row:
    said = n_("-{n} good", "-{n} goods", one.amount).format(n=one.amount)
    return row(said, f" {_('per')} ", *_thing(one.on, symbols))


@effect.register
def _colour_free(one: ColourFree, symbols: Symbols) -> Row:
    return row(*_thing(one.colour, symbols), " " + _("free"))


@effect.register
def _recruit_free(one: RecruitFree, symbols: Symbols) -> Row:
    return row(_leader(symbols), " " + _("free"))


@effect.register
def _leaders_for_less(one: LeadersForLess, symbols: Symbols) -> Row:
    sign, both = _leader(symbols), symbols.to_left + symbols.to_right
    mine = row(sign, " ", at_once(-one.own, symbols))
    if not one.neighbours:
        return mine
    comma = piece(", ", "dim")
    return row(*mine, comma, both, sign, " ", at_once(-one.neighbours, symbols))


# Coins.


@effect.register
def _coins(one: Coins, symbols: Symbols) -> Row:
    return (at_once(one.amount, symbols),)


@effect.register
def _coins_per(one: CoinsPer, symbols: Symbols) -> Row:
    return (at_once(one.amount, symbols), *_per(one.of, one.scope, symbols))


@effect.register
def _coins_on_build(one: CoinsOnBuild, symbols: Symbols) -> Row:
    return _each_new(one.amount, _thing(one.colour, symbols), symbols)


@effect.register
def _coins_on_chain(one: CoinsOnChain, symbols: Symbols) -> Row:
    return _each_new(one.amount, (piece(symbols.free, "free"),), symbols)


@effect.register
def _coins_on_victory(one: CoinsOnVictory, symbols: Symbols) -> Row:
    return _each_new(one.amount, token("", symbols), symbols)


def _each_new(amount: int, what: Row, symbols: Symbols) -> Row:
    return row(at_once(amount, symbols), f" {_('per new')} ", what)


@effect.register
def _coins_on_purchase(one: CoinsOnPurchase, symbols: Symbols) -> Row:
    both = symbols.to_left + symbols.to_right
    return row(at_once(one.amount, symbols), " " + _("if you buy") + f" {both}")


# Shields and tokens.


@effect.register
def _shields(one: Shields, symbols: Symbols) -> Row:
    return (shields(one.amount, symbols),)


@effect.register
def _gain_victory_token(one: GainVictoryToken, symbols: Symbols) -> Row:
    return token(f"+{one.value}" if one.value else "+1/3/5", symbols)


@effect.register
def _discard_defeats(one: DiscardDefeats, symbols: Symbols) -> Row:
    return row(_("no more") + " ", token("-1", symbols))


@effect.register
def _others_discard_victory(one: OthersDiscardVictory, symbols: Symbols) -> Row:
    return row(_("others lose") + " ", token("", symbols))


@effect.register
def _deflect_defeats(one: DeflectDefeats, symbols: Symbols) -> Row:
    return row(token("-1", symbols), " " + _("to winner"))


# Science.


@effect.register
def _science(one: Science, symbols: Symbols) -> Row:
    if one.symbol == "any":
        said = _("any {symbols}").format(symbols=any_science(symbols))
    else:
        said = f"{symbols.science[one.symbol]} {cardwords.symbol_name(one.symbol)}"
    return (piece(said, "science"),)


@effect.register
def _replace_symbols(one: ReplaceSymbols, symbols: Symbols) -> Row:
    return row(_("swap {n}").format(n=one.count) + " ", _any_symbol(symbols))


@effect.register
def _more_of_most(one: MoreOfMost, symbols: Symbols) -> Row:
    return row(f"+{one.count} " + _("of most") + " ", _any_symbol(symbols))


def _any_symbol(symbols: Symbols) -> Piece:
    return piece(any_science(symbols), "science")


# Points.


@effect.register
def _points(one: Points, symbols: Symbols) -> Row:
    return (points(one.amount, symbols),)


@effect.register
def _points_per(one: PointsPer, symbols: Symbols) -> Row:
    return (points(one.amount, symbols), *_per(one.of, one.scope, symbols))


@effect.register
def _points_per_set(one: PointsPerSet, symbols: Symbols) -> Row:
    if len(one.of) == len(Colour):
        return row(points(one.amount, symbols), " " + _("per set of all"))
    some = joined((_thing(name, symbols) for name in one.of), piece("+", "dim"))
    return row(points(one.amount, symbols), f" {_('per')} ", some)


@effect.register
def _points_per_science_set(one: PointsPerScienceSet, symbols: Symbols) -> Row:
    three = piece("".join(symbols.science[it] for it in SYMBOLS), "science")
    return row(piece(f"+{one.amount}{symbols.point}", "point"), f" {_('per')} ", three)


@effect.register
def _points_per_coins(one: PointsPerCoins, symbols: Symbols) -> Row:
    each = coins(one.coins_each, symbols)
    return row(points(one.amount, symbols), f" {_('per')} ", each)


@effect.register
def _points_per_token_pair(one: PointsPerTokenPair, symbols: Symbols) -> Row:
    return row(token("", symbols), " " + _("per equal pair"))


@effect.register
def _points_if_wonder_complete(one: PointsIfWonderComplete, symbols: Symbols) -> Row:
    return row(points(one.amount, symbols), " " + _("if wonder done"))


@effect.register
def _points_if_more(one: PointsIfMore, symbols: Symbols) -> Row:
    signs = [part for name in one.of for part in _thing(name, symbols)]
    return row(points(one.amount, symbols), " " + _("if most") + " ", *signs)


@effect.register
def _points_if_undefeated(one: PointsIfUndefeated, symbols: Symbols) -> Row:
    defeat = token("-1", symbols)
    return row(points(one.amount, symbols), " " + _("if no") + " ", defeat)


@effect.register
def _points_if_alone(one: PointsIfAlone, symbols: Symbols) -> Row:
    alone = _leader(symbols)
    return row(points(one.amount, symbols), " " + _("if only") + " ", alone)


@effect.register
def _guild_again(one: GuildAgain, symbols: Symbols) -> Row:
    guild = colour(Colour.PURPLE, symbols)
    return row(_("best") + " ", guild, " " + _("twice"))


# Leaders and pawns.


@effect.register
def _draw_leaders(one: DrawLeaders, symbols: Symbols) -> Row:
    return row(_("draw {n}").format(n=one.count) + " ", _leader(symbols))


@effect.register
def _extra_leader(one: ExtraLeader, symbols: Symbols) -> Row:
    return row(_("1 more") + " ", _leader(symbols))


@effect.register
def _bury_leader(one: BuryLeader, symbols: Symbols) -> Row:
    worth = f"{BURIED}{symbols.point} {_('per')} {symbols.coin}"
    return row(_("bury 1") + " ", _leader(symbols), text.colon(), worth)


def _leader(symbols: Symbols) -> Piece:
    return piece(symbols.leader, "leader")


@effect.register
def _pawn_from_box(one: PawnFromBox, symbols: Symbols) -> Row:
    said = _("of age {age}").format(age=one.age) if one.age else _("of any age")
    return row(piece(symbols.pawn, "pawn"), f" {said}")


# What effects count, and whose.


def _thing(name: str, symbols: Symbols) -> Row:
    """Draw what effects count or make cheaper, by its word in the data."""
    if name in _COLOURS:
        return (colour(_COLOURS[name], symbols),)
    match name:
        case "wonder_stage":
            return (piece(_("stage")),)
        case "victory_token":
            return token("", symbols)
        case "coin":
            return (piece(symbols.coin, "coin"),)
    return (piece(_("colour")),)


_COLOURS: Mapping[str, Colour] = {one.word: one for one in Colour}


def _per(of: Sequence[str], scope: str, symbols: Symbols) -> Row:
    """Say what is counted, and whose: arrows are those on printed cards."""
    some = [colour(_COLOURS[name], symbols) for name in of if name in _COLOURS]
    rest = [_thing(name, symbols) for name in of if name not in _COLOURS]
    signs = [*some, *([SLASH] if some and rest else []), *joined(rest, SLASH)]
    whose = {
        "self": "",
        "neighbours": f" {symbols.to_left}{symbols.to_right}",
        "self_and_neighbours": f" {symbols.to_left}{symbols.down}{symbols.to_right}",
    }[scope]
    return row(f" {_('per')} ", *signs, whose)
