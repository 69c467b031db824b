"""Words for what is printed on cards in both games: colours, goods, science symbols."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.words import _, marked, n_, p_


def colour(index: int) -> str:
    """Return the name of a card's colour, by its index in `Colour`."""
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
    """Return the heading for all cards of a colour."""
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
    """Return the translated name of a colour in the data."""
    return colour(_COLOURS.index(name)) if name in _COLOURS else name


_GOODS: Mapping[str, str] = {
    "wood": marked("wood"),
    "stone": marked("stone"),
    "ore": marked("ore"),
    "clay": marked("clay"),
    "glass": marked("glass"),
    "loom": marked("loom"),
    "papyrus": marked("papyrus"),
}


GOODS = tuple(_GOODS)
"""The names of goods in the data."""


def good(name: str) -> str:
    """Return the translated name of a good in the data."""
    return _(_GOODS[name])


def amount(name: str, n: int) -> str:
    """Return a number of one good, such as "2 clay"."""
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
    """Return the translated name of a science symbol in the data."""
    names = {"tablet": _("tablet"), "gear": _("gear"), "compass": _("compass")}
    return names[name]


def symbols(name: str, n: int) -> str:
    """Return a number of one science symbol, such as "2 gears"."""
    match name:
        case "tablet":
            said = n_("{n} tablet", "{n} tablets", n)
        case "gear":
            said = n_("{n} gear", "{n} gears", n)
        case _:
            said = n_("{n} compass", "{n} compasses", n)
    return said.format(n=n)
