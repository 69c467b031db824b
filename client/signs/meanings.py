"""
Meanings of the signs on screens: the one list from which legends and help are made.

`TRACED` is a set of symbols that tells signs apart in a drawing. In the other sets, one
character may be two signs, or a letter of a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from sealed_wonders.client.signs.draw import Row, piece, row
from sealed_wonders.client.signs.style import COLOURS
from sealed_wonders.client.signs.symbols import UNICODE, Symbols, good
from sealed_wonders.client.words import cardwords
from sealed_wonders.net.words import _, marked

_MEANINGS: Mapping[str, str] = {
    "chosen": marked("the cursor"),
    "laid": marked("laid down, not yet sealed"),
    "sealed": marked("sealed"),
    "thinking": marked("still choosing"),
    "away": marked("not connected"),
    "gone": marked("out of the game"),
    "yes": marked("possible"),
    "no": marked("not possible"),
    "coin": marked("coins"),
    "point": marked("points"),
    "shield": marked("shields"),
    "free": marked("chain (free)"),
    "frees": marked("makes free"),
    "free_with": marked("is free with"),
    "gives": marked("effect"),
    "to_left": marked("left neighbour"),
    "to_right": marked("right neighbour"),
    "neighbours": marked("both neighbours"),
    "around": marked("both neighbours and you"),
    "built": marked("built stage"),
    "unbuilt": marked("stage yet to build"),
    "leader": marked("leader"),
    "buried": marked("buried leader"),
    "edifice": marked("edifice"),
    "pawn": marked("its pawn"),
    "cat": marked("cat"),
    "horn": marked("horn"),
    "victory": marked("military token"),
    "progress": marked("progress token"),
    "same": marked("identical resources"),
    "differ": marked("different resources"),
    "more": marked("cut off here"),
    "up": marked("more above"),
    "down": marked("more below"),
}
"""
By the names of `Symbols` and `_COMBINED`, in the order of the help; cards and science are
below.
"""

_COMBINED: Mapping[str, tuple[str, ...]] = {
    "around": ("to_left", "down", "to_right"),
    "neighbours": ("to_left", "to_right"),
    "frees": ("free", "to_right"),
    "free_with": ("free", "to_left"),
}
"""Signs made of several that mean something else together."""

_SCIENCE, _COLOUR, _GOOD = "science ", "colour ", "good "
"""Beginnings of the names of signs that are one of several, and of goods' letters."""

_LETTERED = frozenset(("raw", "made"))
"""Styles of goods' letters."""


def meaning(name: str) -> str:
    """Return what a sign means."""
    if name.startswith(_SCIENCE):
        return cardwords.symbol_name(name.removeprefix(_SCIENCE))
    if name.startswith(_COLOUR):
        return cardwords.colour_named(name.removeprefix(_COLOUR))
    if name.startswith(_GOOD):
        return cardwords.good(name.removeprefix(_GOOD))
    return _(_MEANINGS[name])


def signs(symbols: Symbols) -> Mapping[str, str]:
    """Return the signs of a set that have a meaning, by name, and goods' letters."""
    by_field = {it.name: getattr(symbols, it.name) for it in fields(symbols)}
    for name, parts in _COMBINED.items():
        by_field[name] = "".join(by_field[part] for part in parts)
    science = {f"{_SCIENCE}{name}": it for name, it in symbols.science.items()}
    colours = zip(COLOURS, symbols.colours, strict=True)
    return {
        **{name: by_field[name] for name in _MEANINGS},
        **{f"{_COLOUR}{name}": sign for name, sign in colours},
        **science,
        **{f"{_GOOD}{name}": good(name) for name in cardwords.GOODS},
    }


def explained(name: str, symbols: Symbols, style: str = "") -> Row:
    """Draw a sign and what it means."""
    return row(piece(signs(symbols)[name], style), piece(f" {meaning(name)}", "dim"))


# The signs in a drawing.


def _traced() -> tuple[Symbols, Mapping[str, str]]:
    """Return a set in which no two signs share a character, and their names."""
    private_use = 0xE000  # characters that no text contains
    sign = {name: chr(private_use + at) for at, name in enumerate(signs(UNICODE))}
    changed: dict[str, Any] = {
        name: sign[name] for name in _MEANINGS if name not in _COMBINED
    }
    changed["colours"] = tuple(sign[f"{_COLOUR}{name}"] for name in COLOURS)
    changed["science"] = {it: sign[f"{_SCIENCE}{it}"] for it in UNICODE.science}
    names = {character: name for name, character in sign.items()}
    # Goods have the same letters in every set.
    return replace(UNICODE, name="traced", **changed), names


TRACED, _NAMES = _traced()


def found(rows: Iterable[Row]) -> Mapping[str, str]:
    """Return the signs in a drawing with `TRACED`: their names, each with its style."""
    styles: dict[str, str] = {}
    letters = {good(name): f"{_GOOD}{name}" for name in cardwords.GOODS}
    combined = {sign: name for name, sign in signs(TRACED).items() if name in _COMBINED}
    for part in (part for one in rows for part in one):
        classes = [it.removeprefix("class:") for it in part.style.split()]
        if "key" in classes:
            continue
        text = part.text
        style = classes[0] if classes and len(text.strip()) == 1 else ""
        for sign in sorted(combined, key=len, reverse=True):
            if sign in text:
                styles[combined[sign]] = classes[0] if classes else ""
                text = text.replace(sign, "")
        names = _NAMES if _LETTERED.isdisjoint(classes) else {**_NAMES, **letters}
        for character in text:
            if name := names.get(character):
                styles[name] = styles.get(name) or style
    return styles


def legend(names: Mapping[str, str], symbols: Symbols) -> Iterator[Row]:
    """
    Yield signs with what they mean.

    Args:
        names: names of signs, each with its style.
    """
    for name in signs(symbols):
        if name in names:
            yield explained(name, symbols, names[name])
