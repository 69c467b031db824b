"""
Signs for what stands on cards, for terminals with many letters and with few.

Every colour of a card has a sign of its own, as on printed cards: nothing is told by
colour alone. All signs are one column wide everywhere, and none is an emoji, which
terminals draw in two columns or one as they like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.net.words import p_


@dataclass(frozen=True, slots=True)
class Box:
    """What frames are drawn with."""

    across: str
    down: str
    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """One set of signs."""

    name: str
    colours: tuple[str, ...]
    """In the order of `core.wonders.works.Colour`."""
    coin: str
    shield: str
    point: str
    science: Mapping[str, str]
    """By symbol: ``"tablet"`` …"""
    box: Box
    chosen: str
    """Stands before what a cursor is at."""
    yes: str
    """Who has chosen; what can be built."""
    no: str
    thinking: str
    away: str
    free: str
    built: str
    """A stage that stands."""
    unbuilt: str
    to_left: str
    to_right: str
    up: str
    down: str
    more: str
    """Where something is cut off."""
    bar: str
    """What bars are drawn with."""
    laid: str
    """A choice that can be taken back."""
    sealed: str
    dot: str
    """Stands between things on one line."""
    leader: str
    buried: str
    """A leader face down."""
    edifice: str
    pawn: str
    """Of those who take part in an edifice."""
    cat: str
    horn: str
    victory: str
    """Of what a battle brings, in Architects."""
    progress: str
    """Of a progress token."""
    same: str
    """Behind how many resources a stage takes, if they are equal ones."""
    differ: str


UNICODE = Symbols(
    name="unicode",
    colours=("▬", "◫", "■", "●", "▲", "♣", "◆"),
    coin="¤",
    shield="†",
    point="★",
    science={"tablet": "▤", "gear": "✱", "compass": "△"},
    box=Box("─", "│", "╭", "╮", "╰", "╯"),
    chosen="▸",
    yes="✓",
    no="✗",
    thinking="…",
    away="∅",
    free="∞",
    built="▰",
    unbuilt="▱",
    to_left="←",
    to_right="→",
    up="↑",
    down="↓",
    more="…",
    bar="█",
    laid="▷",
    sealed="▣",
    dot="·",
    leader="♛",
    buried="♕",
    edifice="⌂",
    pawn="♙",
    cat="ω",
    horn="♪",
    victory="‡",
    progress="◈",
    same="=",
    differ="≠",
)

ASCII = Symbols(
    name="ascii",
    colours=("=", "%", "#", "o", "^", "&", "@"),
    coin="$",
    shield="!",
    point="*",
    science={"tablet": "t", "gear": "g", "compass": "c"},
    box=Box("-", "|", "+", "+", "+", "+"),
    chosen=">",
    yes="v",
    no="x",
    thinking=".",
    away="0",
    free="F",
    built="X",
    unbuilt="_",
    to_left="<",
    to_right=">",
    up="^",
    down="v",
    more="~",
    bar="#",
    laid="?",
    sealed="+",
    dot="-",
    leader="Q",
    buried="q",
    edifice="H",
    pawn="i",
    cat="w",
    horn="h",
    victory="m",
    progress="T",
    same="=",
    differ="/",
)

SETS = {one.name: one for one in (UNICODE, ASCII)}


def good(name: str) -> str:
    """Give the letter a good goes by, in the language that is spoken."""
    # One letter each, no two alike in any language.
    match name:
        case "wood":
            return p_("wood, in one letter", "W")
        case "stone":
            return p_("stone, in one letter", "S")
        case "ore":
            return p_("ore, in one letter", "O")
        case "clay":
            return p_("clay, in one letter", "C")
        case "glass":
            return p_("glass, in one letter", "G")
        case "loom":
            return p_("loom, in one letter", "L")
        case "papyrus":
            return p_("papyrus, in one letter", "P")
    raise ValueError(f"no such good: {name!r:.20}")
