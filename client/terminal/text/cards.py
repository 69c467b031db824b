"""
What cards and stages cost, and what they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal.text.words import (
    amount,
    coins,
    colour_named,
    good,
    listing,
    points,
    symbol_name,
)
from sealed_wonders.client.words import _, marked, p_


def bundle(amounts: Mapping[str, int], bank: int = 0) -> str:
    """Write a cost: ``1 coin, 2 clay, 1 glass``."""
    parts = [coins(bank)] if bank else []
    parts += [amount(name, n) for name, n in amounts.items()]
    return ", ".join(parts) or p_("cost", "nothing")


def produces(amounts: Mapping[str, int], tradable: bool) -> str:
    return _makes(bundle(amounts), tradable)


def produces_one_of(goods: Sequence[str], tradable: bool) -> str:
    return _makes(one_of(goods), tradable)


def _makes(what: str, tradable: bool) -> str:
    said = _("makes {goods}") if tradable else _("makes {goods}, not for sale")
    return said.format(goods=what)


def one_of(goods: Sequence[str]) -> str:
    return f"1 {listing([good(name) for name in goods], 'or')}"


def brown_goods() -> str:
    return _("brown goods")


def grey_goods() -> str:
    return _("grey goods")


def cheaper(goods: str, price: int, neighbours: Sequence[str]) -> str:
    sides = {"left": _("the left"), "right": _("the right")}
    whom = listing([sides[name] for name in neighbours])
    said = _("{goods} cost {price} from {sides}")
    return said.format(goods=goods, price=coins(price), sides=whom)


def good_names(goods: Sequence[str]) -> str:
    return listing([good(name) for name in goods])


def symbol(name: str) -> str:
    return _("science: {symbol}").format(symbol=symbol_name(name))


def any_symbol() -> str:
    return _("science: a symbol of your choice at the end")


def coins_at_once(n: int) -> str:
    return _("{coins} at once").format(coins=coins(n))


_SCOPES: Mapping[str, str] = {
    "self": marked("for each {thing} you have"),
    "neighbours": marked("for each {thing} your neighbours have"),
    "self_and_neighbours": marked("for each {thing} you and your neighbours have"),
}


def each(of: Sequence[str], scope: str) -> str:
    """Say what is counted, and whose."""
    others = {
        "wonder_stage": _("wonder stage"),
        "victory_token": _("victory token"),
        "colour": _("colour of cards"),
        "coin": p_("counted", "coin"),
    }
    colours = [colour_named(thing) for thing in of if thing not in others]
    things = []
    if colours:
        things.append(_("{colours} card").format(colours=listing(colours, "or")))
    things += [others[thing] for thing in of if thing in others]
    return _(_SCOPES[scope]).format(thing=listing(things, "or"))


def coins_per(n: int, of: Sequence[str], scope: str) -> str:
    return f"{coins_at_once(n)} {each(of, scope)}"


def points_per(n: int, of: Sequence[str], scope: str) -> str:
    return f"{points(n)} {each(of, scope)}"


def both_per(now: int, end: int, of: Sequence[str], scope: str) -> str:
    said = _("{coins} at once and {points} {each}")
    return said.format(coins=coins(now), points=points(end), each=each(of, scope))


def points_if_complete(n: int) -> str:
    return _("{points} if your wonder is complete").format(points=points(n))


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


def power(kind: str) -> str:
    """Say what an effect does that has only a kind."""
    # One that nobody has put into words yet is better than nothing.
    return _(POWERS[kind]) if kind in POWERS else kind.replace("_", " ")


def costs(cost: str) -> str:
    return _("costs {cost}").format(cost=cost)


def free_with(cards: Sequence[str]) -> str:
    return _("free with {cards}").format(cards=listing(cards, "or"))


def frees(cards: Sequence[str]) -> str:
    return _("later free: {cards}").format(cards=", ".join(cards))


def halves(left: str, right: str) -> str:
    return _("left half {left}; or right half {right}").format(left=left, right=right)
