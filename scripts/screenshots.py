"""
Draw the screens that the documentation shows, into docs/screens.

    python scripts/screenshots.py [--check]

The pictures are moments of reproducible games (tests/support/scenes.py), drawn and
coloured by the program itself, so the same sources give the same bytes. --check writes
nothing; status 1 means that a picture now shows different text.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

from prompt_toolkit.styles import Attrs, Style

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sealed_wonders.client.logs.replaying import replay
from sealed_wonders.client.signs.draw import Rows, measure
from sealed_wonders.client.signs.style import STYLE
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.wonders.screens.replay import GameReplay
from sealed_wonders.client.words import moments
from sealed_wonders.net import words
from tests.support.scenes import PlayedScene

LOG = ROOT / "tests" / "vectors" / "three_seats.swlog"

FOLDER = ROOT / "docs" / "screens"

WIDE, HIGH = 8.4, 18
"""Width of a character and height of a row, in pixels."""

MARGIN = 12

PAPER, INK = "#16181d", "#d6d8de"

PALETTE = {
    "black": "#16181d",
    "red": "#e5636b",
    "green": "#7fbf6a",
    "yellow": "#d9b04f",
    "blue": "#3f6fc4",
    "magenta": "#9a5bc0",
    "cyan": "#5fb8c9",
    "gray": "#b9bcc4",
    "brightblack": "#858b98",
    "white": "#ffffff",
}
"""The RGB values for colours that terminals know only by name."""


class Picture(NamedTuple):
    """A picture, and the scene and actions that lead to it."""

    name: str
    says: str
    """A description for readers who can't see the picture."""
    scene: str
    size: tuple[int, int] = (80, 24)
    actions: tuple[str, ...] = ()
    language: str = "en"


PICTURES = (
    Picture(
        "table",
        "The table in the middle of a game of five: the hand with its prices, "
        "three whole cities, the others below, and what happened in the last turn",
        "five",
        (120, 40),
        ("right",),
    ),
    Picture(
        "expansions",
        "The table of a game of five with Leaders and Edifice: the hand, three whole "
        "cities with their leaders, the edifices of the three ages, and who takes part",
        "leaders and edifices",
        (120, 40),
        ("right",),
    ),
    Picture(
        "choice",
        "A card is laid down on a small terminal, with four ways to pay for it",
        "ways",
        actions=("digit 3", "build"),
    ),
    Picture(
        "architects",
        "The table of 7 Wonders: Architects in a game of five: the three piles in reach "
        "with all that is still in them, one's own wonder and cards, the progress "
        "tokens, four other cities, and the last turns",
        "architects",
        (120, 40),
        ("digit 2",),
    ),
    Picture(
        "architects-small",
        "The table of Architects in a game of seven, on a small terminal",
        "architects of seven",
    ),
    Picture("lobby", "A lobby with three people, two of them ready", "lobby"),
    Picture("reveal", "What all have chosen is shown together", "reveal"),
    Picture("end", "The result of a game, with the points of all", "end"),
    Picture("replay", "A game looked through again, from its log", "replay"),
    Picture(
        "table-fr", "The table in French, on a small terminal", "seven", language="fr"
    ),
)


def main() -> int:
    """Write or check the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = []
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.svg"
        drawn = draw(picture)
        if not options.check:
            path.write_text(drawn, encoding="utf-8", newline="\n")
        elif not path.exists() or text_in(path.read_text("utf-8")) != text_in(drawn):
            stale.append(path.name)
    if stale:
        print(
            f"not as they were: {', '.join(stale)}; run python scripts/screenshots.py"
        )
    return 1 if stale else 0


def draw(picture: Picture) -> str:
    """Return a picture as SVG."""
    words.use(picture.language)
    rows = _replayed(*picture.size) if picture.scene == "replay" else _played(picture)
    return svg(rows, picture.size, picture.says)


def _played(picture: Picture) -> Rows:
    """Return the screen at a moment of a game."""
    with tempfile.TemporaryDirectory() as folder:
        play = PlayedScene(Path(folder), picture.scene)
        play.act(*picture.actions)
        play.pass_time()
        rows = play.draw(*picture.size)
    return rows


def _replayed(width: int, height: int) -> Rows:
    """Return the screen at a moment of a log."""
    told = replay(LOG.read_bytes(), checked=False)
    index = moments.find(told, "2.3") or 0
    stack = ScreenStack(moments.known(told, index, 0), Settings(), UNICODE, lambda: 0.0)
    stack.base = GameReplay(stack, told, index, 0)
    return stack.draw(width, height)


def text_in(drawn: str) -> Sequence[str]:
    """Return the texts in a picture, in order."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)<", drawn)]


class Run(NamedTuple):
    """Adjacent characters of the same style, with their position."""

    column: int
    line: int
    text: str
    attrs: Attrs


def svg(rows: Rows, size: tuple[int, int], says: str) -> str:
    """Return rows as SVG, drawn like a terminal."""
    width, height = canvas(size)
    found = runs(rows)
    looks = looks_of(found)
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'role="img" xml:space="preserve">'
        ),
        f"<title>{escape(says)}</title>",
        f"<style>{style(looks)}</style>",
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
        *marks(found, looks),
    ]
    return "\n".join([*lines, "</svg>", ""])


def canvas(size: tuple[int, int]) -> tuple[float, float]:
    """Return the width and height of a terminal of some columns and rows, in pixels."""
    return size[0] * WIDE + 2 * MARGIN, size[1] * HIGH + 2 * MARGIN


def looks_of(found: Sequence[Run]) -> Sequence[str]:
    """Return the different styles of characters, as CSS."""
    return list(dict.fromkeys(_look(run.attrs) for run in found))


def style(looks: Sequence[str]) -> str:
    """Return the style sheet of a picture: a class for each style."""
    letters = (
        f"text{{font:14px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:{INK};"
        "white-space:pre}"
    )
    classes = (f".a{number}{{{look}}}" for number, look in enumerate(looks) if look)
    return "".join((letters, *classes))


def marks(found: Sequence[Run], looks: Sequence[str]) -> Iterator[str]:
    """Yield the characters of a screen, each with its background before it."""
    for run in found:
        x, y = MARGIN + run.column * WIDE, MARGIN + run.line * HIGH
        wide = measure(run.text) * WIDE
        paper = _colours(run.attrs)[1]
        if paper != PAPER:
            yield (
                f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{HIGH}" '
                f'fill="{paper}"/>'
            )
        text = run.text.strip()
        if text:
            x += (len(run.text) - len(run.text.lstrip())) * WIDE
            look = _look(run.attrs)
            named = f' class="a{looks.index(look)}"' if look else ""
            yield (
                f'<text{named} x="{x:g}" y="{y + 13:g}" '
                f'textLength="{measure(text) * WIDE:g}">{escape(text)}</text>'
            )


def runs(rows: Rows) -> Sequence[Run]:
    """Return the runs of a screen; frames are separate from their contents."""
    return list(_runs(rows))


def _runs(rows: Rows) -> Iterator[Run]:
    sheet = Style.from_dict(dict(STYLE))
    for line, one in enumerate(rows):
        column = 0
        before: Run | None = None
        for part in one:
            attrs = sheet.get_attrs_for_style_str(part.style)
            if before is not None and before.attrs == attrs:
                before = before._replace(text=before.text + part.text)
            else:
                if before is not None:
                    yield from _apart(before)
                before = Run(column, line, part.text, attrs)
            column += measure(part.text)
        if before is not None:
            yield from _apart(before)


def _apart(run: Run) -> Iterator[Run]:
    """Split a run at wide gaps, so that no font can shift text far."""
    if run.attrs.reverse or run.attrs.bgcolor:
        yield run
        return
    for found in re.finditer(r"\S+(?: \S+)*", run.text):
        yield run._replace(
            column=run.column + measure(run.text[: found.start()]), text=found[0]
        )


def _colours(attrs: Attrs) -> tuple[str, str]:
    """Return the colours of characters and of their background."""
    ink, paper = _colour(attrs.color, INK), _colour(attrs.bgcolor, PAPER)
    return (paper, ink) if attrs.reverse else (ink, paper)


def _colour(name: str | None, usual: str) -> str:
    if not name or name in ("default", "ansidefault"):
        return usual
    return PALETTE[name[4:]] if name.startswith("ansi") else f"#{name}"


def _look(attrs: Attrs) -> str:
    """Return the style of characters as CSS; empty for the default style."""
    ink = _colours(attrs)[0]
    parts = [f"fill:{ink}"] if ink != INK else []
    if attrs.bold:
        parts.append("font-weight:bold")
    if attrs.underline:
        parts.append("text-decoration:underline")
    return ";".join(parts)


if __name__ == "__main__":
    sys.exit(main())
