"""
What effects do, in a few signs; in short words where no sign says it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.draw import Piece, Row, piece, row
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.client.terminal.wonders import describe
from sealed_wonders.client.terminal.wonders.signs import (
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
from sealed_wonders.client.words import _, n_
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


def effect(one: Effect, symbols: Symbols) -> Row:
    """Write what an effect does."""
    match one:
        case Produce(resources, tradable):
            return own(goods(resources), tradable)
        case ProduceChoice(resources, tradable):
            return own(either(resources), tradable)
        case TradePrice(price, resources, neighbours):
            wanted = goods(dict.fromkeys(resources, 1))
            arrow = piece(f" {arrows(neighbours, symbols)}")
            return (*wanted, GAP, coins(price, symbols), arrow)
        case Shields(amount):
            return (shields(amount, symbols),)
        case Science("any"):
            said = _("any {symbols}").format(symbols=any_science(symbols))
            return (piece(said, "science"),)
        case Science(symbol):
            said = f"{symbols.science[symbol]} {text.symbol_name(symbol)}"
            return (piece(said, "science"),)
        case Coins(amount):
            return (at_once(amount, symbols),)
        case CoinsPer(amount, of, scope):
            return (at_once(amount, symbols), *_per(of, scope, symbols))
        case Points(amount):
            return (points(amount, symbols),)
        case PointsPer(amount, of, scope):
            return (points(amount, symbols), *_per(of, scope, symbols))
        case PointsIfWonderComplete(amount):
            return row(points(amount, symbols), " " + _("if wonder done"))
    return (
        _coins(one, symbols)
        or _points(one, symbols)
        or _other(one, symbols)
        or row(_power(one) or describe.effect(one))
    )


def _power(one: Effect) -> str:
    match one:
        case PlayLastCard():
            return _("7th card too")
        case FirstOfColourFree():
            return _("1st of colour free")
        case FirstOfAgeFree():
            return _("turn 1 card free")
        case LastOfAgeFree():
            return _("turn 6 card free")
        case OneOfAgeFree():
            return _("1 card an age free")
        case CopyGuild():
            return _("copies a guild")
        case BuildFromDiscard():
            return _("1 from discard")
        case CoinOnGain():
            return _("1 coin more a turn")
    return ""


def _coins(one: Effect, symbols: Symbols) -> Row:
    """Write what leaders do about what things cost, and what they pay for."""
    match one:
        case RecruitFree():
            return row(_leader(symbols), " " + _("free"))
        case LeadersForLess(mine, theirs):
            sign, both = _leader(symbols), symbols.to_left + symbols.to_right
            own = row(sign, " ", at_once(-mine, symbols))
            if not theirs:
                return own
            comma = piece(", ", "dim")
            return row(*own, comma, both, sign, " ", at_once(-theirs, symbols))
        case ResourceDiscount(on, amount):
            said = n_("-{n} good", "-{n} goods", amount).format(n=amount)
            return row(said, f" {_('per')} ", *_thing(on, symbols))
        case ColourFree(name):
            return row(*_thing(name, symbols), " " + _("free"))
        case BuyFromBank(price, resources):
            some: Row = either(resources)
            if len(resources) == len(GOODS):
                some = row(_("any good"))
            return (*some, GAP, coins(price, symbols), piece(" " + _("bank")))
        case CoinsOnBuild(amount, name):
            return _each_new(amount, _thing(name, symbols), symbols)
        case CoinsOnChain(amount):
            return _each_new(amount, (piece(symbols.free, "free"),), symbols)
        case CoinsOnVictory(amount):
            return _each_new(amount, token("", symbols), symbols)
        case CoinsOnPurchase(amount):
            both = symbols.to_left + symbols.to_right
            return row(at_once(amount, symbols), " " + _("if you buy") + f" {both}")
    return ()


def _points(one: Effect, symbols: Symbols) -> Row:
    """Write what counts in another way than so many points for each of something."""
    match one:
        case PointsPerSet(of, amount):
            if len(of) == len(Colour):
                return row(points(amount, symbols), " " + _("per set of all"))
            some = joined((_thing(name, symbols) for name in of), piece("+", "dim"))
            return row(points(amount, symbols), f" {_('per')} ", some)
        case PointsPerScienceSet(amount):
            three = piece("".join(symbols.science[it] for it in SYMBOLS), "science")
            return row(
                piece(f"+{amount}{symbols.point}", "point"), f" {_('per')} ", three
            )
        case PointsPerCoins(each, amount):
            return row(points(amount, symbols), f" {_('per')} ", coins(each, symbols))
        case PointsIfMore(of, amount):
            signs = [part for name in of for part in _thing(name, symbols)]
            return row(points(amount, symbols), " " + _("if most") + " ", *signs)
        case PointsIfUndefeated(amount):
            return row(
                points(amount, symbols), " " + _("if no") + " ", token("-1", symbols)
            )
        case PointsPerTokenPair():
            return row(token("", symbols), " " + _("per equal pair"))
        case PointsIfAlone(amount):
            return row(
                points(amount, symbols), " " + _("if only") + " ", _leader(symbols)
            )
        case GuildAgain():
            guild = colour(Colour.PURPLE, symbols)
            return row(_("best") + " ", guild, " " + _("twice"))
    return ()


def _other(one: Effect, symbols: Symbols) -> Row:
    """Write what has to do with tokens, science, leaders and pawns."""
    match one:
        case GainVictoryToken(value):
            return token(f"+{value}" if value else "+1/3/5", symbols)
        case DiscardDefeats():
            return row(_("no more") + " ", token("-1", symbols))
        case OthersDiscardVictory():
            return row(_("others lose") + " ", token("", symbols))
        case DeflectDefeats():
            return row(token("-1", symbols), " " + _("to winner"))
        case ReplaceSymbols(n):
            return row(_("swap {n}").format(n=n) + " ", _science(symbols))
        case MoreOfMost(n):
            return row(f"+{n} " + _("of most") + " ", _science(symbols))
        case DrawLeaders(n):
            return row(_("draw {n}").format(n=n) + " ", _leader(symbols))
        case ExtraLeader():
            return row(_("1 more") + " ", _leader(symbols))
        case BuryLeader():
            worth = f"{BURIED}{symbols.point} {_('per')} {symbols.coin}"
            return row(_("bury 1") + " ", _leader(symbols), text.colon(), worth)
        case PawnFromBox(age):
            said = _("of age {age}").format(age=age) if age else _("of any age")
            return row(piece(symbols.pawn, "pawn"), f" {said}")
    return ()


def _leader(symbols: Symbols) -> Piece:
    return piece(symbols.leader, "leader")


def _science(symbols: Symbols) -> Piece:
    return piece(any_science(symbols), "science")


def _each_new(amount: int, what: Row, symbols: Symbols) -> Row:
    return row(at_once(amount, symbols), f" {_('per new')} ", what)


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
