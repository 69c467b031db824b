"""Modules of the rules import only from their layer and those above, as documented."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping

import pytest

from sealed_wonders.core.games import GAMES
from tests.support.sources import SOURCES, nodes_of


def layers(package: str) -> Mapping[str, int]:
    """Return the layer of each module, by name, from the docstring of its package."""
    text = importlib.import_module(f"sealed_wonders.core.{package}").__doc__ or ""
    # After the colon of an item comes the purpose of the layer.
    rows = re.findall(r"^(\d+)\. ([^:]*):", text, re.MULTILINE)
    return {
        module: int(number)
        for number, names in rows
        for module in re.findall(r"`([a-z_.]+)`", names)
    }


def needed(package: str) -> Mapping[str, set[str]]:
    """Return the modules that each module imports from its own package."""
    folder = f"core/{package}/"
    modules = {
        path.removeprefix(folder).removesuffix(".py").replace("/", "."): path
        for path in SOURCES
        if path.startswith(folder) and not path.endswith("__init__.py")
    }
    return {
        name: {it for it in imports(path, package) if it in modules}
        for name, path in modules.items()
    }


def imports(path: str, package: str) -> Iterator[str]:
    """Yield the names of imported modules, and of the names imported from them."""
    inside = f"sealed_wonders.core.{package}."
    for node in nodes_of(path, ast.ImportFrom):
        for alias in node.names:
            for name in (f"{node.module}", f"{node.module}.{alias.name}"):
                yield name.removeprefix(inside)


@pytest.mark.parametrize("package", GAMES)
def test_each_module_imports_from_its_layer_or_those_above(package: str) -> None:
    """The docstring of the package lists every module."""
    by_layer, modules = layers(package), needed(package)
    assert sorted(by_layer) == sorted(modules)
    wrong = [
        (name, other)
        for name, others in modules.items()
        for other in sorted(others)
        if by_layer[other] > by_layer[name]
    ]
    assert wrong == []


@pytest.mark.parametrize("package", GAMES)
def test_there_are_no_circular_imports(package: str) -> None:
    """Imports for type checkers count, too."""
    left = {name: set(others) for name, others in needed(package).items()}
    while free := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in free}
    assert left == {}
