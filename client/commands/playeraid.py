"""
A player aid on two A4 pages.

The first page has a score sheet to fill in; the second one shows all cards. Below the
score sheet are the boards, or the cards of expansions if these need the room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sealed_wonders.client.commands.pictures import POLICY, PagePictures
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import scoresheet, text
from sealed_wonders.core.games import TITLES
from sealed_wonders.core.pictures.signs import FILLS
from sealed_wonders.core.pictures.svg import Picture, number
from sealed_wonders.net.web.markup import Markup, document, style, tag
from sealed_wonders.net.words import _

WIDTH, HEIGHT = 190.0, 277.0
"""What can be used of an A4 page with margins of 10 mm, in millimetres."""

LARGEST = 32.0
"""Maximum width of a card; boards may be as wide as the page."""

LEGIBLE = 14.0
"""Minimum width of a card that can still be read."""

GAP, LABEL, HEAD, TITLE, ROW = 1.2, 3.2, 7.0, 11.0, 8.0
"""
Heights and distances in millimetres: between two pictures, of the words below one, of a
heading, of a title, and of a row of the score sheet.
"""

STYLE = f"""
:root{{color-scheme:light}}
body{{margin:0 auto;width:{WIDTH:g}mm;font:8pt/1.2 sans-serif;color:#111;background:#fff}}
section{{height:{HEIGHT - 1:g}mm;overflow:hidden;break-after:page}}
section:last-of-type{{break-after:auto}}
h1{{font-size:14pt;line-height:8mm;margin:0 0 {TITLE - 8:g}mm}}
h2{{font-size:10pt;line-height:5mm;margin:0;padding:1mm 0}}
table{{border-collapse:collapse;width:100%;table-layout:fixed}}
col.line{{width:56mm}}
th,td{{border:.3mm solid #555;height:{ROW:g}mm;padding:0 1.5mm;text-align:left}}
th small{{display:block;font-weight:400;font-size:6.5pt;line-height:1.1}}
tr.total>*{{border-top-width:.8mm}}
.key{{border-left:3mm solid #555}}
.pictures{{display:flex;flex-wrap:wrap;gap:{GAP:g}mm}}
figure{{margin:0;text-align:center}}
figcaption{{font-size:6.5pt;line-height:{LABEL:g}mm;height:{LABEL:g}mm}}
svg{{display:block}}
svg.defs{{position:absolute;width:0;height:0}}
@page{{size:A4;margin:10mm}}
"""


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """Pictures below one heading."""

    title: str
    pictures: Sequence[Picture]
    has_labels: bool

    @property
    def ratio(self) -> float:
        """The largest height of a picture, for a width of 1."""
        return max(it.height / it.width for it in self.pictures)

    @property
    def are_boards(self) -> bool:
        return self.ratio < 1

    def columns(self, width: float) -> int:
        return int((WIDTH + GAP) / (width + GAP))

    def height(self, width: float) -> float:
        """Return the height of the group, given the width of each picture."""
        rows = -(-len(self.pictures) // self.columns(width))
        label = LABEL if self.has_labels else 0
        return HEAD + rows * (width * self.ratio + label + GAP)


def fitting(groups: Sequence[PictureGroup], height: float) -> float:
    """Return the largest width of pictures with which some groups fit into a height."""
    if not groups:
        return LARGEST
    largest = WIDTH / 2 if all(it.are_boards for it in groups) else LARGEST
    tried = (largest - step / 10 for step in range(int(largest - 5) * 10))
    return next(
        (it for it in tried if sum(one.height(it) for one in groups) <= height), 5.0
    )


def page(
    game: str,
    pictures: Sequence[Picture],
    agreed: Mapping[str, str],
    players: int,
    lang: str,
) -> str:
    """
    Return the player aid as an HTML page.

    Args:
        pictures: the pictures of the cards and boards in the game.
        agreed: a table's options.
        players: the number of players, for whom the score sheet has columns.
    """
    drawn, title = PagePictures(game, lang), text.noted(TITLES[game], _("player aid"))
    first, second = _groups(game, pictures)
    lines = face_of(game).scoresheet.lines(agreed)
    room = HEIGHT - TITLE - (len(lines) + 1) * (ROW + 0.4) - 4
    pages = (
        tag(
            "section",
            tag("h1", title),
            _sheet(game, lines, players),
            *_pictures(game, drawn, first, room),
        ),
        tag("section", *_pictures(game, drawn, second, HEIGHT - 2)),
    )
    body = tag("body", *pages, drawn.symbols())
    return document(lang, title, style(STYLE, POLICY), body)


def _groups(
    game: str, pictures: Sequence[Picture]
) -> tuple[Sequence[PictureGroup], Sequence[PictureGroup]]:
    """
    Return what is on the first page, and what is on the second one.

    If the cards of expansions don't fit beside the others, they take the boards' place.
    """
    heads = face_of(game).pictures.HEADS
    copies = face_of(game).pictures.copies
    shown = (it for it in pictures if it.part in heads)
    groups = [
        PictureGroup(
            _(heads[part]), some := tuple(found), any(copies(it.id) for it in some)
        )
        for part, found in groupby(shown, key=lambda it: it.part)
    ]
    boards = [it for it in groups if it.are_boards]
    cards = [it for it in groups if not it.are_boards]
    if fitting(cards, HEIGHT) >= LEGIBLE:
        return boards, cards
    return cards[1:], cards[:1]


def _sheet(game: str, lines: Sequence[str], players: int) -> Markup:
    player = tag("th", _("Player"), class_="key")
    heads = tag("tr", player, *(tag("td") for _seat in range(players)))
    rows = (_row(game, line, players) for line in lines)
    columns = (tag("col", class_="line"), *(tag("col") for _seat in range(players)))
    return tag("table", *columns, heads, *rows)


def _row(game: str, line: str, players: int) -> Markup:
    words = face_of(game).scoresheet
    hint = "" if line == "total" else words.counts(line)
    head = tag(
        "th",
        scoresheet.line(game, line),
        tag("small", hint) if hint else "",
        class_="key",
        style=f"border-left-color:{_COLOURS.get(line, '#555')}",
    )
    cells = (tag("td") for _seat in range(players))
    return tag("tr", head, *cells, class_="total" if line == "total" else None)


_COLOURS = {
    "military": FILLS["red"],
    "treasury": "#e7b93c",
    "blue": FILLS["blue"],
    "yellow": FILLS["yellow"],
    "green": FILLS["green"],
    "progress": FILLS["green"],
    "guilds": FILLS["purple"],
    "edifice": "#1c7a81",
}
"""The colour of a line's cards or coins; other lines are grey."""


def _pictures(
    game: str, drawn: PagePictures, groups: Sequence[PictureGroup], room: float
) -> Iterator[Markup]:
    width, copies = fitting(groups, room), face_of(game).pictures.copies
    for group in groups:
        figures = (
            tag(
                "figure",
                drawn.figure(it.id, width),
                tag("figcaption", copies(it.id)) if group.has_labels else "",
                style=f"width:{number(width)}mm",
            )
            for it in group.pictures
        )
        yield tag("h2", group.title)
        yield tag("div", *figures, class_="pictures")
