"""
A city of Architects in a few signs: its shields, cards, tokens and stages.
"""

from __future__ import annotations

from sealed_wonders.client.signs.amounts import GAP, joined, points
from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Piece, Row, Rows, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.core.architects.catalog import Colour, Kind, catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.scoring import VICTORY
from sealed_wonders.net.words import n_


def strength(city: City, symbols: Symbols) -> Piece:
    """Draw the shields of a city."""
    return piece(f"{city.shields}{symbols.shield}", "shield")


def lines(city: City, symbols: Symbols) -> Rows:
    """Draw the cards of a city in four rows, by colour."""
    return (
        joined([grey(city, symbols), coins(city, symbols)], piece("   ")),
        blue(city, symbols),
        green(city, symbols),
        red(city, symbols),
    )


def _of(city: City, colour: Colour) -> list[Kind]:
    """Return the kinds of a colour, one for each card."""
    return [
        kind
        for kind in catalog().kinds
        if kind.colour is colour
        for _each in range(city.count(kind))
    ]


def _none(colour: Colour, symbols: Symbols) -> Row:
    return row(faces.sign(colour, symbols), piece(f" {symbols.dot}", "dim"))


def grey(city: City, symbols: Symbols) -> Row:
    return faces.counted(_of(city, Colour.GREY), symbols) or _none(Colour.GREY, symbols)


def coins(city: City, symbols: Symbols) -> Row:
    """Draw the number of yellow cards."""
    some = _of(city, Colour.YELLOW)
    return faces.counted(some, symbols) or _none(Colour.YELLOW, symbols)


def blue(city: City, symbols: Symbols) -> Row:
    """Draw the numbers of blue cards, and their points."""
    some = _of(city, Colour.BLUE)
    if not some:
        return _none(Colour.BLUE, symbols)
    worth = row(piece(" = ", "dim"), points(city.blue, symbols))
    return row(faces.counted(some, symbols), worth)


def green(city: City, symbols: Symbols) -> Row:
    """Draw each science symbol that hasn't been turned in."""
    some = _of(city, Colour.GREEN)
    if not some:
        return _none(Colour.GREEN, symbols)
    drawn = joined((faces.letter(kind, symbols),) for kind in some)
    return row(faces.sign(Colour.GREEN, symbols), GAP, drawn)


def red(city: City, symbols: Symbols) -> Row:
    """Draw a city's shields, its cards with horns, and its military tokens."""
    some = _of(city, Colour.RED)
    passing = sum(bool(kind.horns) for kind in some)
    parts = [row(faces.sign(Colour.RED, symbols), GAP, strength(city, symbols))]
    if passing:
        said = n_("{n} with horns", "{n} with horns", passing).format(n=passing)
        parts.append(row(piece(said, "dim")))
    if city.victories:
        parts.append(victories(city, symbols))
    return joined(parts, piece("   "))


def victories(city: City, symbols: Symbols) -> Row:
    """Draw the number of military tokens, and their points."""
    n = city.victories
    worth = row(piece(" = ", "dim"), points(VICTORY * n, symbols))
    return row(piece(f"{n}{symbols.victory}", "victory"), worth)


def gained(city: City, symbols: Symbols) -> Row:
    """Draw the numbers of progress tokens and military tokens."""
    counts = (
        (len(city.tokens), symbols.progress, "progress"),
        (city.victories, symbols.victory, "victory"),
    )
    return tuple(piece(f"{n}{sign}", style) for n, sign, style in counts if n)


def science(city: City, symbols: Symbols) -> Row:
    """Draw a city's science symbols, with a number before equal ones."""
    some = _of(city, Colour.GREEN)
    return tuple(
        part
        for kind in dict.fromkeys(some)
        for part in (
            piece(str(some.count(kind)) if some.count(kind) > 1 else ""),
            faces.letter(kind, symbols),
        )
        if part.text
    )


def bundle(city: City, symbols: Symbols) -> Row:
    """Draw the numbers of resources and coins, which can pay."""
    some = [*_of(city, Colour.GREY), *_of(city, Colour.YELLOW)]
    counts = {kind: some.count(kind) for kind in some}
    parts = [row(f"{n}", faces.letter(kind, symbols)) for kind, n in counts.items()]
    return joined(parts)


def stages(city: City, symbols: Symbols) -> Row:
    """Draw the stages in one row: those built, and the cost of each available one."""
    parts = [row(faces.wonder(len(city.built), city.wonder, symbols))]
    for stage in city.available:
        parts.append(
            row(
                faces.cost(stage, symbols),
                piece(symbols.gives, "dim"),
                faces.gives(city.wonder, stage, symbols),
            )
        )
    return joined(parts)
