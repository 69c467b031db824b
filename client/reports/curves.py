"""
A chart of points over the turns; each curve has the colour and the dashes of its city,
and a name at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from sealed_wonders.client.reports.story import Story
from sealed_wonders.client.words.draw import clip, row
from sealed_wonders.core.games import definition
from sealed_wonders.core.pictures.svg import Hue, number
from sealed_wonders.net.words import _

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 110, 10, 24

NAME = 13
"""Maximum characters of a name at the end of its curve."""

APART = 12
"""Minimum pixels between two names."""


def curves(story: Story) -> str:
    """Return the chart of points after each turn, as SVG."""
    points = [curve.points for curve in story.curves]
    low = min(0, *(min(row) for row in points))
    high = max(1, *(max(row) for row in points))
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: int) -> float:
        return LEFT + wide * at / (len(points) - 1)

    def y(value: float) -> float:
        return TOP + tall * (high - value) / (high - low)

    parts = [_grid(low, high, y)]
    hues = _hues(story)
    ends = []
    for seat, name in enumerate(story.names):
        line = " ".join(
            f"{number(x(at))},{number(y(row[seat]))}" for at, row in enumerate(points)
        )
        drawn = f'<polyline points="{line}" fill="none" stroke-width="2.5"'
        parts.append(_coloured(drawn, hues[seat]))
        ends.append((y(points[-1][seat]), seat, name))
    parts += _names(ends, hues)
    parts += [
        f'<text x="{number(x(at))}" y="{HEIGHT - 8}" text-anchor="{anchor}">'
        f"{escape(story.curves[at].title)}</text>"
        for at, anchor in ((0, "start"), (len(points) - 1, "end"))
    ]
    last = ", ".join(
        _("{who} {n}").format(who=name, n=points[-1][seat])
        for seat, name in enumerate(story.names)
    )
    said = _("Points by turn; final points: {rows}").format(rows=last)
    return (
        f'<svg class="curves" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(said)}">{"".join(parts)}</svg>'
    )


def _grid(low: int, high: int, y: Callable[[float], float]) -> str:
    step = 5 if high - low <= 40 else 10
    parts = []
    for value in range(low - low % step, high + 1, step):
        if value < low:
            continue
        at = number(y(value))
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>'
            f'<text x="{LEFT - 5}" y="{at}" text-anchor="end">{value}</text>'
        )
    return "".join(parts)


def _hues(story: Story) -> list[Hue]:
    """Return the colours of the cities by seat."""
    pictures = definition(story.game).pictures()
    hues = {it.seat: pictures[it.board].hue for it in story.steps[-1].cities}
    return [hues.get(seat) or _NONE for seat in range(len(story.names))]


_NONE = Hue("currentColor", "currentColor", "")
"""The colour of a city that isn't known."""


def swatch(hue: Hue) -> str:
    """Return a piece of a city's curve, to stand before its name."""
    drawn = '<path d="M1 4H47" stroke-width="5"'
    return (
        '<svg class="curves swatch" viewBox="0 0 48 8" aria-hidden="true">'
        f"{_coloured(drawn, hue)}</svg>"
    )


def _coloured(drawn: str, hue: Hue) -> str:
    """Complete a line with a colour for light pages, and again for dark ones."""
    dash = f' stroke-dasharray="{hue.dash}"' if hue.dash else ""
    return "".join(
        f'{drawn} class="{ground}" stroke="{colour}"{dash}/>'
        for ground, colour in (("light", hue.light), ("dark", hue.dark))
    )


def _names(ends: list[tuple[float, int, str]], hues: Sequence[Hue]) -> list[str]:
    """Return names for the ends of curves, placed so that they don't overlap."""
    parts, free = [], 0.0
    for at, seat, name in sorted(ends):
        place = max(at, free)
        free = place + APART
        short = "".join(part.text for part in clip(row(name), NAME, "…"))
        first = WIDTH - RIGHT + 4
        level = number(place)
        drawn = f'<line x1="{first}" x2="{first + 16}" y1="{level}" y2="{level}"'
        parts.append(
            _coloured(f'{drawn} stroke-width="3"', hues[seat])
            + f'<text x="{first + 20}" y="{number(place + 4)}">{escape(short)}</text>'
        )
    return parts
