"""One name, one thing: classes in each program, and modules in packages side by side."""

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
"""What each program is made of."""

TWINS = ({"wonders", "architects"}, {"leaders", "edifice"})
"""
Packages side by side that do the same things for two games, or two expansions. There the
same name in both says so.
"""

COMMANDS = "commands"
"""A package whose modules have the names of commands, as they are typed."""


_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
"""A class of a module, not one within another or in a function, and not private."""


def _modules(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT)


def _are_twins(one: Path, other: Path) -> bool:
    """Return whether the paths first part ways at packages that are twins."""
    for part, another in zip(one.parts, other.parts, strict=False):
        if part != another:
            return {part, another} in TWINS
    return False


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_has_one_class_of_a_name(program: str) -> None:
    """Whoever reads a name in a review knows which class it is; private ones are local."""
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


def test_packages_side_by_side_have_no_module_of_the_same_name() -> None:
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
