"""
Building blocks of pictures: rows of signs, fitted text, and the SVG frame.

Coordinates are those of SVG: x to the right, y down. Numbers are written with at most
two decimals, so that the same picture has the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

SIZE = 32
"""The height of a sign."""

MAX_SCALE = 2.4
"""Of a sign in a row."""

INK = "#241c14"
PAPER = "#f8f1de"
DIM = "#8c8068"
COIN = "#e7b93c"

_COMMON = (
    'font-family="sans-serif" font-weight="700" text-anchor="middle" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
"""Attributes that all drawings in a picture share."""

_WIDE = "MWmw@%ŒÆ—"
_NARROW = "iljtfrI.,:;'’|!()[] -1"


@dataclass(frozen=True, slots=True)
class Hue:
    """
    The colour of a city, wherever it is shown.

    It has a contrast of at least 4.5 to the ground that it is for. No two cities have the
    same dashes.
    """

    light: str
    """On a light page, or below white letters."""
    dark: str
    """On a dark page."""
    dash: str
    """The dashes of its lines, as in SVG; empty for a solid line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of something in a catalogue."""

    id: str
    """
    The file name without extension: the id of a card, possibly with the name of a part.
    """
    part: str
    """The section of the catalogue that contains it."""
    names: Mapping[str, str]
    """By language."""
    width: int
    height: int
    draw: Callable[[str], str]
    """Draws what is on it for a language; its lines and words need `_COMMON`."""
    colour: str = ""
    """The word for its colour in the data, if it has one."""
    hue: Hue | None = None
    """The colour of the city, for boards, wonders and stages."""

    def body(self, lang: str) -> str:
        """Return its drawing as SVG, for a language, without the frame."""
        return f"<g {_COMMON}>{self.draw(lang)}</g>"

    def svg(self, lang: str, says: str = "") -> str:
        """
        Return the picture as SVG.

        Args:
            lang: the language of its name.
            says: a description of its effects in words, for people who can't see it.
        """
        name = self.names[lang]
        desc = f"<desc>{escape(says)}</desc>" if says else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} '
            f'{self.height}" role="img" aria-label={quoteattr(name)}>'
            f"<title>{escape(name)}</title>{desc}{self.body(lang)}</svg>\n"
        )


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing of height `SIZE` for a row of signs."""

    body: str
    width: float = SIZE
    breaks: bool = False
    """Whether a row may be broken before it."""


GAP = Sign("", 6, breaks=True)
"""Space between two effects."""

BREAK = Sign("", 0, breaks=True)
"""A place where a row may be broken."""


def number(value: float) -> str:
    """Return a coordinate as text."""
    return f"{round(value, 2):g}"


def written(n: int) -> str:
    """Return a number to be read: below zero, with a minus sign and no hyphen."""
    return str(n).replace("-", "−")


def at(x: float, y: float, body: str, scale: float = 1) -> str:
    """Move and scale a drawing."""
    size = "" if scale == 1 else f" scale({number(scale)})"
    return f'<g transform="translate({number(x)} {number(y)}){size}">{body}</g>'


def rect(
    x: float, y: float, width: float, height: float, fill: str, more: str = ""
) -> str:
    where = f'x="{number(x)}" y="{number(y)}"'
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect {where} {size} fill="{fill}"{more and " "}{more}/>'


def circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    """Draw a disc."""
    where = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {where} fill="{fill}"{more and " "}{more}/>'


def path(d: str, fill: str, more: str = "") -> str:
    """Draw a filled shape."""
    return f'<path d="{d}" fill="{fill}"{more and " "}{more}/>'


def line(d: str, stroke: str = INK, width: float = 2, more: str = "") -> str:
    """Draw a line along a path."""
    pen = f'stroke="{stroke}" stroke-width="{number(width)}"'
    return f'<path d="{d}" fill="none" {pen}{more and " "}{more}/>'


def measure(said: str, size: float) -> float:
    """Return the estimated width of text in a bold browser font."""
    return size * sum(
        0.95 if it in _WIDE else 0.38 if it in _NARROW else 0.66 for it in said
    )


def words(
    x: float,
    y: float,
    said: str,
    size: float,
    fill: str = INK,
    anchor: str = "",
    face: str = "",
) -> str:
    """Draw text on one line with its baseline at *y*, centred unless told otherwise."""
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += f' font-family="{face}"' if face else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
        f'fill="{fill}"{more}>{escape(said)}</text>'
    )


def said(text: str, size: float = 22, fill: str = INK) -> Sign:
    """Return a sign with a few letters, or a number."""
    width = measure(text, size) + 4
    return Sign(words(width / 2, 16 + size * 0.36, text, size, fill), width)


def title(x: float, y: float, width: float, height: float, name: str, fill: str) -> str:
    """Draw a name in a rectangle, on two lines if it becomes much larger that way."""

    def size_of(lines: Sequence[str]) -> float:
        most = max(measure(it, 1) for it in lines)
        return min(width / most, height * 0.56, height / (1.12 * len(lines)))

    lines = [name]
    if size_of(_halves(name)) > size_of(lines) * 1.15:
        lines = _halves(name)
    size = size_of(lines)
    first = y + height / 2 - size * 1.1 * (len(lines) - 1) / 2 + size * 0.35
    return "".join(
        words(x + width / 2, first + n * size * 1.1, it, size, fill, face="serif")
        for n, it in enumerate(lines)
    )


def _halves(name: str) -> list[str]:
    """Break a name into two lines whose widths are as similar as possible."""
    parts = name.split()
    halves = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(
        halves, key=lambda both: max(measure(it, 1) for it in both), default=[name]
    )


def rows(signs: Sequence[Sign], width: float, height: float) -> str:
    """
    Draw signs centred in a rectangle at the origin, as large as possible.

    They are arranged in up to three rows, whichever number allows the largest size.
    """
    if not signs:
        return ""
    scale, found = _arranged(signs, width, height)
    top = (height - _height(found) * scale) / 2
    return "".join(
        at(
            (width - _width(row) * scale) / 2,
            top + n * (SIZE + 4) * scale,
            in_a_row(row),
            scale,
        )
        for n, row in enumerate(found)
    )


def scale_of(signs: Sequence[Sign], width: float, height: float) -> float:
    """Return the scale at which `rows` draws signs in a rectangle."""
    return _arranged(signs, width, height)[0] if signs else MAX_SCALE


def _arranged(
    signs: Sequence[Sign], width: float, height: float
) -> tuple[float, list[list[Sign]]]:
    """Return the largest scale at which signs fit, and the rows that they are in."""
    best: tuple[float, list[list[Sign]]] = (0, [])
    total = _width(signs) or 1
    tried = [total / n * slack for n in (2, 3) for slack in (1.15, 1.4)]
    for found in ([list(signs)], *(_broken(signs, most) for most in tried)):
        most = max(map(_width, found)) or 1
        scale = min(width / most, height / _height(found), MAX_SCALE)
        if scale > best[0] * 1.1:
            best = (scale, found)
    return best


def _width(row: Iterable[Sign]) -> float:
    return sum(it.width for it in row)


def _height(found: Sized) -> int:
    """Return the height of several rows, including the gaps between them."""
    return len(found) * (SIZE + 4) - 4


def _broken(signs: Sequence[Sign], most: float) -> list[list[Sign]]:
    """Break signs into rows that aren't wider than *most*, where they may be broken."""
    found: list[list[Sign]] = [[]]
    for run in _runs(signs):
        if found[-1] and _width(found[-1]) + _width(run) > most:
            found.append([])
        elif found[-1] and run[0] is GAP:
            found[-1].append(GAP)
        found[-1] += [it for it in run if not _is_space(it)]
    return [row for row in found if row]


def _is_space(sign: Sign) -> bool:
    return sign is BREAK or sign is GAP


def _runs(signs: Sequence[Sign]) -> list[list[Sign]]:
    """
    Return the groups of signs between possible breaks, each starting with its break.
    """
    found: list[list[Sign]] = [[]]
    for sign in signs:
        if sign.breaks and found[-1]:
            found.append([])
        found[-1].append(sign)
    return [run for run in found if run]


def in_a_row(signs: Sequence[Sign]) -> str:
    """Draw signs side by side, starting at the origin."""
    parts, x = [], 0.0
    for sign in signs:
        if sign.body:
            parts.append(at(x, 0, sign.body) if x else sign.body)
        x += sign.width
    return "".join(parts)
