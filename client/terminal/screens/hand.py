"""
A hand as it lies before somebody: its cards, by the numbers of the question about them.

It is drawn as a list, or, where there is room, as cards side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.client.terminal import describe, faces, quotes
from sealed_wonders.client.terminal.draw import (
    Piece,
    Row,
    Rows,
    classes,
    clip,
    fit,
    measure,
    piece,
    restyled,
    row,
    wrapped,
)
from sealed_wonders.client.terminal.menu import Item, Menu, Use
from sealed_wonders.client.terminal.quotes import Payees
from sealed_wonders.client.terminal.sight import wonders
from sealed_wonders.client.terminal.style import COLOURS
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.client.words import _
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.view import Held, View, view

NAME = 22
"""Columns of a name in a list."""

COLUMNS = 1, 29, 37, 56
"""Where the titles of names, costs, effects and prices begin."""

FACE_HEIGHT = 11
"""Rows of a card that is drawn with a frame."""

FACE_WIDTHS = 16, 27
"""Columns of such a card, at least and at most."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that can be chosen, or an answer without one."""

    number: int
    """What it is chosen by; 0 for none."""
    name: str
    copies: int = 1
    held: Held | None = None
    item: Item | None = None

    @property
    def card(self) -> Building | None:
        """What it is; None for an answer without a card."""
        return self.held.building if self.held else None

    @property
    def quote(self) -> Quote | None:
        """What building it takes."""
        return self.held.quote if self.held else None

    def uses(self, verb: str) -> tuple[Use, ...]:
        """Give the ways to ``"build"``, ``"stage"`` or ``"sell"``; all of no verb."""
        uses = self.item.uses if self.item else ()
        verbs = {"build": ("build", "pick", "side"), "nothing": ("decline",)}
        wanted = verbs.get(verb, (verb,))
        return tuple(use for use in uses if _verb(use) in wanted)


class Hand(NamedTuple):
    """What lies there, and what the next stage would take."""

    cards: tuple[Lying, ...]
    stage: Quote | None = None
    answers: tuple[Lying, ...] = ()
    """What can be answered without a card."""


def asked(menu: Menu) -> Hand:
    """Give the hand that a question is about; it lies there until the turn ends."""
    question = menu.question
    seen = view(wonders(question.state), question.seat, question.faces)
    held = {one.slot: one for one in (*seen.pile, *seen.hand)}
    cards, answers = [], []
    for item in menu.items:
        if item.slot is None:
            words = item.uses[0].words
            answers.append(Lying(item.number, words, 1, None, item))
            continue
        one = held[item.slot]
        copies = sum(other.building is one.building for other in held.values())
        cards.append(Lying(item.number, item.name, copies, one, item))
    return Hand(tuple(cards), seen.stage, tuple(answers))


def seen(known: View) -> Hand:
    """Give the hand while nothing is asked."""
    order = catalog().buildings
    ranked = sorted(
        known.hand, key=lambda one: (one.building.colour, order.index(one.building))
    )
    kinds = {one.building: one for one in ranked}
    return Hand(
        tuple(
            Lying(
                0,
                describe.name(building),
                sum(one.building is building for one in ranked),
                one,
            )
            for building, one in kinds.items()
        )
    )


def _verb(use: Use) -> str:
    return use.move.text.partition(" ")[0]


class Marks(NamedTuple):
    """What is special about cards just now, as indices; -1 is none."""

    cursor: int = -1
    laid: int = -1
    sealed: int = -1


# As a list.


def heads(width: int, symbols: Symbols) -> Row:
    """Draw a line across that says what the columns of a list are."""
    across = symbols.box.across
    line, at = across, 1
    for place, title in zip(
        COLUMNS, (_("hand"), _("cost"), _("gives"), _("price")), strict=True
    ):
        line += across * (place - at) + f" {title} "
        at = place + measure(title) + 2
    return clip(row(line + across * max(0, width - at), style="frame"), width)


def listed(
    hand: Hand, marks: Marks, payees: Payees, width: int, symbols: Symbols
) -> Rows:
    """List the cards, one in a row, columns below each other."""
    return tuple(
        _line(index, one, marks, payees, width, symbols)
        for index, one in enumerate((*hand.cards, *hand.answers))
    )


def _line(
    index: int,
    one: Lying,
    marks: Marks,
    payees: Payees,
    width: int,
    symbols: Symbols,
) -> Row:
    does = f"card {one.number}" if one.number else ""
    number = piece(f"{one.number or '':>2} ", "key", does)
    mark = _mark(index, marks, symbols)
    card = one.card
    if card is None:
        drawn = row(mark, number, piece("  "), piece(_name(one), "", does))
    else:
        style = "title" if index in (marks.cursor, marks.laid) else ""
        name = row(piece(f" {_name(one)}", style, does))
        price = _price(one, payees, symbols)
        drawn = (
            mark,
            number,
            faces.colour(card.colour, symbols, does),
            *fit(name, NAME + 2, mark=symbols.more),
            *fit(faces.cost(card.goods, card.bank, symbols), 8),
            *fit(faces.effects(card.effects, symbols), 19),
            *price,
        )
    drawn = fit(clip(drawn, width, symbols.more), width)
    if marks.sealed >= 0 and index != marks.sealed:
        return restyled(drawn, "dim")
    if index == marks.cursor and marks.sealed < 0:
        return lit(drawn)
    return drawn


def lit(one: Row) -> Row:
    """Give a row the background of what a cursor is at, but for signs of colours."""
    own = {classes(name) for name in COLOURS}
    return tuple(
        part if part.style in own else part._replace(style=f"{part.style} class:at")
        for part in one
    )


def _name(one: Lying) -> str:
    twice = f" x{one.copies}" if one.copies > 1 else ""
    return f"{one.name}{twice}"


def _price(one: Lying, payees: Payees, symbols: Symbols) -> Row:
    if one.quote is None or one.card is None:
        return ()
    return quotes.price(one.quote, payees, symbols, one.card.goods + one.card.bank)


def _mark(index: int, marks: Marks, symbols: Symbols) -> Piece:
    """Draw what stands before a card."""
    if index == marks.sealed:
        return piece(f"{symbols.sealed} ", "sealed")
    if index == marks.laid:
        return piece(f"{symbols.laid} ", "laid")
    if index == marks.cursor and marks.sealed < 0:
        return piece(f"{symbols.chosen} ", "title")
    return piece("  ")


# As cards.


def face_width(width: int, cards: int = 7) -> int:
    """Give the columns of each of so many cards side by side; 0 if they don't fit."""
    least, most = FACE_WIDTHS
    each = (width + 1) // cards - 1
    return 0 if each < least else min(each, most)


def laid_out(
    hand: Hand, marks: Marks, payees: Payees, width: int, symbols: Symbols
) -> Rows:
    """Draw cards with frames around them, side by side."""
    each = face_width(width)
    drawn = [
        _face(index, one, marks, payees, each, symbols)
        for index, one in enumerate((*hand.cards, *hand.answers))
    ]
    rows = []
    for at in range(FACE_HEIGHT):
        pieces: list[Piece] = []
        for face in drawn:
            pieces += [faces.GAP] if pieces else []
            pieces += face[at]
        rows.append(clip(tuple(pieces), width))
    return tuple(rows)


def _face(
    index: int,
    one: Lying,
    marks: Marks,
    payees: Payees,
    width: int,
    symbols: Symbols,
) -> Rows:
    does = f"card {one.number}" if one.number else ""
    rows = _inside(one, payees, width - 2, symbols)
    edge = "frame"
    if index == marks.sealed:
        edge = "sealed"
    elif index == marks.laid:
        edge = "laid"
    elif index == marks.cursor and marks.sealed < 0:
        edge = "frame.chosen"
    dim = marks.sealed >= 0 and index != marks.sealed
    box = symbols.box
    mark = _mark(index, marks, symbols).text.strip()
    number = f" {mark}{one.number or ''} " if mark or one.number else box.across
    rest = box.across * (width - 3 - measure(number))
    top = row(
        piece(box.top_left + box.across, edge, does),
        piece(number, edge if mark else "key", does),
        piece(rest + box.top_right, edge, does),
    )
    side = piece(box.down, edge, does)
    drawn = [top]
    for inner in rows:
        inner = restyled(inner, "dim") if dim else inner
        drawn.append((side, *(part._replace(does=does) for part in inner), side))
    low = box.bottom_left + box.across * (width - 2) + box.bottom_right
    return (*drawn, row(piece(low, edge, does)))


def _inside(one: Lying, payees: Payees, width: int, symbols: Symbols) -> list[Row]:
    """Draw what is within a frame: always the same rows at the same place."""
    card = one.card
    if card is None:
        return _block(wrapped(row(_name(one)), width), width, FACE_HEIGHT - 2, symbols)
    band = COLOURS[card.colour]
    cost = restyled(faces.cost(card.goods, card.bank, symbols), band)
    sign = piece(f" {symbols.colours[card.colour]} ", band)
    gap = max(1, width - measure(sign.text) - measure(cost) - 1)
    head = clip((sign, piece(" " * gap, band), *cost, piece(" ", band)), width)
    does = faces.effects(card.effects, symbols)
    price = _price(one, payees, symbols)
    return [
        fit(head, width, band),
        *_block(wrapped(row(_name(one), style="title"), width), width, 2, symbols),
        *_block(wrapped(does, width), width, 2, symbols),
        *_block([faces.free_with(card, symbols)], width, 1, symbols),
        *_block([faces.frees(card, symbols)], width, 1, symbols),
        *_block(wrapped(price, width), width, 2, symbols),
    ]


def _block(rows: Sequence[Row], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Make exactly so many rows; what is missing has a mark."""
    some = [fit(one, width, mark=symbols.more) for one in rows[:height]]
    if len(rows) > height:
        some[-1] = (*fit(some[-1], width - 1), piece(symbols.more))
    return [*some, *[fit((), width)] * (height - len(some))]
