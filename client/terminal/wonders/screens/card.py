"""
The box about one card: its cost, effects, chains, copies and owners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from sealed_wonders.client.questions.wonders.items import made_cheaper
from sealed_wonders.client.signs.draw import Row, Rows, row
from sealed_wonders.client.signs.wonders import faces, quotes
from sealed_wonders.client.terminal.screens.box import Fact, labelled
from sealed_wonders.client.terminal.screens.cardbox import OneCardBox
from sealed_wonders.client.terminal.wonders.screens.below import (
    from_neighbours,
    worth_now,
)
from sealed_wonders.client.terminal.wonders.screens.cities import ring
from sealed_wonders.client.terminal.wonders.screens.hand import USES
from sealed_wonders.client.view.wonders.handtracker import tracker_of
from sealed_wonders.client.view.wonders.sight import sight_of, view_of
from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.wonders import cards, describe, phrases
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.effects import Science, Shields
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.net.words import _, p_


@runtime_checkable
class CardPicker(Protocol):
    """A screen with cards to choose from, below the box about one of them."""

    @property
    def faces(self) -> Sequence[Building | Leader]:
        """The different cards, in their order on the screen."""

    def numbered(self, number: int) -> Building | Leader | None:
        """Return the card with a number; None if there is none."""

    @property
    def verbs(self) -> Sequence[str]:
        """The actions that use the card at the cursor, as far as they are possible."""

    @property
    def called(self) -> Mapping[str, str]:
        """Words for the actions."""

    def point_at(self, card: Building | Leader) -> None:
        """Move the cursor to a card, if it is there."""

    def act(self, action: str) -> bool:
        """Carry out an action, and return whether it means anything."""


class CardBox(OneCardBox[Building | Leader]):
    """
    A box about one card.

    Left and right go through the hand, a digit goes to the card with that number, and the
    table's cursor follows; the keys that use a card close the box, and use it. In front
    of a city, only left and right work, and go through the city's cards.
    """

    @property
    def title(self) -> str:
        return describe.name(self.card)

    @property
    def help(self) -> Sequence[str]:
        return (_("All details of a card, in symbols and in words."),)

    @property
    def more_actions(self) -> Sequence[str]:
        """Left and right, if there are other cards, and what uses this one."""
        table = self._table
        verbs = table.verbs if table is not None and self.card in table.faces else ()
        return (*super().more_actions, *(verb for verb in verbs if verb in USES))

    @property
    def called(self) -> Mapping[str, str]:
        """Call what uses the card as the table does."""
        of_table = self._table.called if self._table is not None else {}
        return {**super().called, **{it: of_table[it] for it in USES if it in of_table}}

    @property
    def _table(self) -> CardPicker | None:
        """The screen below, if its cards are shown."""
        base = self.stack.base
        return base if not self.given and isinstance(base, CardPicker) else None

    @property
    def below(self) -> Sequence[Building | Leader]:
        """The different cards that we are looking at: the hand, a pile or leaders."""
        return self._table.faces if self._table is not None else ()

    def act(self, action: str) -> bool:
        """Go to another card, use this one, or scroll."""
        table = self._table
        if table is None or not table.faces:
            return super().act(action)
        verb, _space, number = action.partition(" ")
        if verb == "digit" and (card := table.numbered(int(number))) is not None:
            self.go(card)
            return True
        if action in USES and self.card in table.faces:
            self.stack.close(self)
            return table.act(action)
        return super().act(action)

    def go(self, card: Building | Leader) -> None:
        """Show another card, to which the table's cursor goes as well."""
        super().go(card)
        if self._table is not None:
            self._table.point_at(card)

    def heading(self) -> Row:
        return faces.title(self.card, self.stack.symbols, "title")

    def rows(self, width: int, height: int) -> Rows:
        if isinstance(self.card, Leader):
            return labelled(list(self._of_leader(self.card)), width)
        return labelled(list(self._of_building(self.card)), width)

    def _of_leader(self, leader: Leader) -> Iterator[Fact]:
        symbols, view = self.stack.symbols, view_of(self.stack.known)
        tag = row(faces.tag(leader, symbols), " " + _("leader"))
        yield Fact(_("what it is"), tag, "")
        words = phrases.leader_costs(None) if leader.cost is None else ""
        yield Fact(p_("a card's", "cost"), faces.price(leader, symbols), words)
        signs = faces.does(leader, symbols)
        yield Fact(p_("a card's", "effect"), signs, describe.effects(leader.effects))
        sight = sight_of(self.stack.known)
        if sight is not None and (owners := cards.owned(sight, leader)):
            who = text.others([sight.who(seat) for seat in owners])
            yield Fact(_("recruited by"), (), who)
        for held in view.leaders if view is not None else ():
            if held.face is leader and held.quote is not None:
                yield from self._now(held.quote, 0)

    def _of_building(self, card: Building) -> Iterator[Fact]:
        symbols = self.stack.symbols
        age = _("age {age}").format(age=card.age)
        tag = row(faces.tag(card, symbols), f" {cardwords.colour(card.colour)}, {age}")
        yield Fact(p_("a card's", "colour"), tag, "")
        cost = phrases.bundle(unpack(card.goods), card.bank)
        yield Fact(p_("a card's", "cost"), faces.price(card, symbols), cost)
        signs = faces.does(card, symbols)
        yield Fact(p_("a card's", "effect"), signs, describe.effects(card.effects))
        if any(isinstance(one, Science) for one in card.effects):
            yield Fact(_("worth"), (), phrases.how_science_counts())
        if any(isinstance(one, Shields) for one in card.effects):
            yield Fact(_("worth"), (), phrases.how_conflicts_count())
        if givers := faces.givers(card):
            yield Fact(_("free with"), (), text.listing(_names(givers), "or"))
        if takers := faces.takers(card):
            yield Fact(_("makes free"), (), text.listing(_names(takers)))
        yield from self._worth_now(card)
        sight = sight_of(self.stack.known)
        players = len(sight.names) if sight else 0
        yield Fact(_("copies"), (), cards.printed(card, players))
        if sight is not None and (owners := cards.owned(sight, card)):
            who = text.others([sight.who(seat) for seat in owners])
            yield Fact(_("built by"), (), who)
        yield from self._held(card)
        yield from self._seen(card)

    def _worth_now(self, card: Building) -> Iterator[Fact]:
        """Yield what a card would bring now, if it isn't printed and we can take it."""
        around = ring(self.stack.known, self.stack.symbols)
        if around is None:
            return
        ours = (*around.view.hand, *around.view.pile)
        if all(it.face is not card for it in ours):
            return
        now = from_neighbours(around, card) or worth_now(around, card)
        if now:
            yield Fact(_("worth"), now, "")

    def _held(self, card: Building) -> Iterator[Fact]:
        """Yield what building it costs now, if it is in the hand."""
        view = view_of(self.stack.known)
        if view is None:
            return
        for held in view.hand:
            if held.face is card and held.quote is not None:
                by = made_cheaper(view, card, held.quote)
                yield from self._now(held.quote, card.goods or card.bank, by)
                return

    def _now(self, quote: Quote, cost: int, by: str = "") -> Iterator[Fact]:
        view, names = view_of(self.stack.known), self.stack.known.names
        if view is not None:
            payees = quotes.Payees(names[view.left], names[view.right])
            price = quotes.price(quote, payees, self.stack.symbols, cost, by)
            yield Fact(_("now"), price, "")
            several = quote.splits if len(quote.splits) > 1 else ()
            for split in sorted(several, key=sum):
                yield Fact("", quotes.payment(split, payees, self.stack.symbols), "")

    def _seen(self, card: Building) -> Iterator[Fact]:
        """Yield the hands that contain it, as far as we have seen them."""
        known = self.stack.known
        tracker = tracker_of(known)
        if tracker is None or known.sight is None:
            return
        state = known.sight.state
        numbers = set(state.rules.catalog.numbers(card))
        for one in tracker.hands(state):
            if one.holder == known.ours:
                continue
            who = known.names[one.holder]
            if numbers & set(one.sure):
                said = _("in {who}'s hand").format(who=who)
            elif numbers & set(one.perhaps):
                said = _("perhaps in {who}'s hand").format(who=who)
            else:
                continue
            yield Fact(_("seen"), (), said)


def _names(some: Sequence[Building]) -> list[str]:
    return [describe.name(card) for card in some]
