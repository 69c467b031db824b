"""
A hand as it lies before somebody: its cards, by the numbers of the question about them.

Here it is drawn as a list; `fan` draws it as cards, where there is room.
"""

from __future__ import annotations

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
    before = mark(index, marks, symbols)
    card = one.card
    if card is None:
        drawn = row(before, number, piece("  "), piece(named(one), "", does))
    else:
        style = "title" if index in (marks.cursor, marks.laid) else ""
        name = row(piece(f" {named(one)}", style, does))
        drawn = (
            before,
            number,
            faces.colour(card.colour, symbols, does),
            *fit(name, NAME + 2, mark=symbols.more),
            *fit(faces.cost(card.goods, card.bank, symbols), 8),
            *fit(faces.effects(card.effects, symbols), 19),
            *price(one, payees, symbols),
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


def named(one: Lying) -> str:
    """Name a card, with how many there are."""
    twice = f" x{one.copies}" if one.copies > 1 else ""
    return f"{one.name}{twice}"


def price(one: Lying, payees: Payees, symbols: Symbols) -> Row:
    """Write what building it takes; nothing while that isn't asked."""
    if one.quote is None or one.card is None:
        return ()
    return quotes.price(one.quote, payees, symbols, one.card.goods + one.card.bank)


def mark(index: int, marks: Marks, symbols: Symbols) -> Piece:
    """Draw what stands before a card."""
    if index == marks.sealed:
        return piece(f"{symbols.sealed} ", "sealed")
    if index == marks.laid:
        return piece(f"{symbols.laid} ", "laid")
    if index == marks.cursor and marks.sealed < 0:
        return piece(f"{symbols.chosen} ", "title")
    return piece("  ")
