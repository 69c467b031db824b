"""
A chart of points over the turns; each curve has a colour, a pattern and a name at its
end.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from sealed_wonders.client.reports.story import Story
from sealed_wonders.client.words.draw import clip, row
from sealed_wonders.core.pictures.svg import number
from sealed_wonders.net.words import _

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 110, 10, 24

LINES = ("#2f7ed8", "#d9480f", "#2b8a3e", "#ae3ec9", "#a08000", "#0b8a98", "#d6336c")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4")
"""By seat: curves can be distinguished without colours."""

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
    ends = []
    for seat, name in enumerate(story.names):
        line = " ".join(
            f"{number(x(at))},{number(y(row[seat]))}" for at, row in enumerate(points)
        )
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{LINES[seat]}" '
            f'stroke-width="2.5"{dash}/>'
        )
        ends.append((y(points[-1][seat]), seat, name))
    parts += _names(ends)
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


def _names(ends: list[tuple[float, int, str]]) -> list[str]:
    """Return names for the ends of curves, placed so that they don't overlap."""
    parts, free = [], 0.0
    for at, seat, name in sorted(ends):
        place = max(at, free)
        free = place + APART
        short = "".join(part.text for part in clip(row(name), NAME, "…"))
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        first = WIDTH - RIGHT + 4
        parts.append(
            f'<line x1="{first}" x2="{first + 16}" y1="{number(place)}" '
            f'y2="{number(place)}" stroke="{LINES[seat]}" stroke-width="3"{dash}/>'
            f'<text x="{first + 20}" y="{number(place + 4)}">{escape(short)}</text>'
        )
    return parts
