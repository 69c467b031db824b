"""The shape of the sources: how much a constructor may take."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.sources import statements, trees

MAX_PARAMETERS = 6
"""
Of a constructor, without self. Where more is to be given, some of it belongs together, and
is a value that others take too, such as `Participant` or `Environment`.
"""

APART = ("client/engine/",)
"""The engine: its structs of arrays are filled once, from the catalogue, and are compiled."""


def _constructors(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in statements(tree):
        if isinstance(node, ast.ClassDef):
            for it in node.body:
                if isinstance(it, ast.FunctionDef) and it.name == "__init__":
                    yield node.name, it


def _count(constructor: ast.FunctionDef) -> int:
    given = constructor.args
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return len(named) - 1 + sum(it is not None for it in (given.vararg, given.kwarg))


def test_no_constructor_takes_many_parameters() -> None:
    found = [
        (name, constructor, where)
        for where, tree in trees().items()
        if not where.startswith(APART)
        for name, constructor in _constructors(tree)
    ]
    assert found
    assert [] == [
        f"{where}: {name} takes {_count(constructor)}"
        for name, constructor, where in found
        if _count(constructor) > MAX_PARAMETERS
    ]
