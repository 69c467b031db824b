"""
The pictures of 7 Wonders in words, and what is printed of the game, by the pictures' ids.

``wonders cards`` puts the words into SVG files, and below the pictures on pages to print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.client.catalogues.cardcopies import CardCopies
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


def deck(players: int) -> Iterator[CardCopies]:
    """
    Yield all cards and boards that a game of some players needs.

    Guilds, leaders, edifices and boards don't depend on the number of players: those
    for a game are drawn by lot or chosen (W1.2). Leaders that are never dealt aren't
    among them (L1.2).
    """
    known = everything()
    for building in known.buildings:
        count = sum(it <= players for it in building.copies)
        if count or not building.copies:
            yield CardCopies(building.id, f"back.{building.age}", count or 1)
    for leader in known.leaders:
        if leader.effects:
            yield CardCopies(leader.id, "back.0", 1)
    for edifice in known.edifices:
        yield CardCopies(edifice.id, f"back.e{edifice.age}", 1)
    for board in known.boards:
        front, back = (f"{board.id}.{side}" for side in board.sides)
        yield CardCopies(front, back, 1)


def copies(id: str) -> str:
    """Return the numbers of players from which there are copies of a card."""
    face = everything().by_id.get(id)
    if not isinstance(face, Building):
        return ""
    return " ".join(f"{players}+" for players in face.copies)
