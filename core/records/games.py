"""
Writing and checking of records of any game.

Everything that differs between games is in their `sealed_wonders.core.definition`.
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
    Return the function that writes records of a game.

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
        raw: the lines. Empty lines are counted but ignored.
        lenient: accept payments that cover a cost although better ones exist, as
            players at a real table may make them.
        follow: called with each state that the record leads to.

    Raises:
        RecordFault: for the first line that doesn't follow from the lines before it.
    """
    lines = iter(raw)
    head = list(_head(lines))
    whole = chain(head, lines)
    game = _game(head[-1]) if head else None
    if game not in games.GAMES:
        # If the record names no known game, any game's reader reports the fault in its
        # header.
        game = games.GAMES[0]
    return games.definition(game).check(whole, lenient, follow)


def _head(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield lines up to and including the first one that isn't empty."""
    for line in islice(lines, MAX_LINES):
        yield line
        if line.removeprefix(codecs.BOM_UTF8).strip():
            return


def _game(line: bytes) -> str | None:
    """Return the game that the first line of a record names; None if it names none."""
    try:
        header = load(line.removeprefix(codecs.BOM_UTF8))
    except ValueError:
        return None
    game = header.get("game") if isinstance(header, dict) else None
    return game if isinstance(game, str) else None
