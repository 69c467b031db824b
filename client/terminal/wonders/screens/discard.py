"""
The screen for looking through the discard, from which one card may be built free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    fill,
    measure,
    paragraph,
    piece,
    restyled,
    row,
)
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.laying import Laying, headed
from sealed_wonders.client.terminal.screens.listing import (
    MOVES,
    Listing,
    ListItem,
    columns,
)
from sealed_wonders.client.terminal.screens.panels import Panel, stacked
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.wonders.screens import cities, spread
from sealed_wonders.client.terminal.wonders.screens.below import worth_now
from sealed_wonders.client.view.menu import Item, Menu
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.net.words import _, n_

WIDEST = 130
"""Maximum width of the list, in columns."""

DETAILS = 3
"""Rows for the card at the cursor; always the same number, so that nothing moves."""

BESIDES = 24
"""Rows besides the list from which on our city and our neighbours' are drawn below it."""

NOTHING = "nothing"
"""The name of the entry for taking no card, in the list."""


class Discard:
    """The `Screen` while somebody may build a card from the discard free."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._laying = Laying(stack)
        self._listing = Listing()

    @property
    def title(self) -> str:
        return _("The discard pile")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "Your wonder lets you build one card from the discard pile for free. "
                "Only you see these cards."
            ),
            _(
                "Choose with Up and Down. Enter lays a card down, and Enter again "
                "seals it. You may also take nothing."
            ),
        )

    @property
    def actions(self) -> Sequence[str]:
        entries = self._entries(WIDEST)
        if self._laying.laid is not None:
            return (*self._laying.actions, *MOVES)
        if not self._laying.is_open:
            return ()
        return (*self._listing.actions(entries), "nothing")

    @property
    def called(self) -> Mapping[str, str]:
        moves = dict.fromkeys(MOVES, _("move"))
        return {**self._laying.called(_("choose this card")), **moves}

    @property
    def verbs(self) -> Sequence[str]:
        """Possible uses of the card at the cursor."""
        item = self._at_cursor
        return ("build",) if self._laying.is_open and item and item.uses else ()

    @property
    def faces(self) -> Sequence[Building]:
        """The cards of the list."""
        menu = self._stack.known.menu
        some = [_card(menu, item) for item in menu.items] if menu is not None else ()
        return [card for card in some if card is not None]

    def numbered(self, number: int) -> Building | None:
        """Return the card with a number; None if there is none."""
        return self.faces[number - 1] if 0 < number <= len(self.faces) else None

    def point_at(self, card: Building | Leader) -> None:
        """Move the cursor to a card, if it is there."""
        if card in self.faces:
            self._laying.take_back()  # only the card at the cursor may be sealed
            self._listing.go(self._keys, self.faces.index(card))

    @property
    def building(self) -> Building | None:
        """The card at the cursor; None if there is none."""
        menu, item = self._stack.known.menu, self._at_cursor
        return _card(menu, item) if menu is not None and item is not None else None

    @property
    def _at_cursor(self) -> Item | None:
        menu = self._stack.known.menu
        if menu is None or not menu.items:
            return None
        return menu.items[self._listing.at(self._keys)]

    @property
    def _keys(self) -> Sequence[ListItem]:
        """The entries of the list, without their labels."""
        menu = self._stack.known.menu
        items = menu.items if menu is not None else ()
        return [ListItem(_key(item), (), lambda: None) for item in items]

    def draw(self, room: Room) -> Rows:
        """
        Draw the list, the card at the cursor in words, and the card that is laid down.
        """
        menu = self._stack.known.menu
        if menu is None:
            return ()
        width = min(room.width, WIDEST)
        cards = [item for item in menu.items if item.slot is not None]
        free = sum(bool(item.uses) for item in cards)
        title = piece(_("Build one card from the discard pile for free"), "title")
        said = n_(
            "{n} card in the pile, {free} can be built",
            "{n} cards in the pile, {free} can be built",
            len(menu.question.faces),
        ).format(n=len(menu.question.faces), free=free)
        head = [
            headed(row(title), self._stack, width),
            row(said, style="dim"),
            (),
        ]
        foot = [(), *self._details(width), *self._laying.rows(width, 2)]
        entries = self._entries(width)

        def listed(height: int) -> Rows:
            laid = self._laying.laid is not None
            return self._listing.draw(
                entries, width, height, room.symbols, is_laid=laid
            )

        length = room.height
        around = cities.ring(self._stack.known, room.symbols)
        if around is not None and room.height >= len(entries) + BESIDES:
            length = len(entries)
        rows = stacked((head, Panel(listed, most=length), foot), room.height)
        rows = amid(rows, width, room.width)
        if around is None or length == room.height:
            return rows
        high = room.height - len(rows) - 1
        return (*rows, (), *spread.cities_only(around, None, room.width, high))

    def act(self, action: str) -> bool:
        """Move the cursor, lay a card down or none, seal it or take it back."""
        entries = self._entries(WIDEST)
        at = self._listing.at(entries)
        if action in self._laying.actions and self._laying.act(action):
            return True
        if action == f"entry {at + 1}" and self._laying.laid is not None:
            return True  # one click too many must not seal anything
        if action == "nothing":
            self._listing.go(entries, len(entries) - 1)
            action = "enter"
        elif action == "build":
            action = "enter"
        done = self._listing.act(action, entries)
        if self._listing.at(entries) != at and action != "enter":
            self._laying.take_back()  # only the card at the cursor may be sealed
        return done

    # The list.

    def _entries(self, width: int) -> Sequence[ListItem]:
        menu = self._stack.known.menu
        if menu is None:
            return ()
        symbols = self._stack.symbols
        some = [(item, _card(menu, item)) for item in menu.items]
        cards = [card for _item, card in some if card is not None]
        numbers = wonders(menu.question.state).rules.catalog
        copies = Counter(map(numbers.building, menu.question.faces.values()))
        named = {
            card: faces.several(describe.name(card), copies[card], symbols)
            for card in cards
        }
        names = max(map(measure, named.values()), default=0)
        does = [measure(faces.effects(card.effects, symbols)) for card in cards]
        names = min(names, 30) + 4
        signs = min(max(does, default=0), 30) + 2
        rest = max(0, width - 6 - names - signs)
        around = cities.ring(self._stack.known, symbols)
        return [
            ListItem(
                _key(item),
                self._label(item, card, named[card], (names, signs, rest), around)
                if card is not None
                else row(_("Take nothing")),
                partial(self._lay, item),
                idle=not item.uses,
            )
            for item, card in some
        ]

    def _label(
        self,
        item: Item,
        card: Building,
        named: str,
        widths: tuple[int, int, int],
        around: cities.CityRing | None,
    ) -> Row:
        symbols = self._stack.symbols
        names, signs, rest = widths
        name = row(
            faces.colour(card.colour, symbols),
            piece(f" {named}", "" if item.uses else "dim"),
        )
        now = () if around is None else worth_now(around, card)
        note = faces.joined([now, faces.frees(card, symbols)], piece("  "))
        if not item.uses:
            note = row(f"{symbols.no} {_('you have it')}", style="no")
        effect = faces.effects(card.effects, symbols)
        if not item.uses:
            effect = restyled(effect, "dim")
        return columns((name, names), (effect, signs), (note, rest), symbols=symbols)

    def _lay(self, item: Item) -> None:
        if item.uses:
            self._laying.lay(item.uses)
        else:
            self._stack.say(" ".join(item.notes))

    def _details(self, width: int) -> Rows:
        """Draw the card at the cursor in words."""
        card = self.building
        if card is None:
            return fill((), width, DETAILS)
        facts = describe.facts(card)[1:]  # cards from the discard cost nothing
        said = text.noted(describe.name(card), f"{'; '.join(facts)}.")
        return fill(paragraph(said, width, "dim"), width, DETAILS)


def _key(item: Item) -> str:
    return NOTHING if item.slot is None else item.ids[0]


def _card(menu: Menu, item: Item) -> Building | None:
    if item.slot is None:
        return None
    cards = wonders(menu.question.state).rules.catalog
    return cards.building(menu.question.faces[item.slot])
