"""
Colours, by meaning.

No other module names a colour. Colours of the terminal's own palette are used where
possible, so that light and dark backgrounds both work. With fewer colours or none,
prompt-toolkit uses the nearest, and symbols convey the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""Classes of cards, in the order of `core.wonders.works.Colour`."""

LEADER, EDIFICE = "leader", "edifice"
"""Classes of cards that don't belong to an age."""

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
    "frame.chosen": "bold fg:default",  # otherwise it would be as dim as "frame"
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
    # Cameras want it light on dark, whatever the terminal's background.
    "code": "bg:#000000 #ffffff",
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
Prompt-toolkit styles, by class.

Yellow and cyan are only backgrounds of text, or are given a background: on a light
terminal they would be unreadable.
"""
