"""
What leaders cost, and what they do.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    coins,
    colour_named,
    colours_of,
    listing,
    points,
    sentence,
)
from sealed_wonders.client.words import _, n_, p_

# What they do.


def recruits_free() -> str:
    return _("your leaders cost nothing")


def leaders_for_less(own: int, neighbours: int) -> str:
    said = _("your leaders cost {coins} less").format(coins=coins(own))
    if not neighbours:
        return said
    theirs = _("those of your neighbours {coins} less")
    return f"{said}, {theirs.format(coins=coins(neighbours))}"


def _costing(on: str) -> str:
    """Name what a discount is for."""
    return _("wonder stages") if on == "wonder_stage" else colours_of(on)


def goods_less(on: str, n: int) -> str:
    return n_(
        "{things} cost {n} good less, of your choice",
        "{things} cost {n} goods less, of your choice",
        n,
    ).format(things=_costing(on), n=n)


def colour_free(colour: str) -> str:
    return _("{cards} cost you nothing").format(cards=colours_of(colour))


def coins_on_build(n: int, colour: str) -> str:
    said = _("{coins} each time you build a {colour} card")
    return said.format(coins=coins(n), colour=colour_named(colour))


def coins_on_chain(n: int) -> str:
    said = _("{coins} each time you build a card that is free by chain")
    return said.format(coins=coins(n))


def coins_on_victory(n: int) -> str:
    return _("{coins} for each victory token you gain").format(coins=coins(n))


def coins_on_purchase(n: int) -> str:
    said = _("{coins} for each neighbour you buy from, every turn")
    return said.format(coins=coins(n))


def coin_on_gain() -> str:
    return _("once a turn, 1 coin more when coins come from the bank")


def bank_sells(goods: str, price: int) -> str:
    said = _("once a turn, {goods} from the bank for {coins}")
    return said.format(goods=goods, coins=coins(price))


def one_good() -> str:
    return _("1 good of any kind")


def victory_token(value: int) -> str:
    """Say which one is gained; 0 is that of the age."""
    if not value:
        return _("a victory token of the age at once")
    return _("a victory token of {points} at once").format(points=points(value))


def discards_defeats() -> str:
    return _("all your defeat tokens go at once")


def others_discard_victory() -> str:
    return _("each other player drops a victory token")


def deflects_defeats() -> str:
    return _("defeat tokens of your conflicts go to the neighbour who won")


def replaces_symbols(n: int) -> str:
    return n_(
        "{n} science symbol of yours may count as another",
        "{n} science symbols of yours may count as others",
        n,
    ).format(n=n)


def more_of_most(n: int) -> str:
    return n_(
        "science: {n} symbol more of the kind you have most of",
        "science: {n} symbols more of the kind you have most of",
        n,
    ).format(n=n)


def points_per_science_set(n: int) -> str:
    said = _("{points} more for each set of three different science symbols")
    return said.format(points=points(n))


def points_per_set(n: int, of: Sequence[str]) -> str:
    if len(of) == 7:
        said = _("{points} for each set of seven cards, one of each colour")
        return said.format(points=points(n))
    said = _("{points} for each set of {n} cards: {colours}")
    names = listing([colour_named(name) for name in of])
    return said.format(points=points(n), n=len(of), colours=names)


def points_per_coins(n: int, each: int) -> str:
    said = _("{points} for each {coins} you have at the end")
    return said.format(points=points(n), coins=coins(each))


def points_if_more(n: int, of: Sequence[str]) -> str:
    things = [p_("things", "coins") if it == "coin" else colours_of(it) for it in of]
    said = _("{points} if you have more {things} than each neighbour")
    return said.format(points=points(n), things=listing(things))


def points_if_undefeated(n: int) -> str:
    return _("{points} if you have no defeat token").format(points=points(n))


def points_per_token_pair() -> str:
    return _("for each pair of equal victory tokens, the points of one of them")


def points_if_alone(n: int) -> str:
    said = _("{points} if this is your only leader face up")
    return said.format(points=points(n))


def draws_leaders(n: int) -> str:
    return n_(
        "you draw {n} leader from the box", "you draw {n} leaders from the box", n
    ).format(n=n)


def extra_leader() -> str:
    return _("you may recruit one more leader at the end of the turn")


def buries_leader() -> str:
    return _(
        "a leader of yours is turned face down and brings twice its cost in points"
    )


# Themselves.


def leader(name: str, facts: Sequence[str]) -> str:
    """Say all about a leader."""
    said = _("{name}, leader.").format(name=name)
    return " ".join([said, *map(sentence, facts)])


def leader_costs(cost: int | None) -> str:
    """Say what a leader costs; None is as many coins as the age has."""
    if cost is None:
        return _("costs as many coins as the age it is recruited in")
    return _("costs {cost}").format(cost=coins(cost))


def leader_set(name: str) -> str:
    """Name a set of leaders by its word in the data."""
    names = {
        "standard": p_("leaders", "standard"),
        "expert": p_("leaders", "expert"),
        "cities": p_("leaders", "Cities, never dealt"),
    }
    return names.get(name, name)
