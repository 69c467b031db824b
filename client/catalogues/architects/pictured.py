"""
The pictures of Architects in words, and what is printed of the game, by the pictures' ids.

``wonders cards`` puts the words into SVG files, and below the pictures on pages to print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sealed_wonders.client.catalogues.cardcopies import CardCopies
from sealed_wonders.client.words.architects import cards, describe
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.net.words import marked

HEADS: Mapping[str, str] = {
    "cards": marked("Cards"),
    "wonders": marked("Wonders"),
    "tokens": marked("Progress tokens"),
}
"""Headings on a sheet of pictures, by part of the game; other parts aren't shown."""


def says(id: str) -> str:
    """Return what a picture shows; empty for the back of a card."""
    known, (name, _, number) = catalog(), id.partition(".")
    if name in known.kinds_by_id:
        return cards.does(known.kinds_by_id[name])
    if name in known.tokens_by_id:
        return describe.ability(known.tokens_by_id[name].ability)
    if name not in known.wonders_by_id:
        return ""
    wonder = known.wonders_by_id[name]
    some = [wonder.stage(int(number))] if number else wonder.stages
    return " ".join(cards.stage(wonder, stage) for stage in some)


def deck(players: int) -> Iterator[CardCopies]:
    """
    Yield all cards, tokens and wonders.

    They don't depend on the number of players: each takes a wonder, with its pile.
    """
    known = catalog()
    for name in (CENTRAL, *known.wonders_by_id):
        counted = Counter(known.cards[card].id for card in known.piles[name])
        for id, count in counted.items():
            yield CardCopies(id, f"back.{name}", count)
    for token in known.tokens:
        yield CardCopies(token.id, "", token.copies)
    for wonder in known.wonders:
        yield CardCopies(wonder.id, "", 1)


def copies(id: str) -> str:
    """Return the number of copies of a card or a token."""
    count = sum(it.copies for it in deck(0) if it.front == id)
    return f"{count}×" if id not in catalog().wonders_by_id else ""
