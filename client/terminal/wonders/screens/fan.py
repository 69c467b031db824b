"""
A hand drawn as framed cards side by side.

`table` uses it if there is room; otherwise, `hand` draws the hand as a list.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clip,
    doing,
    fit,
    measure,
    piece,
    restyled,
    row,
    wrapped,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.terminal.wonders.screens.hand import (
    Hand,
    Marks,
    mark,
    named,
    price,
)
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.model import Building, Leader

FACE_HEIGHT, TALL = 11, 13
"""Rows of a framed card, and of one that also describes its effects in words."""

FACE_WIDEST = 48
"""Maximum width of a framed card, in columns."""

FEW, FACES = 4, 7
"""The number of cards that take all of the width, and the most that a hand has."""

ROOMY = 140, 43
"""
Columns and rows from which on cards are tall, so that sentences fit: those of a table
in a terminal of 140 columns and 45 rows.
"""


def height(width: int, rows: int) -> int:
    """Return the rows of a card at a table of this size."""
    return TALL if width >= ROOMY[0] and rows >= ROOMY[1] else FACE_HEIGHT


def laid_out(
    hand: Hand,
    marks: Marks,
    payees: Payees,
    width: int,
    symbols: Symbols,
    high: int = FACE_HEIGHT,
) -> Rows:
    """
    Draw framed cards side by side; the fewer there are, the wider they are.

    Args:
        high: the rows of each card.
    """
    some = (*hand.cards, *hand.answers)
    slots = max(FEW, min(len(some), FACES))
    each = min((width + 1) // slots - 1, FACE_WIDEST)
    drawn = [
        _face(index, one, marks, payees, (each, high), symbols)
        for index, one in enumerate(some)
    ]
    rows = []
    for at in range(high):
        pieces: list[Piece] = []
        for face in drawn:
            pieces += [faces.GAP] if pieces else []
            pieces += face[at]
        rows.append(clip(tuple(pieces), width))
    return tuple(rows)


def _face(
    index: int,
    one: CardItem,
    marks: Marks,
    payees: Payees,
    size: tuple[int, int],
    symbols: Symbols,
) -> Rows:
    width, high = size
    does = f"card {one.number}" if one.number else ""
    edge = _edge(index, marks)
    side = piece(symbols.box.down, edge, does)
    drawn = [_top(index, one, marks, width, symbols)]
    for inner in _inside(one, payees, width - 2, high - 2, symbols):
        if marks.sealed not in (-1, index):
            inner = restyled(inner, "dim")
        drawn.append((side, *doing(inner, does), side))
    box = symbols.box
    low = box.bottom_left + box.across * (width - 2) + box.bottom_right
    return (*drawn, row(piece(low, edge, does)))


def _edge(index: int, marks: Marks) -> str:
    if index == marks.sealed:
        return "sealed"
    if index == marks.laid:
        return "laid"
    if index == marks.cursor and marks.sealed < 0:
        return "frame.chosen"
    return "frame"


def _top(index: int, one: CardItem, marks: Marks, width: int, symbols: Symbols) -> Row:
    """Draw the upper edge of a card, with its number and mark."""
    does = f"card {one.number}" if one.number else ""
    edge, box = _edge(index, marks), symbols.box
    sign = mark(index, marks, symbols).text.strip()
    number = f" {sign}{one.number or ''} " if sign or one.number else box.across
    rest = box.across * (width - 3 - measure(number))
    return row(
        piece(box.top_left + box.across, edge, does),
        piece(number, edge if sign else "key", does),
        piece(rest + box.top_right, edge, does),
    )


def _inside(
    one: CardItem, payees: Payees, width: int, high: int, symbols: Symbols
) -> list[Row]:
    """Draw the inside of a frame, with each kind of row always in the same place."""
    card = one.face
    if card is None:
        return _block(wrapped(row(named(one, symbols)), width), width, high, symbols)
    band, name = faces.band(card), named(one, symbols)
    cost = restyled(faces.price(card, symbols, one.age), band)
    sign = faces.tag(card, symbols)
    gap = max(1, width - measure(sign.text) - measure(cost) - 1)
    head = clip((sign, piece(" " * gap, band), *cost, piece(" ", band)), width)
    does = wrapped(faces.does(card, symbols), width)
    asked = price(one, payees, symbols)
    # Without chains, the words for the effects may take their rows.
    chains = faces.chains(card, symbols)
    below = [*chains] if any(chains) else []
    whole = [line for one in chains if one for line in wrapped(one, width)]
    if 0 < len(whole) <= high - 5 - len(does):
        below = whole
    left = high - 5 - len(below)
    if isinstance(card, Building | Leader):
        said = text.sentence(describe.effects(card.effects))
        words = wrapped(row(said, style="dim"), width)
        both = (*does, *words)
        does = next((it for it in (both, words) if len(it) <= left), does)
    return [
        fit(head, width, band),
        *_block(wrapped(row(name, style="title"), width), width, 2, symbols),
        *_block(does, width, left, symbols),
        *_block(below, width, len(below), symbols),
        *_block(wrapped(asked, width), width, 2, symbols),
    ]


def _block(rows: Sequence[Row], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return exactly this many rows, with a mark if some were left out."""
    some = [fit(one, width, mark=symbols.more) for one in rows[:height]]
    if len(rows) > height:
        some[-1] = (*fit(some[-1], width - 1), piece(symbols.more))
    return [*some, *[fit((), width)] * (height - len(some))]
