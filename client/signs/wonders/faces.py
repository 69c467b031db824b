"""
Small drawings of the things on a table: names, costs, effects, chains and stages.

The screens of 7 Wonders use them; line mode and pages use words instead. They use signs
where these are clear, and short words elsewhere. Goods that only their owner can use
are in parentheses; an arrow points to the neighbour concerned. The smallest parts are
in `effects` and `signs`; this module exports them, too.

Every kind of effect has its own drawing, and no two goods, colours or sciences share a
sign (tests/client/signs/wonders/test_faces.py, tests/client/test_new_effect.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sealed_wonders.client.signs import meanings
from sealed_wonders.client.signs.draw import Row, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders.effects import effect, effects
from sealed_wonders.client.signs.wonders.signs import (
    GAP,
    SLASH,
    Card,
    band,
    coins,
    colour,
    either,
    goods,
    joined,
    made,
    own,
    points,
    shields,
    sign,
    tag,
    token,
)
from sealed_wonders.client.words import cardwords
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.goods import GOODS, unpack
from sealed_wonders.core.wonders.model import Building, Edifice, Leader, Penalty, Stage
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.net.words import _, p_

__all__ = [
    "GAP",
    "SLASH",
    "Card",
    "band",
    "chains",
    "coins",
    "colour",
    "cost",
    "debt",
    "does",
    "effect",
    "effects",
    "either",
    "free_with",
    "frees",
    "givers",
    "goods",
    "joined",
    "legend",
    "made",
    "missing",
    "own",
    "penalty",
    "points",
    "price",
    "shields",
    "sign",
    "stage_cost",
    "stage_effect",
    "tag",
    "takers",
    "title",
    "token",
]

# Names.


def title(card: Card, symbols: Symbols, style: str = "", does: str = "") -> Row:
    """Draw a card's name after its sign."""
    name = piece(f" {describe.name(card)}", style, does)
    return (sign(card, symbols, does), name)


def several(name: str, copies: int, symbols: Symbols) -> str:
    """Return a name after the number of its copies, if there is more than one."""
    return f"{copies} {symbols.times} {name}" if copies > 1 else name


# Costs.


def cost(packed: int, bank: int, symbols: Symbols) -> Row:
    """Draw a cost; empty if it is free."""
    money = (coins(bank, symbols),) if bank else ()
    return joined([money, goods(unpack(packed))])


def price(card: Card, symbols: Symbols, age: int = 0) -> Row:
    """
    Draw the printed cost of a card.

    Args:
        age: the current age, which is the cost of some leaders; 0 before the first age.
    """
    match card:
        case Building():
            return cost(card.goods, card.bank, symbols)
        case Leader(cost=None) if not age:
            return (piece(f"1/2/3{symbols.coin}", "coin"),)
        case Leader():
            return cost(0, card.price(age), symbols)
    return cost(0, card.cost, symbols)


def does(card: Card, symbols: Symbols) -> Row:
    """Draw a card's effects, or an edifice's reward."""
    match card:
        case Building() | Leader():
            return effects(card.effects, symbols)
    return effects(card.reward, symbols)


def penalty(one: Penalty, symbols: Symbols) -> Row:
    """Draw what players lose when an edifice fails."""
    if one.colour is not None:
        return row(f"-{one.amount} ", colour(one.colour, symbols))
    if one.kind == "lose_coins":
        return (coins(-one.amount, symbols),)
    return row(f"-{one.amount} ", token("", symbols))


def missing(one: Penalty, symbols: Symbols) -> Row:
    """Draw what players would need to pay a penalty."""
    if one.colour is not None:
        return (colour(one.colour, symbols),)
    if one.kind == "lose_coins":
        return (coins(one.amount, symbols),)
    return row(f"{one.amount} ", token("", symbols))


def debt(one: Edifice, symbols: Symbols) -> Row:
    """Draw the debt token of an edifice, taken by players who can't pay its penalty."""
    worth = piece(f"{one.debt}{symbols.point}", "no")
    return row(piece(p_("of an edifice", "debt") + " ", "dim"), worth)


# Chains.


@cache
def givers(card: Building) -> tuple[Building, ...]:
    """Return the cards that make a card free."""
    return tuple(
        other for other in everything().buildings if card.free_with in other.chain
    )


@cache
def takers(card: Building) -> tuple[Building, ...]:
    """Return the cards that a card makes free."""
    return tuple(
        other for other in everything().buildings if other.free_with in card.chain
    )


def free_with(card: Building, symbols: Symbols) -> Row:
    """Draw the names of the cards that make a card free; empty if there are none."""
    return _chain(givers(card), symbols.free + symbols.to_left)


def frees(card: Building, symbols: Symbols) -> Row:
    """Draw the names of the cards that a card makes free; empty if there are none."""
    return _chain(takers(card), symbols.free + symbols.to_right)


def chains(card: Card, symbols: Symbols) -> tuple[Row, Row]:
    """Draw both directions of a card's chains; only age cards have any."""
    if not isinstance(card, Building):
        return (), ()
    return free_with(card, symbols), frees(card, symbols)


def _chain(cards: Sequence[Building], sign: str) -> Row:
    if not cards:
        return ()
    names = ", ".join(describe.name(card) for card in cards)
    return (piece(sign, "free"), piece(f" {names}", "chain"))


# Stages.


def stage_effect(stage: Stage, symbols: Symbols, half: str = "") -> Row:
    """
    Draw the effects of a stage; of a split stage, both halves with a bar between them.

    Args:
        half: the half that was built, to draw only that one.
    """
    if not stage.halves:
        return effects(stage.whole, symbols)
    if half:
        return effects(stage.halves[half], symbols)
    left, right = (effects(stage.halves[at], symbols) for at in ("left", "right"))
    return (*left, piece(f" {symbols.box.down} ", "dim"), *right)


def stage_cost(stage: Stage, symbols: Symbols) -> Row:
    return cost(stage.goods, stage.bank, symbols)


def legend(symbols: Symbols) -> Iterator[Row]:
    """Yield what the letters and the most common signs mean."""
    for name in GOODS:
        yield row(*goods({name: 1}), piece(f" {cardwords.good(name)}", "dim"))
    science = [(f"science {name}", "science") for name in SYMBOLS]
    names = [(name, name) for name in ("coin", "shield", "point")]
    chains = [(name, "free") for name in ("free", "frees", "free_with")]
    for name, style in (*names, *science, *chains, ("gives", "dim")):
        yield meanings.explained(name, symbols, style)
    yield from combined(symbols)
    for name, style in (("thinking", "dim"), ("sealed", "sealed")):
        yield meanings.explained(name, symbols, style)


def combined(symbols: Symbols) -> tuple[Row, ...]:
    """Draw what signs mean that only two others together explain."""
    return (
        row(*token("", symbols), piece(" " + _("conflict points"), "dim")),
        row(
            piece("1?", "science"),
            piece(" " + _("a science symbol of your choice"), "dim"),
        ),
    )
