"""
What sentences are made of: numbers, lists, names, colours, goods.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.words import _, marked, n_, p_
from sealed_wonders.core import quoting

Who = str | None

LEFT, RIGHT = "left", "right"
"""Sides of somebody, whatever they are called."""


def left() -> str:
    return _("left")


def right() -> str:
    return _("right")


def you() -> str:
    return _("you")


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as people do: ``a, b and c``, or ``or``."""
    if len(words) < 2:
        return "".join(words)
    first, end = ", ".join(words[:-1]), words[-1]
    if last == "or":
        return _("{first} or {last}").format(first=first, last=end)
    return _("{first} and {last}").format(first=first, last=end)


def number(n: int) -> str:
    """Write a number so that a screen reader doesn't swallow its sign."""
    return str(n) if n >= 0 else _("minus {n}").format(n=-n)


def coins(n: int) -> str:
    return n_("{n} coin", "{n} coins", abs(n)).format(n=number(n))


def points(n: int) -> str:
    return n_("{n} point", "{n} points", abs(n)).format(n=number(n))


def shields(n: int) -> str:
    return n_("{n} shield", "{n} shields", abs(n)).format(n=number(n))


def entries(n: int) -> str:
    return n_("{n} entry", "{n} entries", n).format(n=n)


def players(n: int) -> str:
    return n_("{n} player", "{n} players", n).format(n=n)


def duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(n_("{n} minute", "{n} minutes", minutes).format(n=minutes))
    if rest or not minutes:
        parts.append(n_("{n} second", "{n} seconds", rest).format(n=rest))
    return " ".join(parts)


def subject(who: Who) -> str:
    """Name somebody where a sentence begins."""
    return _("You") if who is None else who


def other(who: Who) -> str:
    """Name somebody within a sentence."""
    return you() if who is None else who


def others(seats: Sequence[Who]) -> str:
    return listing([other(who) for who in seats])


def subjects(seats: Sequence[Who]) -> str:
    """Begin a sentence with several."""
    return listing([subject(seats[0]), *(other(who) for who in seats[1:])])


def about(who: Who, mine: str, theirs: str, **fields: object) -> str:
    """Fill in what is said to whoever it is about, or what is said of somebody else."""
    return (mine if who is None else theirs).format(who=who, **fields)


def sentence(text: str) -> str:
    """Make a sentence of words."""
    return f"{text[:1].upper()}{text[1:]}."


def heading(words: str) -> str:
    """Make words the heading of what follows."""
    return _("{words}:").format(words=words)


def noted(name: str, note: str) -> str:
    """Put what there is to be said of something behind its name."""
    return _("{name}: {note}").format(name=name, note=note)


def apart(parts: Sequence[str]) -> str:
    """List what has commas in it itself."""
    return p_("between parts", "; ").join(parts)


def colon() -> str:
    """Give what stands between the two, where they are of several colours."""
    return noted("", "")


def quoted(line: str, cap: int = 60) -> str:
    """Quote what somebody typed, and no more of it than is read at a glance."""
    inside = quoting.quoted(line, cap - 2)[1:-1]
    return p_("quoted", "'{words}'").format(words=inside)


# Tables of words.


def colour(index: int) -> str:
    """Name the colour of a card, in the order of `Colour`."""
    names = (
        p_("card", "brown"),
        p_("card", "grey"),
        p_("card", "blue"),
        p_("card", "yellow"),
        p_("card", "red"),
        p_("card", "green"),
        p_("card", "purple"),
    )
    return names[index]


def colours(index: int) -> str:
    """Name all cards of a colour, at the beginning of their list."""
    names = (
        p_("cards", "Brown"),
        p_("cards", "Grey"),
        p_("cards", "Blue"),
        p_("cards", "Yellow"),
        p_("cards", "Red"),
        p_("cards", "Green"),
        p_("cards", "Purple"),
    )
    return names[index]


_COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")


def colour_named(name: str) -> str:
    """Name a colour by its word in the data."""
    return colour(_COLOURS.index(name)) if name in _COLOURS else name


def colours_of(name: str) -> str:
    """Name all cards of a colour within a sentence, by its word in the data."""
    names = {
        "brown": p_("within a sentence", "brown cards"),
        "grey": p_("within a sentence", "grey cards"),
        "blue": p_("within a sentence", "blue cards"),
        "yellow": p_("within a sentence", "yellow cards"),
        "red": p_("within a sentence", "red cards"),
        "green": p_("within a sentence", "green cards"),
        "purple": p_("within a sentence", "purple cards"),
    }
    return names.get(name, name)


_GOODS: Mapping[str, str] = {
    "wood": marked("wood"),
    "stone": marked("stone"),
    "ore": marked("ore"),
    "clay": marked("clay"),
    "glass": marked("glass"),
    "loom": marked("loom"),
    "papyrus": marked("papyrus"),
}


def good(name: str) -> str:
    """Name a good by its word in the data."""
    return _(_GOODS[name])


def amount(name: str, n: int) -> str:
    """Count a good."""
    match name:
        case "wood":
            said = n_("{n} wood", "{n} wood", n)
        case "stone":
            said = n_("{n} stone", "{n} stone", n)
        case "ore":
            said = n_("{n} ore", "{n} ore", n)
        case "clay":
            said = n_("{n} clay", "{n} clay", n)
        case "glass":
            said = n_("{n} glass", "{n} glass", n)
        case "loom":
            said = n_("{n} loom", "{n} loom", n)
        case _:
            said = n_("{n} papyrus", "{n} papyrus", n)
    return said.format(n=n)


def symbol_name(name: str) -> str:
    """Name a symbol of science by its word in the data."""
    names = {"tablet": _("tablet"), "gear": _("gear"), "compass": _("compass")}
    return names[name]


def symbols(name: str, n: int) -> str:
    """Count symbols of science."""
    match name:
        case "tablet":
            said = n_("{n} tablet", "{n} tablets", n)
        case "gear":
            said = n_("{n} gear", "{n} gears", n)
        case _:
            said = n_("{n} compass", "{n} compasses", n)
    return said.format(n=n)


def score_line(name: str) -> str:
    """Name a line of the score sheet by its word in the data."""
    names = {
        "military": p_("points", "military"),
        "treasury": p_("points", "treasury"),
        "wonder": p_("points", "wonder"),
        "cat": p_("points", "cat"),
        "blue": p_("points", "blue"),
        "yellow": p_("points", "yellow"),
        "green": p_("points", "green"),
        "guilds": p_("points", "guilds"),
        "leaders": p_("points", "leaders"),
        "edifice": p_("points", "edifice"),
        "progress": p_("points", "progress"),
        "total": p_("points", "total"),
    }
    return names.get(name, name)


_SIDES: Mapping[str, str] = {
    "day": marked("day side"),
    "night": marked("night side"),
    "A": marked("side A"),
    "B": marked("side B"),
}


def side(name: str) -> str:
    """Name a side of a board by what is printed on it."""
    return _(_SIDES[name])


_HALVES: Mapping[str, str] = {
    "left": marked("left half"),
    "right": marked("right half"),
}


def half_suffix(name: str) -> str:
    """Go on with which half of a stage it is; nothing of a stage that has none."""
    return f", {_(_HALVES[name])}" if name else ""
