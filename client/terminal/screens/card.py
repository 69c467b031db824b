"""
All about one card: what it costs and does, its chains, its copies, and who has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import cards, describe, faces, quotes, text
from sealed_wonders.client.terminal.draw import (
    Row,
    Rows,
    fit,
    measure,
    paragraph,
    piece,
    row,
)
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words import _, p_
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.goods import unpack

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk


class CardBox(Box):
    """One card; left and right go through the hand."""

    widest = 76

    def __init__(self, desk: Desk, building: Building) -> None:
        """Begin with a card."""
        super().__init__(desk)
        self.building = building

    @property
    def title(self) -> str:
        """Which card it is."""
        return describe.name(self.building)

    @property
    def help(self) -> Sequence[str]:
        """Say what it is."""
        return (_("All about a card, in signs and in words."),)

    @property
    def more_actions(self) -> Sequence[str]:
        """Other cards of the hand can be looked at."""
        return ("left", "right") if len(self._hand) > 1 else ()

    @property
    def _hand(self) -> tuple[Building, ...]:
        """The cards we look at, each once."""
        view = self.desk.known.view
        held = (view.pile or view.hand) if view is not None else ()
        return tuple(dict.fromkeys(one.building for one in held))

    def act(self, action: str) -> bool:
        """Go to another card, or scroll."""
        hand = self._hand
        if action in ("left", "right") and hand:
            step = 1 if action == "right" else -1
            at = hand.index(self.building) if self.building in hand else -(step > 0)
            self.building = hand[(at + step) % len(hand)]
            self.show_from(0)
            return True
        return super().act(action)

    def heading(self) -> Row:
        """Name it, with the sign of its colour."""
        return faces.title(self.building, self.desk.symbols, "title")

    def rows(self, width: int, height: int) -> Rows:
        """Draw it."""
        lines = list(self._lines())
        label = max(measure(name) for name, _row, _words in lines) + 2
        rows: list[Row] = []
        for name, signs, words in lines:
            room = width - label
            body: list[Row] = [signs] if signs else []
            if words:
                body += paragraph(words, room, "dim" if signs else "")
            for index, one in enumerate(body):
                before = piece(name, "dim") if not index else piece("")
                rows.append((*fit((before,), label), *one))
        return rows

    def _lines(self) -> Iterator[tuple[str, Row, str]]:
        """Give all there is to be said: a label, signs and words."""
        card, symbols = self.building, self.desk.symbols
        colour = p_("a card's", "colour")
        age = _("age {age}").format(age=card.age)
        sign = faces.tag(card, symbols)
        yield colour, row(sign, f" {text.colour(card.colour)}, {age}"), ""
        cost = faces.cost(card.goods, card.bank, symbols)
        yield p_("a card's", "cost"), cost, text.bundle(unpack(card.goods), card.bank)
        signs = faces.effects(card.effects, symbols)
        yield p_("a card's", "effect"), signs, describe.effects(card.effects)
        if givers := faces.givers(card):
            yield _("free with"), (), text.listing(_names(givers), "or")
        if takers := faces.takers(card):
            yield _("makes free"), (), text.listing(_names(takers))
        sight = self.desk.known.sight
        players = len(sight.names) if sight else 0
        yield _("copies"), (), cards.printed(card, players)
        if sight is not None and sight.state.cities:
            owners = [sight.who(seat) for seat in cards.owned(sight, card)]
            if owners:
                yield _("built by"), (), text.others(owners)
        yield from self._held()
        yield from self._seen()

    def _held(self) -> Iterator[tuple[str, Row, str]]:
        """Say what it takes to build it now, where it is in the hand."""
        view, known = self.desk.known.view, self.desk.known
        if view is None:
            return
        for held in view.hand:
            if held.building is self.building and held.quote is not None:
                names = known.names
                payees = quotes.Payees(names[view.left], names[view.right])
                goods = self.building.goods or self.building.bank
                price = quotes.price(held.quote, payees, self.desk.symbols, goods)
                yield _("now"), price, ""
                return

    def _seen(self) -> Iterator[tuple[str, Row, str]]:
        """Say in which hands it is, as far as we have seen them."""
        known = self.desk.known
        if known.seen is None or known.sight is None:
            return
        numbers = set(catalog().numbers(self.building))
        for one in known.seen.hands(known.sight.state):
            if one.holder == known.me:
                continue
            who = known.names[one.holder]
            if numbers & set(one.sure):
                said = _("in the hand that {who} holds").format(who=who)
            elif numbers & set(one.perhaps):
                said = _("perhaps in the hand that {who} holds").format(who=who)
            else:
                continue
            yield _("seen"), (), said


def _names(some: Sequence[Building]) -> list[str]:
    return [describe.name(card) for card in some]
