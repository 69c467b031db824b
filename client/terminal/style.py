"""
Colours, by what they mean.

Nothing else in this program names a colour. Those of the terminal's own palette are used
where they can be, so that light and dark backgrounds both work; with fewer colours, or
none, prompt-toolkit takes the nearest, and signs tell the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""The classes of cards, in the order of `core.wonders.works.Colour`."""

LEADER, EDIFICE = "leader", "edifice"
"""The classes of what is no age card."""

STYLE: Mapping[str, str] = {
    "brown": "bg:#8a5a2b #ffffff",
    "grey": "bg:#808080 #ffffff",
    "blue": "bg:ansiblue ansiwhite",
    "yellow": "bg:ansiyellow ansiblack",
    "red": "bg:ansired ansiwhite",
    "green": "bg:ansigreen ansiblack",
    "purple": "bg:ansimagenta ansiwhite",
    "leader": "bg:ansiwhite ansiblack",
    "edifice": "bg:ansicyan ansiblack",
    "title": "bold",
    "head": "bold reverse",
    "dim": "ansibrightblack",
    "frame": "ansibrightblack",
    "frame.chosen": "bold fg:default",  # it would be as dim as "frame" otherwise
    "cursor": "reverse",
    "at": "bold",
    "yes": "ansigreen",
    "no": "ansired",
    "free": "ansigreen bold",
    "price": "bold",
    "coin": "",
    "point": "",
    "shield": "ansired",
    "science": "ansigreen",
    "raw": "",
    "made": "",
    "stage": "",
    "pawn": "",
    "cat": "bold",
    "horn": "ansired",
    "victory": "ansired bold",
    "progress": "ansigreen bold",
    "built": "ansigreen bold",
    "next": "bold",
    "chain": "ansibrightblack",
    "you": "bold",
    "away": "ansired",
    "warning": "bold ansired",
    "chat": "ansimagenta",
    "code": "bg:#000000 #ffffff",  # cameras want it light on dark, wherever it stands
    "laid": "bold ansimagenta",
    "sealed": "bold ansigreen",
    "hurry": "bold ansired",
    "key": "bold",
    "keys": "ansibrightblack",
    "more": "bold",
    "message": "",
    "lesson": "",
    "entry": "bold",
    "nbsp": "nounderline fg:default",
}
"""
By class: what prompt-toolkit calls a style.

Yellow and cyan stand only behind letters, or below ones of a colour of their own: on a
light background nobody could read them.
"""
