"""
Symbols for what is printed on cards, in Unicode and in ASCII.

Each card colour has its own symbol, as on printed cards, so nothing is conveyed by
colour alone. All symbols are one column wide everywhere. None is an emoji, since
terminals draw those one or two columns wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.net.words import p_


@dataclass(frozen=True, slots=True)
class FrameCharacters:
    """Characters for frames."""

    across: str
    down: str
    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """One set of symbols."""

    name: str
    colours: tuple[str, ...]
    """In the order of `core.wonders.works.Colour`."""
    coin: str
    shield: str
    point: str
    science: Mapping[str, str]
    """By science symbol: ``"tablet"`` …"""
    box: FrameCharacters
    chosen: str
    """Marks the item at the cursor."""
    yes: str
    """Marks what can be built or paid, and nothing else."""
    no: str
    """Marks what can't be built or paid, and nothing else."""
    thinking: str
    """Marks who hasn't chosen yet."""
    away: str
    """Marks who isn't connected."""
    gone: str
    """Marks who is no longer in the game."""
    free: str
    gives: str
    """Between a cost and what it brings."""
    built: str
    """A built stage."""
    unbuilt: str
    to_left: str
    to_right: str
    up: str
    down: str
    more: str
    """Replaces what is cut off."""
    bar: str
    """Character for bars."""
    laid: str
    """A choice that can be taken back."""
    sealed: str
    """A choice that can't be taken back, ours or that of others."""
    dot: str
    """Separates items on one line."""
    times: str
    """Between a number and what there is so many times of."""
    leader: str
    buried: str
    """A face-down leader."""
    edifice: str
    pawn: str
    """A participant in an edifice."""
    cat: str
    horn: str
    victory: str
    """Military victory points, in Architects."""
    progress: str
    """A progress token."""
    same: str
    """Follows the number of resources that a stage needs, if they must be equal."""
    differ: str


UNICODE = Symbols(
    name="unicode",
    colours=("▬", "◫", "■", "●", "▲", "♣", "◆"),
    coin="¤",
    shield="†",
    point="★",
    science={"tablet": "▤", "gear": "✱", "compass": "△"},
    box=FrameCharacters("─", "│", "╭", "╮", "╰", "╯"),
    chosen="▸",
    yes="✓",
    no="✗",
    thinking="◔",
    away="∅",
    gone="⊗",
    free="∞",
    gives="⇒",
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
    times="×",
    leader="♛",
    buried="∩",
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
    box=FrameCharacters("-", "|", "+", "+", "+", "+"),
    chosen=">",
    yes="v",
    no="x",
    thinking=".",
    away="0",
    gone="D",
    free="F",
    gives=":",
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
    times="x",
    leader="Q",
    buried="n",
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
    """Return a good's letter in the current language."""
    # In every language, the letters of any two goods differ.
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
