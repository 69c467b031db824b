"""
Parts of small drawings: signs of cards, goods, coins, shields, points.

`effects` and `faces` draw with them, for screens and line mode alike. The parts that
both games have (`client.signs.amounts`) are exported here, too. A parameter `does` is the
action of a click on the sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.signs.amounts import (
    GAP,
    SLASH,
    coins,
    joined,
    points,
    shields,
)
from sealed_wonders.client.signs.draw import Piece, Row, piece
from sealed_wonders.client.signs.style import COLOURS, EDIFICE, LEADER
from sealed_wonders.client.signs.symbols import Symbols, good
from sealed_wonders.core.wonders.atoms import Make
from sealed_wonders.core.wonders.goods import BROWN
from sealed_wonders.core.wonders.model import Building, Edifice, Leader
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour

__all__ = [
    "GAP",
    "SLASH",
    "Card",
    "any_science",
    "arrows",
    "band",
    "coin_change",
    "coins",
    "colour",
    "either",
    "goods",
    "joined",
    "made",
    "own",
    "points",
    "shields",
    "sign",
    "tag",
    "token",
]

Card = Building | Leader | Edifice
"""What is printed on something that can be looked at as a card; not `core.game.Card`."""

# Cards.


def colour(which: Colour, symbols: Symbols, does: str = "") -> Piece:
    """Draw the sign of a colour, in that colour."""
    return piece(symbols.colours[which], COLOURS[which], does)


def band(card: Card) -> str:
    """Return the style of the band behind a card's sign."""
    match card:
        case Building():
            return COLOURS[card.colour]
        case Leader():
            return LEADER
    return EDIFICE


def sign(card: Card, symbols: Symbols, does: str = "") -> Piece:
    """Draw the sign of a card: that of its colour, if it has one."""
    match card:
        case Building():
            return colour(card.colour, symbols, does)
        case Leader():
            return piece(symbols.leader, LEADER, does)
    return piece(symbols.edifice, EDIFICE, does)


def tag(card: Card, symbols: Symbols, does: str = "") -> Piece:
    """Draw the sign of a card with a margin of its band on both sides."""
    return piece(f" {sign(card, symbols).text} ", band(card), does)


# Amounts.


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


def either(names: Sequence[str]) -> Row:
    """Write that one of several goods is made."""
    return joined((goods({name: 1}) for name in names), SLASH)


def made(some: Make) -> Row:
    """Write what is made; what is not for sale in parentheses."""
    what = some.goods
    signs = goods(what) if isinstance(what, Mapping) else either(what)
    return own(signs, some.for_sale)


def own(what: Row, tradable: bool) -> Row:
    """Put what is not for sale in parentheses."""
    if tradable:
        return what
    return (piece("(", "dim"), *what, piece(")", "dim"))


def coin_change(n: int, symbols: Symbols) -> Piece:
    """Draw coins that change a price or a city's coins, with plus or minus."""
    return piece(f"{n:+}{symbols.coin}", "coin")


def token(value: str, symbols: Symbols) -> Row:
    """
    Write a conflict token.

    Args:
        value: what it is worth; empty for a token of any value.
    """
    return (piece(f"{value}{symbols.point}", "point"), piece(symbols.shield, "shield"))


def any_science(symbols: Symbols) -> str:
    """Write all science symbols, for one of the reader's choice."""
    return SLASH.text.join(symbols.science[name] for name in SYMBOLS)


def arrows(neighbours: Sequence[str], symbols: Symbols) -> str:
    """Point at neighbours, the left one first."""
    some = {"left": symbols.to_left, "right": symbols.to_right}
    return "".join(some[side] for side in ("left", "right") if side in neighbours)
