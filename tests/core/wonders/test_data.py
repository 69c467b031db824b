"""
The data files of 7 Wonders: what types can't check.

Numbers, costs and effects are pinned by the hashes of the rules on docs/PROTOCOL.md.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

import pytest

from sealed_wonders.core.wonders.effects import VICTORY
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.kinds import KINDS

Record = Mapping[str, Any]


def read(name: str) -> list[Record]:
    """Read the records of one data file."""
    return read_file(f"{name}s", name)


def read_file(file: str, name: str) -> list[Record]:
    """Read the records of one data file, by what each is called in it."""
    path = resources.files("sealed_wonders.core.wonders") / "data" / f"{file}.toml"
    records: list[Record] = tomllib.loads(path.read_text("utf-8"))[name]
    return records


CARDS = read("card")
FIRST = read_file("first_edition", "board")
BOARDS = read("board") + FIRST
LEADERS = read("leader")
EDIFICES = read("edifice")
SIDES = [(board["id"], board[side]) for board in BOARDS for side in ("day", "night")]

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
SCOPES = ("self", "neighbours", "self_and_neighbours")
SYMBOLS = ("tablet", "gear", "compass", "any")
LANGUAGES = {"en", "fr"}

COUNTED = {*COLOURS, "wonder_stage", "victory_token", "colour", "coin"}
"""What effects count."""


def stage_effects() -> Iterator[tuple[str, Record]]:
    """Give the effects of all stages, halves too, with the ids of their boards."""
    for board, side in SIDES:
        for stage in side["stages"]:
            for part in stage.get("halves", [stage.get("effects", [])]):
                yield from ((board, effect) for effect in part)


EFFECTS = [
    *((card["id"], effect) for card in CARDS for effect in card["effects"]),
    *stage_effects(),
    *((board, side["start"]) for board, side in SIDES),
    *(
        (leader["id"], effect)
        for leader in LEADERS
        if leader.get("set") != "cities"
        for effect in leader["effects"]
    ),
    *((it["id"], effect) for it in EDIFICES for effect in it["reward"]),
]


def test_records_have_known_fields_only() -> None:
    """A misspelt field would be left out in silence."""
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
    """One id names one card, of whatever kind; it is fit for notation and protocol."""
    ids = [record["id"] for record in BOARDS + CARDS + LEADERS + EDIFICES]
    assert sorted(set(ids)) == sorted(ids)
    for name in ids:
        assert re.fullmatch("[a-z]+(_[a-z0-9]+)*", name), name


def test_names_stand_in_both_languages() -> None:
    """No card goes nameless in English or French."""
    for record in CARDS + BOARDS + LEADERS + EDIFICES:
        for names in (record["name"], record.get("title", record["name"])):
            assert LANGUAGES == names.keys(), record["id"]
            assert all(name == name.strip() != "" for name in names.values())


def test_the_same_building_is_the_same_by_name() -> None:
    """W3.7: Loom, Glassworks and Press share names over the ages, and nothing else."""
    for language in LANGUAGES:
        kinds = {(card.get("building", card["id"]), card["colour"]) for card in CARDS}
        assert len(kinds) == len({card["name"][language] for card in CARDS}), language
    buildings = Counter(card.get("building", card["id"]) for card in CARDS)
    shared = {name for name, count in buildings.items() if count > 1}
    assert {"loom", "glassworks", "press"} == shared


@pytest.mark.parametrize(("where", "effect"), EFFECTS)
def test_effects_speak_words_that_the_code_knows(where: str, effect: Record) -> None:
    """What fields each has is seen when it is read (`core/wonders/kinds.py`)."""
    assert set(effect.get("resources", [])) <= set(GOODS)
    assert set(effect.get("of", [])) <= COUNTED
    if effect["kind"] == "trade_price":
        assert set(effect["neighbours"]) <= {"left", "right"}
    assert effect.get("scope", "self") in SCOPES
    assert effect.get("symbol", "any") in SYMBOLS
    assert effect.get("colour", "purple") in COLOURS
    assert effect.get("on", "wonder_stage") in {*COLOURS, "wonder_stage"}
    assert effect.get("age", 0) in range(4)
    assert effect.get("value", 0) in (0, *VICTORY.values())
    most = 16 if effect["kind"] == "coins" else 10
    for field in ("amount", "price", "order", "count", "coins_each", "own"):
        assert type(effect.get(field, 1)) is int
        assert 0 < effect.get(field, 1) < most
    if effect["kind"] == "produce":
        assert all(0 < units <= 2 for units in effect["resources"].values())
    if effect["kind"] == "produce_choice":
        assert 1 < len(set(effect["resources"])) == len(effect["resources"])


def test_the_code_knows_every_kind_there_is_data_for() -> None:
    """And no other: neither is there for nothing."""
    assert KINDS.keys() == {effect["kind"] for _, effect in EFFECTS}
