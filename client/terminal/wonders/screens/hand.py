"""
A hand as it lies before somebody: its cards, by the numbers of the question about them.

Here it is drawn as a list; `fan` draws it as cards, where there is room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

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
from sealed_wonders.client.terminal.menu import Item, Menu, Use, verb_of
from sealed_wonders.client.terminal.style import COLOURS, EDIFICE, LEADER
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.client.terminal.wonders import describe, faces, quotes
from sealed_wonders.client.terminal.wonders.quotes import Payees
from sealed_wonders.client.terminal.wonders.sight import wonders
from sealed_wonders.client.words import _
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import Building, Leader, everything
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.decision import Decision
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.leaders.tasks import (
    Draft,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.play import Using
from sealed_wonders.core.wonders.state import State, Task
from sealed_wonders.core.wonders.view import HeldLeader, View, view

NAME = 22
"""Columns of a name in a list."""

COLUMNS = 1, 29, 37, 56
"""Where the titles of names, costs, effects and prices begin."""


VERBS: Mapping[str, tuple[str, ...]] = {
    "build": ("build", "pick", "side", "recruit", "keep", "lose", "drop"),
    "nothing": ("decline",),
}
"""What actions stand for, as the notation has it; the others for themselves."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that can be chosen, or an answer without one."""

    number: int
    """What it is chosen by; 0 for none."""
    name: str
    copies: int = 1
    card: Building | Leader | None = None
    """What it is; None for an answer without a card."""
    quote: Quote | None = None
    """What building or recruiting it takes."""
    item: Item | None = None
    age: int = 0
    """The one it is: some leaders cost as many coins."""

    @property
    def goods(self) -> int:
        """What building it would take; 0 if no goods of one's own could be enough."""
        match self.card:
            case Building(goods=goods, bank=bank):
                return goods + bank
        return 0

    def uses(self, verb: str) -> tuple[Use, ...]:
        """Give the ways to ``"build"``, ``"stage"`` or ``"sell"``."""
        uses = self.item.uses if self.item else ()
        wanted = VERBS.get(verb, (verb,))
        return tuple(use for use in uses if verb_of(use.move) in wanted)


class Hand(NamedTuple):
    """What lies there, and what the next stage would take."""

    cards: tuple[Lying, ...]
    stage: Quote | None = None
    answers: tuple[Lying, ...] = ()
    """What can be answered without a card."""
    title: str = ""
    """What these are, where it isn't a hand of age cards."""
    why: str = ""
    """Why it is asked for at all, where that isn't plain."""
    joining: int | None = None
    """What taking part in the age's edifice adds to a stage; None if one can't now."""

    @property
    def only(self) -> str:
        """The only thing that can be done, whatever is chosen; empty if there are more."""
        items = [one.item for one in self.cards if one.item]
        verbs = {verb_of(use.move) for item in items for use in item.uses}
        return next(iter(verbs)) if len(verbs) == 1 and not self.answers else ""


def asked(menu: Menu) -> Hand:
    """Give the hand that a question is about; it lies there until the turn ends."""
    question = menu.question
    state = wonders(question.state)
    seen = view(state, question.seat, question.faces)
    held = {one.slot: one for one in (*seen.pile, *seen.hand)}
    led = {one.slot: one for one in (*seen.leaders, *seen.selection)}
    cards, answers = [], []
    for item in menu.items:
        number = item.number
        if item.slot is not None and item.slot in led:
            leads = led[item.slot]
            cards.append(_leader(number, leads, seen.age, item))
        elif item.slot is not None and item.slot in held:
            one = held[item.slot]
            copies = sum(other.building is one.building for other in held.values())
            lies = Lying(number, item.name, copies, one.building, one.quote, item)
            cards.append(lies)
        elif isinstance(state.task, Decision):
            cards.append(_lost(item))
        else:
            answers.append(Lying(number, item.uses[0].words, item=item))
    task = state.task
    stages = isinstance(task, Using) and "stage" in task.verbs
    return Hand(
        tuple(cards),
        seen.stage if stages else None,
        tuple(answers),
        _title(task),
        _why(task, state),
        seen.joining if _can_join(menu) else None,
    )


def _can_join(menu: Menu) -> bool:
    """Tell whether any way to build a stage takes part in the edifice."""
    moves = (use.move for item in menu.items for use in item.uses)
    return any(notation.parse(move.text).joins for move in moves)


def _leader(number: int, held: HeldLeader, age: int, item: Item | None = None) -> Lying:
    name = describe.name(held.leader)
    return Lying(number, name, 1, held.leader, held.quote, item, age)


def _lost(item: Item) -> Lying:
    """Give what may be lost: a building, or an answer that names tokens."""
    name = notation.parse(item.uses[0].move.text).name
    card = everything().buildings_by_id.get(name)
    words = describe.name(card) if card else item.uses[0].words
    return Lying(item.number, words, 1, card, None, item)


def _title(task: Task) -> str:
    match task:
        case Draft():
            return _("keep a leader")
        case Recruit():
            return _("your leaders")
        case Enlist():
            return _("one more leader")
        case Decision():
            return _("what to lose")
    return ""


def _why(task: Task, state: State) -> str:
    match task:
        case Fail(age):
            edifice = state.projects[age - 1].edifice
            said = _("{edifice} was not built; without a pawn, {loss}.")
            name, loss = describe.name(edifice), describe.lost(edifice.penalty)
            return said.format(edifice=name, loss=loss)
        case Victims():
            return _("Somebody's leader makes you lose a victory token.")
    return ""


def seen(known: View) -> Hand:
    """Give the hand while nothing is asked."""
    order = everything().buildings
    ranked = sorted(
        known.hand, key=lambda one: (one.building.colour, order.index(one.building))
    )
    kinds = {one.building: one for one in ranked}
    cards = tuple(
        Lying(
            0,
            describe.name(building),
            sum(one.building is building for one in ranked),
            building,
            one.quote,
        )
        for building, one in kinds.items()
    )
    leads = () if cards else (*known.selection, *known.leaders)
    return Hand(cards or tuple(_leader(0, one, known.age) for one in leads))


class Marks(NamedTuple):
    """What is special about cards just now, as indices; -1 is none."""

    cursor: int = -1
    laid: int = -1
    sealed: int = -1


# As a list.


def heads(hand: Hand, width: int, symbols: Symbols) -> Row:
    """Draw a line across that says what the columns of a list are."""
    across = symbols.box.across
    line, at = across, 1
    titles: tuple[str, ...] = (
        hand.title or _("hand"),
        _("cost"),
        _("gives"),
        _("price"),
    )
    if hand.cards and all(one.card is None for one in hand.cards):
        titles = titles[:1]
    for place, title in zip(COLUMNS, titles, strict=False):
        place = max(place, at)
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
            faces.sign(card, symbols, does),
            *_named_at(name, faces.price(card, symbols, one.age), symbols),
            *fit(faces.does(card, symbols), 18, mark=symbols.more),
            piece(" "),
            *price(one, payees, symbols),
        )
    drawn = fit(clip(drawn, width, symbols.more), width)
    if marks.sealed >= 0 and index != marks.sealed:
        return restyled(drawn, "dim")
    if index == marks.cursor and marks.sealed < 0:
        return lit(drawn)
    return drawn


def _named_at(name: Row, cost: Row, symbols: Symbols) -> Row:
    """Put a cost into its column, further to the right behind a long name."""
    wide = max(NAME + 2, measure(name) + 1)
    if wide + measure(cost) >= NAME + 10:
        wide = NAME + 2
        name = clip(name, wide - 1, symbols.more)
    return fit((*fit(name, wide), *cost), NAME + 10)


def lit(one: Row) -> Row:
    """Give a row the background of what a cursor is at, but for signs of colours."""
    own = {classes(name) for name in (*COLOURS, LEADER, EDIFICE)}
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
    return quotes.price(one.quote, payees, symbols, one.goods)


def mark(index: int, marks: Marks, symbols: Symbols) -> Piece:
    """Draw what stands before a card."""
    if index == marks.sealed:
        return piece(f"{symbols.sealed} ", "sealed")
    if index == marks.laid:
        return piece(f"{symbols.laid} ", "laid")
    if index == marks.cursor and marks.sealed < 0:
        return piece(f"{symbols.chosen} ", "title")
    return piece("  ")
