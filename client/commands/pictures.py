"""
Pictures of cards, as files and as a sheet to be printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.catalogue import Part
from sealed_wonders.client.terminal.games import face_of
from sealed_wonders.core.games import TITLES, definition
from sealed_wonders.core.pictures.svg import Picture
from sealed_wonders.net.words import _

CONTENT = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for a sheet: nothing."""

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


def chosen(game: str, parts: Sequence[Part], everything: bool) -> list[Picture]:
    """
    Return the pictures of what lists show, in the order of the game's own.

    Args:
        everything: whether that is all there is; then backs of cards are there as well.
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
    Write each picture as a file of its own, and say how many there are.

    Raises:
        OSError: one can't be written.
    """
    says, count = face_of(game).pictures.says, 0
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        path = folder / f"{picture.id}.svg"
        path.write_text(picture.svg(lang, says(picture.id)), "utf-8", newline="\n")
        count += 1
    return count


def sheet(game: str, pictures: Iterable[Picture], lang: str) -> str:
    """Write a page with pictures and what is on them in words, to be printed."""
    title = text.noted(TITLES[game], _("all that is on the cards"))
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
