"""
Physical cards and hands as text, and cards back from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.wonders.catalog import Catalog


def card_text(cards: Catalog, card: Card) -> str:
    """Write a physical card: its id, and which copy if there are several."""
    face = cards.cards[card]
    copies = cards.numbers(face)
    return face.id if len(copies) == 1 else f"{face.id}/{copies.index(card) + 1}"


def parse_card(cards: Catalog, word: str) -> Card:
    """
    Read a physical card.

    Raises:
        ValueError: there is no such card.
    """
    face = cards.by_id.get(word.partition("/")[0])
    for card in cards.numbers(face) if face else ():
        if card_text(cards, card) == word:
            return card
    raise ValueError(f"not a card: {shown(word, 40)}")


def hand_text(cards: Catalog, hand: Sequence[Slot], faces: Mapping[Slot, Card]) -> str:
    """Write a hand: its cards by number, ``?`` for each face not known."""
    known = sorted(faces[slot] for slot in hand if slot in faces)
    words = [card_text(cards, card) for card in known]
    return " ".join(words + ["?"] * (len(hand) - len(known)))
