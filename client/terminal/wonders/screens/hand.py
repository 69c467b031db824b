"""
A hand on the table, with its cards in the order of the question about them.

This module draws it as a list; if there is room, `fan` draws it as cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from sealed_wonders.client.words.draw import (
    Piece,
    Row,
    Rows,
    classes,
    clickable,
    clip,
    fit,
    measure,
    piece,
    restyled,
    row,
)
from sealed_wonders.client.words.menu import Menu
from sealed_wonders.client.words.style import COLOURS, EDIFICE, LEADER
from sealed_wonders.client.words.symbols import Symbols
from sealed_wonders.client.words.wonders import describe, faces, quotes
from sealed_wonders.client.words.wonders.items import CardItem
from sealed_wonders.client.words.wonders.quotes import Payees
from sealed_wonders.client.words.wonders.sight import wonders
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import (
    Draft,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.core.wonders.play import Using
from sealed_wonders.core.wonders.state import State, Task
from sealed_wonders.core.wonders.view import Held, View
from sealed_wonders.net.words import _

USES = ("build", "stage", "sell")
"""Actions that use a card."""

NAME = 20
"""Columns of a name in the list."""

NARROW = 80
"""The width for which `COLUMNS` and `GIVES` hold."""

GIVES = 20
"""Columns of effects and chains in the list; more on a wider screen."""

MORE = 30
"""How many more columns effects and chains can use."""

COLUMNS = 1, 27, 35, 56
"""The columns in which the headings of names, costs, effects and prices begin."""


class Hand(NamedTuple):
    """The cards of a hand, and what can be done with them."""

    cards: tuple[CardItem, ...]
    stage: Quote | None = None
    answers: tuple[CardItem, ...] = ()
    """Answers without a card."""
    title: str = ""
    """The heading, if these aren't age cards."""
    why: str = ""
    """The reason for an unusual question."""
    joining: int | None = None
    """
    The additional coins for taking part in the age's edifice; None if not possible now.
    """

    @property
    def only(self) -> str:
        """
        The verb of the only possible use of all cards; empty if there are several.
        """
        verbs = {use.play.verb for card in self.cards for use in card.uses}
        return next(iter(verbs)) if len(verbs) == 1 and not self.answers else ""


def asked(menu: Menu) -> Hand:
    """
    Return the hand that a question is about, which stays visible until the turn ends.
    """
    state, view = wonders(menu.question.state), menu.view
    task = state.task
    # Losses may include tokens, which lie among the cards and have numbers, too.
    items = [item for item in menu.items if isinstance(item, CardItem)]
    return Hand(
        tuple(item for item in items if item.number),
        view.stage if _builds_stages(task) else None,
        tuple(item for item in items if not item.number),
        _title(task),
        _why(task, state),
        view.joining if _may_join(menu) else None,
    )


def _builds_stages(task: Task) -> bool:
    return isinstance(task, Using) and "stage" in task.verbs


def _may_join(menu: Menu) -> bool:
    """Return whether any way to build a stage takes part in the edifice."""
    return any(use.play.joins for use in menu.uses)


def _title(task: Task) -> str:
    match task:
        case Draft():
            return _("keep a leader")
        case Recruit():
            return _("your leaders")
        case Enlist():
            return _("another leader")
        case Decision():
            return _("choose what to lose")
    return ""


def _why(task: Task, state: State) -> str:
    match task:
        case Fail(age):
            edifice = state.projects[age - 1].edifice
            said = _("{edifice} was not built. Penalty: {loss}.")
            name, loss = describe.name(edifice), describe.lost(edifice.penalty)
            return said.format(edifice=name, loss=loss)
        case Victims():
            return _("Somebody's leader makes you lose a victory token.")
    return ""


def seen(view: View) -> Hand:
    """Return the hand while there is no question."""
    order = everything().buildings
    ranked = sorted(view.hand, key=lambda one: (one.face.colour, order.index(one.face)))
    copies = Counter(one.face for one in ranked)
    held: Iterable[Held[Any]] = {one.face: one for one in ranked}.values()
    return Hand(
        tuple(
            CardItem(
                number=0,
                name=describe.name(one.face),
                ids=(),
                line="",
                uses=(),
                face=one.face,
                quote=one.quote,
                copies=copies.get(one.face, 1),
                age=view.age,
            )
            for one in held or (*view.selection, *view.leaders)
        )
    )


class Marks(NamedTuple):
    """The indices of cards with marks; -1 for none."""

    cursor: int = -1
    laid: int = -1
    sealed: int = -1


# As a list.


def heads(hand: Hand, width: int, symbols: Symbols, discarded: str = "") -> Row:
    """
    Draw a horizontal line with the headings of the list's columns.

    Args:
        discarded: a note on the discard pile, near the end of the line.
    """
    across = symbols.box.across
    line, at = across, 1
    titles: tuple[str, ...] = (
        hand.title or _("hand"),
        _("cost"),
        _("gives"),
        _("price"),
    )
    if hand.cards and all(one.face is None for one in hand.cards):
        titles = titles[:1]
    *places, last = COLUMNS
    for place, title in zip((*places, last + _more(width)), titles, strict=False):
        place = max(place, at)
        line += across * (place - at) + f" {title} "
        at = place + measure(title) + 2
    end = ""
    if discarded:
        end = f" {discarded} {across}"
    rest = max(0, width - at - measure(end))
    return clip(row(line + across * rest + end, style="frame"), width)


def listed(
    hand: Hand, marks: Marks, payees: Payees, width: int, symbols: Symbols
) -> Rows:
    """Draw the cards as a list, one in each row."""
    return tuple(
        _line(index, one, marks, payees, width, symbols)
        for index, one in enumerate((*hand.cards, *hand.answers))
    )


def _line(
    index: int,
    one: CardItem,
    marks: Marks,
    payees: Payees,
    width: int,
    symbols: Symbols,
) -> Row:
    does = f"card {one.number}" if one.number else ""
    number = piece(f"{one.number or '':>2} ", "key", does)
    before = mark(index, marks, symbols)
    card = one.face
    if card is None:
        drawn = row(before, number, piece("  "), piece(named(one), "", does))
    else:
        style = "title" if index in (marks.cursor, marks.laid) else ""
        name = row(piece(f" {named(one)}", style, does))
        drawn = (
            before,
            number,
            faces.sign(card, symbols, does),
            *_named_at(name, faces.price(card, symbols, one.age), symbols),
            *fit(_gives(card, symbols), GIVES + _more(width), mark=symbols.more),
            piece(" "),
            *price(one, payees, symbols),
        )
    (drawn,) = clickable([fit(clip(drawn, width, symbols.more), width)], does)
    if marks.sealed >= 0 and index != marks.sealed:
        return restyled(drawn, "dim")
    if index == marks.cursor and marks.sealed < 0:
        return lit(drawn)
    return drawn


def _more(width: int) -> int:
    """Return how many more columns than on a narrow screen the effects have."""
    return max(0, min(MORE, width - NARROW))


def _gives(card: Building | Leader, symbols: Symbols) -> Row:
    """Draw a card's effects, and what it makes free."""
    frees = faces.chains(card, symbols)[1]
    return faces.joined([faces.does(card, symbols), frees], piece("  "))


def _named_at(name: Row, cost: Row, symbols: Symbols) -> Row:
    """Draw a name and a cost, which moves to the right after a long name."""
    wide = max(NAME + 2, measure(name) + 1)
    if wide + measure(cost) >= NAME + 10:
        wide = NAME + 2
        name = clip(name, wide - 1, symbols.more)
    return fit((*fit(name, wide), *cost), NAME + 10)


def lit(one: Row) -> Row:
    """Return a row with the background of the cursor, except on signs for colours."""
    own = {classes(name) for name in (*COLOURS, LEADER, EDIFICE)}
    return tuple(
        part if part.style in own else part._replace(style=f"{part.style} class:at")
        for part in one
    )


def named(one: CardItem) -> str:
    """Return a card's name, with the number of copies."""
    twice = f" x{one.copies}" if one.copies > 1 else ""
    return f"{one.shown}{twice}"


def price(one: CardItem, payees: Payees, symbols: Symbols) -> Row:
    """Draw the cost of building a card; empty if it isn't asked."""
    if one.quote is None or one.face is None:
        return ()
    return quotes.price(one.quote, payees, symbols, one.goods, one.chained)


def mark(index: int, marks: Marks, symbols: Symbols) -> Piece:
    """Draw the mark in front of a card."""
    if index == marks.sealed:
        return piece(f"{symbols.sealed} ", "sealed")
    if index == marks.laid:
        return piece(f"{symbols.laid} ", "laid")
    if index == marks.cursor and marks.sealed < 0:
        return piece(f"{symbols.chosen} ", "title")
    return piece("  ")
