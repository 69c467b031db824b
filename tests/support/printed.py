"""The text of cards and boards, read only from the data files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

Record = Mapping[str, Any]

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")

FOLDER = Path(__file__).parents[2] / "core" / "wonders" / "data"


@cache
def data(name: str) -> Mapping[str, Record]:
    """Return the boards, cards, leaders or edifices (in the singular), by id."""
    files = ("boards", "first_edition") if name == "board" else (f"{name}s",)
    return {
        record["id"]: record
        for file in files
        for record in tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))[name]
    }


@cache
def ids(
    expansions: tuple[str, ...] = (), boards: tuple[str, ...] = ()
) -> Sequence[str]:
    """
    Return the id of each physical card of a game.

    Boards come first, then edifices, a card for each copy of a building, and leaders.

    Args:
        boards: the boards on the table; if empty, the usual ones.
    """
    names = [
        name
        for name, it in data("board").items()
        if name in boards
        or not boards
        and it.get("box", it.get("needs")) in (None, *expansions)
    ]
    if "edifice" in expansions:
        names += list(data("edifice"))
    for name, record in data("card").items():
        names += [name] * max(1, len(record.get("copies", ())))
    if "leaders" in expansions:
        names += list(data("leader"))
    return names
