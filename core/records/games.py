"""
Writing and checking records, of whatever game.

What differs from game to game is in its `sealed_wonders.core.definition`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from sealed_wonders.core import games
from sealed_wonders.core.definition import Writer
from sealed_wonders.core.records.checked import Checked, Follow, unfollowed
from sealed_wonders.core.records.fields import load
from sealed_wonders.core.records.script import MAX_LINES


def writer(game: str) -> Writer:
    """
    Return what writes records of a game.

    Raises:
        ValueError: there is no such game.
    """
    return games.definition(game).writer


def check(
    raw: Iterable[bytes], lenient: bool = False, follow: Follow = unfollowed
) -> Checked:
    """
    Replay a record of any game.

    Args:
        raw: its lines; empty ones count, and mean nothing.
        lenient: accept payments that cover a cost though others are better, as people
            at a real table may make them.
        follow: told each state it leads to.

    Raises:
        Fault: a line doesn't follow; the first one that doesn't.
    """
    lines = iter(raw)
    head = list(_head(lines))
    whole = chain(head, lines)
    game = _game(head[-1]) if head else None
    if game not in games.GAMES:
        # What is a record of no game isn't one of this either, and is told why.
        game = games.GAMES[0]
    return games.definition(game).check(whole, lenient, follow)


def _head(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Return the first line that isn't empty, after those that are."""
    for line in islice(lines, MAX_LINES):
        yield line
        if line.removeprefix(codecs.BOM_UTF8).strip():
            return


def _game(line: bytes) -> str | None:
    """Return which game a record is of, from its first line; None if that says none."""
    try:
        header = load(line.removeprefix(codecs.BOM_UTF8))
    except ValueError:
        return None
    game = header.get("game") if isinstance(header, dict) else None
    return game if isinstance(game, str) else None
