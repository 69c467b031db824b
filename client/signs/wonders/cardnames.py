"""
The cards of a city by name, in as much detail as there is room for.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import Piece, Row, Rows, clip, flowed, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.effects import TradePrice
from sealed_wonders.core.wonders.model import Building, City
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import p_

RESOURCES = Colour.BROWN, Colour.GREY
"""The colours of cards that aren't named, as what they make is shown."""


def named(
    city: City,
    symbols: Symbols,
    age: int,
    width: int,
    high: int,
    *,
    labelled: bool = False,
) -> Rows:
    """
    Draw the names of a city's cards in at most so many rows, by colour.

    If there is too little room, only the cards that still decide a move are named: those
    that can make a later card free, and those that change prices.

    Args:
        labelled: whether they begin with a word, where the row above may look the same.
    """
    if high <= 0:
        return ()
    some = [one for one in city.buildings if one.colour not in RESOURCES]
    has = piece(p_("a city", "has") + " ", "dim") if labelled else None
    drawn = names(some, symbols, age, width, has)
    if len(drawn) <= high:
        return drawn
    some = [one for one in some if _decides(one, age)]
    drawn = names(some, symbols, age, width, has)
    mark = symbols.more
    *first, last = drawn[:high] or [()]
    return (*first, clip(row(*last, piece(f" {mark}", "more")), width, mark))


def names(
    some: Sequence[Building],
    symbols: Symbols,
    age: int,
    width: int,
    label: Piece | None = None,
) -> Rows:
    """
    Draw names after the sign of their colour; those that begin chains have a mark.

    Args:
        label: begins the first row, if there are any names.
    """
    parts: list[Row] = []
    for colour in Colour:
        called = [with_chain(one, symbols, age) for one in some if one.colour is colour]
        if called:
            called[0] = row(faces.colour(colour, symbols), " ", *called[0])
            parts += [row(*name, ",") for name in called[:-1]] + called[-1:]
    if parts and label is not None:
        parts[0] = row(label, *parts[0])
    return flowed(parts, width, gap=1)


def with_chain(one: Building, symbols: Symbols, age: int) -> Row:
    """Draw the name of a card, with a mark if it can still make another one free."""
    mark = (piece(symbols.free, "free"),) if _begins_chain(one, age) else ()
    return row(describe.name(one), mark)


def _begins_chain(one: Building, age: int) -> bool:
    """Return whether a card can still make another one free; none can after the game."""
    return age > 0 and any(taker.age >= age for taker in faces.takers(one))


def _decides(one: Building, age: int) -> bool:
    prices = any(isinstance(it, TradePrice) for it in one.effects)
    return prices or _begins_chain(one, age)
