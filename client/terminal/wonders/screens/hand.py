"""
A hand on the table, with its cards in the order of the question about them.

This module draws it as a list; if there is room, `fan` draws it as cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, chain, repeat
from typing import Any, NamedTuple

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import (
    Piece,
    Row,
    Rows,
    clickable,
    clip,
    fit,
    lit,
    measure,
    piece,
    restyled,
    row,
)
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders import faces, quotes
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit, Victims
from sealed_wonders.core.wonders.play import Using
from sealed_wonders.core.wonders.state import State, Task
from sealed_wonders.core.wonders.view import Held, View
from sealed_wonders.net.words import _

USES = ("build", "stage", "sell")
"""Actions that use a card."""

BEFORE = 7
"""Columns before a name in the list: for a mark, a number, a sign and a gap."""

NARROW = 80
"""The width for which `WIDTHS` holds."""

MORE = 30
"""How many more columns effects and chains can use on a wider screen."""


class ListWidths(NamedTuple):
    """Columns of the list of a hand, each with the gap after it."""

    name: int
    cost: int
    gives: int
    price: int


WIDTHS = ListWidths(21, 8, 21, 24)
"""The columns where none needs more; the last gap is outside the screen."""


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
            said = _("{edifice} was not built. Penalty before the conflicts: {loss}.")
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


class HandList(NamedTuple):
    """What the list of a hand shows, but for marks."""

    cells: tuple[Cells, ...]
    widths: ListWidths


class Cells(NamedTuple):
    """What the list shows of a card, in the order of `ListWidths`."""

    name: Row
    cost: Row = ()
    gives: Row = ()
    price: Row = ()


def as_list(
    hand: Hand,
    payees: Payees,
    width: int,
    symbols: Symbols,
    now: Sequence[Row] = (),
) -> HandList:
    """
    Draw what the list of a hand shows, and share out the columns.

    Args:
        now: for each card, what it brings as the cities stand; empty rows for nothing.
    """
    some = tuple(
        zip((*hand.cards, *hand.answers), chain(now, repeat(())), strict=False)
    )
    cells = [_cells(one, payees, symbols, brings) for one, brings in some]
    of_cards = [its for (one, _), its in zip(some, cells, strict=True) if one.face]
    widths = _shared_out(of_cards, width)
    drawn = []
    for (one, brings), its in zip(some, cells, strict=True):
        if one.face:
            if brings and measure(its.gives) >= widths.gives:
                its = its._replace(gives=_gives(one, symbols, brings, widths.gives - 1))
            its = Cells(*map(partial(_fitted, symbols), its, widths))
        drawn.append(its)
    return HandList(tuple(drawn), widths)


def _fitted(symbols: Symbols, cell: Row, wide: int) -> Row:
    return fit(clip(cell, wide - 1, symbols.more), wide)


def _cells(one: CardItem, payees: Payees, symbols: Symbols, now: Row) -> Cells:
    card, name = one.face, row(named(one, symbols))
    if card is None:
        return Cells(name)
    cost = faces.price(card, symbols, one.age)
    gives = _gives(one, symbols, now, None)
    return Cells(name, cost, gives, price(one, payees, symbols))


def _gives(one: CardItem, symbols: Symbols, now: Row, wide: int | None) -> Row:
    """Draw what a card does, and its chains; what it is worth *now* is never cut."""
    card = one.face
    if card is None:
        return ()
    does, gap = faces.does(card, symbols), piece("  ")
    free_with, frees = faces.chains(card, symbols)
    if one.quote is not None and one.quote.free == "chain":
        free_with = ()  # the price names it
    worth = faces.joined([does, now], gap)
    if now and wide is not None and measure(worth) > wide:
        room = wide - measure(gap.text) - measure(now[1:])
        return faces.joined([clip(does, room, symbols.more), now[1:]], gap)
    return faces.joined([worth, frees, free_with], gap)


def _shared_out(cells: Sequence[Cells], width: int) -> ListWidths:
    """
    Return the columns of a list.

    A column that is too narrow takes what others don't need. Names and costs also take
    what they need from effects and chains.
    """
    more = max(0, min(MORE, width - NARROW))
    gives = WIDTHS.gives + more
    wide = WIDTHS._replace(gives=gives, price=WIDTHS.price + width - NARROW - more)
    if not cells:
        return wide
    least = 0, *(measure(title) + 3 for title in _titles())
    need = ListWidths(
        *(
            max(titled, max(map(measure, column)) + 1)
            for titled, column in zip(least, zip(*cells, strict=True), strict=True)
        )
    )
    for taker in ("name", "cost", "price", "gives"):
        for giver in ("cost", "name", "gives"):
            wide = _lent(wide, need, taker, giver)
    return wide


def _lent(wide: ListWidths, need: ListWidths, taker: str, giver: str) -> ListWidths:
    """Return the columns after one of them has given another what it needs."""
    has, gives = getattr(wide, taker), getattr(wide, giver)
    least = getattr(need, giver)
    if giver == "gives" and taker != "price":
        least = 0
    lent = min(getattr(need, taker) - has, gives - least)
    if taker == giver or lent <= 0:
        return wide
    return wide._replace(**{taker: has + lent, giver: gives - lent})


def heads(
    hand: Hand, widths: ListWidths, width: int, symbols: Symbols, discarded: str = ""
) -> Row:
    """
    Draw a horizontal line with the headings of the list's columns.

    Args:
        discarded: a note on the discard pile, near the end of the line.
    """
    across = symbols.box.across
    line, at = across, 1
    titles = (hand.title or _("hand"), *_titles())
    if hand.cards and all(one.face is None for one in hand.cards):
        titles = titles[:1]
    for place, title in zip(_places(widths), titles, strict=False):
        place = max(place, at)
        line += across * (place - at) + f" {title} "
        at = place + measure(title) + 2
    end = ""
    if discarded:
        end = f" {discarded} {across}"
    rest = max(0, width - at - measure(end))
    return clip(row(line + across * rest + end, style="frame"), width)


def _titles() -> tuple[str, ...]:
    """Return the headings of the columns after the names."""
    return _("cost"), _("gives"), _("price")


def _places(widths: ListWidths) -> Sequence[int]:
    """Return where the headings begin; names are under a heading at the left edge."""
    _name, *others = accumulate(widths[:-1], initial=BEFORE - 1)
    return 1, *others


def listed(
    hand: Hand, drawn: HandList, marks: Marks, width: int, symbols: Symbols
) -> Rows:
    """Draw the cards as a list, one in each row."""
    cards = zip((*hand.cards, *hand.answers), drawn.cells, strict=True)
    return tuple(
        _line(index, one, cells, marks, width, symbols)
        for index, (one, cells) in enumerate(cards)
    )


def _line(
    index: int,
    one: CardItem,
    cells: Cells,
    marks: Marks,
    width: int,
    symbols: Symbols,
) -> Row:
    does = f"card {one.number}" if one.number else ""
    number = piece(f"{one.number or '':>2} ", "key", does)
    begun = row(mark(index, marks, symbols), number)
    if one.face is None:
        drawn = clip(row(begun, "  ", cells.name), width, symbols.more)
    else:
        name, *rest = cells
        if index in (marks.cursor, marks.laid):
            name = restyled(name, "title")
        sign = faces.sign(one.face, symbols, does)
        drawn = row(begun, sign, faces.GAP, name, *rest)
    (drawn,) = clickable([fit(drawn, width)], does)
    if marks.sealed >= 0 and index != marks.sealed:
        return restyled(drawn, "dim")
    if index == marks.cursor and marks.sealed < 0:
        return lit(drawn)
    return drawn


def named(one: CardItem, symbols: Symbols) -> str:
    """Return a card's name, with the number of copies."""
    return faces.several(one.shown, one.copies, symbols)


def price(one: CardItem, payees: Payees, symbols: Symbols) -> Row:
    """Draw the cost of building a card; empty if it isn't asked."""
    if one.quote is None or one.face is None:
        return ()
    return quotes.price(one.quote, payees, symbols, one.goods, one.by)


def mark(index: int, marks: Marks, symbols: Symbols) -> Piece:
    """Draw the mark in front of a card."""
    if index == marks.sealed:
        return piece(f"{symbols.sealed} ", "sealed")
    if index == marks.laid:
        return piece(f"{symbols.laid} ", "laid")
    if index == marks.cursor and marks.sealed < 0:
        return piece(f"{symbols.chosen} ", "title")
    return piece("  ")
