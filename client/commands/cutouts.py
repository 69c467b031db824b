"""
Cards to print on A4 paper and to cut out, with their backs.

Sheets alternate between fronts and backs. When a sheet is turned over its long edge, its
left side becomes the right one; so the places of the backs are mirrored, and each back
lies exactly behind its front. Cards lie edge to edge, so that one cut separates two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sealed_wonders.client.catalogues.cardcopies import CardCopies
from sealed_wonders.client.commands.pictures import POLICY, PagePictures
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import text
from sealed_wonders.core.games import TITLES, definition
from sealed_wonders.core.pictures.svg import number
from sealed_wonders.net.web.markup import Markup, document, style, tag
from sealed_wonders.net.words import _

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
"""A4, in millimetres."""

STYLE = """
:root{color-scheme:light}
body{margin:0;background:#fff}
svg{display:block}
svg.defs{position:absolute;width:0;height:0}
svg.sheet{width:210mm;height:297mm;break-inside:avoid;break-after:page}
svg.sheet:last-of-type{break-after:auto}
@page{size:A4;margin:0}
@media screen{body{background:#888}svg.sheet{background:#fff;margin:0 auto 5mm}}
"""

_MARK_FROM, _MARK_TO = 1.5, 7
"""Millimetres from a card at which a crop mark begins and ends."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The places on a sheet, in millimetres."""

    width: float
    height: float
    columns: int
    rows: int
    border: float = 1
    """White on each side of a picture, since no cut is exact."""

    @property
    def left(self) -> float:
        return (PAGE_WIDTH - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        return (PAGE_HEIGHT - self.rows * self.height) / 2

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def place(self, index: int, *, is_back: bool) -> tuple[float, float]:
        """Return the upper left corner of a card on its sheet."""
        row, column = divmod(index, self.columns)
        if is_back:
            column = self.columns - 1 - column
        return self.left + column * self.width, self.top + row * self.height

    def cuts(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the crop marks, as two points each."""
        right, bottom = PAGE_WIDTH - self.left, PAGE_HEIGHT - self.top
        for column in range(self.columns + 1):
            x = self.left + column * self.width
            yield x, self.top - _MARK_TO, x, self.top - _MARK_FROM
            yield x, bottom + _MARK_FROM, x, bottom + _MARK_TO
        for row in range(self.rows + 1):
            y = self.top + row * self.height
            yield self.left - _MARK_TO, y, self.left - _MARK_FROM, y
            yield right + _MARK_FROM, y, right + _MARK_TO, y


CARDS = Grid(44, 68, 4, 4)
BOARDS = Grid(188, 58, 1, 4)
"""Boards and wonders, which are larger than cards; their other side is their back."""


def deck(game: str, players: int, is_wanted: Callable[[str], bool]) -> list[CardCopies]:
    """
    Return the cards and boards to print for a number of players.

    Args:
        is_wanted: returns whether to include a card, given the id of its picture.
    """
    return [it for it in face_of(game).pictures.deck(players) if is_wanted(it.front)]


def sheets(
    game: str, cards: Iterable[CardCopies]
) -> Iterator[tuple[Grid, Sequence[CardCopies]]]:
    """Yield the cards on each sheet of paper, and their places."""
    pictures = definition(game).pictures()
    each = [card for card in cards for _copy in range(card.copies)]
    for grid, is_board in ((CARDS, False), (BOARDS, True)):
        some = iter(
            it
            for it in each
            if (pictures[it.front].width > pictures[it.front].height) == is_board
        )
        while sheet := tuple(islice(some, grid.places)):
            yield grid, sheet


def page(game: str, cards: Iterable[CardCopies], lang: str) -> str:
    """Return an HTML page to print on both sides of the paper."""
    title = text.noted(TITLES[game], _("cards to cut out"))
    drawn = PagePictures(game, lang)
    sides = [
        _side(drawn, grid, sheet, is_back=is_back)
        for grid, sheet in sheets(game, cards)
        for is_back in (False, True)
    ]
    body = tag("body", drawn.symbols(), *sides)
    return document(lang, title, style(STYLE, POLICY), body)


def _side(
    drawn: PagePictures, grid: Grid, sheet: Sequence[CardCopies], *, is_back: bool
) -> Markup:
    cards = []
    for index, card in enumerate(sheet):
        if id := card.back if is_back else card.front:
            x, y = grid.place(index, is_back=is_back)
            edge = grid.border
            width, height = grid.width - 2 * edge, grid.height - 2 * edge
            cards.append(drawn.use(id, x + edge, y + edge, width, height))
    marks = "".join(
        f"M{number(a)} {number(b)}L{number(c)} {number(d)}"
        for a, b, c, d in grid.cuts()
    )
    lines = tag("path", d=marks, stroke="#000", stroke_width="0.15", fill="none")
    box = f"0 0 {PAGE_WIDTH} {PAGE_HEIGHT}"
    return tag("svg", lines, *cards, class_="sheet", viewBox=box)
