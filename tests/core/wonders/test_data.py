"""
The data files of 7 Wonders: properties that types can't express.

The hashes of the rules in docs/PROTOCOL.md fix numbers, costs and effects.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Any

Record = Mapping[str, Any]


def read(name: str) -> list[Record]:
    """Return the records of one data file."""
    return read_file(f"{name}s", name)


def read_file(file: str, name: str) -> list[Record]:
    """Return the records of one data file, by their name in it."""
    path = resources.files("sealed_wonders.core.wonders") / "data" / f"{file}.toml"
    records: list[Record] = tomllib.loads(path.read_text("utf-8"))[name]
    return records


CARDS = read("card")
FIRST = read_file("first_edition", "board")
BOARDS = read("board") + FIRST
LEADERS = read("leader")
EDIFICES = read("edifice")
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
LANGUAGES = {"en", "fr"}


def test_records_have_known_fields_only() -> None:
    """A misspelt field would be ignored silently."""
    needed = {"id", "name", "age", "colour", "effects"}
    optional = {"building", "cost", "copies", "chain", "free_with"}
    for card in CARDS:
        assert needed <= card.keys() <= needed | optional, card["id"]
        assert card["colour"] in COLOURS, card["id"]
    needed = {"id", "name", "day", "night"}
    for board in read("board"):
        assert needed <= board.keys() <= needed | {"title", "needs", "box"}, board["id"]
    for board in FIRST:
        assert needed | {"title", "box", "of", "sides"} == board.keys(), board["id"]
    needed = {"id", "name", "cost", "effects"}
    for leader in LEADERS:
        assert needed <= leader.keys() <= needed | {"set"}, leader["id"]
    needed = {"id", "name", "age", "cost", "reward", "penalty", "debt"}
    for edifice in EDIFICES:
        assert needed == edifice.keys(), edifice["id"]


def test_ids_are_unique() -> None:
    """
    An id denotes a single card of any kind, and is valid in the notation and the
    protocol.
    """
    ids = [record["id"] for record in BOARDS + CARDS + LEADERS + EDIFICES]
    assert sorted(set(ids)) == sorted(ids)
    for name in ids:
        assert re.fullmatch("[a-z]+(_[a-z0-9]+)*", name), name


def test_everything_has_names_in_both_languages() -> None:
    for record in CARDS + BOARDS + LEADERS + EDIFICES:
        for names in (record["name"], record.get("title", record["name"])):
            assert LANGUAGES == names.keys(), record["id"]
            assert all(name == name.strip() != "" for name in names.values())


def test_only_loom_glassworks_and_press_share_their_names() -> None:
    """W3.7: buildings with the same name are the same building."""
    for language in LANGUAGES:
        kinds = {(card.get("building", card["id"]), card["colour"]) for card in CARDS}
        assert len(kinds) == len({card["name"][language] for card in CARDS}), language
    buildings = Counter(card.get("building", card["id"]) for card in CARDS)
    shared = {name for name, count in buildings.items() if count > 1}
    assert {"loom", "glassworks", "press"} == shared
