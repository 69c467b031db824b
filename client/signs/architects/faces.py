"""
Small drawings of cards, stages and tokens of Architects.

A card is its colour's symbol followed by what it gives, in symbols and letters; so
nothing is conveyed by colour alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sealed_wonders.client.signs.amounts import GAP, SLASH, joined, points, shields
from sealed_wonders.client.signs.draw import Piece, Row, Rows, piece, row
from sealed_wonders.client.signs.style import COLOURS
from sealed_wonders.client.signs.symbols import Symbols, good
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.abilities import (
    BUILD,
    Ability,
    AnyResources,
    DoubleCoin,
    ExtraCard,
    PointsForCopies,
    PointsForWonder,
    PointsPerCat,
    PointsPerToken,
    PointsPerVictory,
    Shields,
)
from sealed_wonders.core.architects.catalog import (
    Colour,
    Kind,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.core.architects.city import SHIELD_EFFECT
from sealed_wonders.net.words import _

# Cards.


def style(colour: Colour) -> str:
    """Return the class of a colour."""
    return colour.name.lower()


def sign(colour: Colour, symbols: Symbols, does: str = "") -> Piece:
    """Draw the symbol of a colour in that colour."""
    name = style(colour)
    return piece(symbols.colours[COLOURS.index(name)], name, does)


def letter(kind: Kind, symbols: Symbols) -> Piece:
    """Draw a resource, a coin or a science symbol as one character."""
    if kind.colour is Colour.GREY:
        return piece(good(kind.id), "raw")
    if kind.colour is Colour.YELLOW:
        return piece(symbols.coin, "coin")
    return piece(symbols.science[kind.id.removeprefix("sci_")], "science")


def within(kind: Kind, symbols: Symbols) -> Row:
    """Draw what a card shows, without its colour."""
    match kind.colour:
        case Colour.BLUE:
            cat = (piece(symbols.cat, "cat"),) if kind.cat else ()
            return (points(kind.points, symbols), *cat)
        case Colour.RED:
            horns = (piece(symbols.horn * kind.horns, "horn"),) if kind.horns else ()
            return (piece(symbols.shield, "shield"), *horns)
    return (letter(kind, symbols),)


def card(kind: Kind, symbols: Symbols) -> Row:
    """Draw a card as narrowly as possible."""
    return (sign(kind.colour, symbols), *within(kind, symbols))


def title(kind: Kind, symbols: Symbols, style: str = "", does: str = "") -> Row:
    """Draw a card, with its name unless symbols alone are clear."""
    drawn = row(sign(kind.colour, symbols), " ", within(kind, symbols))
    if kind.colour in (Colour.GREY, Colour.YELLOW, Colour.GREEN):
        drawn = row(*drawn, piece(f" {describe.kind(kind)}", style))
    elif kind.cat:
        drawn = row(*drawn, piece(" " + _("cat"), style))
    return tuple(part._replace(does=does) for part in drawn)


def paid(kinds: Iterable[Kind], symbols: Symbols) -> Row:
    """Draw cards that are spent together, one letter each."""
    return tuple(letter(kind, symbols) for kind in kinds)


def counted(kinds: Iterable[Kind], symbols: Symbols) -> Row:
    """Draw numbers of cards by kind, in the order of colours and of the catalogue."""
    return joined(by_colour(kinds, symbols), piece("  "))


def by_colour(kinds: Iterable[Kind], symbols: Symbols) -> Rows:
    """Draw numbers of cards by kind, one row per colour."""
    counts = Counter(kinds)
    rows: list[Row] = []
    for colour in Colour:
        some = [kind for kind in catalog().kinds if kind.colour is colour]
        times = "x" if colour in (Colour.BLUE, Colour.RED) else ""
        parts = [
            row(f"{counts[kind]}{times}", within(kind, symbols))
            for kind in some
            if counts[kind]
        ]
        if parts:
            rows.append((sign(colour, symbols), GAP, *joined(parts)))
    return rows


# Wonders.


def cost(stage: Stage, symbols: Symbols) -> Piece:
    """Draw the cost of a stage: ``3=``."""
    return piece(f"{stage.cost}{symbols.same if stage.same else symbols.differ}")


def gives(wonder: Wonder, stage: Stage, symbols: Symbols) -> Row:
    """Draw the points and the effect of a stage."""
    worth = (points(stage.points, symbols),) if stage.points else ()
    more = effect(wonder, symbols) if stage.effect else ()
    return joined([worth, more])


def effect(wonder: Wonder, symbols: Symbols) -> Row:
    """Draw what stages with an effect do; empty if no stage has one."""
    match wonder.effect:
        case "progress_token":
            return row("+", piece(symbols.progress, "progress"))
        case name if name == SHIELD_EFFECT:
            return (shields(1, symbols),)
        case "any_deck_top_card":
            return row("+1")
        case "central_top_card":
            return row("+?")
        case "left_and_right_top_cards":
            return row(f"+{symbols.to_left}{symbols.to_right}")
        case "look_5_keep_1":
            return row("+1/5")
    return ()


def brief(wonder: Wonder) -> str:
    """
    Return in a few words what stages with an effect do; empty if no stage has one.
    """
    match wonder.effect:
        case "progress_token":
            return _("a token")
        case name if name == SHIELD_EFFECT:
            return _("a shield")
        case "any_deck_top_card":
            return _("any top card")
        case "central_top_card":
            return _("the central card")
        case "left_and_right_top_cards":
            return _("both top cards")
        case "look_5_keep_1":
            return _("one of 5 cards")
    return ""


def wonder(built: int, wonder: Wonder, symbols: Symbols) -> Piece:
    """Draw the progress of a wonder, one symbol per stage."""
    left = len(wonder.stages) - built
    return piece(symbols.built * built + symbols.unbuilt * left, "stage")


# Tokens.


def token(one: Token, symbols: Symbols, style: str = "", does: str = "") -> Row:
    """Draw a token's symbol and name."""
    said = row(
        piece(symbols.progress, "progress"), piece(f" {describe.token(one)}", style)
    )
    return tuple(part._replace(does=does) for part in said)


def ability(one: Ability, symbols: Symbols) -> Row:
    """Draw what a token does."""
    match one:
        case ExtraCard(on):
            return row(_("+1 card:") + " ", _when(on, symbols))
        case DoubleCoin():
            return row(f"1{symbols.coin} = 2{symbols.coin}")
        case AnyResources():
            return row(_("pay with any"))
        case Shields(n):
            return (shields(n, symbols),)
        case PointsForWonder(unfinished, finished):
            said = row(points(unfinished, symbols), ", ", _("finished") + " ")
            return (*said, points(finished, symbols))
        case PointsPerCat(each):
            return row(points(each, symbols), "/", piece(symbols.cat, "cat"))
        case PointsPerVictory(each):
            return row(points(each, symbols), "/", piece(symbols.victory, "victory"))
        case PointsPerToken(each):
            return row(points(each, symbols), "/", piece(symbols.progress, "progress"))
        case PointsForCopies(one_alone, both):
            said = row(points(one_alone, symbols), ", ", _("both") + " ")
            return (*said, points(both, symbols))
    return ()


def _when(on: Iterable[str], symbols: Symbols) -> Row:
    """Draw what earns an extra card."""
    if BUILD in on:
        return (piece(symbols.built, "built"),)
    some = [catalog().kinds_by_id[name] for name in on]
    if all(kind.colour is Colour.GREEN for kind in some):
        return (sign(Colour.GREEN, symbols),)
    if all(kind.horns for kind in some):
        return row(sign(Colour.RED, symbols), piece(symbols.horn, "horn"))
    return joined(
        ((sign(it.colour, symbols), letter(it, symbols)) for it in some), SLASH
    )
