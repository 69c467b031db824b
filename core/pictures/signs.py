"""
Signs that cards of several games share: colours, goods, coins, points, symbols.

Each function returns a sign that is `svg.SIZE` high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sealed_wonders.core.pictures.drawings import Palette
from sealed_wonders.core.pictures.svg import (
    COIN,
    DIM,
    INK,
    PAPER,
    Sign,
    at,
    circle,
    line,
    path,
    rect,
    said,
    words,
)

PALETTES: Mapping[str, Palette] = {
    "brown": Palette("#7a4a22", "#dcc39f", "#a9794a", "#4a2a10"),
    "grey": Palette("#878d94", "#dfe3e8", "#9aa3ad", "#3d444c"),
    "blue": Palette("#1d5fa9", "#b9d7f3", "#5b93cf", "#123a6b"),
    "yellow": Palette("#dba11a", "#fbe6ae", "#d99a1f", "#6b4500"),
    "red": Palette("#b02a22", "#f1bdb2", "#c9584c", "#5e110c"),
    "green": Palette("#24753a", "#bfe0c3", "#4f9c62", "#0f4520"),
    "purple": Palette("#693a97", "#d9c3ec", "#9266c0", "#3b1a60"),
}
"""The colours of cards, by the word for the colour in the data."""

FILLS: Mapping[str, str] = {word: it.fill for word, it in PALETTES.items()}

MARKS: Mapping[str, str] = {
    "brown": "M2 9H22V15H2Z",
    "grey": "M4 4H20V20H4ZM11 4V20H13V4Z",
    "blue": "M4 4H20V20H4Z",
    "yellow": "M12 3A9 9 0 1 1 11.99 3Z",
    "red": "M12 3L22 21H2Z",
    "green": "M12 2A5 5 0 0 1 16 10A5 5 0 1 1 13.5 17.5L15 22H9L10.5 17.5A5 5 0 1 1 8 10A5 5 0 0 1 12 2Z",
    "purple": "M12 1L22 12L12 23L2 12Z",
}
"""
For each colour, a shape in a 24 by 24 square: the sign that terminals show for it.
"""

SHIELD = "#b02a22"


def mark(colour: str, fill: str) -> str:
    """Draw the shape of a colour, 24 by 24."""
    ring = 'fill-rule="evenodd"'
    return path(MARKS[colour], fill, ring)


def card(colour: str, inside: str = "") -> Sign:
    """Draw a small card of a colour, with the colour's shape or other content."""
    fill = FILLS.get(colour, PAPER)
    light = "#fff" if colour in FILLS else INK
    body = rect(3, 1, 22, 30, fill, f'rx="3" stroke="{INK}" stroke-width="1.5"')
    if inside:
        body += words(14, 22, inside, 17, light)
    elif colour in MARKS:
        body += at(5.6, 7.6, mark(colour, "#fff"), 0.7)
    return Sign(body, 28)


def cards(colours: Sequence[str]) -> Sign:
    """Draw a fan of small cards in several colours."""
    parts = [at(n * 14, 0, card(it).body) for n, it in enumerate(colours)]
    return Sign("".join(parts), 28 + 14 * (len(colours) - 1))


def coin(value: object = "") -> Sign:
    """Draw a coin with a number on it."""
    body = circle(16, 16, 15, COIN, f'stroke="{INK}" stroke-width="1.5"')
    body += circle(16, 16, 11.5, "none", 'stroke="#8a6410" stroke-width="1.2"')
    text = str(value)
    size = 18 if len(text) < 3 else 14
    return Sign(body + words(16, 16 + size * 0.36, text, size) if text else body)


LAUREL = "#2f7d32"

_LEAVES = (
    "M22.8 8q2.6-4.3-2-7.9q-2.1 4.7 2 7.9zM9.2 8q-2.6-4.3 2-7.9q2.1 4.7-2 7.9z"
    "M25.8 12.1q4.3-2.6 1.9-7.9q-4.1 3.1-1.9 7.9zM6.2 12.1q-4.3-2.6-1.9-7.9q4.1 3.1 1.9 7.9z"
    "M26.4 17.2q5-.2 5.4-6.1q-5.1 .9-5.4 6.1zM5.6 17.2q-5-.2-5.4-6.1q5.1 .9 5.4 6.1z"
    "M24.7 21.9q4.6 2.2 7.6-2.8q-4.9-1.6-7.6 2.8zM7.3 21.9q-4.6 2.2-7.6-2.8q4.9-1.6 7.6 2.8z"
    "M20.9 25.3q3 4.1 8.1 1.1q-3.6-3.7-8.1-1.1zM11.1 25.3q-3 4.1-8.1 1.1q3.6-3.7 8.1-1.1z"
)
"""The leaves of a wreath around a disc."""


def points(value: object) -> Sign:
    """Draw a wreath with a number of points."""
    text = str(value)
    size = 17 if len(text) < 3 else 12
    face = circle(16, 16, 11, "#fff", f'stroke="{LAUREL}" stroke-width="1.5"')
    return Sign(face + path(_LEAVES, LAUREL) + words(16, 16 + size * 0.36, text, size))


def shield() -> Sign:
    body = path(
        "M4 4H28V16C28 24 21 29 16 31C11 29 4 24 4 16Z",
        SHIELD,
        f'stroke="{INK}" stroke-width="1.5"',
    )
    body += path("M14 7H18V13H24V17H18V26H14V17H8V13H14Z", "#fff")
    return Sign(body, 30)


def token(value: str) -> Sign:
    """Draw a conflict token; a negative value is a defeat."""
    lost = value.startswith("−")
    fill, edge = ("#4b4b4b", "#111") if lost else ("#d8342a", INK)
    body = path(
        "M16 1L20 6L27 5L26 12L31 16L26 20L27 27L20 26L16 31L12 26L5 27L6 20L1 16L6 12L5 5L12 6Z",
        fill,
        f'stroke="{edge}" stroke-width="1.2"',
    )
    return Sign(body + words(16, 22, value, 15, "#fff"))


def defeat() -> Sign:
    """Draw a broken shield, which looks like no science symbol however small it is."""
    edge = 'stroke="#f4efe2" stroke-width="1.5"'
    body = path("M2 4H12L16 11L11 16L16 22L13 29C6 25 2 20 2 14Z", "#4b4b4b", edge)
    body += path("M17 4H28V14C28 20 24 25 18 29L20 22L15 16L20 11Z", "#4b4b4b", edge)
    return Sign(body, 30)


def science(symbol: str) -> Sign:
    """Draw a science symbol."""
    green = FILLS["green"]
    edge = f'stroke="{INK}" stroke-width="1.2"'
    match symbol:
        case "tablet":
            body = rect(5, 2, 22, 28, green, f'rx="5" {edge}')
            body += line("M10 10H22M10 16H22M10 22H18", "#fff", 2.6)
        case "gear":
            teeth = f'stroke="{green}" stroke-width="4.5" '
            teeth += 'stroke-dasharray="5.1 5.1" stroke-linecap="butt"'
            body = circle(16, 16, 13, "none", teeth) + circle(16, 16, 11, green)
            body += circle(16, 16, 4.5, "#fff")
        case _:
            body = line("M16 4L7 29M16 4L25 29", green, 4.5)
            body += line("M9 20Q16 25 23 20", green, 3)
            body += circle(16, 5, 4, green, edge)
    return Sign(body)


def good(name: str) -> Sign:
    """Draw a good on a disc."""
    ring, draw = GOODS[name]
    body = circle(16, 16, 15, ring, f'stroke="{INK}" stroke-width="1.5"')
    return Sign(body + draw)


GOODS: Mapping[str, tuple[str, str]] = {
    "wood": (
        "#cfe3b4",
        line("M9.5 11.5H23M11.5 23.5H23", "#8a5526", 5)
        + line("M7.5 17.5H21", "#6d411b", 5)
        + path(
            "M24 9.5a2 2 0 1 0 .1 0zM22 15.5a2 2 0 1 0 .1 0zM24 21.5a2 2 0 1 0 .1 0z",
            "#e3c08f",
        ),
    ),
    "stone": (
        "#e6e3dc",
        path("M6 23L10 11L18 7L26 14L27 23Z", "#8d8f92")
        + path("M10 11L18 7L16 16L6 23Z", "#b9bbbd")
        + line("M16 16L27 23", "#63656a", 1.5),
    ),
    "ore": (
        "#d8dde6",
        path("M8 24L11 15H21L24 24Z", "#3d4450")
        + path("M11 15L13 10H19L21 15Z", "#5d6674")
        + line("M11 20H21", "#a9b4c4", 2),
    ),
    "clay": (
        "#f3d7c4",
        path(
            "M7 9h8v5H7zm10 0h8v5h-8zM12.5 15.5h7v5h-7zM8 22h7v4.5H8zm9 0h7v4.5h-7z",
            "#b5502b",
        )
        + path("M5 15.5h6v5H5zm16 0h6v5h-6z", "#9a3f1f"),
    ),
    "glass": (
        "#dff1f7",
        path(
            "M13 5H19V12C24 14 25 19 23 23C21 27 11 27 9 23C7 19 8 14 13 12Z", "#3aa0c4"
        )
        + path("M10 19H22C22 25 10 25 10 19Z", "#12698a")
        + line("M12 5H20", "#12698a", 2),
    ),
    "loom": (
        "#efdcf2",
        rect(8, 6, 16, 4, "#6b3d1c", 'rx="2"')
        + rect(8, 23, 16, 4, "#6b3d1c", 'rx="2"')
        + rect(10, 10, 12, 13, "#a23aa8")
        + line("M10 13H22M10 16.5H22M10 20H22", "#e9bff0", 1.5),
    ),
    "papyrus": (
        "#f3ead0",
        rect(10, 6, 13, 20, "#d2a656")
        + path("M8 6A3 3 0 0 1 14 6V9H8Z", "#a97c2e")
        + path("M19 26A3 3 0 0 0 25 26V23H19Z", "#a97c2e")
        + line("M13 12H20M13 16H20M13 20H18", "#5e430f", 1.6),
    ),
    "any": (
        "#ffffff",
        path("M16 16V5A11 11 0 0 1 25.5 10.5Z", "#8a5526")
        + path("M16 16L25.5 10.5A11 11 0 0 1 25.5 21.5Z", "#8d8f92")
        + path("M16 16L25.5 21.5A11 11 0 0 1 16 27Z", "#3d4450")
        + path("M16 16V27A11 11 0 0 1 6.5 21.5Z", "#b5502b")
        + path("M16 16L6.5 21.5A11 11 0 0 1 6.5 10.5Z", "#3aa0c4")
        + path("M16 16L6.5 10.5A11 11 0 0 1 16 5Z", "#d2a656"),
    ),
}


def stage() -> Sign:
    body = path("M16 2L30 30H2Z", "#d9b36a", f'stroke="{INK}" stroke-width="1.5"')
    body += line("M11 12H21M8 19H24M5 25H27", "#7d5a1e", 1.6)
    return Sign(body)


def wonder() -> Sign:
    """Draw a completed wonder."""
    body = line("M4 28H28M7 28V14M13 28V14M19 28V14M25 28V14", INK, 3)
    body += path("M3 13L16 3L29 13Z", "#d9b36a", f'stroke="{INK}" stroke-width="1.5"')
    return Sign(body)


def crown() -> Sign:
    """Draw the sign for leaders."""
    body = path(
        "M4 26L2 9L10 16L16 5L22 16L30 9L28 26Z",
        "#f4efe2",
        f'stroke="{INK}" stroke-width="1.8"',
    )
    return Sign(body + line("M6 22H26", INK, 1.6))


def pawn(age: str = "") -> Sign:
    """Draw a pawn for participating in an edifice."""
    body = circle(16, 8, 6, "#1c7a81", f'stroke="{INK}" stroke-width="1.5"')
    body += path("M12 13H20L25 30H7Z", "#1c7a81", f'stroke="{INK}" stroke-width="1.5"')
    return Sign(body + words(16, 27, age, 11, "#fff") if age else body, 30)


def edifice() -> Sign:
    """Draw the sign for edifices."""
    body = path("M3 14L16 3L29 14Z", "#1c7a81", f'stroke="{INK}" stroke-width="1.5"')
    body += rect(6, 14, 20, 15, "#d6ecee", f'stroke="{INK}" stroke-width="1.5"')
    return Sign(body + rect(13, 19, 6, 10, INK))


def cat() -> Sign:
    body = path(
        "M6 4L12 9H20L26 4V19C26 26 21 30 16 30C11 30 6 26 6 19Z",
        "#2d2620",
    )
    body += circle(11.5, 17, 2.2, "#f4d35e") + circle(20.5, 17, 2.2, "#f4d35e")
    return Sign(body + line("M13 23Q16 26 19 23", "#f4d35e", 1.5))


def horn() -> Sign:
    """Draw a horn, the sign for battles."""
    body = path("M3 13L9 11C17 14 23 11 28 4C31 14 26 25 15 24C9 23 5 20 3 13Z", COIN)
    return Sign(
        body
        + line(
            "M3 13L9 11C17 14 23 11 28 4C31 14 26 25 15 24C9 23 5 20 3 13Z", INK, 1.5
        )
    )


def progress() -> Sign:
    """Draw a progress token."""
    body = circle(16, 16, 14.5, FILLS["green"], f'stroke="{INK}" stroke-width="1.5"')
    return Sign(body + path("M16 6L25 16L16 26L7 16Z", "#fff"))


def back(name: str = "") -> Sign:
    """Draw a small face-down card."""
    body = rect(3, 1, 22, 30, "#3a3226", f'rx="3" stroke="{INK}" stroke-width="1.5"')
    body += line("M7 5H21V27H7Z", "#b59a5a", 1.2)
    return Sign(body + words(14, 21, name, 15, "#f1dfae") if name else body, 28)


def no(sign: Sign) -> Sign:
    """Return a sign crossed out."""
    middle = sign.width / 2
    cross = f"M{middle - 13:g} 29L{middle + 13:g} 3"
    return Sign(
        sign.body + line(cross, "#fff", 6) + line(cross, "#d11", 3.4), sign.width
    )


def free() -> Sign:
    """Draw the sign for "free of charge"."""
    return no(coin())


def pile() -> Sign:
    """Draw the discard pile."""
    body = at(0, 2, f'<g transform="rotate(-14 14 16)">{back().body}</g>', 0.9)
    return Sign(
        body + at(8, 2, f'<g transform="rotate(12 14 16)">{back().body}</g>', 0.9), 40
    )


def left() -> Sign:
    """Draw the sign for the left neighbour's city."""
    return Sign(path("M1 16L13 6V12H21V20H13V26Z", INK), 22)


def right() -> Sign:
    """Draw the sign for the right neighbour's city."""
    return Sign(path("M21 16L9 6V12H1V20H9V26Z", INK), 22)


def here() -> Sign:
    """Draw the sign for the player's own city."""
    return Sign(path("M11 27L1 15H7V6H15V15H21Z", INK), 22)


def per() -> Sign:
    """Draw the separator between a gain and the thing that it is counted for."""
    return replace(said("/", 26, DIM), breaks=True)


def arrow() -> Sign:
    """Draw the separator between a condition and its result."""
    return Sign(line("M2 16H15M10 10L16 16L10 22", INK, 2.6), 19, breaks=True)


def numeral(age: int) -> str:
    """Return an age as a Roman numeral."""
    return "I" * age


def chain(name: str) -> Sign:
    """Draw a chain symbol on a plate."""
    plate = rect(1, 1, 30, 30, PAPER, f'rx="6" stroke="{INK}" stroke-width="1.5"')
    return Sign(plate + at(4, 4, CHAINS[name]))


def _pen(d: str, width: float = 2) -> str:
    return line(d, INK, width)


CHAINS: Mapping[str, str] = {
    "barrel": path("M6 2H18C21 8 21 16 18 22H6C3 16 3 8 6 2Z", "#8a5526")
    + _pen("m4.5 8H19.5M4.5 16H19.5"),
    "bolt": path("M14 1L4 14H11L9 23L20 9H13Z", "#d89a10")
    + _pen("M14 1L4 14H11L9 23L20 9H13Z", 1.2),
    "book": path(
        "M2 4C6 2 10 3 12 5C14 3 18 2 22 4V20C18 18 14 19 12 21C10 19 6 18 2 20Z",
        "#fff",
    )
    + _pen(
        "M2 4C6 2 10 3 12 5C14 3 18 2 22 4V20C18 18 14 19 12 21C10 19 6 18 2 20ZM12 5V21"
    ),
    "bowl": path("M2 10H22C22 18 17 20 12 20C7 20 2 18 2 10Z", "#2f7d8a")
    + _pen("M15 9L20 2M8 22H16"),
    "camel": path(
        "M2 9C4 6 6 7 7 10C9 4 12 4 13 8C15 5 17 6 18 9L20 4L23 5V8L21 9L19 14V22H16V15H8V22H5V14C3 14 2 12 2 9Z",
        "#b07b32",
    ),
    "droplet": path(
        "M12 1C16 8 20 11 20 16A8 7.5 0 0 1 4 16C4 11 8 8 12 1Z", "#2a7fc0"
    ),
    "feather": path("M3 22C3 12 9 3 21 2C21 12 16 18 8 18Z", "#6b8fb5")
    + _pen("M3 22L16 7", 1.6),
    "fortress": path(
        "M2 22V8H5V11H8V8H11V4H13V8H16V11H19V8H22V22H15V17H9V22Z", "#6c6257"
    ),
    "hammer": path("M3 3H15L19 7V11H3Z", "#6c6f75") + line("M9 11V23", "#8a5526", 3.6),
    "harp": _pen("M5 22V3C12 3 14 9 21 9L5 22", 2.4)
    + _pen("M8 19V5M11.5 16V7M15 13V9", 1.2),
    "helmet": path("M3 14A9 10 0 0 1 21 14V21H16V15H8V21H3Z", "#9a8348")
    + line("M12 1V5", "#b02a22", 4),
    "horseshoe": line("M6 21L4 12A8 8.5 0 0 1 20 12L18 21", "#6c6f75", 4),
    "lamp": path(
        "M2 11H8C9 7 15 7 16 11L22 9V12C20 17 15 18 12 18C7 18 4 15 2 11Z", "#b9862a"
    )
    + line("M22 7L23 2", "#e06a1c", 2.6)
    + _pen("M8 21H15"),
    "lighthouse": path("M9 8H15L18 22H6Z", "#c9bfa8")
    + path("M9 3H15V8H9Z", "#e8b923")
    + _pen("M2 3L7 5M22 3L17 5M8.5 13H15.5M7.5 17H16.5", 1.6),
    "market": path("M2 9L5 3H19L22 9Z", "#c2452d") + _pen("M4 10V21M20 10V21M3 16H21"),
    "mask": path("M3 3C9 5 15 5 21 3V12C21 19 16 22 12 22C8 22 3 19 3 12Z", "#e9d7b0")
    + _pen("m6.5 9H10M14 9H17.5M8 14Q12 19 16 14"),
    "planets": circle(12, 12, 6, "#c87a2c")
    + _pen("M2 16C1 12 23 3 22 8C23 12 4 20 2 16Z", 1.6),
    "saw": path("M2 6H17L15 12L13 9L11 13L9 10L7 14L5 11L3 15Z", "#7c8087")
    + line("M17 7L22 10V16", "#8a5526", 3),
    "scales": _pen("M12 2V21M7 22H17M4 6H20M4 6L1 14H7ZM20 6L17 14H23Z", 1.7),
    "scroll": path(
        "M6 3H20C23 3 23 7 20 7H18V18C18 22 13 22 13 18H3C1 18 1 21 4 21.500H15C7 21 6 20 6 16Z",
        "#d9b36a",
    )
    + _pen("M9 7H15M9 11H15", 1.5),
    "star": path(
        "M12 1L15.300 8.500L23.500 9.300L17.300 14.700L19.200 22.700L12 18.500L4.800 22.700L6.700 14.700L0.500 9.300L8.700 8.500Z",
        "#d89a10",
    ),
    "target": circle(12, 12, 10.5, "#b02a22")
    + circle(12, 12, 7, "#fff")
    + circle(12, 12, 3.5, "#b02a22"),
    "temple": path("M1 8L12 1L23 8Z", "#a89a7a")
    + _pen("M2 22H22M5 20V10M10 20V10M14 20V10M19 20V10"),
    "torch": line("M12 12V23", "#8a5526", 4)
    + path("M12 0C16 5 18 8 15 12H9C6 8 9 6 12 0Z", "#e06a1c"),
}
"""The chain symbols in a 24 by 24 square, by their names in the data."""


def times(sign: Sign, count: int) -> list[Sign]:
    """Return several copies of a sign, or a number and the sign if there are many."""
    return [sign] * count if count <= 4 else [said(str(count)), sign]
