"""
Writes pictures of cards, as SVG files or as pages to print.

The pictures are drawn in `core/pictures`. This module has the page with all pictures and
what they share; `cutouts.py` has cards to cut out, and `playeraid.py` a player aid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from sealed_wonders.client.catalogues.cardcopies import CardCopies
from sealed_wonders.client.catalogues.catalogue import CatalogueList
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import text
from sealed_wonders.core.games import TITLES, definition
from sealed_wonders.core.pictures.svg import Picture, number
from sealed_wonders.net.web.markup import Markup, document, style, tag
from sealed_wonders.net.words import _

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy of pages to print: nothing may be loaded."""

STYLE = """
:root{color-scheme:light}
body{font:10pt/1.25 sans-serif;margin:8mm;color:#111;background:#fff}
h2{break-after:avoid;margin:6mm 0 2mm}
main{display:flex;flex-wrap:wrap;gap:3mm}
figure{margin:0;width:34mm;break-inside:avoid}
figure.stages{width:34mm}
figure.boards,figure.wonders{width:108mm}
svg{width:100%;height:auto;display:block}
figcaption{font-size:7pt;margin-top:1mm}
@page{size:A4;margin:10mm}
@media print{body{margin:0}}
"""


def ids_of(parts: Iterable[CatalogueList]) -> frozenset[str]:
    """Return the ids of the items in some parts of the catalogue."""
    return frozenset(getattr(row.shown, "id", "") for it in parts for row in it.rows)


def ids_in(deck: Iterable[CardCopies]) -> frozenset[str]:
    """Return the ids of the items that some printed cards show."""
    return frozenset(it.front.partition(".")[0] for it in deck)


def is_among(ids: frozenset[str], picture: str) -> bool:
    """Return whether a picture, given its id, shows one of some items or part of one."""
    return picture.partition(".")[0] in ids


def chosen(
    game: str, parts: Sequence[CatalogueList], everything: bool
) -> list[Picture]:
    """
    Return the pictures of the items in some parts, in the game's own order.

    Args:
        game: the game.
        parts: the parts of the catalogue.
        everything: whether these are all parts; then the backs of cards are included.
    """
    ids = ids_of(parts)
    return [
        picture
        for picture in definition(game).pictures().values()
        if is_among(ids, picture.id) or (everything and picture.part == "backs")
    ]


def save(game: str, pictures: Iterable[Picture], lang: str, folder: Path) -> int:
    """
    Write each picture to a file of its own, and return their number.

    Raises:
        OSError: a file can't be written.
    """
    says, count = face_of(game).pictures.says, 0
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        path = folder / f"{picture.id}.svg"
        path.write_text(picture.svg(lang, says(picture.id)), "utf-8", newline="\n")
        count += 1
    return count


def sheet(game: str, pictures: Iterable[Picture], lang: str) -> str:
    """Return an HTML page to print, with pictures and descriptions of the cards."""
    title = text.noted(TITLES[game], _("cards and boards"))
    body = tag("body", tag("h1", title), *_figures(game, pictures, lang))
    return document(lang, title, style(STYLE, POLICY), body)


def _figures(game: str, pictures: Iterable[Picture], lang: str) -> Iterator[str]:
    heads = face_of(game).pictures.HEADS
    says = face_of(game).pictures.says
    shown = (it for it in pictures if it.part in heads)
    for part, some in groupby(shown, key=lambda it: it.part):
        yield tag("h2", _(heads[part]))
        figures = (
            tag(
                "figure",
                Markup(picture.svg(lang)),
                tag("figcaption", says(picture.id)),
                class_=part,
            )
            for picture in some
        )
        yield tag("main", *figures)


class PagePictures:
    """Pictures on a page, each drawn once and used wherever it is shown."""

    def __init__(self, game: str, lang: str) -> None:
        self._pictures = definition(game).pictures()
        self._lang = lang
        self._used: dict[str, None] = {}

    def use(self, id: str, x: float, y: float, width: float, height: float) -> Markup:
        """Return a picture, as large as fits, in the middle of a rectangle of an SVG."""
        self._used[id] = None
        return tag(
            "use",
            href=f"#p-{id}",
            x=number(x),
            y=number(y),
            width=number(width),
            height=number(height),
        )

    def figure(self, id: str, width: float) -> Markup:
        """Return a picture that is some millimetres wide."""
        it = self._pictures[id]
        return tag(
            "svg",
            self.use(id, 0, 0, it.width, it.height),
            viewBox=f"0 0 {it.width} {it.height}",
            width=f"{number(width)}mm",
            height=f"{number(width * it.height / it.width)}mm",
            role="img",
            aria_label=it.names[self._lang],
        )

    def symbols(self) -> Markup:
        """Return the drawings of the pictures used so far."""
        drawn = (
            tag(
                "symbol",
                Markup(self._pictures[id].body(self._lang)),
                id=f"p-{id}",
                viewBox=f"0 0 {self._pictures[id].width} {self._pictures[id].height}",
            )
            for id in self._used
        )
        return tag("svg", *drawn, class_="defs", aria_hidden="true")
