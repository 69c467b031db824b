"""
Writes pictures of cards, as SVG files or as one page to print.

The pictures are drawn in `core/pictures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from sealed_wonders.client.words import text
from sealed_wonders.client.words.catalogue import CatalogueList
from sealed_wonders.client.words.games import face_of
from sealed_wonders.core.games import TITLES, definition
from sealed_wonders.core.pictures.svg import Picture
from sealed_wonders.net.words import _

CONTENT = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy of the page: nothing may be loaded."""

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
    ids = {getattr(row.shown, "id", "") for part in parts for row in part.rows}
    return [
        picture
        for picture in definition(game).pictures().values()
        if picture.id.partition(".")[0] in ids
        or (everything and picture.part == "backs")
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
    return "".join(
        (
            f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{CONTENT}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>",
            f"<body><h1>{escape(title)}</h1>",
            *_figures(game, pictures, lang),
            "</body></html>\n",
        )
    )


def _figures(game: str, pictures: Iterable[Picture], lang: str) -> Iterator[str]:
    heads = face_of(game).pictures.HEADS
    says = face_of(game).pictures.says
    shown = (it for it in pictures if it.part in heads)
    for part, some in groupby(shown, key=lambda it: it.part):
        yield f"<h2>{escape(_(heads[part]))}</h2><main>"
        for picture in some:
            said = says(picture.id)
            yield f'<figure class="{part}">{picture.svg(lang)}'
            yield f"<figcaption>{escape(said)}</figcaption></figure>"
        yield "</main>"
