"""
What is on the pictures of Architects, in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.terminal.architects import cards, describe
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.net.words import marked

HEADS: Mapping[str, str] = {
    "cards": marked("Cards"),
    "wonders": marked("Wonders"),
    "tokens": marked("Progress tokens"),
}
"""Above the pictures of each part, on a sheet; of others none are there."""


def says(id: str) -> str:
    """Say what a picture shows; nothing of the back of a card."""
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
