"""
Effects in words: one sentence for each shape of clauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.wonders.atoms import (
    Atom,
    Clause,
    Copy,
    Free,
    Gain,
    Less,
    Lose,
    Make,
    May,
    Once,
    Per,
    PerSet,
    Price,
    Swap,
    When,
)
from sealed_wonders.core.wonders.goods import BROWN, GOODS, GREY
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_, p_


def say(clause: Clause) -> str:
    """
    Put a clause into words, as a part of a sentence.

    Raises:
        NotImplementedError: there is no sentence of its shape.
        KeyError: there is no word for a thing in it.
    """
    values: dict[str, object] = {}
    for atom in clause:
        values |= _values(atom)
    return _sentence(clause).format(**values)


def _sentence(clause: Clause) -> str:
    match clause:
        # What is made or bought, or costs less.
        case (Make(for_sale=True),):
            return _("makes {goods}")
        case (Make(for_sale=False),):
            return _("makes {goods} (not for sale)")
        case (Price(sellers=("bank",)), Once("turn")):
            return _("once a turn, you can buy {goods} from the bank for {price}")
        case (Price(),):
            return _("{goods} cost {price} from {sides}")
        case (Less("leader", neighbours=0),):
            return _("your leaders cost {coins} less")
        case (Less("leader"),):
            return _(
                "your leaders cost {coins} less, and your neighbours' leaders "
                "{theirs} less"
            )
        case (Less(_, n),):
            return n_(
                "{things} cost {n} resource less (your choice)",
                "{things} cost {n} resources less (your choice)",
                n,
            )
        case (Free("leader"),):
            return _("your leaders cost nothing")
        case (Free("turn 1"),):
            return _("the card you build on turn 1 of an age is free")
        case (Free("turn 6"),):
            return _("the card you build on turn 6 of an age is free")
        case (Free("first of each colour"),):
            return _("a building is free if your city has none of its colour yet")
        case (Free("card"), Once("age")):
            return _("once per age, you may build a card for free")
        case (Free("card from discard"),):
            return _("build one card from the discard pile for free")
        case (Free(what),) if what in _COLOURS:
            return _("{cards} cost you nothing")
        # What is gained.
        case (Gain("coins"),):
            return _("{coins} right away")
        case (Gain("coins"), Per(whose="self", each=1)):
            return _("{coins} right away for each {thing} you have")
        case (Gain("coins"), Per(whose="neighbours", each=1)):
            return _("{coins} right away for each {thing} your neighbours have")
        case (Gain("coins"), Per(whose="self_and_neighbours", each=1)):
            return _("{coins} right away for each {thing} you and your neighbours have")
        case (Gain("coins"), Gain("points"), Per(whose="self", each=1)):
            return _(
                "for each {thing} you have: {coins} right away and {points} at the end"
            )
        case (Gain("coins"), Gain("points"), Per(whose="neighbours", each=1)):
            return _(
                "for each {thing} your neighbours have: {coins} right away and {points} "
                "at the end"
            )
        case (Gain("coins"), Gain("points"), Per(whose="self_and_neighbours", each=1)):
            return _(
                "for each {thing} you and your neighbours have: {coins} right away and "
                "{points} at the end"
            )
        case (Gain("coins"), When("built")):
            return _("{coins} each time you build a {colour} card")
        case (Gain("coins"), When("built by chain")):
            return _("{coins} each time you build a card for free through a chain")
        case (Gain("coins"), When("token gained")):
            return _("{coins} for each victory token you gain")
        case (Gain("coins"), When("goods bought")):
            return _("{coins} for each neighbour you buy from, every turn")
        case (Gain("more coins", 1), When("coins gained"), Once("turn")):
            return _("once a turn, 1 extra coin when you get coins from the bank")
        case (Gain("points"),):
            return "{points}"
        case (Gain("points"), Per(("coin",), "self", each)) if each > 1:
            return _("{points} for each {coins} you have at the end")
        case (Gain("points"), Per(whose="self", each=1)):
            return _("{points} for each {thing} you have")
        case (Gain("points"), Per(whose="neighbours", each=1)):
            return _("{points} for each {thing} your neighbours have")
        case (Gain("points"), Per(whose="self_and_neighbours", each=1)):
            return _("{points} for each {thing} you and your neighbours have")
        case (Gain("points"), PerSet(of)) if len(of) == len(Colour):
            return _("{points} for each set of seven cards, one of each colour")
        case (Gain("points"), PerSet(of)) if _COLOURS.issuperset(of):
            return _("{points} for each set of {n} cards: {colours}")
        case (Gain("more points"), PerSet(of)) if of == SYMBOLS:
            return _("{points} more for each set of three different science symbols")
        case (Gain("points of one"), When("equal tokens")):
            return _(
                "for each pair of identical victory tokens, the points of one of them"
            )
        case (Gain("points"), When("wonder complete")):
            return _("{points} if your wonder is complete")
        case (Gain("points"), When("more than neighbours")):
            return _("{points} if you have more {things} than either neighbour")
        case (Gain("points"), When("no defeat token")):
            return _("{points} if you have no defeat tokens")
        case (Gain("points"), When("only leader")):
            return _("{points} if this is your only face-up leader")
        case (Gain("shields"),):
            return "{shields}"
        case (Gain("symbol", which="any"),):
            return _("science: a symbol of your choice at the end")
        case (Gain("symbol"),):
            return _("science: {symbol}")
        case (Gain("symbols of most", n),):
            return n_(
                "science: {n} more symbol of the kind you have the most of",
                "science: {n} more symbols of the kind you have the most of",
                n,
            )
        case (Gain("token", 0),):
            return _("a victory token of the current age right away")
        case (Gain("token"),):
            return _("a victory token worth {points} right away")
        case (Gain("pawn", 0),):
            return _("a pawn for an edifice of your choice, from the box")
        case (Gain("pawn"),):
            return _("a pawn for the age {age} edifice, from the box")
        case (Gain("leaders", n),):
            return n_(
                "you draw {n} leader from the box",
                "you draw {n} leaders from the box",
                n,
            )
        # What is neither gained nor paid.
        case (Swap(n),):
            return n_(
                "{n} of your science symbols may count as a different one",
                "{n} of your science symbols may count as different ones",
                n,
            )
        case (Lose("defeat tokens", "self"),):
            return _("discard all your defeat tokens")
        case (Lose("defeat tokens", "loser to winner"),):
            return _(
                "if you lose a conflict, the neighbour who won gets your defeat token"
            )
        case (Lose("victory token", "others"),):
            return _("every other player loses a victory token")
        case (Lose("leader"), Gain("times its cost", 2)):
            return _(
                "one of your leaders is turned face down, no longer has any effect, "
                "and is worth twice its cost in points"
            )
        case (Copy("neighbours"),):
            return _(
                "at the end, copies whichever of your neighbours' purple cards is "
                "worth most to you, but doesn't count as a purple card"
            )
        case (Copy("self"),):
            return _("your best purple card counts a second time")
        case (May("play last card"),):
            return _("you may also play your last card of each age")
        case (May("recruit leader"),):
            return _(
                "you may recruit one more leader at the end of the turn by paying "
                "its cost"
            )
    raise NotImplementedError(f"no sentence for {clause}")


# Values of the placeholders in the sentences.

_COLOURS = frozenset(colour.word for colour in Colour)


def _values(atom: Atom) -> Mapping[str, object]:
    """Return the values for an atom's placeholders in sentences, by name."""
    match atom:
        case Make():
            return {"goods": phrases.made(atom)}
        case Price(coins, goods, ("bank",)):
            return {"goods": _any_of(goods), "price": text.coins(coins)}
        case Price(coins, goods, neighbours):
            sides = {"left": _("the left"), "right": _("the right")}
            return {
                "goods": _all_of(goods),
                "price": text.coins(coins),
                "sides": text.listing([sides[name] for name in neighbours]),
            }
        case Less("leader", n, neighbours):
            return {"coins": text.coins(n), "theirs": text.coins(neighbours)}
        case Less(what, n):
            return {"things": _cards(what), "n": n}
        case Free(what) if what in _COLOURS:
            return {"cards": _cards(what)}
        case Gain("coins", n):
            return {"coins": text.coins(n)}
        case Gain("points" | "more points" | "token", n):
            return {"points": text.points(n)}
        case Gain("shields", n):
            return {"shields": text.shields(n)}
        case Gain("symbol", which=which) if which in SYMBOLS:
            return {"symbol": cardwords.symbol_name(which)}
        case Gain("pawn", age):
            return {"age": age}
        case Gain(_, n) | Swap(n):
            return {"n": n}
        case Per(each=each) if each > 1:
            return {"coins": text.coins(each)}
        case Per(of):
            return {"thing": _counted(of)}
        case PerSet(of):
            names = [cardwords.colour_named(name) for name in of]
            return {"n": len(of), "colours": text.listing(names)}
        case When("built", (colour,)):
            return {"colour": cardwords.colour_named(colour)}
        case When(_, of):
            return {"things": text.listing([_cards(name) for name in of])}
    return {}


def _all_of(goods: Sequence[str]) -> str:
    """Name goods that all have one price."""
    if goods == BROWN:
        return _("brown resources")
    if goods == GREY:
        return _("grey resources")
    return text.listing([cardwords.good(name) for name in goods])


def _any_of(goods: Sequence[str]) -> str:
    """Name one good of several."""
    every = len(goods) == len(GOODS)
    return _("1 resource of any kind") if every else phrases.one_of(goods)


def _counted(of: Sequence[str]) -> str:
    """Name the things that are counted, in the singular."""
    others = {
        "wonder_stage": _("wonder stage"),
        "victory_token": _("victory token"),
        "colour": _("card colour"),
        "coin": p_("counted", "coin"),
    }
    colours = [cardwords.colour_named(thing) for thing in of if thing in _COLOURS]
    things = []
    if colours:
        things.append(_("{colours} card").format(colours=text.listing(colours, "or")))
    things += [others[thing] for thing in of if thing not in _COLOURS]
    return text.listing(things, "or")


def _cards(name: str) -> str:
    """Name all cards of a colour within a sentence, or other things, by their word."""
    names = {
        "brown": p_("within a sentence", "brown cards"),
        "grey": p_("within a sentence", "grey cards"),
        "blue": p_("within a sentence", "blue cards"),
        "yellow": p_("within a sentence", "yellow cards"),
        "red": p_("within a sentence", "red cards"),
        "green": p_("within a sentence", "green cards"),
        "purple": p_("within a sentence", "purple cards"),
        "wonder_stage": _("wonder stages"),
        "coin": p_("things", "coins"),
    }
    return names[name]
