"""
Descriptions of the pictures of 7 Wonders, by the pictures' ids.

``wonders cards`` and `client/commands/pictures.py` put them into SVG files, and below the
pictures on a page to print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.model import Board, Building, Edifice, Leader
from sealed_wonders.net.words import marked

HEADS: Mapping[str, str] = {
    "cards": marked("Cards"),
    "boards": marked("Boards"),
    "leaders": marked("Leaders"),
    "edifices": marked("Edifices"),
}
"""The headings of a sheet of pictures, by part; other parts have none."""


def says(id: str) -> str:
    """Return a description of a picture; empty for the back of a card."""
    name, _, rest = id.partition(".")
    match everything().by_id.get(name):
        case Building() as building:
            return text.apart(describe.facts(building))
        case Leader() as leader:
            return text.apart(describe.leader(leader))
        case Edifice() as edifice:
            return text.apart((describe.joining(edifice), *describe.stakes(edifice)))
        case Board() as board:
            return " ".join(_stages(board, *rest.split(".")))
    return ""


def _stages(board: Board, name: str, number: str = "") -> Iterator[str]:
    """Yield a side of a board, or one of its stages, in sentences."""
    side = board.sides[name]
    yield text.sentence(describe.side(board, side))
    if number:
        yield describe.stages(side)[int(number) - 1]
    else:
        yield text.sentence(describe.effect(side.start))
        yield from describe.stages(side)
