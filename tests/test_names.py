"""Names are unique: of classes in a program, and of modules in sibling packages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PROGRAMS = {
    "client": ("core", "net", "client"),
    "host": ("core", "net", "host"),
}
"""The folders that each program consists of."""

TWINS = ({"wonders", "architects"}, {"leaders", "edifice"})
"""
Sibling packages that do the same things for two games, or two expansions. The same name in
both shows that.
"""

COMMANDS = "commands"
"""A package whose modules are named after the commands that they implement."""


_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
"""A public class at the top level of a module."""


def _modules(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT)


def _are_twins(one: Path, other: Path) -> bool:
    """Return whether the paths first differ at packages that are twins."""
    for part, another in zip(one.parts, other.parts, strict=False):
        if part != another:
            return {part, another} in TWINS
    return False


@pytest.mark.parametrize("program", PROGRAMS)
def test_public_class_names_are_unique_within_a_program(program: str) -> None:
    """
    In a review, a name then says which class it is. Private classes are local to a
    module.
    """
    where = defaultdict(list)
    for path in _modules(*PROGRAMS[program]):
        for name in _CLASS.findall((ROOT / path).read_text("utf-8")):
            where[name].append(path)
    assert len(where) > 500
    assert [] == [
        f"{name}: {one} and {other}"
        for name, paths in where.items()
        for one, other in combinations(paths, 2)
        if not _are_twins(one, other)
    ]


def test_sibling_packages_have_no_modules_of_the_same_name() -> None:
    where = defaultdict(list)
    for path in _modules("core", "net", "client", "host"):
        if not path.stem.startswith("__") and COMMANDS not in path.parts:
            where[path.name].append(path)
    assert len(where) > 500
    assert [] == [
        f"{one} and {other}"
        for paths in where.values()
        for one, other in combinations(paths, 2)
        if one.parent != other.parent and one.parent.parent == other.parent.parent
        if not _are_twins(one, other)
    ]
