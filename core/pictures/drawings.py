"""
Drawings of buildings, people and wonders, from the data of this package.

A drawing consists of paths in a few tones. A card's colour, or a city's, says what the
tones are, so the same drawing can be on cards of several colours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from sealed_wonders.core.pictures.svg import COIN, INK, Hue, at, line, path

WIDTH, HEIGHT = 140, 112
"""Of a drawing on a card; its buildings stand on the lower edge."""

MONUMENT_WIDTH, MONUMENT_HEIGHT = 120, 100
"""Of the drawing of a wonder, which also stands on its lower edge."""

Parts = Sequence[tuple[str, str]]
"""Tones and paths, from back to front."""

LIGHT, LEAF, WATER = "#fff8e6", "#4f8a3c", "#4a94c4"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a kind of cards, or of a city."""

    fill: str
    """Of the card around its picture."""
    sky: str
    mid: str
    dark: str


@dataclass(frozen=True, slots=True)
class Monument:
    """A wonder: the colour of its city, and a drawing."""

    id: str
    hue: Hue
    parts: Parts

    def draw(self, x: float, y: float, scale: float) -> str:
        """Draw it with its upper left corner at a place."""
        pale = mixed(self.hue.light, "#ffffff", 0.8)
        palette = Palette(self.hue.light, pale, self.hue.light, INK)
        return at(x, y, _drawn(self.parts, palette), scale)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another one, both as ``#rrggbb``."""
    both = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in both)


def _channels(colour: str) -> list[int]:
    return [int(colour[n : n + 2], 16) for n in (1, 3, 5)]


def drawing(card: str, palette: Palette) -> str:
    """Draw what is on a card at the origin; nothing if the card has no drawing."""
    return _drawn(_drawings().get(card, ()), palette)


def monument(city: str) -> Monument:
    """
    Return the wonder of a city, by the id of its board.

    Raises:
        KeyError: there is no such city.
    """
    return _monuments()[city]


def _drawn(parts: Parts, palette: Palette) -> str:
    tones = {
        "light": LIGHT,
        "mid": palette.mid,
        "dark": palette.dark,
        "gold": COIN,
        "leaf": LEAF,
        "water": WATER,
    }
    drawn = "".join(
        line(d, palette.dark, 2) if tone == "pen" else path(d, tones[tone])
        for tone, d in parts
    )
    return f'<g fill-rule="evenodd">{drawn}</g>'


@cache
def _drawings() -> Mapping[str, Parts]:
    """Return the drawings by the ids of the cards that they are on."""
    return {card: it["parts"] for it in _records("drawing") for card in it["cards"]}


@cache
def _monuments() -> Mapping[str, Monument]:
    """Return the wonders by the ids of their boards."""
    return {
        city: Monument(it["id"], Hue(it["light"], it["dark"], it["dash"]), it["parts"])
        for it in _records("monument")
        for city in it["cities"]
    }


def _records(name: str) -> Sequence[Mapping[str, Any]]:
    folder = resources.files("sealed_wonders.core.pictures") / "data"
    text = (folder / f"{name}s.toml").read_text("utf-8")
    records: Sequence[Mapping[str, Any]] = tomllib.loads(text)[name]
    return records
