"""Typed commands that show something again: a city, or the open question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.client.words.menu import Menu
from sealed_wonders.client.words.sight import AnySight
from sealed_wonders.client.words.tablemodel import Command, TableModel


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
