"""Disclosing, after the game, of cards that a player alone had seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.net.words import _, n_


def lines(sight: Sight, seat: Seat, cards: Mapping[Slot, Card]) -> Iterator[str]:
    """Yield the cards that a player had seen, by the pile they are in."""
    who = sight.who(seat)
    for pile, seen in _by_pile(sight, cards):
        yield text.about(
            who,
            _("Cards that only you saw in {pile}: {cards}."),
            _("Cards that only {who} saw in {pile}: {cards}."),
            pile=pile,
            cards=", ".join(describe.kind(catalog().kind(card)) for card in seen),
        )


def counted(sight: Sight, cards: Mapping[Slot, Card]) -> Iterator[str]:
    """Yield the number of cards that we alone have seen, pile by pile."""
    for pile, seen in _by_pile(sight, cards):
        n = len(seen)
        said = n_("{n} seen in {pile}", "{n} seen in {pile}", n)
        yield said.format(n=n, pile=pile)


def _by_pile(
    sight: Sight, cards: Mapping[Slot, Card]
) -> Iterator[tuple[str, Sequence[Card]]]:
    """Yield the name of each pile that has some of these cards, and which."""
    state = sight.state
    for pile in (*state.piles, state.central, state.tokens):
        seen = [cards[slot] for slot in pile.slots if slot in cards]
        if seen:
            yield describe.pile(pile.name, sight.whose(pile.name)), seen
