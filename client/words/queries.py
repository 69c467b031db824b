"""Typed commands that show something again: a city, or the open question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import Command, TableModel
from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _


def of_cities(screen: Callable[[AnySight[Any]], Iterable[str]]) -> Command:
    """Return a command whose lines need a game with cities."""

    def lines(known: TableModel, rest: str) -> Iterable[str]:
        if known.charter is None:
            return (text.not_in_game(),)
        if known.sight is None or not known.sight.state.cities:
            return (text.no_cities(),)
        return screen(known.sight)

    return lines


def of_question(
    screen: Callable[[Menu], Iterable[str]], nothing: Callable[[], str]
) -> Command:
    """Return a command whose lines need an open question."""

    def lines(known: TableModel, rest: str) -> Iterable[str]:
        if known.charter is None:
            return (text.not_in_game(),)
        if known.menu is not None and known.asked:
            return screen(known.menu)
        if known.menu is not None and known.sealed:
            return sealedanswer.lines(known.sealed, known.menu)
        return (nothing(),)

    return lines


def seat_meant(known: TableModel, name: str) -> Seat | None:
    """
    Return the seat that a name, the start of one, left, right or an index means.

    The first seat is 1.
    """
    n, name = len(known.names), name.lower()
    places = {
        text.LEFT: text.LEFT,
        text.RIGHT: text.RIGHT,
        "you": "you",
        _("left"): text.LEFT,
        _("right"): text.RIGHT,
        text.you(): "you",
    }
    if n and name in places:
        step = {text.LEFT: 1, text.RIGHT: -1}.get(places[name], 0)
        return (known.viewpoint + step) % n
    found = shownnames.meant(name, known.names, [it.name for it in known.people])
    if not found:
        found = shownnames.starting(name, known.names)
    if len(found) == 1:
        return found[0]
    if name.isdecimal() and len(name) < 3 and 0 < int(name) <= n:
        return int(name) - 1  # people count from one, as in replays
    return None
