"""The shape of the sources: how much a constructor may take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAX_PARAMETERS = 6
"""
Of a constructor, without self. Where more is to be given, some of it belongs together, and
is a value that others take too, such as `Participant` or `Environment`.
"""

APART = ("client/engine/",)
"""The engine: its structs of arrays are filled once, from the catalogue, and are compiled."""


def _constructors(path: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    text = path.read_text("utf-8")
    if "def __init__(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            for it in node.body:
                if isinstance(it, ast.FunctionDef) and it.name == "__init__":
                    yield node.name, it


def _count(constructor: ast.FunctionDef) -> int:
    given = constructor.args
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return len(named) - 1 + sum(it is not None for it in (given.vararg, given.kwarg))


@pytest.mark.parametrize("room", ["core", "net", "client", "host"])
def test_no_constructor_takes_many_parameters(room: str) -> None:
    paths = {
        path: str(path.relative_to(ROOT))
        for path in sorted((ROOT / room).rglob("*.py"))
    }
    found = [
        (name, constructor, where)
        for path, where in paths.items()
        if not where.startswith(APART)
        for name, constructor in _constructors(path)
    ]
    assert found
    assert [] == [
        f"{where}: {name} takes {_count(constructor)}"
        for name, constructor, where in found
        if _count(constructor) > MAX_PARAMETERS
    ]
