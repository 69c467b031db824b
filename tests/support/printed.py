"""
What is printed on cards and boards, read from the data files and nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

Record = Mapping[str, Any]

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")


@cache
def data(name: str) -> Mapping[str, Record]:
    """Read the boards, cards, leaders or edifices (in the singular), by id."""
    folder = resources.files("sealed_wonders.core.wonders") / "data"
    records = tomllib.loads((folder / f"{name}s.toml").read_text("utf-8"))[name]
    return {record["id"]: record for record in records}


@cache
def ids(expansions: tuple[str, ...] = ()) -> Sequence[str]:
    """
    Give the id of each physical card of a game.

    Boards come first, then edifices, a card for each copy of a building, and leaders.
    """
    boards = data("board").items()
    names = [name for name, it in boards if it.get("needs") in (None, *expansions)]
    if "edifice" in expansions:
        names += list(data("edifice"))
    for name, record in data("card").items():
        names += [name] * max(1, len(record.get("copies", ())))
    if "leaders" in expansions:
        names += list(data("leader"))
    return names
