"""Colours: how far apart they are, and those that the pages declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]

READABLE = 4.5
"""The least contrast of text with its ground (WCAG 2, AA)."""

SHEETS = (
    "net/web/data/shared.css",
    "net/web/data/audience.css",
    "host/page/data/room.css",
    "client/reports/data/report.css",
    "client/browser/data/seat.css",
    "client/browser/data/gate.css",
    "client/lending/data/gate.css",
)
"""The stylesheets of the room's page, of replays, of reports and of seats."""


def rules(sheet: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the rules of a stylesheet: each selector, and what is declared for it."""
    text = (ROOT / sheet).read_text("utf-8")
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        said = dict(it.split(":", 1) for it in body.split(";") if it)
        for one in re.split(r",(?![^(]*\))", selectors.strip()):
            yield one, said


def theme(name: str) -> Mapping[str, str]:
    """Return the colours of the "light" or the "dark" theme, by their names."""
    selector = ":root" if name == "light" else ":root[data-theme=dark]"
    said = next(said for one, said in rules(SHEETS[0]) if one == selector)
    return {it[2:]: value for it, value in said.items() if value.startswith("#")}


def palette(name: str) -> Sequence[str]:
    """Return the colours that seats have in a theme before there are cities."""
    text = (ROOT / "net/web/data/seats.js").read_text("utf-8")
    (said,) = re.findall(r"PALETTE = \[(.*?)\]\.map", text, re.DOTALL)
    return re.findall(r"#[0-9a-f]{6}", said)[name == "dark" :: 2]


def linear(colour: str) -> list[float]:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [
        it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4
        for it in channels
    ]


def contrast(one: str, other: str) -> float:
    weights = (0.2126, 0.7152, 0.0722)
    lights = [
        sum(a * b for a, b in zip(weights, linear(it), strict=True)) + 0.05
        for it in (one, other)
    ]
    return max(lights) / min(lights)


EYES: Mapping[str, Sequence[Sequence[float]]] = {
    "full": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
}
"""What eyes see of linear colours (Machado, Oliveira, Fernandes: 2009)."""


def seen(colour: str, eye: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return a colour in CIELAB, as an eye sees it."""

    def cube(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True))))
        for row in eye
    )
    x = cube((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = cube(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = cube((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
