"""Disclosing, after the game, of cards that a player alone had seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.client.words.architects.sight import Sight
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.net.words import _


def lines(sight: Sight, seat: Seat, cards: Mapping[Slot, Card]) -> Iterator[str]:
    """Yield the cards that a player had seen, by the pile they are in."""
    state, who = sight.state, sight.who(seat)
    for pile in (*state.piles, state.central, state.tokens):
        seen = [cards[slot] for slot in pile.slots if slot in cards]
        if seen:
            yield text.about(
                who,
                _("Cards that only you saw in {pile}: {cards}."),
                _("Cards that only {who} saw in {pile}: {cards}."),
                pile=sight.pile(pile.name),
                cards=", ".join(describe.kind(catalog().kind(card)) for card in seen),
            )
