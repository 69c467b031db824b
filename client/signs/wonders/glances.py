"""
A city in a few signs: its production, shields, coins, science, wonder and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.client.signs.draw import Piece, Row, Rows, fit, measure, piece, row
from sealed_wonders.client.signs.style import COLOURS
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.core.wonders.effects import OneOfAgeFree, made
from sealed_wonders.core.wonders.goods import GOODS, unpack
from sealed_wonders.core.wonders.model import City, Effect
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.trade import Production
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import p_


def production(city: City) -> Row:
    """Draw a production: goods that neighbours may buy, then others in parentheses."""
    sold = _produced(city.works.sells)
    more = [faces.made(it) for it in made(standing(city)) if not it.for_sale]
    return faces.joined([sold, *more])


def gift(city: City, symbols: Symbols) -> Row:
    """Draw what the city's board gives instead of goods; empty if it gives goods."""
    start = city.side.start
    return () if any(made((start,))) else faces.effect(start, symbols)


def standing(city: City) -> tuple[Effect, ...]:
    """Return the effects of a city's board, cards, leaders, edifices and stages."""
    some = [city.side.start]
    for building in city.buildings:
        some += building.effects
    for led in city.leaders:
        some += () if led.buried else led.leader.effects
    for edifice in city.edifices:
        some += edifice.reward
    for stage, built in zip(city.side.stages, city.stages, strict=False):
        some += stage.effects(built.half)
    return tuple(some)


def _produced(some: Production) -> Row:
    """Draw a production: fixed goods, then each choice between goods."""
    fixed = faces.joined(
        faces.goods({name: n}, most=3) for name, n in unpack(some.fixed).items()
    )
    choices = [
        faces.either([name for at, name in enumerate(GOODS) if mask >> at & 1])
        for mask in some.choices
    ]
    return faces.joined([fixed, *choices])


def science(city: City, symbols: Symbols) -> Row:
    """Draw the number of each science symbol; empty if there are none."""
    works = city.works
    counts = [
        (piece(f"{n}{symbols.science[name]}", "science"),)
        for name, n in zip(SYMBOLS, works.symbols, strict=True)
        if n
    ]
    if works.wild:
        counts.append((piece(f"{works.wild}?", "science"),))
    return faces.joined(counts)


def strength(city: City, symbols: Symbols) -> Piece:
    """Draw the shields of a city, even if there are none."""
    return piece(f"{city.works.shields}{symbols.shield}", "shield")


def counts(city: City, symbols: Symbols) -> Row:
    """Draw the number of cards of each colour, on which guilds and traders depend."""
    return tuple(
        piece(f"{symbols.colours[colour]}{n}", COLOURS[colour])
        for colour, n in zip(Colour, city.works.counts, strict=True)
        if n
    )


def treasury(city: City, symbols: Symbols) -> Piece:
    return faces.coins(city.coins, symbols)


def tokens(city: City, symbols: Symbols) -> Row:
    """Draw the points from conflicts so far; empty before the first."""
    if not city.tokens:
        return ()
    total = sum(city.tokens)
    sign = "+" if total > 0 else ""
    return (
        piece(f"{sign}{total}{symbols.point}", "point" if total >= 0 else "no"),
        piece(symbols.shield, "shield"),
    )


def debts(city: City, symbols: Symbols) -> Row:
    """Draw the points lost to debts; empty if there are none."""
    if not city.debts:
        return ()
    return (
        piece(f"{sum(city.debts)}{symbols.point}", "no"),
        piece(symbols.edifice, "edifice"),
    )


def company(city: City, symbols: Symbols) -> Row:
    """Draw the number of leaders, buried ones separately, and a sign for each pawn."""
    down = sum(one.buried for one in city.leaders)
    counts = (
        (symbols.leader, "leader", len(city.leaders) - down),
        (symbols.buried, "leader", down),
    )
    some = [row(piece(sign, style), str(n)) for sign, style, n in counts if n]
    if city.pawns:
        some.append((piece(symbols.pawn * len(city.pawns), "pawn"),))
    return faces.joined(some)


def wonder(city: City, symbols: Symbols) -> Piece:
    """Draw the progress of a wonder: a sign for each stage."""
    built = len(city.stages)
    left = len(city.side.stages) - built
    return piece(symbols.built * built + symbols.unbuilt * left, "stage")


def power(city: City, symbols: Symbols, age: int) -> Row:
    """
    Draw whether a city's one free card of this age is left; empty without the power.
    """
    if OneOfAgeFree.kind not in city.works.powers or not age:
        return ()
    if city.spent == age:
        return (piece(f"{symbols.free} {p_('a power', 'used')}", "dim"),)
    return (piece(f"{symbols.free} {p_('free by', 'once/age')}", "free"),)


def _is_once(effects: Sequence[Effect]) -> bool:
    return any(isinstance(one, OneOfAgeFree) for one in effects)


def glance(city: City, symbols: Symbols, age: int) -> Row:
    """
    Draw the most important facts of a city in little space.

    Args:
        age: the current age; 0 for none.
    """
    return faces.joined(
        [
            (treasury(city, symbols),),
            (strength(city, symbols),),
            (wonder(city, symbols),),
            company(city, symbols),
            tokens(city, symbols),
            debts(city, symbols),
            science(city, symbols),
            power(city, symbols, age),
        ]
    )


class Widths(NamedTuple):
    """The columns of a glance that several cities need to line up; 0 for none."""

    strength: int = 0
    wonder: int = 0
    company: int = 0
    tokens: int = 0


def widths(cities: Sequence[City], symbols: Symbols) -> Widths:
    """Return the columns in which the glances of these cities line up."""
    drawn: list[tuple[Row, ...]] = [
        (
            (strength(it, symbols),),
            (wonder(it, symbols),),
            company(it, symbols),
            tokens(it, symbols),
        )
        for it in cities
    ]
    return Widths(*(max(map(measure, column)) for column in zip(*drawn, strict=True)))


FORMS = 4
"""In how many widths `forms` draws a glance."""


def forms(city: City, symbols: Symbols, age: int, wide: Widths) -> Iterator[Row]:
    """
    Draw a glance in less and less width: in columns, so that several line up below each
    other; for itself; and with a mark in place of leaders and points, then science.

    Mostly the first one fits, so each is drawn only when it is asked for.

    Args:
        age: the current age; 0 for none.
    """
    numbers = [
        piece(treasury(city, symbols).text.rjust(3), "coin"),
        piece(" " + strength(city, symbols).text.rjust(wide.strength), "shield"),
    ]
    built, led = (wonder(city, symbols),), company(city, symbols)
    won = tokens(city, symbols)
    rest = faces.joined([science(city, symbols), power(city, symbols, age)])
    more = (piece(symbols.more, "more"),)
    hides = more if led or won else ()
    columns = zip((built, led, won), wide[1:], strict=True)
    drawn: Sequence[Sequence[Row]] = (
        [*(fit(*column) for column in columns), rest],
        [built, led, won, rest],
        [built, hides, rest],
        [built, more if hides or rest else ()],
    )
    for one in drawn:
        yield row(*numbers, " ", *faces.joined(one))


def stages(city: City, symbols: Symbols, age: int) -> Rows:
    """
    Draw each stage of a wonder: whether it is built, its cost and its effects.

    Args:
        age: the current age; 0 for none.
    """
    drawn = []
    for index, stage in enumerate(city.side.stages):
        if index < len(city.stages):
            half = city.stages[index].half
            done = faces.stage_effect(stage, symbols, half)
            drawn.append((piece(f"{symbols.built} ", "built"), *done))
            if age and age == city.spent and _is_once(stage.effects(half)):
                used = piece(f" {p_('a power', 'used')}", "dim")
                drawn[-1] = (*drawn[-1], used)
            continue
        first = index == len(city.stages)
        sign = piece(f"{symbols.unbuilt} ", "next" if first else "dim")
        price = faces.stage_cost(stage, symbols)
        arrow = piece(f" {symbols.gives} ", "dim")
        drawn.append((sign, *price, arrow, *faces.stage_effect(stage, symbols)))
    return tuple(drawn)
