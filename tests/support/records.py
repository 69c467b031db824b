"""
Records of games to check, whole and spoilt.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

from sealed_wonders.core.game import seeded
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import chooser

Json = Any

CARDS = tuple(building.id for building in catalog().buildings)
BOARDS = tuple(board.id for board in catalog().boards)


def recorded(
    rules: Wonders, seed: str, players: Sequence[Player] = ()
) -> list[lines.Line]:
    """Play a game, at random unless players are given, and record it."""
    seats = range(rules.players)
    names = [f"player {seat}" for seat in seats]
    dealer = Dealer(rules, seeded(seed))
    told: list[lines.Line] = []
    for _ in dealer.steps(players or [chooser(f"{seed}:{seat}") for seat in seats]):
        told += record.told(dealer.state, names, dealer.faces.get)
    return told


def as_json(told: Sequence[lines.Line]) -> list[Json]:
    """Give the lines of a record as JSON data, to be changed at will."""
    return [json.loads(lines.text(line)) for line in told]


def raw(values: Sequence[Json]) -> list[bytes]:
    """Write JSON data as the lines of a file."""
    return [f"{json.dumps(value)}\n".encode() for value in values]


def leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the path to everything in a JSON value that has no parts."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from leaves(part, (*path, key))
    else:
        yield path


def at(value: Json, path: tuple[Any, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def changed(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Give a JSON value with another part at a path."""
    value = copy.deepcopy(value)
    at(value, path[:-1])[path[-1]] = new
    return value


_WORDS = (
    ("left", "right"),
    ("day", "night"),
    ("build", "stage", "sell"),
    ("chain", "power"),
    ("play", "discard", "pick"),
    BOARDS,
    CARDS,
)


def others(value: Json) -> list[Json]:
    """Give all that might be written in the place of a value by mistake."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, -value, None, str(value), float(value)]
        case None:
            return ["chain", CARDS[0], 0]
        case str():
            for words in _WORDS:
                if value in words:
                    return [*(word for word in words if word != value), None]
    return []
