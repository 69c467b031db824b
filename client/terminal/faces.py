"""
Small drawings of what lies on a table: names, costs, effects, chains.

Signs where they are clear, short words where they aren't. What is for one's own use only
stands in parentheses; an arrow points at the neighbour who is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from sealed_wonders.client.terminal import describe, text
from sealed_wonders.client.terminal.draw import Piece, Row, piece, row
from sealed_wonders.client.terminal.style import COLOURS
from sealed_wonders.client.terminal.symbols import Symbols, good
from sealed_wonders.client.words import _, p_
from sealed_wonders.core.wonders.catalog import Building, Stage, catalog
from sealed_wonders.core.wonders.city import Colour
from sealed_wonders.core.wonders.effects import (
    BuildFromDiscard,
    Coins,
    CoinsPer,
    Effect,
    FirstOfAgeFree,
    FirstOfColourFree,
    LastOfAgeFree,
    PlayLastCard,
    Points,
    PointsIfWonderComplete,
    PointsPer,
    Produce,
    ProduceChoice,
    Science,
    Shields,
    TradePrice,
)
from sealed_wonders.core.wonders.goods import BROWN, GOODS, unpack
from sealed_wonders.core.wonders.science import SYMBOLS

GAP = piece(" ")

SLASH = piece("/", "dim")

# Names.


def colour(which: Colour, symbols: Symbols, does: str = "") -> Piece:
    """Draw the sign of a colour, in it."""
    return piece(symbols.colours[which], COLOURS[which], does)


def tag(card: Building, symbols: Symbols, does: str = "") -> Piece:
    """Draw the sign of a card's colour with some of the colour around it."""
    sign = symbols.colours[card.colour]
    return piece(f" {sign} ", COLOURS[card.colour], does)


def title(card: Building, symbols: Symbols, style: str = "", does: str = "") -> Row:
    """Name a card, behind the sign of its colour."""
    name = piece(f" {describe.name(card)}", style, does)
    return (colour(card.colour, symbols, does), name)


# Costs.


def goods(amounts: Mapping[str, int], most: int = 4) -> Row:
    """
    Write goods, a letter for each unit.

    Args:
        most: more units of one good are a number and a letter.
    """
    pieces = []
    for name, n in amounts.items():
        style = "raw" if name in BROWN else "made"
        letters = good(name) * n if n <= most else f"{n}{good(name)}"
        pieces.append(piece(letters, style))
    return tuple(pieces)


def coins(n: int, symbols: Symbols, style: str = "coin") -> Piece:
    """Write so many coins."""
    return piece(f"{n}{symbols.coin}", style)


def cost(packed: int, bank: int, symbols: Symbols) -> Row:
    """Write what something costs; nothing if it is free."""
    money = (coins(bank, symbols),) if bank else ()
    return joined([money, goods(unpack(packed))])


# Effects.


def effects(some: Sequence[Effect], symbols: Symbols) -> Row:
    """Write what several effects do; two that count the same count it once."""
    match some:
        case [CoinsPer(now, of, scope), PointsPer(end, same, where)] if (of, scope) == (
            same,
            where,
        ):
            what = (_at_once(now, symbols), GAP, _points(end, symbols))
            return (*what, *_per(of, scope, symbols))
    words = any(_power(one) for one in some)
    gap = piece(f" {symbols.dot} ", "dim") if words else GAP
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
            arrow = piece(f" {_arrows(neighbours, symbols)}")
            return (*wanted, GAP, coins(price, symbols), arrow)
        case Shields(amount):
            return (shields(amount, symbols),)
        case Science("any"):
            any_one = SLASH.text.join(symbols.science[name] for name in SYMBOLS)
            said = _("any {symbols}").format(symbols=any_one)
            return (piece(said, "science"),)
        case Science(symbol):
            said = f"{symbols.science[symbol]} {text.symbol_name(symbol)}"
            return (piece(said, "science"),)
        case Coins(amount):
            return (_at_once(amount, symbols),)
        case CoinsPer(amount, of, scope):
            return (_at_once(amount, symbols), *_per(of, scope, symbols))
        case Points(amount):
            return (_points(amount, symbols),)
        case PointsPer(amount, of, scope):
            return (_points(amount, symbols), *_per(of, scope, symbols))
        case PointsIfWonderComplete(amount):
            return row(_points(amount, symbols), " " + _("if wonder done"))
    return row(_power(one) or describe.effect(one))


def _power(one: Effect) -> str:
    match one:
        case PlayLastCard():
            return _("7th card too")
        case FirstOfColourFree():
            return _("1st of colour free")
        case FirstOfAgeFree():
            return _("turn 1 free")
        case LastOfAgeFree():
            return _("turn 6 free")
        case BuildFromDiscard():
            return _("1 from discard")
    return ""


def shields(n: int, symbols: Symbols) -> Piece:
    """Draw shields: one by one as long as they can be counted at a glance."""
    sign = symbols.shield
    return piece(sign * n if 0 < n < 4 else f"{n}{sign}", "shield")


def either(names: Sequence[str]) -> Row:
    """Write that one of several goods is made."""
    return joined((goods({name: 1}) for name in names), SLASH)


def own(what: Row, tradable: bool) -> Row:
    """Put what is not for sale in parentheses."""
    if tradable:
        return what
    return (piece("(", "dim"), *what, piece(")", "dim"))


def _points(n: int, symbols: Symbols) -> Piece:
    return piece(f"{n}{symbols.point}", "point")


def _at_once(n: int, symbols: Symbols) -> Piece:
    return piece(f"+{n}{symbols.coin}", "coin")


def _per(of: Sequence[str], scope: str, symbols: Symbols) -> Row:
    """Say what is counted, and whose: arrows are those on printed cards."""
    some = [name for name in of if name != "wonder_stage"]
    signs = [colour(Colour[name.upper()], symbols) for name in some]
    if len(some) < len(of):
        signs += [*([SLASH] if some else []), piece(_("stage"))]
    whose = {
        "self": "",
        "neighbours": f" {symbols.to_left}{symbols.to_right}",
        "self_and_neighbours": f" {symbols.to_left}{symbols.down}{symbols.to_right}",
    }[scope]
    return row(f" {_('per')} ", *signs, whose)


def _arrows(neighbours: Sequence[str], symbols: Symbols) -> str:
    arrows = {"left": symbols.to_left, "right": symbols.to_right}
    return "".join(arrows[side] for side in ("left", "right") if side in neighbours)


# Chains.


@cache
def givers(card: Building) -> tuple[Building, ...]:
    """Give the cards with which a card is free."""
    return tuple(
        other for other in catalog().buildings if card.free_with in other.chain
    )


@cache
def takers(card: Building) -> tuple[Building, ...]:
    """Give the cards that are free with a card."""
    return tuple(
        other for other in catalog().buildings if other.free_with in card.chain
    )


def free_with(card: Building, symbols: Symbols) -> Row:
    """Name what makes a card free; nothing if nothing does."""
    return _chain(givers(card), symbols.free + symbols.to_left)


def frees(card: Building, symbols: Symbols) -> Row:
    """Name what a card makes free; nothing if there is nothing."""
    return _chain(takers(card), symbols.free + symbols.to_right)


def _chain(cards: Sequence[Building], sign: str) -> Row:
    if not cards:
        return ()
    names = ", ".join(describe.name(card) for card in cards)
    return (piece(sign, "free"), piece(f" {names}", "chain"))


# Stages.


def stage_effect(stage: Stage, symbols: Symbols, half: str = "") -> Row:
    """
    Write what a stage does; both halves of a split one, with a bar between them.

    Args:
        half: the one that was built, so that the other doesn't matter.
    """
    if not stage.halves:
        return effects(stage.whole, symbols)
    if half:
        return effects(stage.halves[half], symbols)
    left, right = (effects(stage.halves[at], symbols) for at in ("left", "right"))
    return (*left, piece(f" {symbols.box.down} ", "dim"), *right)


def stage_cost(stage: Stage, symbols: Symbols) -> Row:
    """Write what a stage costs."""
    return cost(stage.goods, stage.bank, symbols)


def legend(symbols: Symbols) -> tuple[Row, ...]:
    """Say what the letters and the signs mean."""
    letters = [
        row(*goods({name: 1}), piece(f" {text.good(name)}", "dim")) for name in GOODS
    ]
    science = [(symbols.science[name], text.symbol_name(name)) for name in SYMBOLS]
    signs = [
        row(piece(sign, style), piece(f" {means}", "dim"))
        for sign, style, means in (
            (symbols.coin, "coin", _("coins")),
            (symbols.shield, "shield", _("shields")),
            (symbols.point, "point", _("points")),
            *((sign, "science", name) for sign, name in science),
            (symbols.free, "free", p_("free by", "chain")),
        )
    ]
    rest = [
        row(
            piece(symbols.point, "point"),
            piece(symbols.shield, "shield"),
            piece(" " + _("points of conflicts"), "dim"),
        ),
        row(
            piece("1?", "science"),
            piece(" " + _("a science symbol of one's choice"), "dim"),
        ),
    ]
    gap = piece("  ")
    return tuple(joined(some, gap) for some in (letters, signs, rest))


def joined(rows: Iterable[Row], gap: Piece = GAP) -> Row:
    """Put rows one behind the other, with a gap between those that aren't empty."""
    pieces: list[Piece] = []
    for one in rows:
        if one:
            pieces += [gap] if pieces else []
            pieces += one
    return tuple(pieces)
