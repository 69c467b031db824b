"""
Descriptions of the pictures of Architects, by the pictures' ids.

``wonders cards`` and `client/commands/pictures.py` put them into SVG files, and below the
pictures on a page to print.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.words.architects import cards, describe
from sealed_wonders.core.architects.catalog import catalog
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
